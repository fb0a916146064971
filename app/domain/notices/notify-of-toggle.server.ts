import { sql } from "drizzle-orm";
import { notices } from "~/db/schema";
import type { CauseFacts, Notice } from "./notice";
import { notify, type Cause, type NotifyingContext, type Recipient, type Toggle } from "./notify.server";

/**
 * The statements that tell someone how a toggle stands (N19): the first time at once, then at most every ten minutes. They
 * replace what is still queued about it, for anybody; nobody gets the same state twice in a row. Webhooks get every change.
 */
export const notifyOfToggle = <Facts>(
  context: NotifyingContext,
  recipient: Recipient,
  notice: Notice<Facts>,
  facts: CauseFacts<NoInfer<Facts>>,
  cause: Cause & { toggle: Toggle | null },
) => [
  ...(cause.toggle
    ? [
        // Deleted, not dropped: nobody was told, and a program could fill the table.
        context.db.delete(notices).where(
          sql`status = 'queued' and toggle = ${cause.toggle.of} and cause_id <> ${cause.causeId} and channel <> 'webhook'
              and claimed_until is null and ${cause.condition}`,
        ),
      ]
    : []),
  notify(context, recipient, notice, facts, cause),
];
