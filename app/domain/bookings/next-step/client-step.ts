import { isAgreed, isCalledOff, isToCome, isUnderWay, type KeptStatus } from "../booking";
import { formatSpan, roundSpan } from "../booking-words";
import { JOB_STEPS, missedVisitClaim } from "../job-steps";
import { sayWhen, timeAt, type Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import { agreedAmount, unsettledPart } from "../final-amount";
import {
  type NextStep,
  claimants,
  declinedTotal,
  disputedAt,
  isLate,
  isOverdue,
  isPartDue,
  isToAnswer,
  isUnanswered,
  moneyState,
  needsOtherPlumber,
  timeWindow,
  unansweredFrom,
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
  namesFor,
  objection,
  recordedPayment,
  ruled,
  step,
  suggestion,
  uncheckedWords,
  waitFor,
  withOffice,
  withRecord,
} from "./step-words";

/** The next step for the client (B30): see `nextStep`. */
export function clientStep(facts: StepFacts, now: Instant): NextStep {
  const { status, frozenAt, startsAt, proposedBy, proposedStart } = facts;
  if (isCalledOff(status)) return calledOff(facts, status, "client", now);
  if (frozenAt !== null) return frozen(facts, frozenAt, now);
  const beside = claim(facts, now);
  if (needsOtherPlumber(facts)) {
    // Why the plumber can't come is no one's business.
    const visit = `is arranging your visit on ${sayWhen(startsAt)} with another plumber, and will tell you`;
    const office = startsAt > now ? visit : "will call you about this visit";
    const said = `${plumberName(facts)} can't come. Our office ${office}.`;
    return step(said, { brief: "Our office is arranging it", beside });
  }
  if (isToCome(status) && proposedBy === "plumber" && proposedStart !== null)
    return suggestion(plumberName(facts), proposedStart, beside);
  const kept = () => withChecking(KEPT_BY_STATUS[status](facts, now), facts);
  return missing(facts, now) ?? withDay(aboutMoney(facts, now) ?? kept(), facts, now);
}

/** Adds a payment that our office still has to check to the step of the visit. */
const withChecking = (kept: NextStep, facts: StepFacts): NextStep =>
  facts.uncheckedPayment
    ? { ...kept, sentence: kept.sentence + uncheckedWords(facts, "client"), brief: kept.brief ?? CHECKING }
    : kept;

/** Adds the course of the day to a step that asks something: a card shows both in place of the status. */
const withDay = (asked: NextStep, facts: StepFacts, now: Instant): NextStep =>
  asked.isAsked && isAgreed(facts.status)
    ? { ...asked, brief: isUnderWay(facts.status) ? AT_WORK : briefWay(facts, now) }
    : asked;

const AT_WORK = "At work";

/** `On the way, arriving about 2:10 pm`; null: the plumber isn't. */
function briefWay(facts: StepFacts, now: Instant): string | null {
  const { status, onTheWayAt, expectedAt } = facts;
  if (status !== "confirmed" || onTheWayAt === null) return null;
  if (isOverdue(facts, now)) return `On the way, expected at ${timeAt(expectedAt ?? facts.startsAt)}`;
  const arrives = (expectedAt ?? 0) > now ? "arriving" : "due at";
  return expectedAt && expectedAt > onTheWayAt ? `On the way, ${arrives} about ${timeAt(expectedAt)}` : "On the way";
}

/** `Tendai is on the way, arriving about 2:10 pm. `; empty: the plumber isn't. */
function wayWords(facts: StepFacts, now: Instant): string {
  const way = briefWay(facts, now);
  if (way === null) return "";
  return isOverdue(facts, now) ? overdueWords(facts, now) : `${plumberName(facts)} is ${way.replace("On", "on")}. `;
}

/** `Tendai should have been here at 2:10 pm. Not there yet? Call Tendai. `: when they said, else at the start. */
function overdueWords(facts: StepFacts, now: Instant): string {
  const name = plumberName(facts);
  const { startsAt, expectedAt, onTheWayAt } = facts;
  const at = expectedAt && expectedAt > (onTheWayAt ?? 0) ? expectedAt : startsAt;
  // Nobody is late before the time that was agreed on.
  const should = now < startsAt ? "expected to be" : "should have been";
  return `${name} ${should} here at ${timeAt(at)}. Not there yet? Call ${name}. `;
}

const plumberName = (facts: StepFacts) => namesFor(facts, "client").plumber;

/** While the office looks into a visit that one side says was missed (B27), or into a payment (M5). */
function frozen(facts: StepFacts, frozenAt: Instant, now: Instant): NextStep {
  const by = claimants(facts);
  const said = claims(facts, "client") || "Our office is looking into this booking.";
  const tells = by.includes("plumber") && { tells: "nobody-was-there" as const };
  if (!by.includes("client"))
    return withOffice(`${said} No payment is due.`, frozenAt, now, { beside: "message", ...tells });
  const { instead } = facts;
  if (instead)
    return withOffice(`${said} You've asked ${instead.firstName} instead. No payment is due.`, frozenAt, now, {
      beside: "see-instead",
      ...tells,
    });
  return withOffice(`${said} You can ask another plumber now. No payment is due.`, frozenAt, now, {
    primary: "ask-another",
    ...tells,
  });
}

/** The client's claim that the plumber didn't come (B27); null: it is too early, or they have made it. */
const claim = ({ status, claimEvents, startsAt }: StepFacts, now: Instant) =>
  status === "confirmed" &&
  missedVisitClaim(claimEvents, "client", startsAt) === "none" &&
  now >= JOB_STEPS["plumber-did-not-come"].opensAt(startsAt)
    ? "plumber-did-not-come"
    : null;

/** A plumber who should have come, or a job that should be closed: it comes before money. */
function missing(facts: StepFacts, now: Instant): NextStep | null {
  const { status, startsAt, onTheWayAt } = facts;
  const name = plumberName(facts);
  const call = { primary: "call-plumber", beside: claim(facts, now) } as const;
  if (isAgreed(status) && timeWindow(startsAt, now) === "over") {
    const said = `The job of ${dayOf(startsAt)} is still open. Is it done? Ask ${name} to close it.`;
    return step(said, call);
  }
  if (status !== "confirmed" || !isLate(facts, now)) return null;
  return onTheWayAt === null
    ? step(`Not there yet? Call ${name}.`, call)
    : step(overdueWords(facts, now).trim(), { ...call, brief: briefWay(facts, now) });
}

function aboutMoney(facts: StepFacts, now: Instant): NextStep | null {
  const { openQuote, openPayment } = facts;
  const name = plumberName(facts);
  const final = formatMoney(facts.finalAmount ?? 0);
  const more = formatMoney(unsettledPart(facts));
  switch (moneyState(facts, now)) {
    case "disputed": {
      const more = isPartDue(facts) && !facts.uncheckedPayment ? waysToPay(facts) : ({ beside: "message" } as const);
      const asked = withOffice(objection(facts, "client"), disputedAt(facts, "dispute-final"), now, more);
      return withRecord(asked, facts, "client");
    }
    case "excess": {
      const said = `${name} asks for ${final}, ${more} more than agreed.${agreedPart(facts, "client")} Do you agree?`;
      return step(said, { primary: "answer-final", tells: "complete" });
    }
    case "toConfirm":
      return openPayment && recordedPayment(facts, openPayment, "client", "message");
    case "paying": {
      const said = `Your payment of ${formatMoney(facts.underWay ?? 0)} is under way.`;
      const way = wayWords(facts, now);
      return step(way + said, { primary: "pay", ...(way && { tells: "on-the-way" }) });
    }
    case "quote": {
      const { total, validUntil } = openQuote!;
      const amount = formatMoney(total);
      const way = facts.status === "confirmed" && facts.onTheWayAt !== null ? ` ${name} is on the way.` : "";
      const said = `${name} sent you a quote for ${amount}. Accept or decline it by ${dayOf(validUntil)}.${way}`;
      return step(said, { primary: "answer-quote", tells: "quote" });
    }
    case "unchecked":
      return facts.status === "completed" && facts.due > 0
        ? step(`The job is done.${uncheckedWords(facts, "client")}`, { brief: CHECKING, beside: "message" })
        : null;
    case "due":
    case "denied":
      return facts.status === "completed" ? due(facts, now) : null;
    default:
      return null;
  }
}

const waysToPay = ({ payable }: StepFacts) =>
  payable ? ({ primary: "pay", beside: "record-payment" } as const) : ({ primary: "record-payment" } as const);

function due(facts: StepFacts, now: Instant): NextStep {
  const amount = formatMoney(facts.due);
  const ways = waysToPay(facts);
  if (facts.deniedBy) {
    return deniedPayment(facts, `${denial(facts, "client")} ${amount} is due.`, ways, now);
  }
  const how = facts.payable ? "" : ` Pay ${plumberName(facts)}, then record the payment.`;
  const said = ruled(facts);
  return step(`${said || "The job is done. "}${amount} is due.${how}`, {
    ...ways,
    tells: said ? facts.ruling?.event : "complete",
  });
}

const KEPT_BY_STATUS: ByStatus<KeptStatus> = {
  pending,
  confirmed,
  "in-progress": (facts) => {
    const atWork = { brief: AT_WORK, beside: "message" } as const;
    const deposit = facts.payable?.purpose === "deposit" ? paysAhead(facts) : {};
    const said = ruled(facts);
    const tells = said ? "decide" : "start";
    return step(`${said}${plumberName(facts)} is working on it.${askedAhead(facts)}${declined(facts)}`, {
      ...atWork,
      ...deposit,
      tells,
    });
  },
  completed: (facts) => {
    const said = ruled(facts);
    const tells = said ? "decide" : "complete";
    return facts.reviewedAt
      ? step(`${said}${doneWords(facts)} Thank you for booking with Pombi.`, { beside: "book-again", tells })
      : step(`${said}The job is done. How did ${plumberName(facts)} do?`, { primary: "review", tells });
  },
};

function pending(facts: StepFacts, now: Instant): NextStep {
  const { preferredPlumberName, proposedStart, waitingSince, answerTime, agreedPrice, openQuote } = facts;
  if (!facts.plumber)
    return preferredPlumberName
      ? step(`We're checking your request. You asked for ${preferredPlumberName}.`, {
          brief: "We're checking your request",
        })
      : step("Our office is finding you a plumber. We'll tell you.", { brief: "Finding a plumber" });
  const plumber = facts.plumber.firstName;
  if (proposedStart !== null) {
    const said = `You suggested another time: ${dayAndTime(proposedStart)}. We're waiting for ${plumber}'s answer.`;
    return waitFor(plumber, said, { beside: "message" });
  }
  const waited = now - waitingSince;
  // Once that time is over it is no longer so.
  const hint = answerTime && waited < answerTime ? `${plumber} usually answers in ${roundSpan(answerTime)}.` : null;
  const more = { hint, ...paysAhead(facts) };
  if (agreedPrice !== null) {
    const agreed = `You agreed on ${formatMoney(agreedPrice)}. ${plumber} will confirm the time. We'll tell you.`;
    return waitFor(plumber, `${agreed}${askedAhead(facts)}`, more);
  }
  if (isUnanswered(facts, now)) {
    const brief = `No answer for ${formatSpan(waited)}`;
    const said = `${plumber} hasn't answered for ${formatSpan(waited)}. You can ask another plumber.`;
    return step(said, { brief, primary: "ask-another", beside: "message" });
  }
  const expired = openQuote ? ` The quote for ${formatMoney(openQuote.total)} has expired.` : "";
  const sent = `Request sent to ${plumber}.${expired} ${plumber} will confirm or refuse, and we'll tell you.`;
  const until = unansweredFrom(facts);
  const otherwise =
    isToAnswer(facts) && until < facts.startsAt
      ? ` If ${plumber} hasn't answered by ${byTime(until)}, ask another with one tap.`
      : "";
  return waitFor(plumber, `${sent}${otherwise}`, more);
}

/** Before the work is done a deposit is asked for; anything else can be paid, and no one waits for it (M10). */
function paysAhead({ payable }: StepFacts): Partial<NextStep> {
  if (!payable) return { beside: "message" };
  return payable.purpose === "deposit" ? { brief: null, primary: "pay" } : { beside: "pay" };
}

/** The deposit that is asked for, that paying can wait, or the amount paid already; empty: none of them. */
function askedAhead(facts: StepFacts): string {
  const { status, plumber, payable, paidAmount } = facts;
  if (payable?.purpose === "deposit")
    return ` ${plumber?.firstName} asks for ${nameDeposit(payable.amount, paidAmount, "a ")}${isUnderWay(status) ? "" : " before the work, and may not start without it"}. Pombi holds it until a day after the work is done.`;
  if (payable?.purpose === "price") return isUnderWay(status) ? "" : " You can pay now, or after the work.";
  return paidAmount > 0 && !payable ? paidPart(facts) : "";
}

/** Says the paid part of the agreed sum, and when the rest is due. */
function paidPart({ paidAmount, ...agreed }: StepFacts): string {
  const total = agreedAmount(agreed) ?? 0;
  const paid = formatMoney(paidAmount);
  return paidAmount < total
    ? ` You've paid ${paid} of ${formatMoney(total)}. The other ${formatMoney(total - paidAmount)} is due when the work is done.`
    : ` You've paid ${paid}, all that was agreed on.`;
}

/** The quote that the client declined last, and what they owe without it; empty: none. */
function declined(facts: StepFacts): string {
  const { fee, plumber } = facts;
  const total = declinedTotal(facts);
  if (total === null) return "";
  const owed =
    fee === null ? "" : ` Only the visit fee of ${formatMoney(fee)} is due until you agree on something else.`;
  return ` You declined ${plumber?.firstName}'s quote for ${formatMoney(total)}.${owed}`;
}

function confirmed(facts: StepFacts, now: Instant): NextStep {
  const { startsAt, proposedStart, agreedPrice, paidAmount } = facts;
  const name = plumberName(facts);
  const window = timeWindow(startsAt, now);
  const ahead = paysAhead(facts);
  const asked = askedAhead(facts);
  const way = briefWay(facts, now);
  if (way !== null) {
    const reach = isOverdue(facts, now) && ({ beside: "call-plumber" } as const);
    return step(`${wayWords(facts, now).trim()}${asked}`, { brief: way, tells: "on-the-way", ...ahead, ...reach });
  }
  if (proposedStart !== null) {
    const said = `You suggested another time: ${dayAndTime(proposedStart)}. Until ${name} answers, the visit stays on ${sayWhen(startsAt)}.`;
    return waitFor(name, `${said}${asked}`, ahead);
  }
  const comes =
    window === "hour" || window === "begun"
      ? `${name} is due at ${timeAt(startsAt)}. We'll tell you when ${name} sets off.`
      : `${name} is coming on ${sayWhen(startsAt)}. Make sure someone is there to open the door.`;
  const agreed = agreedPrice !== null && paidAmount === 0 ? `You agreed on ${formatMoney(agreedPrice)}. ` : "";
  return step(`${agreed}${comes}${asked}${declined(facts)}`, ahead);
}
