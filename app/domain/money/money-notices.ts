import { NEW_QUOTE, type QuoteLine } from "./quote";
import {
  aboutStep,
  glance,
  listQuoted,
  mainFacts,
  otherSide,
  type NoticedBooking,
  type Reader,
} from "../bookings/booking-email-parts";
import type { VisitOutcome } from "~/db/booking-statuses";
import type { MoneyEvent } from "~/db/money-words";
import { isCalledOff, isOpen } from "../bookings/booking";
import { pageFor } from "../bookings/next-step/step-links";
import { isDisputed } from "../bookings/final-amount";
import { defineNotices } from "../notices/notice";
import { formatMoney } from "../values/money";
import { fullName, type Role } from "../values/user";

/** Notices to both sides of a booking about a change of its money (M2 to M7). */
export const moneyNotices = defineNotices<{
  bookingMoney: {
    booking: NoticedBooking;
    event: MoneyEvent;
    amount: number | null;
    actor: Role;
    who: string;
    reason: string | null;
    outcome?: VisitOutcome;
    lines?: readonly QuoteLine[];
    /** Of a quote: what it asks for in advance, in cents; null: nothing. */
    deposit?: number | null;
    /** Of a quote. */
    note?: string | null;
    reader: Reader;
  };
}>("changes", {
  bookingMoney: {
    isOver: ({ booking, event, amount }) => OVER[event]?.(booking, amount) ?? false,
    call: (facts) => ({ to: CALLS[facts.event] ?? "tell", words: textsOf(facts).subject }),
    short({ booking, reader, lines = [], deposit = null, ...facts }) {
      const short = glance(booking, reader, textsOf(facts).subject);
      const parts = lines.map(({ what, amount }) => `${what} ${formatMoney(amount)}`);
      const inAdvance = deposit === null ? [] : [`${formatMoney(deposit)} of it in advance`];
      return lines.length === 0 ? short : { ...short, body: `${[...parts, ...inAdvance].join(", ")}. ${short.body}` };
    },
    email: ({ booking, reason, lines = [], deposit = null, note = null, reader, ...facts }, origin, now) => {
      const { amount, actor } = facts;
      const { subject, text } = textsOf(facts);
      const isDeclined = facts.event === "decline-quote";
      // The news says it already.
      const shown = isDeclined ? { ...booking, declinedQuote: null } : booking;
      const quotation = reason ?? note;
      const email = aboutStep(shown, reader, subject, {
        origin,
        now,
        news: [text, ...(quotation ? [`“${quotation}”`] : [])],
        // No step says that the office only passed it on (N20).
        event: actor === "admin" && facts.event !== "decide" ? null : facts.event,
        amount,
      });
      // The next step may have quoted it.
      const isQuoted = reason !== null && email.paragraphs.filter((text) => text.includes(`“${reason}”`)).length > 1;
      const paragraphs = isQuoted ? email.paragraphs.filter((text) => text !== `“${reason}”`) : email.paragraphs;
      const quoted = lines.length === 0 ? [] : listQuoted({ lines, total: amount ?? 0, deposit });
      const again = { label: NEW_QUOTE, url: `${origin}${pageFor("plumber", booking)}/quote` };
      const second = isDeclined && isOpen(booking.status) && reader === "plumber" ? again : null;
      return { ...email, paragraphs, facts: [...mainFacts(booking, reader, origin), ...quoted], second };
    },
  },
});

/** The conditions under which the words of an event are outdated; events that are not listed stay as they happened. */
const OVER: Partial<Record<MoneyEvent, (booking: NoticedBooking, amount: number | null) => boolean>> = {
  quote: ({ openQuote }, amount) => openQuote?.total !== amount,
  "accept-quote": ({ status, agreedPrice }, amount) => isCalledOff(status) || agreedPrice !== amount,
  "decline-quote": ({ status, openQuote }) => isCalledOff(status) || openQuote !== null,
  "agree-final": isDisputed,
  "dispute-final": (booking) => !isDisputed(booking),
  "record-payment": ({ openPayment }, amount) => openPayment?.amount !== amount,
  "deny-payment": ({ deniedBy }) => deniedBy === null,
};

type Calls = Partial<Record<MoneyEvent, "ask" | "takeBack">>;
const CALLS: Calls = { quote: "ask", "record-payment": "ask", "withdraw-payment": "takeBack" };

interface EventFacts {
  event: MoneyEvent;
  who: string;
  amount: number | null;
  outcome?: VisitOutcome | undefined;
}

const textsOf = ({ event, who, amount, outcome }: EventFacts) =>
  outcome ? OUTCOMES[outcome] : TEXTS[event](who, amount === null ? null : formatMoney(amount));

/** Our office's decision about a missed visit (M5); of the first two the booking's step says more. */
const OUTCOMES: Record<VisitOutcome, { subject: string; text: string }> = {
  "plumber-did-not-come": {
    subject: "Our office has decided: the plumber didn't come",
    text: "Our office has decided that the plumber didn't come. The booking is cancelled.",
  },
  "nobody-was-there": {
    subject: "Our office has decided: nobody was there",
    text: "Our office has decided that nobody was there. The booking is cancelled.",
  },
  "another-time": {
    subject: "Our office has decided: the visit has a new time",
    text: "Our office has looked into it: the visit has a new time.",
  },
  "took-place": {
    subject: "Our office has decided: the visit took place",
    text: "Our office has looked into it: the visit took place, and payments can go on.",
  },
};

export function nameActor(booking: Parameters<typeof otherSide>[0], event: MoneyEvent, actor: Role): string {
  if (actor !== "admin") return otherSide(booking, actor === "plumber" ? "client" : "plumber");
  return ANSWERS.has(event) ? `${fullName(booking.client)} (on the phone with our office)` : "Our office";
}

/** Answers that the office only passes on (N20). */
const ANSWERS: ReadonlySet<MoneyEvent> = new Set(["accept-quote", "decline-quote", "agree-final", "dispute-final"]);

const whatWasPaid = (amount: string): string => `${amount === formatMoney(0) ? "nothing" : amount} was paid`;

const TEXTS: Record<MoneyEvent, (who: string, amount: string | null) => { subject: string; text: string }> = {
  quote: (who, amount) => ({
    subject: `${who}'s quote: ${amount}`,
    text: `${who} has sent you a quote for ${amount}. Accept or decline it on the booking's page.`,
  }),
  "accept-quote": (who, amount) => ({
    subject: `Your quote for ${amount} is accepted`,
    text: `${who} has accepted your quote for ${amount}.`,
  }),
  "decline-quote": (who, amount) => ({
    subject: `Your quote for ${amount} is declined`,
    text: `${who} has declined your quote for ${amount}. You can send another one.`,
  }),
  "agree-final": (who, amount) =>
    amount === null
      ? {
          subject: "The client says that nothing is wrong any more",
          text: `${who} says that nothing is wrong with the work any more.`,
        }
      : { subject: `${amount} is agreed`, text: `${who} agrees to pay ${amount}.` },
  "dispute-final": (who, amount) =>
    amount === null
      ? {
          subject: "The client says that something is wrong",
          text: `${who} says that something is wrong with the work. Our office will talk to both of you and decide.`,
        }
      : {
          subject: `The client doesn't agree to ${amount}`,
          text: `${who} doesn't agree to pay ${amount}. Our office will talk to both of you and decide.`,
        },
  decide: (who, amount) =>
    amount === null
      ? { subject: "Our office has decided", text: "Our office has looked into it. Payments can go on as before." }
      : {
          subject: `Our office has decided: ${amount}`,
          text: `${who} has decided that the job costs ${amount} in all.`,
        },
  "resolve-dispute": (who, amount) =>
    amount === null
      ? {
          subject: "Our office has looked into it",
          text: "Our office has looked into what you and the other side disagreed about.",
        }
      : {
          subject: `Our office has decided: ${whatWasPaid(amount)}`,
          text: `${who} has looked into the payment that was denied and decided that ${whatWasPaid(amount)}.`,
        },
  "record-payment": (who, amount) => ({
    subject: `A payment of ${amount} was recorded`,
    text: `${who} has recorded that ${amount} was paid. Confirm or deny it on the booking's page.`,
  }),
  "withdraw-payment": (who, amount) => ({
    subject: `The record of a payment of ${amount} is taken back`,
    text: `${who} recorded a payment of ${amount} by mistake and has taken it back. There is nothing to do.`,
  }),
  "confirm-payment": (who, amount) => ({
    subject: `The payment of ${amount} is confirmed`,
    text: `${who} has confirmed that ${amount} was paid. The receipt is on the booking's page.`,
  }),
  "deny-payment": (who, amount) => ({
    subject: `${who} says ${amount} wasn't paid`,
    text: `${who} says that ${amount} was not paid. Our office will talk to both of you.`,
  }),
  "void-receipt": (who, amount) => ({
    subject: `A receipt for ${amount} is void`,
    text: `${who} has voided the receipt for ${amount}. This payment no longer counts.`,
  }),
};
