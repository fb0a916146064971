import type { SQL } from "drizzle-orm";
import { recordAuditEntry } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { closeCalls } from "../../notices/calls.server";
import type { AuthenticatedUser } from "../../values/user";
import type { BookingForCommand } from "../booking-for-command";

/**
 * The statements that the office's word for a client adds to a batch (N20), where `condition` holds: the log's entry with what
 * was said (`after`), and that the client, who is on the phone, needs no call about this booking any more.
 */
export const recordForClient = (
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  { after, reason = null }: { after: Record<string, string | null>; reason?: string | null },
  condition: SQL,
) => [
  recordAuditEntry(
    context,
    { admin, action: "spokeForClient", subject: { kind: "booking", id: booking.id }, after, reason },
    condition,
  ).entry,
  closeCalls(context, booking.id, condition),
];
