import { brand } from "~/brand";
import { defineNotices } from "../notices/notice";
import { formatInstant, type Instant } from "../time/harare";
import { formatMoney } from "../values/money";

/** What plumbers are told about their payouts (M14, M15), and the office about its books. */
export const payoutNotices = defineNotices<{
  /** `place`: where it goes, masked. */
  payoutSent: { name: string; amount: number; place: string; reference: string };
  payoutReturned: { name: string; amount: number; place: string; reason: string };
  payoutDetailsChanged: { name: string; place: string; validFrom: Instant; now: Instant };
}>({
  payoutSent: {
    topic: "account",
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
    topic: "account",
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
    topic: "account",
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
