import { about, glance, plumberOf, type NoticedBooking, type Reader } from "../bookings/booking-email-parts";
import { defineNotices } from "../notices/notice";
import { formatMoney } from "../values/money";
import { fullName } from "../values/user";
import { dateAt, formatDate, formatInstant, type Instant } from "../time/harare";
import { brand } from "~/brand";

interface Facts {
  booking: NoticedBooking;
  /** Cents. */
  amount: number;
}

/** An email to a side of the booking about its money, with the first two facts of the booking alone. */
const inShort = (booking: NoticedBooking, reader: Reader, title: string, text: string, origin: string) => {
  const email = about(booking, reader, title, origin);
  return { ...email, paragraphs: [text] as [string], facts: email.facts.slice(0, 2) };
};

const toSide = <More extends object>(say: (facts: Facts & More) => [reader: Reader, title: string, text: string]) => ({
  short: (facts: Facts & More) => {
    const [reader, title] = say(facts);
    return glance(facts.booking, reader, title);
  },
  email: (facts: Facts & More, origin: string) => inShort(facts.booking, ...say(facts), origin),
});

const forOffice = (booking: NoticedBooking, subject: string, text: string, origin: string) => ({
  subject: `${subject} (${booking.reference})`,
  paragraphs: [text],
  facts: [["Booking", booking.reference] as [string, string]],
  action: { label: "Open Payments", url: `${origin}/admin-dashboard/payments` },
});

/** Notices about money that the provider moved (M10, M11). */
export const onlinePaymentNotices = defineNotices<{
  /** A payment that counts. */
  paidOnline: Facts & { reader: Reader };
  /** One that does not: it goes back. */
  paymentToReturn: Facts & { reader: "client" | "office" };
  /** To the office: the payer disputes a payment at the provider, or got it back from there. */
  paymentDisputed: Facts;
  paymentTakenBack: Facts;
}>("changes", {
  paidOnline: toSide<{ reader: Reader }>(({ booking, amount, reader }) => {
    const paid = formatMoney(amount);
    const text =
      reader === "client"
        ? `We got ${paid}, thank you. Pombi holds it for ${plumberOf(booking, "your plumber")} until the work is done. The receipt is on the booking's page.`
        : `${fullName(booking.client)} has paid ${paid} online. Pombi holds it for you until the work is done.`;
    return [reader, reader === "client" ? `You paid ${paid}` : `${paid} is paid`, text];
  }),
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
    email: ({ booking, amount }, origin) => {
      const text = `${fullName(booking.client)} disputes a payment of ${formatMoney(amount)} at the payment provider. What we hold for the booking is frozen until that is settled there, or until you decide. Give nothing back meanwhile.`;
      return forOffice(booking, `${formatMoney(amount)} is disputed at the provider`, text, origin);
    },
  },
  paymentTakenBack: {
    email: ({ booking, amount }, origin) => {
      const text = `The payment provider has given ${formatMoney(amount)} back to ${fullName(booking.client)}. It came out of a refund that was due, and of what we held. If the plumber was paid already, it is our loss, and stands in Books.`;
      return forOffice(booking, `The provider gave ${formatMoney(amount)} back`, text, origin);
    },
  },
});

const moneyReleased = toSide<{ commission: number }>(({ amount, commission }) => {
  const kept = commission > 0 ? ` after our commission of ${formatMoney(commission)}` : "";
  const title = `${formatMoney(amount)} is yours`;
  return ["plumber", title, `The money we held for this job is released: ${title}${kept}.`];
});

/** Notices to both sides about held money (M12). */
export const settlementNotices = defineNotices<{
  /** To the plumber. `commission`: kept by the company, in cents. */
  moneyReleased: Facts & { commission: number };
  /** To the client: it goes back until `dueBy`, and it has been sent. */
  refundDue: Facts & { dueBy: Instant };
  refundSent: Facts & { reference: string };
}>("changes", {
  moneyReleased: {
    ...moneyReleased,
    email: (facts, origin) => ({ ...moneyReleased.email(facts, origin), action: seeEarnings(origin) }),
  },
  refundDue: toSide<{ dueBy: Instant }>(({ amount, dueBy }) => {
    const title = `${formatMoney(amount)} goes back to you`;
    return ["client", title, `${title}. Our office sends it by ${formatDate(dateAt(dueBy), "short")}.`];
  }),
  refundSent: toSide<{ reference: string }>(({ amount, reference }) => [
    "client",
    `We've sent you ${formatMoney(amount)}`,
    `We've sent ${formatMoney(amount)} back to you. Its reference is ${reference}.`,
  ]),
});

const seeEarnings = (origin: string) => ({
  label: "See your earnings",
  url: `${origin}/plumber-dashboard/earnings`,
});

/** `place`: where it goes, masked. */
interface Payout {
  name: string;
  amount: number;
  place: string;
}

/** A notice to a plumber about a payout, which leads to a page of their dashboard. */
const ofPayout = <More extends object>(
  page: string,
  label: string,
  say: (facts: Payout & More) => { title: string; body: string; paragraphs: [string, ...string[]] },
) => ({
  short: (facts: Payout & More) => {
    const { title, body } = say(facts);
    return { title, body, path: `/plumber-dashboard/${page}`, tag: "payout" };
  },
  email: (facts: Payout & More, origin: string) => {
    const { title: subject, paragraphs } = say(facts);
    return { subject, to: facts.name, paragraphs, action: { label, url: `${origin}/plumber-dashboard/${page}` } };
  },
});

/** Notices to plumbers about their payouts (M14, M15). */
export const payoutNotices = defineNotices<{
  payoutSent: Payout & { reference: string };
  payoutReturned: Payout & { reason: string };
  payoutDetailsChanged: { name: string; place: string; validFrom: Instant; now: Instant };
}>("account", {
  payoutSent: ofPayout<{ reference: string }>("earnings", "See your earnings", ({ amount, place, reference }) => ({
    title: `We've sent you ${formatMoney(amount)}`,
    body: `To ${place}.`,
    paragraphs: [`We've sent ${formatMoney(amount)} to ${place}. Its reference is ${reference}.`],
  })),
  payoutReturned: ofPayout<{ reason: string }>("settings/payouts", "Check my details", ({ amount, place, reason }) => ({
    title: `Your payout of ${formatMoney(amount)} came back`,
    body: "Please check where your money goes.",
    paragraphs: [
      `The ${formatMoney(amount)} that we sent to ${place} came back: ${reason}`,
      "It is still yours. Check where your money goes, and we'll send it again with the next payout.",
    ],
  })),
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
