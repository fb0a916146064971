import { isAgreed, isCalledOff, isToCome, isUnderWay, type KeptStatus } from "../booking";
import { ruleFor } from "../booking-machine";
import { capitalized, formatSpan } from "../booking-words";
import { unsettledPart } from "../final-amount";
import { EARLY_BEFORE, JOB_STEPS } from "../job-steps";
import { METHOD_WORDS } from "../payment-method";
import { HOUR, sayWhen, timeAt, type Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import {
  type NextStep,
  claimants,
  declinedTotal,
  disputedAt,
  isPartDue,
  isToAnswer,
  moneyState,
  timeWindow,
  unansweredFrom,
  unpaidDeposit,
  type StepFacts,
} from "./step-facts";
import {
  agreedPart,
  type ByStatus,
  byTime,
  calledOff,
  CHECKING,
  claims,
  dayAndTime,
  dayOf,
  denial,
  deniedPayment,
  doneWords,
  nameDeposit,
  objection,
  recordedPayment,
  ruled,
  step,
  suggestion,
  uncheckedWords,
  withOffice,
  withRecord,
} from "./step-words";

/** The next step for the plumber (B30): see `nextStep`. An open job always has one. */
export function plumberStep(facts: StepFacts, now: Instant): NextStep {
  const { status, frozenAt, proposedBy, proposedStart, client } = facts;
  if (isCalledOff(status)) return calledOff(facts, status, "plumber", now);
  if (frozenAt !== null) return frozen(facts, frozenAt, now);
  if (isAgreed(status) && timeWindow(facts.startsAt, now) === "over") {
    const said = `The job of ${dayOf(facts.startsAt)} is still open. Is it done?`;
    return step(said, { primary: "complete" });
  }
  if (isToCome(status) && proposedBy === "client" && proposedStart !== null)
    return suggestion(client.firstName, proposedStart);
  return KEPT_BY_STATUS[status](facts, now);
}

const wayThere = (facts: StepFacts) => (facts.location ? "directions" : reach(facts));

/** The way to reach the client: one whom only calls reach reads no messages. */
const reach = ({ isOnlyCalled }: StepFacts) => (isOnlyCalled ? "call-client" : "message");

function frozen(facts: StepFacts, frozenAt: Instant, now: Instant): NextStep {
  const said = claims(facts, "plumber") || "Our office is looking into this job.";
  const tells = claimants(facts).includes("client") && { tells: "plumber-did-not-come" as const };
  return withOffice(`${said} Payments are on hold.`, frozenAt, now, { beside: reach(facts), ...tells });
}

/** An open question beside the visit, in a sentence and in a few words, or the amount paid already; empty and null: none. */
function openQuestion(facts: StepFacts, now: Instant): { told: string; asked: string | null } {
  const { agreedPrice, openPayment: payment, paidAmount, proposedBy, proposedStart } = facts;
  const client = facts.client.firstName;
  if (payment && payment.recordedBy !== "plumber") {
    const paid = `${formatMoney(payment.amount)} ${METHOD_WORDS[payment.method]}`;
    const who = payment.recordedBy === "client" ? client : "Our office";
    return { told: ` ${who} recorded ${paid}. Did you get it?`, asked: `Did you get ${paid}?` };
  }
  if (proposedBy === "plumber" && proposedStart !== null) {
    const suggested = ` You suggested another time: ${dayAndTime(proposedStart)}. ${client} hasn't answered yet.`;
    const kept = facts.status === "pending" ? ` If you confirm, it stays on ${sayWhen(facts.startsAt)}.` : "";
    return { told: suggested + kept, asked: "New time not answered" };
  }
  const quote = quoteQuestion(facts, now);
  if (quote) return quote;
  const declined = declinedTotal(facts);
  if (declined !== null) return { told: ` ${client} declined your quote for ${formatMoney(declined)}.`, asked: null };
  const deposit = unpaidDeposit(facts);
  if (facts.underWay != null) {
    const what = deposit > 0 ? "the deposit" : "online";
    return { told: ` ${client} is paying ${what} now.`, asked: "Being paid now" };
  }
  if (facts.uncheckedPayment) return { told: uncheckedWords(facts, "plumber"), asked: CHECKING };
  if (deposit > 0) {
    const goesOn = isUnderWay(facts.status) ? " You can go on: what isn't paid yet is due when the work is done." : "";
    const told = ` ${client} hasn't paid ${nameDeposit(deposit, paidAmount, "the ")} yet.${goesOn}`;
    return { told, asked: `${capitalized(nameDeposit(deposit, paidAmount, ""))} not paid` };
  }
  const isPaid = agreedPrice !== null && paidAmount > 0;
  const told = isPaid ? ` ${client} has paid ${formatMoney(paidAmount)} of ${formatMoney(agreedPrice)}.` : "";
  return { told, asked: null };
}

type Quoted = Pick<StepFacts, "openQuote" | "status" | "client">;

/** The same of the quote that waits for its client; null: none does. */
function quoteQuestion({ openQuote: quote, status, client }: Quoted, now: Instant) {
  if (!quote) return null;
  const amount = formatMoney(quote.total);
  if (quote.validUntil < now)
    return { told: ` Your quote for ${amount} has expired.`, asked: `Quote of ${amount} has expired` };
  const open = `${client.firstName} hasn't answered your quote for ${amount} yet.`;
  const told =
    status === "pending"
      ? ` If you confirm, you take the job at this time. ${open}`
      : ` ${open} It's valid until ${dayOf(quote.validUntil)}.`;
  return { told, asked: `Quote of ${amount} not answered` };
}

function pending(facts: StepFacts, now: Instant): NextStep {
  const { client, agreedPrice } = facts;
  const { told, asked } = openQuestion(facts, now);
  const declined = asked === null ? declinedTotal(facts) : null;
  let said = requestWords(facts);
  // It changes what there is to decide, so it comes before the time for it.
  if (declined !== null && agreedPrice === null)
    said = `${client.firstName} declined your quote for ${formatMoney(declined)}, and still ${ASKS}${feeWords(facts)}`;
  return step(`${said}. ${replyWords(facts, now)}${declined === null ? told : ""}`, {
    brief: asked ?? replyBrief(facts, now),
    ...(asked === null && isUrgent(facts, now) && { isUrgent: true }),
    primary: "confirm",
    beside: "refuse",
    tells: agreedPrice === null ? "request" : "accept-quote",
  });
}

const ASKS = "wants to book you";

/** The request, or the answer to the plumber's quote. */
export const requestWords = ({ client, agreedPrice }: Pick<StepFacts, "client" | "agreedPrice">): string =>
  `${client.firstName} ${agreedPrice === null ? ASKS : `accepted your quote for ${formatMoney(agreedPrice)}`}`;

/** Says how long an answer helps, and that it is the client's turn to answer a quote. */
export const answerWords = (request: Request, now: Instant): string =>
  replyWords(request, now) + (quoteQuestion(request, now)?.told ?? "");

/** At what price a client books who declined a quote, and what else there is to do. */
const feeWords = ({ fee }: StepFacts): string =>
  fee === null ? "" : ` for the visit fee of ${formatMoney(fee)}. Confirm for that, or write a new quote`;

type Request = Pick<StepFacts, "startsAt" | "waitingSince" | "client"> & Parameters<typeof isToAnswer>[0];

/** Says how long an answer helps: until the client may ask another plumber (B31), then until the start. */
export function replyWords(request: Request, now: Instant): string {
  const { startsAt, waitingSince } = request;
  const client = request.client.firstName;
  const ends = `The request ends ${dayAndTime(startsAt)}.`;
  const until = unansweredFrom(request);
  if (!isToAnswer(request) || until >= startsAt) return ends;
  return now < until
    ? `Reply by ${byTime(until)}. After that ${client} can ask another plumber.`
    : `${client} has waited ${formatSpan(now - waitingSince)} and can ask another plumber. ${ends}`;
}

/** The same in a few words. */
function replyBrief(request: Request, now: Instant): string {
  const until = unansweredFrom(request);
  const isToWaitFor = isToAnswer(request) && until < request.startsAt;
  if (isToWaitFor && now >= until) return `Has waited ${formatSpan(now - request.waitingSince)}`;
  const end = isToWaitFor ? until : request.startsAt;
  return isClose(end, now) ? `Reply within ${formatSpan(end - now)}` : `Reply by ${byTime(end)}`;
}

const isClose = (end: Instant, now: Instant): boolean => end > now && end - now < HOUR;

/** True in the last hour in which a plumber's answer helps: until the client may ask another one, or until the start. */
const isUrgent = (request: Request, now: Instant): boolean =>
  isToAnswer(request) && [unansweredFrom(request), request.startsAt].some((end) => isClose(end, now));

function confirmed(facts: StepFacts, now: Instant): NextStep {
  const { startsAt, onTheWayAt, expectedAt } = facts;
  const client = facts.client.firstName;
  const window = timeWindow(startsAt, now);
  const startFrom = startsAt + (ruleFor("start", "plumber")?.notBefore ?? 0);
  const canStart = startFrom <= now;
  const hint = canStart ? null : `You can start from ${byTime(startFrom)}.`;
  const start = { primary: "start" } as const;
  if (onTheWayAt !== null) {
    const when = expectedAt && expectedAt > onTheWayAt ? ` at about ${timeAt(expectedAt)}` : "";
    const said = `${client} knows you're on the way and expects you${when}.${openQuestion(facts, now).told}`;
    const brief = "You're on the way";
    if (canStart) return step(said, { brief, ...start });
    return step(said, { brief, primary: wayThere(facts), hint, tells: "on-the-way" });
  }
  if (window === "begun" || window === "late") {
    const said = window === "late" ? `has been expecting you since ${timeAt(startsAt)}` : "expects you now";
    // Later on they may have begun without a word.
    const beside = window === "late" ? "complete" : "on-the-way";
    return step(`${client} ${said}. Tap Start when you're there.`, { ...start, beside });
  }
  if (startsAt - EARLY_BEFORE <= now) {
    const said = `${client} expects you at ${timeAt(startsAt)}. Say when you set off, and we'll tell ${client} at once.`;
    return step(said, { primary: "on-the-way", hint });
  }
  const { told, asked: brief } = openQuestion(facts, now);
  const said = `${client} expects you on ${sayWhen(startsAt)}.${told}`;
  return JOB_STEPS["on-the-way"].opensAt(startsAt) <= now
    ? step(said, { brief, hint, primary: wayThere(facts), beside: "on-the-way" })
    : step(said, {
        brief,
        beside: wayThere(facts),
        hint: `On the day you can tell ${client} that you're on the way.`,
      });
}

function working(facts: StepFacts, now: Instant): NextStep {
  const { told } = openQuestion(facts, now);
  const decided = ruled(facts);
  const said = `${decided}You're working on it.${told} When you're done, enter the final amount.`;
  return step(said, { primary: "complete", ...(decided && { tells: "decide" }) });
}

function completed(facts: StepFacts, now: Instant): NextStep {
  const client = facts.client.firstName;
  const beside = reach(facts);
  const due = formatMoney(facts.due);
  const final = formatMoney(facts.finalAmount ?? 0);
  const said = ruled(facts);
  const tells = said && { tells: facts.ruling?.event };
  const toBePaid = { primary: "record-payment" } as const;
  const state = moneyState(facts, now);
  const rest = state === "due" ? " Record the payment once you have it." : openQuestion(facts, now).told;
  switch (state) {
    case "disputed": {
      const unsettled = unsettledPart(facts);
      const brief = unsettled > 0 && { brief: `${formatMoney(unsettled)} not agreed, with our office` };
      const more = { beside, tells: "dispute-final", ...brief, ...(isPartDue(facts) && toBePaid) } as const;
      const asked = withOffice(objection(facts, "plumber"), disputedAt(facts, "dispute-final"), now, more);
      return withRecord(asked, facts, "plumber");
    }
    case "excess": {
      const more = `${formatMoney(unsettledPart(facts))} more`;
      const said = `You asked for ${final}, ${more} than agreed. ${client} hasn't answered yet.${agreedPart(facts, "plumber")}`;
      const brief = `${formatMoney(unsettledPart(facts))} not agreed`;
      return isPartDue(facts)
        ? step(`${said} Record the payment once you have it.`, { brief, beside, ...toBePaid })
        : withRecord(step(said, { brief, beside }), facts, "plumber");
    }
    case "toConfirm":
      return recordedPayment(facts, facts.openPayment!, "plumber", beside);
    case "denied": {
      const said = `${denial(facts, "plumber")} If ${client} pays ${due}, record it again.`;
      return deniedPayment(facts, said, toBePaid, now);
    }
    case "paying":
    case "unchecked":
    case "due":
      if (facts.due === 0) break;
      return step(`${said}${client} owes ${due}.${rest}`, { ...toBePaid, ...tells });
  }
  return step(`${said}${doneWords(facts)}`, { beside, ...tells });
}

const KEPT_BY_STATUS: ByStatus<KeptStatus> = { pending, confirmed, "in-progress": working, completed };
