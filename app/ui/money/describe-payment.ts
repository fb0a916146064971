import { isOpen, isUnderWay, LATE_CANCELLATION, type BookingStatus } from "~/domain/bookings/booking";
import type { StepFacts } from "~/domain/bookings/next-step/step-facts";
import { uncheckedOwn } from "~/domain/bookings/next-step/step-words";
import {
  byMethod,
  expiresAt,
  hasNoWayToPay,
  isOpenOnline,
  type OnlinePayment,
  type PaymentChoice,
} from "~/domain/escrow/online-payment";
import { HOUR, SECOND, timeAt, type Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";

// The loader calls this, so that the rules and words stay out of the browser.

export interface ShownPayment {
  id: string;
  kind: "waiting" | "paid" | "over";
  tone: "info" | "success" | "danger";
  title: string;
  text: string;
  /** The way out for a client who can't pay like this after all; null: nothing is under way. */
  otherwise: string | null;
  code: string | null;
  link: string | null;
  canRefresh: boolean;
  /** When a page without script loads itself again, and how many times it still will; null: nothing is under way. */
  reload: { seconds: number; times: number } | null;
}

interface PaidBooking {
  status: BookingStatus;
  startsAt: Instant;
  plumber: string | null;
  uncheckedPayment?: StepFacts["uncheckedPayment"];
}

/** The outcome of a payment is shown above the form for the next one for this long. */
const RECENT_PERIOD = HOUR;

export function describeHolding({ status, startsAt, plumber }: PaidBooking, now: Instant): string {
  const payee = plumber ?? "your plumber";
  if (status === "completed") return `Pombi passes the money on to ${payee} within 24 hours.`;
  if (!isOpen(status)) {
    const ended =
      status === "refused" ? `${plumber ?? "The plumber"} refused the request` : "The booking was cancelled";
    return `${ended}: the booking's page says what goes back to you.`;
  }
  const held = `Pombi holds the money for ${payee} until a day after the work is done.`;
  if (isUnderWay(status)) return held;
  return startsAt - now < LATE_CANCELLATION
    ? `${held} If you cancel, ${payee} gets the visit fee, and the rest goes back to you.`
    : `${held} If you cancel at least 2 hours before the start, all of it goes back to you.`;
}

const PURPOSES: Record<PaymentChoice["purpose"], string> = {
  deposit: "The deposit",
  price: "The whole price",
  rest: "What is left",
  fee: "The visit fee",
};

export function nameChoice({ purpose }: PaymentChoice, paidAmount: number): string {
  if (purpose === "deposit" && paidAmount > 0) return "The rest of the deposit";
  return purpose === "rest" && paidAmount === 0 ? "Due now" : PURPOSES[purpose];
}

type PayPage = PaidBooking & { choices: unknown[]; paidAmount: number };

/** The line above what is due now (M10): what was paid before; null: nothing, or nothing more is due. */
export const describePaid = ({ choices, paidAmount }: PayPage): string | null =>
  choices.length > 0 && paidAmount > 0 ? `Paid ${formatMoney(paidAmount)}` : null;

/** Describes the latest payment of a booking to its client (M10); null: it is over, and old, or that line says it. */
export function describePayment(payment: OnlinePayment, booking: PayPage, now: Instant): ShownPayment | null {
  const shown = describeStanding(payment, booking, now);
  if (shown.kind === "paid" && payment.counts && describePaid(booking) !== null) return null;
  const isOld = !shown.canRefresh && now - payment.createdAt >= RECENT_PERIOD;
  return isOld && (shown.kind === "over" || booking.choices.length > 0) ? null : shown;
}

const FIRST_RELOAD = 10 * SECOND;

/** The next load of a page that waits: each at twice the payment's age, and the last when its time is over (metered data). */
export function planReload(payment: OnlinePayment, now: Instant): NonNullable<ShownPayment["reload"]> {
  const life = expiresAt(payment) - payment.createdAt;
  const nextAt = (age: number) => Math.min(life, age + Math.max(FIRST_RELOAD, age));
  const age = now - payment.createdAt;
  let times = 1;
  for (let at = nextAt(age); at < life; at = nextAt(at)) times += 1;
  return { seconds: Math.ceil((nextAt(age) - age) / SECOND), times };
}

/** The state of a payment in words, however old it is. */
export function describeStanding(payment: OnlinePayment, booking: PaidBooking, now: Instant): ShownPayment {
  const { id, amount, method, phone, status, instructions, code, checkoutUrl, failure, counts } = payment;
  const money = formatMoney(amount);
  const show = (title: string, text: string, more: Partial<ShownPayment> = {}): ShownPayment => ({
    id,
    kind: "over",
    tone: "info",
    title,
    text,
    otherwise: null,
    code: null,
    link: null,
    canRefresh: false,
    reload: null,
    ...more,
  });
  if (booking.uncheckedPayment?.startedAt === payment.createdAt)
    return show(`We don't know yet whether your ${money} arrived`, uncheckedOwn(booking.uncheckedPayment), {
      canRefresh: true,
    });
  if (status === "expired" || (isOpenOnline(status) && expiresAt(payment) <= now))
    return show("The time to pay is over", `Already approved ${money}? Refresh first.`, { canRefresh: true });
  switch (status) {
    case "paid": {
      if (payment.takenBackAt !== null)
        return show(`${money} went back to you`, "The payment service gave it back. Nothing of it is held any more.");
      const [title, text] = counts
        ? [`Paid ${money}`, `Thank you. ${describeHolding(booking, now)} The receipt is with the booking.`]
        : [
            `We'll give you ${money} back`,
            "It came, but it doesn't fit this booking. You don't need to do anything: we'll write to you.",
          ];
      return show(title, text, { kind: "paid", tone: "success" });
    }
    case "cancelled":
      return show("Cancelled", `You cancelled the payment of ${money}. Nothing was paid.`);
    case "refused":
    case "failed": {
      const text = `${failure ? `${failure}. ` : ""}Nothing was paid.`;
      return show("That didn't work", text.replace("..", "."), { tone: "danger" });
    }
    default: {
      const until = timeAt(expiresAt(payment));
      const isLost = status === "open" && hasNoWayToPay(payment);
      const where = phone ? ` on ${formatPhone(phone)}` : "";
      const onPhone = `${instructions ?? "Confirm the payment."} Do this${where} before ${until}.`;
      let how = method === "card" ? `Pay on Paynow's page before ${until}.` : onPhone;
      if (status !== "open") how = "We're waiting for the payment service.";
      else if (isLost) how = "The answer of the payment service got lost, so there is nothing to pay with.";
      const place = method === "card" ? "on Paynow's page" : "on your phone";
      const ending = status === "open" && !isLost ? `Cancel it ${place}, or wait` : "Wait";
      return show(`Paying ${money} ${byMethod(method)}`, how, {
        kind: "waiting",
        otherwise:
          "This page says when it is paid. If it doesn't, press Refresh. " +
          `Is something wrong? ${ending} until ${until}, then start again.`,
        code,
        link: checkoutUrl,
        canRefresh: true,
        reload: planReload(payment, now),
      });
    }
  }
}
