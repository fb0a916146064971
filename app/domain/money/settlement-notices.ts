import { about, glance, type NoticedBooking } from "../bookings/booking-email-parts";
import { defineNotices } from "../notices/notice";
import { dateAt, formatDate, type Instant } from "../time/harare";
import { formatMoney } from "../values/money";

interface Facts {
  booking: NoticedBooking;
  /** Cents. */
  amount: number;
}

/** What the two sides are told about money that Pombi has held (M12). */
export const settlementNotices = defineNotices<{
  /** To the plumber. `commission`: what the company keeps besides, in cents. */
  moneyReleased: Facts & { commission: number };
  /** To the client: it goes back until `dueBy`, and it has been sent. */
  refundDue: Facts & { dueBy: Instant };
  refundSent: Facts & { reference: string };
}>({
  moneyReleased: {
    topic: "changes",
    short: ({ booking, amount }) => glance(booking, "plumber", `${formatMoney(amount)} is yours`),
    email: ({ booking, amount, commission }, origin) => {
      const email = about(booking, "plumber", `${formatMoney(amount)} is yours`, origin);
      const kept = commission > 0 ? ` after our commission of ${formatMoney(commission)}` : "";
      return {
        ...email,
        paragraphs: [`The money we held for this job is released: ${formatMoney(amount)} is yours${kept}.`],
        facts: email.facts.slice(0, 2),
        action: { label: "See your earnings", url: `${origin}/plumber-dashboard/earnings` },
      };
    },
  },

  refundDue: {
    topic: "changes",
    short: ({ booking, amount }) => glance(booking, "client", `${formatMoney(amount)} goes back to you`),
    email: ({ booking, amount, dueBy }, origin) => {
      const email = about(booking, "client", `${formatMoney(amount)} goes back to you`, origin);
      const by = formatDate(dateAt(dueBy), "short");
      return {
        ...email,
        paragraphs: [`${formatMoney(amount)} goes back to you. Our office sends it by ${by}.`],
        facts: email.facts.slice(0, 2),
      };
    },
  },

  refundSent: {
    topic: "changes",
    short: ({ booking, amount }) => glance(booking, "client", `We've sent you ${formatMoney(amount)}`),
    email: ({ booking, amount, reference }, origin) => {
      const email = about(booking, "client", `We've sent you ${formatMoney(amount)}`, origin);
      return {
        ...email,
        paragraphs: [`We've sent ${formatMoney(amount)} back to you. Its reference is ${reference}.`],
        facts: email.facts.slice(0, 2),
      };
    },
  },
});
