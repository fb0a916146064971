import type { DomainContext } from "../../domain-context.server";
import type { Instant } from "../../time/harare";
import { refuse, type Refusal } from "../../values/refusal";
import { fullName, type AuthenticatedUser } from "../../values/user";
import type { BookingForCommand } from "../booking-for-command";
import type { BookablePlumber } from "./booking-requests.server";
import { assignBooking, type AssignmentResult } from "./assignment.server";
import { rescheduleBooking, type RescheduleResult } from "./reschedule.server";

export type MoveResult = AssignmentResult | RescheduleResult | Refusal<"plumberNotFound" | "startNotInFuture">;

/** Where a booking is. `plumberId`: null, nobody has it. */
interface Place {
  plumberId: string | null;
  startsAt: Instant;
}

/**
 * Moves a booking on the office's board (O26): to another start as B13 lets the office, to another plumber as B14 does, or
 * both in one batch. `plumber`: who gets it; null: nobody has it, and nobody gets it. `shown` is where the page showed
 * it. Where it is there already, that succeeds and changes nothing.
 *
 * Refuses as `assignBooking` and `rescheduleBooking` do; a booking with a plumber can't be left without one: `plumberNotFound`.
 */
export async function moveBooking(
  context: DomainContext,
  admin: AuthenticatedUser,
  booking: BookingForCommand,
  to: { plumber: BookablePlumber | BookingForCommand["plumber"]; start: Instant },
  shown: Place,
): Promise<MoveResult> {
  const holder = booking.plumber?.id ?? null;
  const { plumber, start } = to;
  if (!plumber && shown.plumberId !== null) return refuse("plumberNotFound");
  const isThere = holder === (plumber?.id ?? null) && booking.startsAt === start;
  if (isThere) return { ok: true };
  if (holder !== shown.plumberId)
    return { ...refuse("assignedMeanwhile"), name: booking.plumber ? fullName(booking.plumber) : "nobody" };
  const asShown = { ...booking, startsAt: shown.startsAt };
  // One who is no longer listed keeps what they have, and gets nothing new.
  return plumber && "fee" in plumber && plumber.id !== shown.plumberId
    ? assignBooking(context, admin, asShown, plumber, shown.plumberId, start)
    : rescheduleBooking(context, admin, asShown, start);
}
