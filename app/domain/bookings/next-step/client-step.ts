import { isAgreed, isCalledOff, isToCome, type CalledOffStatus, type KeptStatus } from "../booking";
import { formatSpan, roundSpan } from "../booking-words";
import { JOB_STEPS, missedVisitClaim } from "../job-steps";
import { timeAt, type Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import { unsettledPart } from "../final-amount";
import type { ViewersStep } from "./next-step";
import {
  disputedAt,
  hasClaim,
  isLate,
  moneyState,
  needsOtherPlumber,
  timeWindow,
  unansweredFrom,
  type StepFacts,
} from "./step-facts";
import {
  backWords,
  becauseOf,
  type ByStatus,
  cancellation,
  dayAndTime,
  dayOf,
  onTime,
  pastJob,
  recordedPayment,
  step,
  suggestion,
  waitFor,
  withOffice,
} from "./step-words";

export function clientStep(facts: StepFacts, now: Instant): ViewersStep {
  const { status, frozenAt } = facts;
  if (isCalledOff(status)) return CALLED_OFF[status](facts, now);
  if (frozenAt !== null) return frozen(facts, frozenAt, now);
  if (needsOtherPlumber(facts)) return withoutPlumber(facts, now);
  return suggested(facts, now) ?? missing(facts, now) ?? aboutMoney(facts, now) ?? KEPT[status](facts, now);
}

const nameOf = ({ plumber }: StepFacts) => plumber?.firstName ?? "Your plumber";

function cancelled(facts: StepFacts, now: Instant): ViewersStep {
  const { closing, plumber } = facts;
  const who = { client: "You", plumber: nameOf(facts), admin: "Our office", system: "Our office" };
  const { sentence, brief } = cancellation(facts, who, "booking", now);
  return step(
    `${sentence} You owe nothing${facts.back?.kept ? " more" : ""}.${backWords(facts, "client", now)}${askedInstead(facts)}`,
    {
      brief,
      tells: "cancel",
      ...(facts.instead
        ? { beside: "see-instead" }
        : closing?.by === "client"
          ? { beside: plumber ? "book-again" : null }
          : { primary: "ask-another" }),
    },
  );
}

function refused(facts: StepFacts, now: Instant): ViewersStep {
  const isExpired = facts.closing?.by === "system";
  const why = isExpired ? "didn't answer in time" : `couldn't take this booking${becauseOf(facts.closing)}`;
  return step(
    `${nameOf(facts)} ${why}. You owe nothing${facts.instead || facts.startsAt <= now ? "" : ", and other plumbers may be free"}.${backWords(facts, "client", now)}${askedInstead(facts)}`,
    {
      brief: isExpired ? "Not answered in time" : `${nameOf(facts)} can't take it`,
      tells: isExpired ? "expire" : "refuse",
      ...(facts.instead ? { beside: "see-instead" } : { primary: "ask-another" }),
    },
  );
}

const CALLED_OFF: ByStatus<CalledOffStatus> = { cancelled, refused };

const askedInstead = ({ instead }: StepFacts) => (instead ? ` You've asked ${instead.firstName} instead.` : "");

/** While the office looks into a visit that one side says was missed (B27), or into a payment (M5). */
function frozen(facts: StepFacts, frozenAt: Instant, now: Instant): ViewersStep {
  const isClaimed = hasClaim(facts, "client");
  const isTheirClaim = hasClaim(facts, "plumber");
  const said = isClaimed
    ? `You told us that ${nameOf(facts)} didn't come.`
    : isTheirClaim
      ? `${nameOf(facts)} says nobody was there.`
      : "Our office is looking into this booking.";
  if (isClaimed && isAgreed(facts.status))
    return withOffice(`${said} You can ask another plumber now. No payment is due.`, frozenAt, now, {
      primary: "ask-another",
    });
  return withOffice(`${said} No payment is due.`, frozenAt, now, {
    beside: "message",
    ...(!isClaimed && isTheirClaim && { tells: "nobody-was-there" }),
  });
}

/** While our office looks for somebody else: why is nobody's business. */
function withoutPlumber(facts: StepFacts, now: Instant): ViewersStep {
  const office =
    facts.startsAt > now
      ? `is arranging your visit ${onTime(facts.startsAt, now)} with another plumber, and will email you`
      : "will call you about this visit";
  return step(`${nameOf(facts)} can't come. Our office ${office}.`, {
    brief: "Our office is arranging it",
    beside: claim(facts, now),
    urgency: "today",
  });
}

function suggested(facts: StepFacts, now: Instant): ViewersStep | null {
  const { status, proposedBy, proposedStart } = facts;
  if (proposedBy !== "plumber" || proposedStart === null || !isToCome(status)) return null;
  return suggestion(nameOf(facts), proposedStart, now, { beside: claim(facts, now) });
}

/** Saying that the plumber didn't come, once it can be said (B27); null: not yet, or it was said. */
const claim = ({ status, claimEvents, startsAt }: StepFacts, now: Instant) =>
  status === "confirmed" &&
  missedVisitClaim(claimEvents, "client") === "none" &&
  now >= JOB_STEPS["plumber-did-not-come"].opensAt(startsAt)
    ? "plumber-did-not-come"
    : null;

/** A plumber who should have come, or a job that should be closed: it comes before money. */
function missing(facts: StepFacts, now: Instant): ViewersStep | null {
  const { status, startsAt, onTheWayAt } = facts;
  const name = nameOf(facts);
  const beside = claim(facts, now);
  if (isAgreed(status) && timeWindow(startsAt, now) === "over")
    return step(`${pastJob(startsAt, now)} is still open. Is it done? Ask ${name} to close it.`, {
      brief: "Is it done?",
      primary: "call-plumber",
      beside,
      urgency: "now",
    });
  if (status !== "confirmed" || !isLate(facts, now)) return null;
  return step(`${onTheWayAt === null ? "" : `${name} should be with you by now. `}Not there yet? Call ${name}.`, {
    brief: "Not there yet?",
    primary: "call-plumber",
    beside,
    urgency: "now",
  });
}

function aboutMoney(facts: StepFacts, now: Instant): ViewersStep | null {
  const { openQuote, openPayment } = facts;
  const name = nameOf(facts);
  const final = formatMoney(facts.finalAmount ?? 0);
  const more = formatMoney(unsettledPart(facts));
  switch (moneyState(facts, now)) {
    case "disputed":
      return withOffice(`You disagreed with ${final}.`, disputedAt(facts), now, { beside: "message" });
    case "excess":
      return step(`${name} asks for ${final}, ${more} more than agreed. Do you agree?`, {
        brief: `Extra ${more}: approve or dispute`,
        primary: "answer-final",
        urgency: "now",
        tells: "complete",
      });
    case "toConfirm":
      return openPayment && recordedPayment(facts, openPayment, "client", "message");
    case "paying":
      return step(`Your payment of ${formatMoney(facts.underWay ?? 0)} is under way.`, {
        brief: "Payment under way",
        primary: "pay",
        urgency: "now",
      });
    case "quote":
      return (
        openQuote &&
        step(
          `${name} sent you a quote for ${formatMoney(openQuote.total)}. Accept or decline it by ${dayOf(openQuote.validUntil, now)}.`,
          {
            brief: `Quote for ${formatMoney(openQuote.total)}: accept or decline`,
            primary: "answer-quote",
            urgency: "today",
            tells: "quote",
          },
        )
      );
    case "due":
    case "denied":
      return facts.status === "completed" ? due(facts) : null;
    default:
      return null;
  }
}

function due(facts: StepFacts): ViewersStep {
  const amount = formatMoney(facts.due);
  const ways: Partial<ViewersStep> = facts.payable
    ? { primary: "pay", beside: "record-payment" }
    : { primary: "record-payment" };
  const common = { brief: `${amount} to pay`, ...ways, urgency: "today" } as const;
  if (facts.isDenied)
    return step(`The last payment was denied. ${amount} is due, and our office will talk to you both.`, {
      ...common,
      tells: "deny-payment",
    });
  const how = facts.payable ? "" : ` Pay ${nameOf(facts)}, then record the payment.`;
  return step(`The job is done. ${amount} is due.${how}`, { ...common, tells: "complete" });
}

const KEPT: ByStatus<KeptStatus> = {
  pending,
  confirmed,
  "in-progress": (facts) =>
    step(`${nameOf(facts)} is working on it.`, {
      brief: "At work",
      beside: "message",
      urgency: "today",
      tells: "start",
    }),
  completed: (facts) =>
    facts.reviewedAt !== null
      ? step("The job is done. Thank you for booking with Pombi.", { beside: "book-again", tells: "complete" })
      : step(`The job is done. How did ${nameOf(facts)} do?`, { primary: "review", tells: "complete" }),
};

function pending(facts: StepFacts, now: Instant): ViewersStep {
  const { preferredPlumberName, proposedStart, waitingSince, answerTime = null, agreedPrice, openQuote } = facts;
  if (!facts.plumber)
    return step(
      preferredPlumberName
        ? `We're checking your request. You asked for ${preferredPlumberName}.`
        : "Our office is finding you a plumber. We'll email you.",
      { brief: preferredPlumberName ? "We're checking your request" : "Finding a plumber" },
    );
  const plumber = facts.plumber.firstName;
  if (proposedStart !== null)
    return waitFor(
      plumber,
      `You suggested another time: ${dayAndTime(proposedStart, now)}. We're waiting for ${plumber}'s answer.`,
      { beside: "message" },
    );
  const waited = now - waitingSince;
  // Once that time is over it is no longer so.
  const hint =
    answerTime === null || waited >= answerTime ? null : `${plumber} usually answers in ${roundSpan(answerTime)}.`;
  if (agreedPrice !== null)
    return waitFor(
      plumber,
      `You've agreed on ${formatMoney(agreedPrice)}. ${plumber} will confirm the time. We'll email you.${askedAhead(facts)}`,
      { hint, ...paysAhead(facts) },
    );
  // A plumber who has quoted has answered.
  if (!openQuote && now >= unansweredFrom(facts))
    return step(`${plumber} hasn't answered for ${formatSpan(waited)}. You can ask another plumber.`, {
      brief: `No answer for ${formatSpan(waited)}`,
      primary: "ask-another",
      beside: "message",
    });
  const expired = openQuote ? ` The quote for ${formatMoney(openQuote.total)} has expired.` : "";
  const sent = `Request sent to ${plumber}.${expired} ${plumber} will confirm or refuse, and we'll email you.`;
  return waitFor(plumber, sent, { hint, ...paysAhead(facts) });
}

/** Before the work is done a deposit is asked for; anything else can be paid, and nobody waits for it (M10). */
function paysAhead({ payable }: StepFacts): Partial<ViewersStep> {
  if (!payable) return { beside: "message" };
  return payable.purpose === "deposit"
    ? { brief: `Deposit of ${formatMoney(payable.amount)} to pay`, primary: "pay", isAsked: true }
    : { beside: "pay" };
}

/** The deposit that is asked for, or the amount paid already; empty: neither. */
function askedAhead({ plumber, payable, paidAmount }: StepFacts): string {
  if (payable?.purpose === "deposit")
    return ` ${plumber?.firstName} asks for a deposit of ${formatMoney(payable.amount)} before the work. Pombi holds it until the work is done.`;
  return paidAmount > 0 && !payable ? ` You've paid ${formatMoney(paidAmount)} so far.` : "";
}

function confirmed(facts: StepFacts, now: Instant): ViewersStep {
  const { startsAt, onTheWayAt, expectedAt, proposedStart } = facts;
  const name = nameOf(facts);
  const window = timeWindow(startsAt, now);
  if (onTheWayAt !== null) {
    const when = expectedAt !== null && expectedAt > onTheWayAt ? `, arriving about ${timeAt(expectedAt)}` : "";
    return step(`${name} is on the way${when}.${askedAhead(facts)}`, {
      ...paysAhead(facts),
      brief: `On the way${when}`,
      isAsked: false,
      tells: "on-the-way",
      urgency: "now",
    });
  }
  if (proposedStart !== null)
    return waitFor(
      name,
      `You suggested another time: ${dayAndTime(proposedStart, now)}. Until ${name} answers, the visit stays ${onTime(startsAt, now)}.${askedAhead(facts)}`,
      paysAhead(facts),
    );
  const comes =
    window === "hour" || window === "begun"
      ? `${name} is due at ${timeAt(startsAt)}. We'll tell you when ${name} sets off.`
      : `${name} is coming ${onTime(startsAt, now)}. Make sure someone is there to open the door.`;
  return step(`${comes}${askedAhead(facts)}`, { urgency: window === "ahead" ? "none" : "today", ...paysAhead(facts) });
}
