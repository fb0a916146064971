import { isTransient, tryTwice } from "../app/db/transient-errors";
import { aroundD1 } from "./d1-around";

/** Nothing but a select reads for certain; `with` may begin an insert. */
const isRead = (query: string) => /^\s*select\b/i.test(query);

/**
 * D1 whose reads are tried again once when it fails in passing; several that were asked for as one batch then each by
 * itself, as one of them may be what broke. A write is tried again only by who knows that it may be (`tryTwice`).
 * `note` is told of every such failure, and whether it was a read.
 */
export function retryReads(d1: D1Database, note: (error: unknown, facts: { read: boolean }) => void): D1Database {
  return aroundD1(d1, ({ statements, run, runApart }) => {
    const read = statements.every(isRead);
    const noted = async () => {
      try {
        return await run();
      } catch (error) {
        if (isTransient(error)) note(error, { read });
        throw error;
      }
    };
    return read ? tryTwice(noted, runApart ?? run) : noted();
  });
}
