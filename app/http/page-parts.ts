import type { Instant } from "~/domain/time/harare";
import type { RequestContext } from "./context";

/** A part of a public page: what D1 has said now, or (`asOf`) what it said last, or why there is neither. */
export type Part<T> = { value: T; asOf: Instant | null } | { value: null; asOf: null; error: unknown };

/**
 * A part of a public page that may be the last good copy when D1 fails. `name` says what it is and whose: never a
 * user's. `isKept`: whether it is worth a copy.
 */
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

/** A part that the page can do without. */
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

/** Who is signed in, for a page that everybody may see: nobody, while D1 cannot say. */
export const findAuthenticatedUser = (context: RequestContext) =>
  orWithout(context, "session", context.session.confirm(), null);
