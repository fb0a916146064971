import { sql, type SQL } from "drizzle-orm";
import { HOUR, type Instant } from "../time/harare";

/** How long an admin can read a conversation that they have opened (O16). */
export const OPEN_FOR = 24 * HOUR;

/** The condition that an admin has opened a conversation and may still read it (O16); `conversationId` may be a column. */
export const isConversationOpenFor = (adminId: string, conversationId: string | SQL, now: Instant): SQL =>
  sql`exists (select 1 from conversation_openings openings where openings.conversation_id = ${conversationId}
    and openings.at > ${now - OPEN_FOR} and openings.admin_id = ${adminId})`;
