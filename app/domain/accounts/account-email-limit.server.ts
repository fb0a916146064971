import { sql } from "drizzle-orm";
import { hit, isWithinLimit, type Attempt, type CountingContext } from "../rate-limits/counter.server";

/**
 * Counts an email with a link, asked for from outside, per email and per IP address (L1). `statements` come first in the
 * batch, and what sends the email asks `isWithin`. Only `perAddress` may refuse: the count per email would tell what
 * someone else has tried (L3).
 */
export function hitAccountEmail(context: CountingContext, email: string, clientAddress: string) {
  const perEmail: Attempt = ["accountEmailPerRecipient", email];
  const perAddress: Attempt = ["accountEmailPerAddress", clientAddress];
  return {
    statements: { perEmail: hit(context, perEmail), perAddress: hit(context, perAddress) },
    isWithin: sql`${isWithinLimit(context, perEmail)} and ${isWithinLimit(context, perAddress)}`,
  };
}
