// D1's errors whose advice is to retry (developers.cloudflare.com/d1/observability/debug-d1). Overload, timeout, memory
// and CPU are not among them: asking again only adds to the load.
const TRANSIENT = [
  "Network connection lost",
  "D1 DB reset because its code was updated",
  "Internal error while starting up D1 DB storage caused object to be reset",
  "Internal error in D1 DB storage caused object to be reset",
  "Cannot resolve D1 DB due to transient issue on remote node",
  "Replica disconnected from primary",
  "Can't read from request stream because client disconnected",
];

/** drizzle wraps errors, so causes count. */
const says = (error: unknown, isMeant: (message: string) => boolean): boolean =>
  error instanceof Error && (isMeant(error.message) || says(error.cause, isMeant));

const isTransient = (error: unknown) => says(error, (message) => TRANSIENT.some((text) => message.includes(text)));

/** Checks that D1 is overloaded: retrying would only add to the load. */
export const isOverloaded = (error: unknown): boolean =>
  says(error, (message) => message.includes("D1 DB is overloaded"));

/** The platform's own failure (its reference follows), and the resets by a statement that took too much time or memory. */
const FAILED = /internal error; reference = |exceeded (its CPU )?time ?(out|limit)|exceeded timeout|memory limit/i;

/** Checks that D1 failed, not a statement's text or a row: the same page may work in a moment (F3). */
export const isOutOfReach = (error: unknown): boolean =>
  isTransient(error) || isOverloaded(error) || says(error, (message) => FAILED.test(message));

/** Checks that SQLite refused a call, of which nothing was stored then: a batch is one transaction. */
export const isOfSqlite = (error: unknown): boolean => says(error, (message) => message.includes(": SQLITE_"));

/** The pause before the retry: about as long as a database restarts, spread over the callers. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));

/** Runs `work`, and once more (`again`) when D1 failed briefly: a write done twice has to come to the same. */
export async function tryTwice<T>(work: () => Promise<T>, again = work): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isTransient(error)) throw error;
    await pause();
    return again();
  }
}
