import { sql, type SQL } from "drizzle-orm";
import { statement, type Database } from "~/db/client.server";
import type { Instant } from "../time/harare";
import { newId } from "../values/id";
import type { RenderedEmail } from "./email-template";

/**
 * The statement that puts an email into the outbox, in the batch of its cause and only if `condition` holds there, for
 * whoever `recipient` (a query of `email`) finds. The same cause, kind and recipient never make a second email (N1).
 * Only `notify` calls it (law 16), and lint holds that.
 */
export function queueEmail(
  db: Database,
  email: RenderedEmail & { kind: string; causeId: string; recipient: SQL },
  condition: SQL,
  now: Instant,
) {
  return statement(
    db,
    sql`
    insert into emails (id, kind, cause_id, recipient, subject, text, html, next_attempt_at, created_at)
    select ${newId()}, ${email.kind}, ${email.causeId}, recipient.email, ${email.subject}, ${email.text}, ${email.html}, ${now}, ${now}
    from (${email.recipient}) as recipient where ${condition}
    on conflict do nothing`,
  );
}
