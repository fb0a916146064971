import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import type { Instant } from "../time/harare";

/** One id for a pair of people, whoever asks: the name of their conversation. */
export const conversationIdOf = (one: string, other: string): string => [one, other].sort().join(".");

/**
 * The statement that lets two people write to each other (C1), where `condition` holds: both sides get
 * their row, and keep the one they have.
 */
export function introduce(db: Database, one: string, other: string, condition: SQL, now: Instant) {
  return statement(
    db,
    sql`
    insert into contacts (user_id, other_id, conversation_id, active_at)
    select pair.one, pair.other, ${conversationIdOf(one, other)}, ${now}
    from (select ${one} as one, ${other} as other union all select ${other}, ${one}) as pair
    where ${condition}
    on conflict do nothing`,
  );
}
