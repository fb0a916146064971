import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { isCalledOff, type BookingStatus } from "~/domain/bookings/booking";
import { isDisputed, SENT_WITHIN } from "~/domain/bookings/final-amount";
import { asksClient } from "~/domain/money/booking-money";
import { type HeldMoney, canRelease, releaseDueAt, shareOut } from "~/domain/escrow/settlement";
import { dateAt, formatDay, type Instant, nameDay, sayWhen } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { fullName, type Role } from "~/domain/values/user";

export interface HeldSection {
  lines: string[];
  canRelease: boolean;
}

/** The day by which a refund is sent, or the advice to call once that is over; `since`: when it became due. */
const sentBy = (since: Instant, now: Instant): string =>
  since + SENT_WITHIN < now
    ? "It should have been sent by now. Call us."
    : `Our office sends it by ${nameDay(dateAt(since + SENT_WITHIN), dateAt(now))}.`;

/** Describes the held money of a booking for a role (M12); null: there never was any. For loaders. */
export function describeHeld(held: HeldMoney, role: Role, now: Instant): HeldSection | null {
  const lines = [...listReleased(held, role), ...listRefunds(held, role, now), ...listHeld(held, role, now)];
  return lines.length === 0 ? null : { lines, canRelease: role === "client" && canRelease(held) };
}

/**
 * Describes what becomes of held money (M12) if the booking gets this `status`, late by a side, and to the client what
 * that costs (B2); empty: nothing.
 */
export function describeCallingOff(
  booking: BookingForCommand,
  { status, lateBy }: { status: BookingStatus; lateBy: "client" | "plumber" | null },
  role: Role,
  now: Instant,
): string[] {
  if (!isCalledOff(status)) return [];
  const held = listHeld({ ...booking, status, cancelledLateBy: lateBy, released: [], refunds: [] }, role, now);
  if (role !== "client") return held;
  const { heldAmount, frozenAt, paidInHand } = booking;
  const isFree = paidInHand === 0 && (heldAmount === 0 || (lateBy === null && frozenAt === null));
  return [
    ...(isFree ? ["It costs nothing."] : []),
    ...held,
    ...(paidInHand > 0 ? [`${formatMoney(paidInHand)} was paid in hand: our office settles it with you both.`] : []),
  ];
}

const sides = ({ client, plumber }: HeldMoney, role: Role) => ({
  client: role === "client" ? "you" : fullName(client),
  plumber: role === "plumber" ? "you" : plumber ? fullName(plumber) : "the plumber",
});

const listReleased = (held: HeldMoney, role: Role): string[] =>
  held.released.map(({ amount, commission, at }) => {
    // Before commission, as in the history.
    const kept = commission ? `, ${formatMoney(amount)} after our commission of ${formatMoney(commission)}` : "";
    return `${formatMoney(amount + (commission ?? 0))} was released to ${sides(held, role).plumber} on ${formatDay(at)}${kept}.`;
  });

const listRefunds = (held: HeldMoney, role: Role, now: Instant): string[] =>
  held.refunds.map(({ amount, createdAt, sentAt, reference }) => {
    const { client } = sides(held, role);
    return sentAt === null
      ? `${formatMoney(amount)} goes back to ${client}. ${sentBy(createdAt, now)}`
      : `${formatMoney(amount)} was sent back to ${client} on ${formatDay(sentAt)}${role === "plumber" ? "" : `, reference ${reference}`}.`;
  });

function listHeld(held: HeldMoney, role: Role, now: Instant): string[] {
  const { heldAmount, status, frozenAt, finalAnswer } = held;
  if (heldAmount === 0) return [];
  const amount = formatMoney(heldAmount);
  const { client, plumber } = sides(held, role);
  // The next cron run does this. No commission changes what goes back.
  const share = shareOut(held, 0, now);
  if (share && isCalledOff(status)) {
    const { refunded, earned } = share;
    const why = held.missedBy === null ? ", because of the late cancellation" : "";
    const fee = `${formatMoney(earned)} goes to ${plumber} as the visit fee${why}.`;
    return [
      ...(refunded > 0 ? [`${formatMoney(refunded)} goes back to ${client}. ${sentBy(now, now)}`] : []),
      ...(earned > 0 ? [fee] : []),
    ];
  }
  if (share) return [`${amount} is being shared out.`];
  if (frozenAt !== null || isDisputed(held)) return [`${amount} is held until our office decides.`];
  const until = releaseDueAt(held);
  if (until === null) return [`${amount} is held for ${plumber} until a day after the work is done.`];
  const button = asksClient(held) ? "I don't agree" : "Something is wrong";
  const isObjectable = role === "client" && finalAnswer !== "decided";
  const objection = isObjectable ? ` If the job isn't done as agreed, press “${button}” before then.` : "";
  return [`${amount} is held for ${plumber} until ${sayWhen(until)}.${objection}`];
}
