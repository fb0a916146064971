import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { RotatingSecret } from "../values/rotating-secret";
import { sign } from "./signatures.server";

// 16 MiB and about 200 ms. It runs on the isolate's own thread: callers count attempts first.
const COST = { N: 16384, r: 8, p: 5 };
const KEY_LENGTH = 32;

/** All that a key is derived with beside the password. */
export interface PasswordRecipe {
  N: number;
  r: number;
  p: number;
  salt: Buffer;
}

function derive(password: string, { salt, ...cost }: PasswordRecipe): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, KEY_LENGTH, cost, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

/** Hashes a password, exactly as typed, to `scrypt$N$r$p$salt$key`; without a recipe with a new salt at today's cost. */
export async function hashPassword(
  password: string,
  recipe: PasswordRecipe = { ...COST, salt: randomBytes(16) },
): Promise<string> {
  const { N, r, p, salt } = recipe;
  const key = await derive(password, recipe);
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** The recipe of today's cost that keeps the salt of an older hash (A6). */
export const renewedRecipe = (stored: string | null): PasswordRecipe => ({
  ...COST,
  salt: parseHash(stored)?.recipe.salt ?? randomBytes(16),
});

/**
 * The recipe of everybody who signs up with an email: that of a hash which is there already, else one that follows
 * from the email, so that two who come at once get the same one. A second salt would cost a second derivation at
 * sign-in, and tell by its time whether the email has an account.
 */
export async function recipeForEmail(
  secret: RotatingSecret,
  email: string,
  stored: string | null,
): Promise<PasswordRecipe> {
  return (
    parseHash(stored)?.recipe ?? {
      ...COST,
      salt: Buffer.from(await sign(secret, `salt ${email}`), "base64url").subarray(0, 16),
    }
  );
}

/** Whether the password belongs to the hash; null costs the same time and says no. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  return (await matchingHashes(password, stored === null ? [] : [stored])).length > 0;
}

/** Those of the hashes that belong to the password: one derivation for all of one recipe, and one even if there is none. */
export async function matchingHashes(password: string, hashes: readonly string[]): Promise<string[]> {
  const byRecipe = new Map<string, string[]>();
  for (const hash of hashes) {
    if (!parseHash(hash)) continue;
    const recipe = hash.slice(0, hash.lastIndexOf("$"));
    byRecipe.set(recipe, [...(byRecipe.get(recipe) ?? []), hash]);
  }
  if (byRecipe.size === 0) await derive(password, { ...COST, salt: Buffer.alloc(16) });
  const matching: string[] = [];
  for (const candidates of byRecipe.values()) {
    const derived = await derive(password, parseHash(candidates[0]!)!.recipe);
    matching.push(...candidates.filter((hash) => timingSafeEqual(derived, parseHash(hash)!.key)));
  }
  return matching;
}

/** Whether a hash was made with other parameters than today's and should be made anew at this sign-in. */
export function needsRehash(stored: string): boolean {
  const recipe = parseHash(stored)?.recipe;
  return !recipe || recipe.N !== COST.N || recipe.r !== COST.r || recipe.p !== COST.p;
}

function parseHash(stored: string | null): { recipe: PasswordRecipe; key: Buffer } | null {
  const [scheme, N, r, p, salt, key] = (stored ?? "").split("$");
  if (scheme !== "scrypt" || !salt || !key) return null;
  return {
    recipe: { N: Number(N), r: Number(r), p: Number(p), salt: Buffer.from(salt, "base64url") },
    key: Buffer.from(key, "base64url"),
  };
}
