import { SECOND, type Instant } from "../../time/harare";

// Time-based codes (RFC 6238) as every authenticator app makes them: SHA-1, 6 digits, 30 seconds.

const STEP = 30 * SECOND;
/** Of the secret: as long as the hash, as RFC 4226 asks for. */
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const newAppSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SECRET_BYTES));

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

export const stepAt = (instant: Instant): number => Math.floor(instant / STEP);

export async function codeAt(secret: Uint8Array<ArrayBuffer>, step: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter.buffer));
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  return String((mac.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The step that a code belongs to: now, or one to either side, for phones whose clocks are wrong. Null: none. */
export async function stepOf(secret: Uint8Array<ArrayBuffer>, code: string, now: Instant): Promise<number | null> {
  const step = stepAt(now);
  for (const one of [step, step - 1, step + 1]) if ((await codeAt(secret, one)) === code) return one;
  return null;
}

/** Makes what an app reads from the QR code. */
export function appUrl(secret: Uint8Array, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
