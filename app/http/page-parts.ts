import type { Instant } from "~/domain/time/harare";
import type { RequestContext } from "./context";

/** A part of a public page: from D1, or from the last good copy (`asOf`), or the error where there is neither. */
type Part<T> = { value: T; asOf: Instant | null } | { value: null; asOf: null; error: unknown };

/** Loads a part of a public page, from the last good copy when D1 fails (F4): never a user's data. `isKept`: worth a copy. */
export async function orLastGood<T>(
  context: RequestContext,
  name: string,
  load: Promise<T>,
  isKept: (value: T) => boolean = (value) => value !== null,
): Promise<Part<T>> {
  try {
    const value = await load;
    if (isKept(value)) context.lastGood.keep(name, value);
    return { value, asOf: null };
  } catch (error) {
    context.partFailed(name, error);
    const copy = await context.lastGood.find(name);
    return copy ? { value: copy.value as T, asOf: copy.asOf } : { value: null, asOf: null, error };
  }
}

/** Loads a part that the page can do without: `without` when D1 fails. */
export async function orWithout<T, Without>(
  context: RequestContext,
  name: string,
  load: Promise<T>,
  without: Without,
): Promise<T | Without> {
  try {
    return await load;
  } catch (error) {
    context.partFailed(name, error);
    return without;
  }
}

/** The signed-in user, for a public page; null also while D1 cannot say. */
export const findAuthenticatedUser = (context: RequestContext) =>
  orWithout(context, "session", context.session.confirm(), null);

/** True for the token of a session that D1 says is over; false also while D1 cannot say. */
export async function hasEndedSession({ session }: RequestContext): Promise<boolean> {
  if (session.token === null) return false;
  try {
    const users = await Promise.all([session.confirm(), session.withoutFactor()]);
    return users.every((user) => user === null);
  } catch {
    return false;
  }
}

/** The values of promises, by their names. */
export async function allOf<Parts extends Record<string, unknown>>(parts: Parts) {
  const names = Object.keys(parts);
  const values = await Promise.all(Object.values(parts));
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as {
    [Name in keyof Parts]: Awaited<Parts[Name]>;
  };
}
