import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DEMO_LOGINS, DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { freePort, killGroup, removeState } from "./support/processes";

const port = await freePort();
const origin = `http://localhost:${port}`;
const stateDir = mkdtempSync(join(tmpdir(), "pombi-"));
const children: ReturnType<typeof spawn>[] = [];
afterAll(async () => {
  await Promise.all(children.map(killGroup));
  removeState(stateDir);
});

/**
 * Everything that `npm start` prints until a while after the site responds and has been used; without the build, which
 * the other tests are using.
 */
async function startAndUse(): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn("npm", ["start", "--silent", "--", "--prebuilt"], {
    // No settings of the user's own: only the project's .npmrc may speak.
    env: {
      PATH,
      HOME,
      PORT: String(port),
      STATE_DIR: stateDir,
      NPM_CONFIG_USERCONFIG: "/dev/null",
      NPM_CONFIG_UPDATE_NOTIFIER: "false",
    } as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  children.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await expect.poll(() => printed, { timeout: 280_000, interval: 250 }).toContain("Paynow");
  // Twice, which gives what the first time may print late its time.
  for (let time = 0; time < 2; time++) {
    for (const path of ["/", "/plumbers", "/signin", "/no-such-page", "/sockets/feed"])
      await (await fetch(origin + path)).text();
    await fetch(`${origin}/cdn-cgi/local/scheduled`);
  }
  return printed;
}

test("npm start prints its own few lines and nothing else, on an empty database and on a full one", async () => {
  const own = `Starting the site
Pombi     ${origin}
Sign in   ${DEMO_LOGINS.join(", ")}; the password is ${DEMO_PASSWORD}
Sent      ${origin}/dev/mailbox; Paynow's stand-in: http://127.0.0.1:0000
`;
  // The stand-in takes any port that is free; an empty database is filled first.
  const use = async () =>
    (await startAndUse())
      .replace(/(Paynow's .*):\d+/, "$1:0000")
      .replace(/^(Bringing the database|Storing the demo town).*\n/gm, "");
  expect(await use()).toBe(own);
  await killGroup(children[0]!);
  expect(await use()).toBe(own);
  // It responds as this machine's own, whatever domain it is deployed at.
  const page = await fetch(`${origin}/client-dashboard`, { redirect: "manual" });
  expect(page.headers.get("Location")).toMatch(/^\/signin/);
  expect(await (await fetch(`${origin}/robots.txt`)).text()).toContain(`${origin}/sitemap.xml`);
});
