import { about, glance, mainFacts, plumberOf, type NoticedBooking, type Reader } from "../bookings/booking-email-parts";
import { isCalledOff } from "../bookings/booking";
import { agreedAmount, unsettledPart } from "../bookings/final-amount";
import type { EmailFact } from "../email/email-template";
import { defineNotices } from "../notices/notice";
import { formatMoney, formatReceipt } from "../values/money";
import { fullName } from "../values/user";
import { dateAt, formatDate, formatInstant, type Instant } from "../time/harare";
import { brand } from "~/brand";

interface Facts {
  booking: NoticedBooking;
  amount: number;
}

interface Said {
  reader: Reader;
  title: string;
  text: string;
}

/** An email to a side of the booking about its money. */
const shortNotice = (booking: NoticedBooking, { reader, title, text }: Said, origin: string) => {
  const email = about(booking, reader, title, origin);
  return { ...email, paragraphs: [text] as [string], facts: mainFacts(booking, reader, origin) };
};

const toSide = <Given extends Facts, IsOver>(isOver: IsOver, say: (facts: Given) => Said) => ({
  isOver,
  short: (facts: Given) => {
    const { reader, title } = say(facts);
    return glance(facts.booking, reader, title);
  },
  email: (facts: Given, origin: string) => shortNotice(facts.booking, say(facts), origin),
});

const officeNotice = (booking: NoticedBooking, subject: string, text: string, origin: string) => ({
  subject,
  reference: booking.reference,
  paragraphs: [text] as [string],
  facts: [["Booking", booking.reference]] satisfies EmailFact[],
  action: { label: "Open Payments", url: `${origin}/admin-dashboard/payments` },
});

const moneyReleased = toSide("never: money" as const, ({ amount, commission }: Facts & { commission: number }) => {
  const kept = commission > 0 ? ` after our commission of ${formatMoney(commission)}` : "";
  const title = `${formatMoney(amount)} is yours`;
  return { reader: "plumber", title, text: `The money we held for this job is released: ${title}${kept}.` };
});

type Paid = Facts & { reader: Reader };
/** "Pombi holds it" is no longer so. */
const isHeldNoMore = ({ booking }: Paid) => booking.heldAmount === 0;

const paidOnline = toSide(isHeldNoMore, ({ booking, amount, reader }: Paid) => {
  const paid = formatMoney(amount);
  const text =
    reader === "client"
      ? `We got ${paid}, thank you. Pombi holds it for ${plumberOf(booking, "your plumber")} until a day after the work is done.`
      : `${fullName(booking.client)} has paid ${paid} online. Pombi holds it for you until a day after the work is done.`;
  return { reader, title: reader === "client" ? `You paid ${paid}` : `${paid} is paid`, text };
});

/** The agreed amount, or the final one once it is settled, with what of it is paid and left. */
function listPaid(booking: NoticedBooking): EmailFact[] {
  const { agreedPrice, finalAmount, paidAmount } = booking;
  const isFinal = finalAmount !== null && unsettledPart(booking) === 0;
  const whole = isFinal ? finalAmount : agreedAmount(booking);
  if (whole === null) return [];
  const name = agreedPrice === null ? "Visit fee" : "Agreed price";
  return [
    [isFinal ? "Final amount" : name, { money: whole }],
    ["Paid so far", { money: paidAmount }],
    ["Left to pay", { money: Math.max(0, whole - paidAmount), isTotal: true }],
  ];
}

/** Says why money that was paid online goes back to the client (M12). */
const whyBack = ({ status }: NoticedBooking): string =>
  isCalledOff(status) ? `You paid online, and the booking was ${status}.` : "You paid more online than you owe.";

type ToReturn = Facts & { reader: "client" | "office" };

const EARNINGS = "See your earnings";

/** Notices about a booking's money that the provider moved (M10, M11), or that is shared out (M12). */
export const escrowNotices = defineNotices("changes", {
  paidOnline: {
    ...paidOnline,
    email: (facts: Paid, origin: string) => {
      const { booking } = facts;
      const email = paidOnline.email(facts, origin);
      const receipt = booking.receipt ? formatReceipt(booking.receipt) : null;
      return {
        ...email,
        facts: [...email.facts, ...listPaid(booking)],
        action: receipt ? { label: `See the receipt, ${receipt}`, url: `${origin}/receipts/${receipt}` } : email.action,
        second: receipt ? email.action : null,
      };
    },
  },
  notPaid: {
    isOver: "paidSince",
    shortOn: ["whatsapp"],
    short: ({ booking, amount, isLate }: Facts & { isLate: boolean }) =>
      glance(
        booking,
        "client",
        isLate
          ? `Your payment of ${formatMoney(amount)} hasn't come, and the time for it is over. If you approved it, it still counts.`
          : `Your payment of ${formatMoney(amount)} didn't work. Nothing was paid.`,
      ),
  },
  paymentToReturn: {
    isOver: "refundNotDue",
    short: ({ booking, amount }: ToReturn) => glance(booking, "client", `We'll give you ${formatMoney(amount)} back`),
    email: ({ booking, amount, reader }: ToReturn, origin: string) => {
      const paid = formatMoney(amount);
      if (reader === "office") {
        const text = `${fullName(booking.client)} has paid ${paid} that doesn't fit the booking. It waits with the refunds.`;
        return officeNotice(booking, `${paid} to pay back`, text, origin);
      }
      const text = `We got ${paid} for this booking, but it doesn't fit. The amount was another one, it was paid already, or the booking has ended. We'll give it back to you. You don't need to do anything.`;
      return shortNotice(booking, { reader: "client", title: `We'll give you ${paid} back`, text }, origin);
    },
  },
  paymentDisputed: {
    isOver: "paymentSettled",
    email: ({ booking, amount }: Facts, origin: string) => {
      const text = `${fullName(booking.client)} disputes a payment of ${formatMoney(amount)} at the payment provider. What we hold for the booking is frozen until that is settled there, or until you decide. Give nothing back meanwhile.`;
      return officeNotice(booking, `${formatMoney(amount)} is disputed at the provider`, text, origin);
    },
  },
  paymentTakenBack: {
    isOver: "never: money",
    email: ({ booking, amount }: Facts, origin: string) => {
      const text = `The payment provider has given ${formatMoney(amount)} back to ${fullName(booking.client)}. It came out of a refund that was due, and of what we held. If the plumber was paid already, it is our loss, and stands in Books.`;
      return officeNotice(booking, `The provider gave ${formatMoney(amount)} back`, text, origin);
    },
  },
  moneyReleased: {
    ...moneyReleased,
    email: (facts: Facts & { commission: number }, origin: string) => ({
      ...moneyReleased.email(facts, origin),
      action: { label: EARNINGS, url: `${origin}/plumber-dashboard/earnings` },
    }),
  },
  refundDue: toSide("refundNotDue" as const, ({ booking, amount, dueBy }: Facts & { dueBy: Instant }) => {
    const money = formatMoney(amount);
    const text = `${whyBack(booking)} Our office sends ${money} back to you by ${formatDate(dateAt(dueBy), "short")}.`;
    return { reader: "client", title: `${money} goes back to you`, text };
  }),
  refundSent: toSide("refundReturned" as const, ({ amount, reference }: Facts & { reference: string }) => ({
    reader: "client",
    title: `We've sent you ${formatMoney(amount)}`,
    text: `We've sent ${formatMoney(amount)} back to you. Its reference is ${reference}.`,
  })),
  refundReturned: toSide(
    "refundNotDue" as const,
    ({ amount, wasSent, dueBy }: Facts & { wasSent: boolean; dueBy: Instant }) => {
      const money = formatMoney(amount);
      const again = `Our office sends it by ${formatDate(dateAt(dueBy), "short")}.`;
      return {
        reader: "client",
        title: wasSent ? `Your refund of ${money} came back` : `Your refund of ${money} is not sent yet`,
        text: `${wasSent ? `The ${money} that we sent you came back to us.` : `We told you by mistake that we'd sent ${money}.`} ${again}`,
      };
    },
  ),
});

/** `place`: where it goes, masked. */
interface Payout {
  name: string;
  amount: number;
  place: string;
}
type Paragraphs = [string, ...string[]];

const payoutNotice = <Given extends Payout, IsOver>(
  isOver: IsOver,
  page: string,
  label: string,
  say: (facts: Given) => { title: string; body: string; paragraphs: Paragraphs },
) => ({
  isOver,
  short: (facts: Given) => {
    const { title, body } = say(facts);
    return { title, body, path: `/plumber-dashboard/${page}`, tag: "payout" };
  },
  email: (facts: Given, origin: string) => {
    const { title: subject, paragraphs } = say(facts);
    return { subject, to: facts.name, paragraphs, action: { label, url: `${origin}/plumber-dashboard/${page}` } };
  },
});

/** Notices to plumbers about their payouts (M14, M15). */
export const payoutNotices = defineNotices("account", {
  payoutSent: payoutNotice(
    "payoutReturned" as const,
    "earnings",
    EARNINGS,
    ({ amount, place, reference }: Payout & { reference: string }) => ({
      title: `We've sent you ${formatMoney(amount)}`,
      body: `To ${place}.`,
      paragraphs: [`We've sent ${formatMoney(amount)} to ${place}. Its reference is ${reference}.`],
    }),
  ),
  payoutReturned: payoutNotice(
    "never: money" as const,
    "settings/payouts",
    "Check my details",
    ({ amount, place, reason }: Payout & { reason: string }) => ({
      title: `Your payout of ${formatMoney(amount)} came back`,
      body: "Please check where your money goes.",
      paragraphs: [
        `The ${formatMoney(amount)} that we sent to ${place} came back: ${reason}`,
        "It is still yours. Check where your money goes, and we'll send it again with the next payout.",
      ],
    }),
  ),
  payoutDetailsChanged: {
    isOver: "never: access",
    email: (
      { name, place, validFrom, now }: { name: string; place: string; validFrom: Instant; now: Instant },
      origin: string,
    ) => {
      // Only the first details hold at once, and only while no money is on its way.
      const [subject, ...paragraphs]: Paragraphs =
        validFrom > now
          ? [
              `Where your money from ${brand.name} goes was changed`,
              `From ${formatInstant(validFrom)} on, your money goes to ${place}. Until then nothing goes there.`,
              "If it wasn't you, change your password and take the change back, on the page below, or call our office at once.",
            ]
          : [
              `Your money from ${brand.name} goes to ${place}`,
              `You told us where your money goes: ${place}. A change will take effect 48 hours later.`,
              "If it wasn't you, change your password and call our office at once.",
            ];
      const action = { label: "See my payout details", url: `${origin}/plumber-dashboard/settings/payouts` };
      return { subject, paragraphs, to: name, action };
    },
    short: ({ place, validFrom }) => ({
      title: `Where your money from ${brand.name} goes was changed`,
      body: `From ${formatInstant(validFrom)} on it goes to ${place}. If it wasn't you, call our office at once.`,
      path: "/plumber-dashboard/settings/payouts",
      tag: "payout-details",
    }),
    isUrgent: true,
  },
});
