import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { DomainContext } from "../domain-context.server";
import { refund, type Attempt } from "../rate-limits/counter.server";
import { type HashingQueue, PASSWORD_COST, type PasswordCost, type Waiting } from "./hashing-queue.server";
import type { RotatingSecret } from "../values/secrets";
import { sign } from "./tokens.server";

const noQueue = { takeTurn: () => Promise.resolve(null), refusal: () => null };

export const freeHashing: HashingQueue = { cost: PASSWORD_COST, ...noQueue };
/** For tests; a deployment refuses to start with it (workers/environment.ts). */
export const testHashing: HashingQueue = { cost: { N: 2, r: 1, p: 1 }, ...noQueue };

const KEY_LENGTH = 32;

export interface PasswordRecipe extends PasswordCost {
  salt: Buffer;
}

function derive(password: string, { salt, ...cost }: PasswordRecipe): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, KEY_LENGTH, cost, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

/** Hashes a password, exactly as typed (A3), to `scrypt$N$r$p$salt$key`; without a recipe, with a new salt. */
export async function hashPassword(password: string, recipe: PasswordRecipe = renewedRecipe(PASSWORD_COST, null)) {
  const { N, r, p, salt } = recipe;
  const key = await derive(password, recipe);
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** The recipe of a new hash, with the salt of an older one (A6); null or unreadable: a new salt. */
export const renewedRecipe = (cost: PasswordCost, stored: string | null): PasswordRecipe => ({
  ...cost,
  salt: parseHash(stored)?.recipe.salt ?? randomBytes(16),
});

/**
 * The recipe for everyone who signs up with an email (A6): that of a stored hash, else one that follows from the email.
 * A second salt would cost sign-in a second derivation, whose time would tell whether the email has an account.
 */
export async function recipeForEmail(cost: PasswordCost, secret: RotatingSecret, email: string, stored: string | null) {
  const salt = Buffer.from(await sign(secret, `salt ${email}`), "base64url").subarray(0, 16);
  return parseHash(stored)?.recipe ?? { ...cost, salt };
}

/** Waits for a turn to hash so many times; where the queue is full, the attempts haven't counted (L7). */
export async function waitToHash(context: DomainContext, who: Waiting, attempts: Attempt[], hashes = 1) {
  const busy = await context.hashing.takeTurn(who, hashes);
  if (busy) await refund(context, attempts);
  return busy;
}

/** Returns those hashes that belong to the password: one derivation for each recipe, and one even for no hash. */
export async function matchingHashes(cost: PasswordCost, password: string, hashes: readonly string[]) {
  const readable = hashes.filter((hash) => parseHash(hash));
  if (readable.length === 0) await derive(password, renewedRecipe(cost, null));
  const matching: string[] = [];
  for (const candidates of Map.groupBy(readable, (hash) => hash.slice(0, hash.lastIndexOf("$"))).values()) {
    const derived = await derive(password, parseHash(candidates[0]!)!.recipe);
    matching.push(...candidates.filter((hash) => timingSafeEqual(derived, parseHash(hash)!.key)));
  }
  return matching;
}

/** Tells if a hash has another cost than a new one: the next sign-in replaces it (A3). */
export function needsRehash({ N, r, p }: PasswordCost, stored: string): boolean {
  const recipe = parseHash(stored)?.recipe;
  return !recipe || recipe.N !== N || recipe.r !== r || recipe.p !== p;
}

function parseHash(stored: string | null): { recipe: PasswordRecipe; key: Buffer } | null {
  const [scheme, N, r, p, salt, key] = (stored ?? "").split("$");
  if (scheme !== "scrypt" || !salt || !key) return null;
  return {
    recipe: { N: Number(N), r: Number(r), p: Number(p), salt: Buffer.from(salt, "base64url") },
    key: Buffer.from(key, "base64url"),
  };
}
