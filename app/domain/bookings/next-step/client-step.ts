import { isAgreed, isCalledOff, isToCome, type CalledOffStatus, type KeptStatus } from "../booking";
import { formatSpan, roundSpan } from "../booking-words";
import { JOB_STEPS } from "../job-steps";
import { METHOD_WORDS } from "../payment-method";
import { timeAt, type Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import type { ViewersStep } from "./next-step";
import { LATE_AFTER, moneyState, needsOtherPlumber, timeWindow, unansweredFrom, type StepFacts } from "./step-facts";
import {
  backWords,
  becauseOf,
  type ByStatus,
  cancelledBrief,
  cancelledWords,
  dayAndTime,
  dayOf,
  onTime,
  pastJob,
  step,
  waitFor,
  withOffice,
} from "./step-words";

/** The next step for the client (B30): see `nextStep`. */
export function clientStep(facts: StepFacts, now: Instant): ViewersStep {
  const { status, frozenAt } = facts;
  if (isCalledOff(status)) return CALLED_OFF[status](facts, now);
  if (frozenAt !== null) return frozen(facts, frozenAt, now);
  if (needsOtherPlumber(facts)) return withoutPlumber(facts, now);
  return suggested(facts, now) ?? missing(facts, now) ?? aboutMoney(facts, now) ?? KEPT[status](facts, now);
}

const nameOf = ({ plumber }: StepFacts) => plumber ?? "Your plumber";

function cancelled(facts: StepFacts, now: Instant): ViewersStep {
  const { closing, plumber } = facts;
  const who = { client: "You", plumber: nameOf(facts), admin: "Our office", system: "Our office" };
  const words = closing
    ? cancelledWords(`${who[closing.by]} cancelled this booking`, facts, now)
    : cancelledWords("This booking was cancelled", facts, now);
  return step(
    `${words} You owe nothing${facts.money.back?.kept ? " more" : ""}.${backWords(facts, "client", now)}${askedInstead(facts)}`,
    {
      brief: closing && cancelledBrief(who[closing.by], facts),
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
  const { client, plumber } = facts.claims;
  const said =
    client === "standing"
      ? `You told us that ${nameOf(facts)} didn't come.`
      : plumber === "standing"
        ? `${nameOf(facts)} says nobody was there.`
        : "Our office is looking into this booking.";
  if (client === "standing" && isAgreed(facts.status))
    return withOffice(`${said} You can ask another plumber now. No payment is due.`, frozenAt, now, {
      primary: "ask-another",
    });
  return withOffice(`${said} No payment is due.`, frozenAt, now, {
    beside: "message",
    ...(client !== "standing" && plumber === "standing" && { tells: "nobody-was-there" }),
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
  const { status, plumber, proposedBy, proposedStart } = facts;
  if (proposedBy !== "plumber" || proposedStart === null || !isToCome(status)) return null;
  return step(`${plumber} suggests another time: ${dayAndTime(proposedStart, now)}.`, {
    brief: `New time to answer: ${dayAndTime(proposedStart, now)}`,
    tells: "propose",
    primary: "answer-time",
    beside: claim(facts, now),
    urgency: "now",
  });
}

/** Saying that the plumber didn't come, once it can be said (B27); null: not yet, or it was said. */
const claim = ({ status, claims, startsAt }: StepFacts, now: Instant) =>
  status === "confirmed" && claims.client === "none" && now >= JOB_STEPS["plumber-did-not-come"].opensAt(startsAt)
    ? "plumber-did-not-come"
    : null;

/** A plumber who should have come, or a job that should be closed: it comes before money. */
function missing(facts: StepFacts, now: Instant): ViewersStep | null {
  const { status, startsAt, onTheWayAt, expectedAt } = facts;
  const name = nameOf(facts);
  const beside = claim(facts, now);
  if (isAgreed(status) && timeWindow(startsAt, now) === "over")
    return step(`${pastJob(startsAt, now)} is still open. Is it done? Ask ${name} to close it.`, {
      brief: "Is it done?",
      primary: "call-plumber",
      beside,
      urgency: "now",
    });
  if (status !== "confirmed" || now < Math.max(startsAt, expectedAt ?? startsAt) + LATE_AFTER) return null;
  return step(`${onTheWayAt === null ? "" : `${name} should be with you by now. `}Not there yet? Call ${name}.`, {
    brief: "Not there yet?",
    primary: "call-plumber",
    beside,
    urgency: "now",
  });
}

function aboutMoney(facts: StepFacts, now: Instant): ViewersStep | null {
  const { money } = facts;
  const name = nameOf(facts);
  switch (moneyState(facts, now)) {
    case "disputed":
      return withOffice(`You disagreed with ${formatMoney(money.finalAmount ?? 0)}.`, facts.disputedAt, now, {
        beside: "message",
      });
    case "excess":
      return step(
        `${name} asks for ${formatMoney(money.finalAmount ?? 0)}, ${formatMoney(money.more)} more than agreed. Do you agree?`,
        {
          brief: `Extra ${formatMoney(money.more)}: approve or dispute`,
          primary: "answer-final",
          urgency: "now",
          tells: "complete",
        },
      );
    case "toConfirm":
      return money.payment && recorded(facts, money.payment);
    case "paying":
      return step(`Your payment of ${formatMoney(money.underWay ?? 0)} is under way.`, {
        brief: "Payment under way",
        primary: "pay",
        urgency: "now",
      });
    case "quote":
      return (
        money.quote &&
        step(
          `${name} sent you a quote for ${formatMoney(money.quote.total)}. Accept or decline it by ${dayOf(money.quote.validUntil, now)}.`,
          {
            brief: `Quote for ${formatMoney(money.quote.total)}: accept or decline`,
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

/** A record of a payment that waits for an answer (M6): what our office records, the plumber confirms. */
function recorded(
  facts: StepFacts,
  { amount, method, recordedBy, isTooMuch }: NonNullable<StepFacts["money"]["payment"]>,
): ViewersStep {
  const name = nameOf(facts);
  const paid = `${formatMoney(amount)} ${METHOD_WORDS[method]}`;
  const who = { client: "You", plumber: name, admin: "Our office" }[recordedBy];
  if (isTooMuch) {
    const only = `${who} recorded ${paid}, but only ${formatMoney(facts.money.due)} is due.`;
    return recordedBy === "client"
      ? step(`${only} Take it back, then record what you paid.`, {
          brief: `Take back ${paid}`,
          primary: "answer-payment",
          urgency: "today",
        })
      : step(`${only} ${who} can take it back.`, { beside: "message" });
  }
  return recordedBy === "plumber"
    ? step(`${who} recorded that you paid ${paid}. Did you pay this?`, {
        brief: `Did you pay ${paid}?`,
        primary: "answer-payment",
        urgency: "today",
        tells: "record-payment",
      })
    : waitFor(name, `${who} recorded ${paid}. We're waiting for ${name} to confirm it.`, { beside: "message" });
}

function due(facts: StepFacts): ViewersStep {
  const { money } = facts;
  const amount = formatMoney(money.due);
  const ways: Partial<ViewersStep> =
    money.payable === null ? { primary: "record-payment" } : { primary: "pay", beside: "record-payment" };
  const common = { brief: `${amount} to pay`, ...ways, urgency: "today" } as const;
  if (money.isDenied)
    return step(`The last payment was denied. ${amount} is due, and our office will talk to you both.`, {
      ...common,
      tells: "deny-payment",
    });
  const how = money.payable === null ? ` Pay ${nameOf(facts)}, then record the payment.` : "";
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
    facts.isReviewed
      ? step("The job is done. Thank you for booking with Pombi.", { beside: "book-again", tells: "complete" })
      : step(`The job is done. How did ${nameOf(facts)} do?`, { primary: "review", tells: "complete" }),
};

function pending(facts: StepFacts, now: Instant): ViewersStep {
  const { plumber, preferredPlumber, proposedStart, waitingSince, answerTime, money } = facts;
  if (!plumber)
    return step(
      preferredPlumber
        ? `We're checking your request. You asked for ${preferredPlumber}.`
        : "Our office is finding you a plumber. We'll email you.",
      { brief: preferredPlumber ? "We're checking your request" : "Finding a plumber" },
    );
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
  if (money.agreedPrice !== null)
    return waitFor(
      plumber,
      `You've agreed on ${formatMoney(money.agreedPrice)}. ${plumber} will confirm the time. We'll email you.${askedAhead(facts)}`,
      { hint, ...paysAhead(facts) },
    );
  // A plumber who has quoted has answered.
  if (!money.quote && now >= unansweredFrom(facts))
    return step(`${plumber} hasn't answered for ${formatSpan(waited)}. You can ask another plumber.`, {
      brief: `No answer for ${formatSpan(waited)}`,
      primary: "ask-another",
      beside: "message",
    });
  const expired = money.quote ? ` The quote for ${formatMoney(money.quote.total)} has expired.` : "";
  const sent = `Request sent to ${plumber}.${expired} ${plumber} will confirm or refuse, and we'll email you.`;
  return waitFor(plumber, sent, { hint, ...paysAhead(facts) });
}

/** Before the work is done a deposit is asked for; anything else can be paid, and nobody waits for it (M10). */
function paysAhead({ money: { payable } }: StepFacts): Partial<ViewersStep> {
  if (payable === null) return { beside: "message" };
  return payable.purpose === "deposit"
    ? { brief: `Deposit of ${formatMoney(payable.amount)} to pay`, primary: "pay", isAsked: true }
    : { beside: "pay" };
}

/** The deposit that is asked for, or the amount paid already; empty: neither. */
function askedAhead({ plumber, money: { payable, paidAmount } }: StepFacts): string {
  if (payable?.purpose === "deposit")
    return ` ${plumber} asks for a deposit of ${formatMoney(payable.amount)} before the work. Pombi holds it until the work is done.`;
  return paidAmount > 0 && payable === null ? ` You've paid ${formatMoney(paidAmount)} so far.` : "";
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
