import { DEMO_LOGINS, DEMO_PASSWORD } from "./demo-town/demo-logins";
import { migrateLocal, seedLocal } from "./local-database";
import { localSecret, localSettings } from "./local-state";

/** The variables of local mode: the same however the Worker is run. */
export function localVariables(): Record<string, string> {
  const { stateDir, origin } = localSettings();
  const given = ["D1_DELAY_MS", "LIMIT_FACTOR", "LOG_REQUESTS"].flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value] as const] : [];
  });
  return { LOCAL_MODE: "true", ORIGIN: origin, SESSION_SECRET: localSecret(stateDir), ...Object.fromEntries(given) };
}

/** This machine's database with all migrations, and the demo town where nobody lives yet. */
export async function prepareDatabase(): Promise<void> {
  const { stateDir } = localSettings();
  await migrateLocal(stateDir);
  if (!process.argv.includes("--no-seed")) await seedLocal(stateDir);
}

/** Says where the site is, and runs its schedule once a minute, as production does. */
export function printSite(runSchedule: () => Promise<unknown>): void {
  const { origin } = localSettings();
  console.info(`
  Pombi          ${origin}
  Mailbox        ${origin}/dev/mailbox
  Demo logins    ${DEMO_LOGINS.join(", ")}
  Password       ${DEMO_PASSWORD}
`);
  setInterval(() => void runSchedule().catch(() => undefined), 60_000).unref();
}
