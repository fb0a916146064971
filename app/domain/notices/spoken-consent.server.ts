import { sql, type SQL } from "drizzle-orm";
import { insertWhere } from "~/db/typed-writes.server";
import { phoneChannels } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";

/**
 * The condition that a client without an email has agreed on the phone to text messages (B29) and has not ended them since,
 * by STOP or by calling (N15). With `words`: in these words.
 */
export const hasSpokenConsent = (userId: string | SQL, words?: string): SQL =>
  sql`exists (select 1 from consents where consents.user_id = ${userId} ${words === undefined ? sql`` : sql`and words = ${words}`}
    and consents.at > coalesce((select max(ended_at) from phone_channels
      where phone_channels.user_id = consents.user_id and phone_channels.channel = 'sms'), 0))`;

/** The statement that ends it where `condition` holds, by a row in `phone_channels` that has ended. */
export const endSpokenConsent = (
  { db, now }: Pick<DomainContext, "db" | "now">,
  userId: string | SQL,
  condition: SQL,
) =>
  insertWhere(
    db,
    phoneChannels,
    {
      id: newId(),
      userId: sql`users.id`,
      channel: "sms",
      phone: sql`users.phone`,
      consentWords: sql`words`,
      verifiedAt: sql`at`,
      endedAt: now,
    },
    sql`users.id = ${userId} and users.phone is not null and ${condition} order by at desc limit 1`,
    { from: sql`consents join users on users.id = consents.user_id` },
  );
