import { createECDH, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brand } from "../app/brand";

export function makeVapidKeys(): { VAPID_PUBLIC_KEY: string; VAPID_PRIVATE_KEY: string; VAPID_SUBJECT: string } {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return {
    VAPID_PUBLIC_KEY: pair.getPublicKey("base64url"),
    // Without its leading zeros, which a key of 32 bytes has.
    VAPID_PRIVATE_KEY: Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url"),
    VAPID_SUBJECT: `mailto:${brand.email}`,
  };
}

/** Where local data lives, and how this machine's Worker is reached: `STATE_DIR` and `PORT` change both. */
export function localSettings() {
  const stateDir = resolve(process.env["STATE_DIR"] ?? ".state");
  const port = Number(process.env["PORT"] ?? 8787);
  return { stateDir, port, origin: `http://localhost:${port}` };
}

/** The secret of local sessions: kept with the data, so that a restart signs no one out. */
export const localSecret = (stateDir: string): string =>
  keep(stateDir, "session-secret", () => randomBytes(32).toString("base64url"));

/** The keys of local web push: kept with the data, so that a restart loses no device. */
export const localVapidKeys = (stateDir: string): Record<string, string> =>
  JSON.parse(keep(stateDir, "vapid-keys.json", () => JSON.stringify(makeVapidKeys()))) as Record<string, string>;

function keep(stateDir: string, name: string, make: () => string): string {
  const file = join(stateDir, name);
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(file, make(), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}
