import { about, glance, plumberOf, type NoticedBooking, type Reader } from "../bookings/booking-email-parts";
import { defineNotices } from "../notices/notice";
import { formatMoney } from "../values/money";
import { fullName } from "../values/user";

/** What people are told about money that the provider moved (M10, M11). Amounts are cents. */
export const onlinePaymentNotices = defineNotices<{
  /** A payment that counts. */
  paidOnline: { booking: NoticedBooking; amount: number; reader: Reader };
  /** One that does not: it goes back. */
  paymentToReturn: { booking: NoticedBooking; amount: number; reader: "client" | "office" };
  /** To the office: the payer disputes a payment at the provider, or got it back from there. */
  paymentDisputed: { booking: NoticedBooking; amount: number };
  paymentTakenBack: { booking: NoticedBooking; amount: number };
}>({
  paidOnline: {
    topic: "changes",
    short: ({ booking, amount, reader }) =>
      glance(
        booking,
        reader,
        reader === "client" ? `You paid ${formatMoney(amount)}` : `${formatMoney(amount)} is paid`,
      ),
    email: ({ booking, amount, reader }, origin) => {
      const paid = formatMoney(amount);
      const email = about(booking, reader, reader === "client" ? `You paid ${paid}` : `${paid} is paid`, origin);
      const text =
        reader === "client"
          ? `We got ${paid}, thank you. Pombi holds it for ${plumberOf(booking, "your plumber")} until the work is done. The receipt is on the booking's page.`
          : `${fullName(booking.client)} has paid ${paid} online. Pombi holds it for you until the work is done.`;
      return { ...email, paragraphs: [text], facts: email.facts.slice(0, 2) };
    },
  },
  paymentToReturn: {
    topic: "changes",
    short: ({ booking, amount }) => glance(booking, "client", `We'll give you ${formatMoney(amount)} back`),
    email: ({ booking, amount, reader }, origin) => {
      const paid = formatMoney(amount);
      const email = about(booking, "client", `We'll give you ${paid} back`, origin);
      if (reader === "client")
        return {
          ...email,
          paragraphs: [
            `We got ${paid} for this booking, but it doesn't fit. The amount was another one, it was paid already, or the booking has ended. We'll give it back to you. You don't need to do anything.`,
          ],
          facts: email.facts.slice(0, 2),
        };
      return {
        subject: `${paid} to pay back (${booking.reference})`,
        to: null,
        paragraphs: [
          `${fullName(booking.client)} has paid ${paid} that doesn't fit the booking. It waits with the refunds.`,
        ],
        facts: [["Booking", booking.reference]],
        action: { label: "Open Payments", url: `${origin}/admin-dashboard/payments` },
      };
    },
  },
  paymentDisputed: {
    topic: "changes",
    email: ({ booking, amount }, origin) =>
      forOffice(
        booking,
        `${formatMoney(amount)} is disputed at the provider`,
        `${fullName(booking.client)} disputes a payment of ${formatMoney(amount)} at the payment provider. What we hold for the booking is frozen until that is settled there, or until you decide. Give nothing back meanwhile.`,
        origin,
      ),
  },
  paymentTakenBack: {
    topic: "changes",
    email: ({ booking, amount }, origin) =>
      forOffice(
        booking,
        `The provider gave ${formatMoney(amount)} back`,
        `The payment provider has given ${formatMoney(amount)} back to ${fullName(booking.client)}. It came out of a refund that was due, and of what we held. If the plumber was paid already, it is our loss, and stands in Books.`,
        origin,
      ),
  },
});

const forOffice = (booking: NoticedBooking, subject: string, text: string, origin: string) => ({
  subject: `${subject} (${booking.reference})`,
  to: null,
  paragraphs: [text],
  facts: [["Booking", booking.reference] as [string, string]],
  action: { label: "Open Payments", url: `${origin}/admin-dashboard/payments` },
});
