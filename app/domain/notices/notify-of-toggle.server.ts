import { sql } from "drizzle-orm";
import { notices } from "~/db/schema";
import type { Notice } from "./notice";
import { notify, type Cause, type NotifyingContext, type Recipient, type Toggle } from "./notify.server";

/**
 * The statements that tell someone how a toggle stands (N19): once at once, then every ten minutes at most. What waits to be
 * told about it, to anybody, gives way, and nobody is told again what they were told last. A webhook hears of each change.
 */
export const notifyOfToggle = <Facts>(
  context: NotifyingContext,
  recipient: Recipient,
  notice: Notice<Facts>,
  facts: NoInfer<Facts>,
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
