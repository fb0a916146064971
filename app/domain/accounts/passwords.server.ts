import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";

// 16 MiB and about 200 ms. It runs on the isolate's own thread: callers count attempts first.
const COST = { N: 16384, r: 8, p: 5 };
const KEY_LENGTH = 32;

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, KEY_LENGTH, options, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

/** Hashes a password, exactly as typed, to `scrypt$N$r$p$salt$key`: a salt of its own makes each result unique. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Whether the password belongs to the hash. With no hash (an unknown address) it computes one all the same and
 * says no, so that both take the same time.
 */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const { salt, key, ...cost } = parseHash(stored) ?? { ...COST, salt: Buffer.alloc(16), key: null };
  const derived = await derive(password, salt, cost);
  return key !== null && timingSafeEqual(derived, key);
}

/** Whether a hash was made with other parameters than today's and should be made anew at this sign-in. */
export function needsRehash(stored: string): boolean {
  const parsed = parseHash(stored);
  return !parsed || parsed.N !== COST.N || parsed.r !== COST.r || parsed.p !== COST.p;
}

function parseHash(stored: string | null) {
  const [scheme, N, r, p, salt, key] = (stored ?? "").split("$");
  if (scheme !== "scrypt" || !salt || !key) return null;
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}
