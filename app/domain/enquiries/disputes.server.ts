import { sql, type SQL } from "drizzle-orm";
import { statement } from "~/db/client.server";
import type { DomainContext } from "../domain-context.server";

/**
 * The statement that puts what the two sides of a booking disagree about into the office's inbox (M5): a missed visit, a
 * final amount, a payment. Goes into the batch of its cause and writes only if `condition` holds there. `by`: the id of
 * the user who says so; `message`: their words, or null.
 */
export const openDispute = (
  { db, now }: Pick<DomainContext, "db" | "now">,
  dispute: {
    id: string;
    booking: { id: string; reference: string };
    by: string;
    subject: string;
    message?: string | null;
  },
  condition: SQL,
) =>
  statement(
    db,
    sql`
    insert into enquiries (id, topic, booking_id, name, email, phone, subject, message, created_at)
    select ${dispute.id}, 'booking', ${dispute.booking.id}, first_name || ' ' || last_name, email, phone,
      ${`${dispute.subject} (${dispute.booking.reference})`}, ${dispute.message ?? dispute.subject}, ${now}
    from users where id = ${dispute.by} and ${condition}`,
  );

/**
 * The statement that marks as done what `openDispute` has put into the inbox under the ids that `opened` selects. Goes into
 * the batch of what settles it and writes only if `condition` holds there.
 */
export const closeDisputes = ({ db, now }: Pick<DomainContext, "db" | "now">, opened: SQL, condition: SQL) =>
  statement(
    db,
    sql`update enquiries set done_at = ${now} where done_at is null and id in (${opened}) and ${condition}`,
  );
