import { sql, type SQL } from "drizzle-orm";

/**
 * The condition that a client without an email has agreed on the phone to text messages (B29) and has not ended them since,
 * by STOP or by calling (N15). With `words`: in these words.
 */
export const hasSpokenConsent = (userId: string | SQL, words?: string): SQL =>
  sql`exists (select 1 from consents where consents.user_id = ${userId} ${words === undefined ? sql`` : sql`and words = ${words}`}
    and consents.at > coalesce((select max(ended_at) from phone_channels
      where phone_channels.user_id = consents.user_id and phone_channels.channel = 'sms'), 0))`;
