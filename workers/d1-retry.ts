import { isTransient, tryTwice } from "../app/db/transient-errors";
import { aroundD1 } from "./d1-around";

/** Nothing but a select reads for certain; `with` may begin an insert. */
export const isRead = (query: string) => /^\s*select\b/i.test(query);

/**
 * D1 whose reads are tried again once when it fails briefly. Several in one batch are not: `gatherReads` then sends
 * each by itself. A write is tried again only by a caller that knows it may be (`tryTwice`).
 * `note` is told of every such failure, and whether it was a read.
 */
export function retryReads(d1: D1Database, note: (error: unknown, facts: { read: boolean }) => void): D1Database {
  return aroundD1(d1, ({ statements, method, run }) => {
    const read = statements.every(isRead);
    const noted = async () => {
      try {
        return await run();
      } catch (error) {
        if (isTransient(error)) note(error, { read });
        throw error;
      }
    };
    return read && method !== "batch" ? tryTwice(noted) : noted();
  });
}
