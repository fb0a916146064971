import { sql, type SQL } from "drizzle-orm";
import { insertWhere } from "~/db/client.server";
import { answerLinks } from "~/db/schema";
import type { EmailedToken } from "../../accounts/tokens.server";
import type { DomainContext } from "../../domain-context.server";
import type { Instant } from "../../time/harare";

/** The statement that keeps a link of a request's notice until the start, where `condition` holds and it is still this plumber's. */
export const keepAnswerLink = (
  { db, now }: Pick<DomainContext, "db" | "now">,
  { tokenHash }: EmailedToken,
  { id, startsAt }: { id: string; startsAt: Instant },
  plumberId: string,
  condition: SQL,
) => {
  const row = { tokenHash, bookingId: id, plumberId, createdAt: now, expiresAt: startsAt };
  const isStillAsked = sql`exists (select 1 from bookings join users on users.id = plumber_id
    where bookings.id = ${id} and plumber_id = ${plumberId} and suspended_at is null)`;
  return insertWhere(db, answerLinks, row, sql`${condition} and ${isStillAsked}`);
};
