import { agreedAmount, objectionTo } from "~/domain/bookings/final-amount";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { confirmPayment, denyPayment, recordPayment, withdrawPayment } from "~/domain/money/payments.server";
import { releaseMoney } from "~/domain/escrow/settlements.server";
import { openPayment, openQuote, type Payment } from "~/domain/money/booking-money";
import { isUnusualQuote, type QuoteLine } from "~/domain/money/quote";
import { acceptQuote, declineQuote, writeQuote } from "~/domain/money/quotes.server";
import { readSetting } from "~/domain/settings/settings.server";
import { formatInstant } from "~/domain/time/harare";
import { formatMoney, formatReceipt, formatSum } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import { isMobileHere, parsePhone } from "~/domain/values/typed-phone";
import { cleanText, cutText, REASON_LENGTH } from "~/domain/values/text";
import { describeHolding } from "~/ui/money/describe-payment";
import { OK, refuse } from "~/domain/values/refusal";
import { spoken } from "./heard";
import { amountAlone, finalIn, quoteIn } from "./amounts";
import { ONLINE_BY_PHONE, pay } from "./job-verbs.server";
import type { Job } from "./jobs.server";
import {
  type JobActions,
  type JobAction,
  askedAgain,
  refusedWords,
  answerTo,
  wordsOf,
  readBack,
  isYes,
} from "./job-action.server";

/** Whom a side's job is with. */
const otherOf = ({ user, view }: Job): string =>
  (user.role === "client" ? view.plumber?.firstName : view.client.firstName) ?? "our office";

const finalMark = ({ booking }: Job) => String(booking.finalAmount);
const paymentOf = (job: Job) => openPayment(job.money)!;

/** The verbs answer for what they were shown; a button of something else never comes here. */
const ofPayment = (verb: typeof confirmPayment, title: (amount: string) => string): JobAction => ({
  title: (job) => title(formatMoney(paymentOf(job).amount)),
  mark: ({ money }) => String(openPayment(money)?.amount ?? ""),
  does: (context, job) => verb(context, job.user, job.booking, paymentOf(job)),
});

const ofQuote = (verb: typeof acceptQuote, title: (total: string) => string): JobAction => ({
  title: ({ money }) => title(formatMoney(openQuote(money)?.total ?? 0)),
  mark: ({ money }) => String(openQuote(money)?.version ?? ""),
  does: (context, { user, booking, money }) => verb(context, user, booking, openQuote(money)!),
});

/** Characters of a quote's line: twelve fit into a message. */
const LINE_SHOWN = 40;

const sayReceipt = ({ receipt, amount, recordedAt }: Payment): string[] =>
  receipt === null ? [] : [`${formatReceipt(receipt)}: ${formatSum(amount)}, ${formatInstant(recordedAt)}`];

/** The lines of a quote, and what they come to. */
export const linesOf = (quote: { lines: readonly QuoteLine[]; deposit: number | null }): string[] => [
  ...quote.lines.map(({ what, amount }) => `${cutText(what, LINE_SHOWN)}: ${formatMoney(amount)}`),
  `In all ${formatMoney(totalOf(quote))} with the visit fee${quote.deposit === null ? "" : `, ${formatMoney(quote.deposit)} of it in advance`}`,
];
const totalOf = ({ lines }: { lines: readonly QuoteLine[] }) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** The phone that they named (`mark`), else their own that can pay; empty: they have none. */
const payerOf = ({ user }: Job, mark: string, own: string): string =>
  mark || ([user.phone ?? "", own].find(isMobileHere) ?? "");

/** Each is a message of its own. */
const MOST_FILES = 3;

/** Quotes, the final amount and payments. */
export const MONEY_ACTIONS: JobActions = {
  "accept-quote": ofQuote(acceptQuote, (total) => `Accept ${total}`),
  "decline-quote": ofQuote(declineQuote, () => "I don't agree"),
  "agree-final": {
    title: ({ booking }) => `Agree to ${formatMoney(booking.finalAmount ?? 0)}`,
    mark: finalMark,
    does: (context, { user, booking }) => agreeFinal(context, user, booking, booking.finalAmount ?? 0),
  },
  "dispute-final": {
    title: ({ booking }) => (booking.finalAnswer === null ? "I don't agree" : "Something is wrong"),
    mark: finalMark,
    asks: (_, __, mark) =>
      mark
        ? readBack(`To our office: “${mark}”. It calls you both and decides.`, "Send it")
        : {
            text: "What is wrong? Write it in a few words. Our office calls you both and decides; until then only what was agreed is due.",
          },
    does(context, { user, booking }, call) {
      if (call.mark && isYes(call)) return disputeFinal(context, user, booking, booking.finalAmount ?? 0, call.mark);
      return askedAgain(call.choice === "change" ? "" : wordsOf(call, REASON_LENGTH));
    },
  },
  "confirm-payment": ofPayment(confirmPayment, (amount) => `Yes, ${amount}`),
  "deny-payment": ofPayment(denyPayment, (amount) => `No, not ${amount}`),
  "withdraw-payment": ofPayment(withdrawPayment, () => "Take the record back"),
  pay: {
    title: ({ payable }) => `Pay ${formatMoney(payable?.amount ?? 0)}`,
    mark: ({ payable }) => `${payable?.purpose} ${payable?.amount}`,
    takesNumbers: true,
    asks(job, { clientAddress, now }, mark) {
      const { payable, view } = job;
      const phone = payerOf(job, mark, clientAddress);
      const amount = formatMoney(payable?.amount ?? 0);
      const holding = describeHolding({ ...view, plumber: view.plumber?.firstName ?? null }, now);
      const notNow = { id: "keep", title: "Not now" };
      if (!isMobileHere(phone))
        return {
          text: `Pay ${amount} by EcoCash or OneMoney? Write the mobile number that pays, like 077 123 4567. ${holding}`,
          buttons: [notNow],
        };
      return {
        text: `Pay ${amount} from ${formatPhone(phone)}? ${holding} To pay from another phone, write its number.`,
        buttons: [{ id: "by.ecocash", title: "EcoCash" }, { id: "by.onemoney", title: "OneMoney" }, notNow],
      };
    },
    does(context, job, call) {
      const method = ONLINE_BY_PHONE.find((one) => one === (answerTo("by", call) ?? spoken(call.text)));
      const phone = payerOf(job, call.mark, call.phone);
      // "use 077…": the number in it.
      const typed = /\+?\d[\d ]{7,}\d/.exec(call.text)?.[0] ?? "";
      if (!method) return askedAgain(parsePhone(typed));
      return isMobileHere(phone) ? pay(context, job, { id: call.id, method, phone }) : askedAgain(phone);
    },
  },
  quote: {
    title: () => "Write a quote",
    takesNumbers: true,
    asks(job, { now }, mark) {
      const read = mark ? quoteIn(mark, job.booking, now) : null;
      return read?.success
        ? readBack([...linesOf(read.data), `Send this quote to ${otherOf(job)}?`].join("\n"), "Send it")
        : {
            text: "Write what it costs, line by line, like:\ntap 15\nlabour 40\nTo be paid part of it in advance, add a line: deposit 20",
          };
    },
    async does(context, { user, booking }, call) {
      const isSent = call.mark !== "" && isYes(call);
      const text = isSent ? call.mark : call.choice === "change" ? "" : call.text;
      const read = quoteIn(text, booking, context.now);
      if (!read) return call.choice === "change" ? askedAgain("") : null;
      if (!read.success) return refusedWords(read.error);
      if (isUnusualQuote(totalOf(read.data), booking) && !read.data.isSure) return refuse("quoteUnusual");
      return isSent ? writeQuote(context, user, booking, read.data) : askedAgain(cleanText(text));
    },
  },
  complete: {
    title: () => "Finish the job",
    takesNumbers: true,
    asks(job, _, mark) {
      const final = mark ? finalIn(mark) : null;
      if (final)
        return readBack(
          `${formatMoney(final.amount)} in all${final.reason ? `: ${final.reason}` : ""}. Finish the job, and send this to ${otherOf(job)}?`,
          "Finish the job",
        );
      const agreed = agreedAmount(job.booking);
      return {
        text: "What does it cost in all? Write the amount; if it is more than agreed, also why, like “95 new valve”.",
        ...(agreed !== null && { buttons: [{ id: `amount.${agreed}`, title: formatMoney(agreed) }] }),
      };
    },
    async does(context, { user, booking }, call) {
      const tapped = answerTo("amount", call);
      const isSent = tapped !== null || (call.mark !== "" && isYes(call));
      if (call.choice === "change") return askedAgain("");
      const typed = isSent ? call.mark : call.text;
      const final = tapped === null ? finalIn(typed) : { amount: Number(tapped), reason: null, isSure: false };
      if (!final) return null;
      const objection = objectionTo(final, booking);
      if (objection) return refuse(objection);
      return isSent ? transitionBooking(context, user, booking, "complete", { final }) : askedAgain(cleanText(typed));
    },
  },
  "record-payment": {
    title: ({ user }) => (user.role === "client" ? "I paid in cash" : "I got cash"),
    asks: ({ booking }) => ({
      text: "How much, in cash? The other side is asked to confirm it.",
      ...(booking.due > 0 && { buttons: [{ id: `amount.${booking.due}`, title: formatMoney(booking.due) }] }),
    }),
    takesNumbers: true,
    does(context, { user, booking }, call) {
      const amount = Number(answerTo("amount", call) ?? amountAlone(call) ?? 0);
      return amount > 0 ? recordPayment(context, user, booking, { id: call.id, amount, method: "cash" }) : null;
    },
  },
  release: {
    title: () => "Release the money",
    async does(context, job) {
      const { percent } = await readSetting(context.db, "commission");
      const released = await releaseMoney(context, job.user, job.booking, percent);
      return released.ok ? { ...OK, said: `The money is released. We've told ${otherOf(job)}.` } : released;
    },
  },
  receipts: {
    title: () => "Receipts",
    does(_, { money, user: { role } }) {
      const numbers = money.payments.flatMap(({ receipt }) => receipt ?? []);
      const receipts = numbers.slice(0, MOST_FILES).map((number) => ({ number, role }));
      return Promise.resolve({ ...OK, said: money.payments.flatMap(sayReceipt).join("\n"), shows: { receipts } });
    },
  },
};
