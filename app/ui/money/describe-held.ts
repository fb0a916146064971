import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { isCalledOff, type BookingStatus } from "~/domain/bookings/booking";
import { isDisputed, type MoneyBack, SENT_WITHIN } from "~/domain/bookings/final-amount";
import { asksClient } from "~/domain/money/booking-money";
import {
  type HeldMoney,
  type Share,
  canRelease,
  moneyBackOf,
  releaseDueAt,
  shareOut,
  sumRefunds,
} from "~/domain/escrow/settlement";
import { dateAt, formatDate, formatDay, type Instant, nameDay, sayWhen } from "~/domain/time/harare";
import { formatMoney, formatSum } from "~/domain/values/money";
import type { Receipt } from "~/domain/money/receipt";
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

/** Describes the held money of a booking for a role (M12); null: there never was any, or its amounts say it all (M4). For loaders. */
export function describeHeld(held: HeldMoney, role: Role, now: Instant): HeldSection | null {
  const isAmong = held.plumber !== null && moneyBackOf(held, now) !== null;
  const lines = [
    ...listReleased(held, role),
    ...listRefunds(held, role, now).filter((_, at) => !isAmong || held.refunds[at]!.sentAt !== null),
    ...(isAmong ? [] : listHeld(held, role, now)),
  ];
  const isReleasable = role === "client" && canRelease(held);
  // The amounts say that it is held, and the promise that it is until a day after the work.
  const isSaid = lines.length === 1 && !isReleasable && held.heldAmount > 0 && isHeldToTheEnd(held, now);
  return lines.length === 0 || isSaid ? null : { lines, canRelease: isReleasable };
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

interface Fact {
  label: string;
  value: string;
}

/** Names the day by which a refund is sent, on one line: `by Wed 2 Dec`; once that is over, that it is late. */
const dueWords = (dueBy: Instant, now: Instant): string =>
  dueBy < now ? "late: call us" : `by ${formatDate(dateAt(dueBy), "short")}`.replaceAll(" ", "\u00a0");

/** The amounts of a called-off booking beside what was paid (M4): what goes back, went back, and stays. */
export function listMoneyBack(
  { due, dueBy, sent, kept }: MoneyBack,
  names: { client: string; plumber: string | null },
  role: Role,
  now: Instant,
): Fact[] {
  const client = role === "client" ? "you" : names.client;
  return [
    ...(due > 0 ? [{ label: `Goes back to ${client}`, value: `${formatSum(due)}, ${dueWords(dueBy, now)}` }] : []),
    ...(sent > 0 ? [{ label: `Sent back to ${client}`, value: formatSum(sent) }] : []),
    ...(kept > 0
      ? [{ label: `Visit fee, for ${role === "plumber" ? "you" : names.plumber}`, value: formatSum(kept) }]
      : []),
  ];
}

/** The money of a receipt (M7) as of now: the receipt itself never changes. */
export interface ReceiptMoney {
  /** Null: the stamp of the receipt stays. */
  stamp: { name: string; at: Instant | null } | null;
  sums: Fact[];
  /** Sentences; empty: the sums say it all. */
  said: string;
}

/** Describes what became of the money of an online receipt (M12), to a role. */
export function describeReceiptMoney(
  { amount, takenBackAt }: Pick<Receipt, "amount" | "takenBackAt">,
  held: HeldMoney,
  role: Role,
  now: Instant,
): ReceiptMoney {
  const { client } = sides(held, role);
  if (takenBackAt !== null) {
    const sums = [{ label: `Went back to ${client}`, value: `${formatSum(amount)}, ${formatDay(takenBackAt)}` }];
    return {
      stamp: { name: "Refunded", at: takenBackAt },
      sums,
      said: "The payment service gave it back.",
    };
  }
  // A payment that doesn't count has no receipt, and its refund is no part of this one's money.
  const refunds = held.refunds.filter(({ reason }) => reason !== "not-counted");
  const share = shareOut(held, 0, now);
  const { sent, dueBy, due: unsent } = sumRefunds(refunds, now);
  const due = unsent + (share?.refunded ?? 0);
  const isWhole = due + sent > 0 && held.released.length === 0 && (share ? share.earned === 0 : held.heldAmount === 0);
  const sentAt = Math.max(0, ...refunds.map((refund) => refund.sentAt ?? 0));
  const ofBooking = isWhole ? "" : " for this booking";
  const back = isWhole && (due === 0 || sent === 0) ? amount : null;
  return {
    stamp: isWhole ? { name: due > 0 ? "To be refunded" : "Refunded", at: due > 0 ? null : sentAt } : null,
    sums: [
      ...(due > 0
        ? [{ label: `Goes back to ${client}${ofBooking}`, value: `${formatSum(back ?? due)}, ${dueWords(dueBy, now)}` }]
        : []),
      ...(sent > 0
        ? [{ label: `Sent back to ${client}${ofBooking}`, value: `${formatSum(back ?? sent)}, ${formatDay(sentAt)}` }]
        : []),
    ],
    said: [...listReleased(held, role), ...sayHolding(held, share, role)].join(" "),
  };
}

/** Says on a receipt for whom Pombi holds the money, and until when. */
function sayHolding(held: HeldMoney, share: Share | null, role: Role): string[] {
  const { plumber } = sides(held, role);
  if (held.heldAmount === 0) return [];
  if (share) {
    const why = isCalledOff(held.status) ? " as the visit fee" : "";
    return share.earned > 0 ? [`Pombi passes ${formatMoney(share.earned)} on to ${plumber}${why}.`] : [];
  }
  if (held.frozenAt !== null || isDisputed(held)) return ["Pombi holds it until our office decides."];
  const until = releaseDueAt(held);
  return [`Pombi holds it for ${plumber} until ${until === null ? "a day after the work is done" : sayWhen(until)}.`];
}

const isHeldToTheEnd = (held: HeldMoney, now: Instant): boolean =>
  shareOut(held, 0, now) === null && held.frozenAt === null && !isDisputed(held) && releaseDueAt(held) === null;

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
