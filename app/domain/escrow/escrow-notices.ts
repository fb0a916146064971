import { about, glance, plumberOf, type NoticedBooking, type Reader } from "../bookings/booking-email-parts";
import { defineNotices } from "../notices/notice";
import { formatMoney } from "../values/money";
import { fullName } from "../values/user";
import { dateAt, formatDate, formatInstant, type Instant } from "../time/harare";
import { brand } from "~/brand";

/** Notices about money that the provider moved (M10, M11). Amounts are cents. */
export const onlinePaymentNotices = defineNotices<{
  /** A payment that counts. */
  paidOnline: { booking: NoticedBooking; amount: number; reader: Reader };
  /** One that does not: it goes back. */
  paymentToReturn: { booking: NoticedBooking; amount: number; reader: "client" | "office" };
  /** To the office: the payer disputes a payment at the provider, or got it back from there. */
  paymentDisputed: { booking: NoticedBooking; amount: number };
  paymentTakenBack: { booking: NoticedBooking; amount: number };
}>("changes", {
  paidOnline: {
    short: ({ booking, amount, reader }) =>
      glance(
        booking,
        reader,
        reader === "client" ? `You paid ${formatMoney(amount)}` : `${formatMoney(amount)} is paid`,
      ),
    email: ({ booking, amount, reader }, origin) => {
      const paid = formatMoney(amount);
      const text =
        reader === "client"
          ? `We got ${paid}, thank you. Pombi holds it for ${plumberOf(booking, "your plumber")} until the work is done. The receipt is on the booking's page.`
          : `${fullName(booking.client)} has paid ${paid} online. Pombi holds it for you until the work is done.`;
      return inShort(booking, reader, reader === "client" ? `You paid ${paid}` : `${paid} is paid`, text, origin);
    },
  },
  paymentToReturn: {
    short: ({ booking, amount }) => glance(booking, "client", `We'll give you ${formatMoney(amount)} back`),
    email: ({ booking, amount, reader }, origin) => {
      const paid = formatMoney(amount);
      if (reader === "office") {
        const text = `${fullName(booking.client)} has paid ${paid} that doesn't fit the booking. It waits with the refunds.`;
        return forOffice(booking, `${paid} to pay back`, text, origin);
      }
      const text = `We got ${paid} for this booking, but it doesn't fit. The amount was another one, it was paid already, or the booking has ended. We'll give it back to you. You don't need to do anything.`;
      return inShort(booking, "client", `We'll give you ${paid} back`, text, origin);
    },
  },
  paymentDisputed: {
    email: ({ booking, amount }, origin) =>
      forOffice(
        booking,
        `${formatMoney(amount)} is disputed at the provider`,
        `${fullName(booking.client)} disputes a payment of ${formatMoney(amount)} at the payment provider. What we hold for the booking is frozen until that is settled there, or until you decide. Give nothing back meanwhile.`,
        origin,
      ),
  },
  paymentTakenBack: {
    email: ({ booking, amount }, origin) =>
      forOffice(
        booking,
        `The provider gave ${formatMoney(amount)} back`,
        `The payment provider has given ${formatMoney(amount)} back to ${fullName(booking.client)}. It came out of a refund that was due, and of what we held. If the plumber was paid already, it is our loss, and stands in Books.`,
        origin,
      ),
  },
});

/** An email to a side of the booking about its money, with the first two facts of the booking alone. */
const inShort = (booking: NoticedBooking, reader: Reader, title: string, text: string, origin: string) => {
  const email = about(booking, reader, title, origin);
  return { ...email, paragraphs: [text] as [string], facts: email.facts.slice(0, 2) };
};

const forOffice = (booking: NoticedBooking, subject: string, text: string, origin: string) => ({
  subject: `${subject} (${booking.reference})`,
  paragraphs: [text],
  facts: [["Booking", booking.reference] as [string, string]],
  action: { label: "Open Payments", url: `${origin}/admin-dashboard/payments` },
});

interface Facts {
  booking: NoticedBooking;
  /** Cents. */
  amount: number;
}

/** Notices to both sides about held money (M12). */
export const settlementNotices = defineNotices<{
  /** To the plumber. `commission`: kept by the company, in cents. */
  moneyReleased: Facts & { commission: number };
  /** To the client: it goes back until `dueBy`, and it has been sent. */
  refundDue: Facts & { dueBy: Instant };
  refundSent: Facts & { reference: string };
}>("changes", {
  moneyReleased: {
    short: ({ booking, amount }) => glance(booking, "plumber", `${formatMoney(amount)} is yours`),
    email: ({ booking, amount, commission }, origin) => {
      const kept = commission > 0 ? ` after our commission of ${formatMoney(commission)}` : "";
      const text = `The money we held for this job is released: ${formatMoney(amount)} is yours${kept}.`;
      return {
        ...inShort(booking, "plumber", `${formatMoney(amount)} is yours`, text, origin),
        action: { label: "See your earnings", url: `${origin}/plumber-dashboard/earnings` },
      };
    },
  },

  refundDue: {
    short: ({ booking, amount }) => glance(booking, "client", `${formatMoney(amount)} goes back to you`),
    email: ({ booking, amount, dueBy }, origin) => {
      const title = `${formatMoney(amount)} goes back to you`;
      return inShort(
        booking,
        "client",
        title,
        `${title}. Our office sends it by ${formatDate(dateAt(dueBy), "short")}.`,
        origin,
      );
    },
  },

  refundSent: {
    short: ({ booking, amount }) => glance(booking, "client", `We've sent you ${formatMoney(amount)}`),
    email: ({ booking, amount, reference }, origin) => {
      const text = `We've sent ${formatMoney(amount)} back to you. Its reference is ${reference}.`;
      return inShort(booking, "client", `We've sent you ${formatMoney(amount)}`, text, origin);
    },
  },
});

/** Notices to plumbers about their payouts (M14, M15). */
export const payoutNotices = defineNotices<{
  /** `place`: where it goes, masked. */
  payoutSent: { name: string; amount: number; place: string; reference: string };
  payoutReturned: { name: string; amount: number; place: string; reason: string };
  payoutDetailsChanged: { name: string; place: string; validFrom: Instant; now: Instant };
}>("account", {
  payoutSent: {
    short: ({ amount, place }) => ({
      title: `We've sent you ${formatMoney(amount)}`,
      body: `To ${place}.`,
      path: "/plumber-dashboard/earnings",
      tag: "payout",
    }),
    email: ({ name, amount, place, reference }, origin) => ({
      subject: `We've sent you ${formatMoney(amount)}`,
      to: name,
      paragraphs: [`We've sent ${formatMoney(amount)} to ${place}. Its reference is ${reference}.`],
      action: { label: "See your earnings", url: `${origin}/plumber-dashboard/earnings` },
    }),
  },

  payoutReturned: {
    short: ({ amount }) => ({
      title: `Your payout of ${formatMoney(amount)} came back`,
      body: "Please check where your money goes.",
      path: "/plumber-dashboard/settings/payouts",
      tag: "payout",
    }),
    email: ({ name, amount, place, reason }, origin) => ({
      subject: `Your payout of ${formatMoney(amount)} came back`,
      to: name,
      paragraphs: [
        `The ${formatMoney(amount)} that we sent to ${place} came back: ${reason}`,
        "It is still yours. Check where your money goes, and we'll send it again with the next payout.",
      ],
      action: { label: "Check my details", url: `${origin}/plumber-dashboard/settings/payouts` },
    }),
  },

  payoutDetailsChanged: {
    email: ({ name, place, validFrom, now }, origin) => ({
      // Only the first details hold at once.
      ...(validFrom > now
        ? {
            subject: `Where your money from ${brand.name} goes was changed`,
            paragraphs: [
              `From ${formatInstant(validFrom)} on, your money goes to ${place}. Until then it goes where it went before.`,
              "If it wasn't you, change your password and keep the present details, on the page below, or call our office at once.",
            ] as [string, ...string[]],
          }
        : {
            subject: `Your money from ${brand.name} goes to ${place}`,
            paragraphs: [
              `You told us where your money goes: ${place}. A change will take effect 48 hours later.`,
              "If it wasn't you, change your password and call our office at once.",
            ] as [string, ...string[]],
          }),
      to: name,
      action: { label: "See my payout details", url: `${origin}/plumber-dashboard/settings/payouts` },
    }),
  },
});

/** Notices to the office about its ledger (M13). */
export const ledgerNotices = defineNotices<{
  ledgerFault: { sum: number; faults: { account: string; stored: number; recomputed: number }[] };
}>("account", {
  ledgerFault: {
    email: ({ sum, faults }, origin) => ({
      subject: "The ledger doesn't add up: nothing can be paid out",
      paragraphs: [
        `All balances together are ${formatMoney(sum)} instead of $0, and ${faults.length} accounts differ from their transfers. Payouts and refunds are stopped until a check finds nothing wrong.`,
        "docs/operations.md says what to do, under “When the ledger doesn't add up”.",
      ],
      facts: faults.map(({ account, stored, recomputed }) => [
        account,
        `${formatMoney(stored)}, its transfers add up to ${formatMoney(recomputed)}`,
      ]),
      action: { label: "See what differs", url: `${origin}/admin-dashboard/system` },
    }),
  },
});
