import { isAgreed, isCalledOff, isToCome, type CalledOffStatus, type KeptStatus } from "../booking";
import { ruleFor } from "../booking-machine";
import { unsettledPart } from "../final-amount";
import { EARLY_BEFORE, JOB_STEPS } from "../job-steps";
import { METHOD_WORDS } from "../payment-method";
import { timeAt, type Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import type { ViewersStep } from "./next-step";
import { disputedAt, hasClaim, moneyState, timeWindow, type StepFacts } from "./step-facts";
import {
  backWords,
  becauseOf,
  type ByStatus,
  byTime,
  cancellation,
  dayAndTime,
  dayOf,
  doneWords,
  onTime,
  pastJob,
  recordedPayment,
  step,
  suggestion,
  waitFor,
  withOffice,
} from "./step-words";

/** The next step for the plumber (B30): see `nextStep`. An open job always has one. */
export function plumberStep(facts: StepFacts, now: Instant): ViewersStep {
  const { status, frozenAt, proposedBy, proposedStart, client } = facts;
  if (isCalledOff(status)) return CALLED_OFF[status](facts, now);
  if (frozenAt !== null) return frozen(facts, frozenAt, now);
  if (isAgreed(status) && timeWindow(facts.startsAt, now) === "over")
    return step(`${pastJob(facts.startsAt, now)} is still open. Is it done?`, {
      brief: "Is it done?",
      primary: "complete",
      urgency: "now",
    });
  if (isToCome(status) && proposedBy === "client" && proposedStart !== null)
    return suggestion(client.firstName, proposedStart, now);
  return KEPT[status](facts, now);
}

const wayThere = (facts: StepFacts) => (facts.location !== null ? "directions" : reach(facts));

/** The way to reach the client: one without an email reads no messages. */
const reach = ({ isByPhone }: StepFacts) => (isByPhone ? "call-client" : "message");

function refused(facts: StepFacts, now: Instant): ViewersStep {
  const { closing } = facts;
  const back = backWords(facts, "plumber", now);
  return closing?.by === "system"
    ? step(`You didn't answer in time, so the request was refused.${back}`, {
        brief: "You didn't answer in time",
        tells: "expire",
      })
    : step(`You refused this request${becauseOf(closing)}.${back}`, { brief: "You refused", tells: "refuse" });
}

function cancelled(facts: StepFacts, now: Instant): ViewersStep {
  const who = { client: facts.client.firstName, plumber: "You", admin: "Our office", system: "Our office" };
  const { sentence, brief } = cancellation(facts, who, "job", now);
  return step(`${sentence}${backWords(facts, "plumber", now)}`, { brief, tells: "cancel" });
}

const CALLED_OFF: ByStatus<CalledOffStatus> = { cancelled, refused };

function frozen(facts: StepFacts, frozenAt: Instant, now: Instant): ViewersStep {
  const isTheirClaim = hasClaim(facts, "client");
  const said = isTheirClaim
    ? `${facts.client.firstName} says you didn't come.`
    : hasClaim(facts, "plumber")
      ? "You told us that nobody was there."
      : "Our office is looking into this job.";
  return withOffice(`${said} Payments are on hold.`, frozenAt, now, {
    beside: reach(facts),
    ...(isTheirClaim && { tells: "plumber-did-not-come" }),
  });
}

/** An open question beside the visit, or the amount paid already; empty: neither. */
function told(facts: StepFacts, now: Instant): string {
  const { openQuote: quote, agreedPrice, openPayment: payment, paidAmount, proposedBy, proposedStart } = facts;
  const client = facts.client.firstName;
  if (payment && payment.recordedBy !== "plumber")
    return ` ${payment.recordedBy === "client" ? client : "Our office"} recorded ${formatMoney(payment.amount)} ${METHOD_WORDS[payment.method]}. Did you get it?`;
  if (proposedBy === "plumber" && proposedStart !== null)
    return ` You suggested another time: ${dayAndTime(proposedStart, now)}. ${client} hasn't answered yet.`;
  if (quote) {
    if (quote.validUntil < now) return ` Your quote for ${formatMoney(quote.total)} has expired.`;
    const open = `${client} hasn't answered your quote for ${formatMoney(quote.total)} yet.`;
    return facts.status === "pending"
      ? ` If you confirm, you take the job at this time. ${open}`
      : ` ${open} It's valid until ${dayOf(quote.validUntil, now)}.`;
  }
  return agreedPrice !== null && paidAmount > 0
    ? ` ${client} has paid ${formatMoney(paidAmount)} of ${formatMoney(agreedPrice)}.`
    : "";
}

/** Beside the visit, in a few words: what the plumber is asked, or who is; null: neither. */
function asked({ client, openPayment: payment, openQuote, proposedBy }: StepFacts): string | null {
  if (payment && payment.recordedBy !== "plumber")
    return `Did you get ${formatMoney(payment.amount)} ${METHOD_WORDS[payment.method]}?`;
  return proposedBy === "plumber" || openQuote ? `Waiting for ${client.firstName}` : null;
}

function pending(facts: StepFacts, now: Instant): ViewersStep {
  const { client, agreedPrice, startsAt } = facts;
  const said = agreedPrice === null ? "wants to book you" : `accepted your quote for ${formatMoney(agreedPrice)}`;
  return step(`${client.firstName} ${said}. Reply by ${byTime(startsAt, now)}.${told(facts, now)}`, {
    brief: `Reply by ${byTime(startsAt, now)}`,
    primary: "confirm",
    beside: "refuse",
    urgency: "now",
    tells: agreedPrice === null ? "request" : "accept-quote",
  });
}

const startFrom = ({ startsAt }: StepFacts) => startsAt + (ruleFor("start", "plumber")?.notBefore ?? 0);

function confirmed(facts: StepFacts, now: Instant): ViewersStep {
  const { startsAt, onTheWayAt, expectedAt } = facts;
  const client = facts.client.firstName;
  const window = timeWindow(startsAt, now);
  const canStart = startFrom(facts) <= now;
  const hint = canStart ? null : `You can start from ${byTime(startFrom(facts), now)}.`;
  if (onTheWayAt !== null) {
    const when = expectedAt !== null && expectedAt > onTheWayAt ? ` at about ${timeAt(expectedAt)}` : "";
    return step(`${client} knows you're on the way and expects you${when}.`, {
      brief: canStart ? "Start when you're there" : "You're on the way",
      primary: canStart ? "start" : wayThere(facts),
      isAsked: canStart,
      hint,
      urgency: "now",
    });
  }
  if (window === "begun" || window === "late") {
    const said = window === "late" ? `has been expecting you since ${timeAt(startsAt)}` : "expects you now";
    return step(`${client} ${said}. Tap Start when you're there.`, {
      brief: "Start when you're there",
      primary: "start",
      // Later on they may have begun without a word.
      beside: window === "late" ? "complete" : "on-the-way",
      urgency: "now",
    });
  }
  if (startsAt - EARLY_BEFORE <= now)
    return step(
      `${client} expects you at ${timeAt(startsAt)}. Tap On the way when you set off, and we'll tell ${client} at once.`,
      { brief: "Say when you set off", primary: "on-the-way", hint, urgency: window === "hour" ? "now" : "today" },
    );
  const canSetOff = JOB_STEPS["on-the-way"].opensAt(startsAt) <= now;
  return step(`${client} expects you ${onTime(startsAt, now)}.${told(facts, now)}`, {
    brief: asked(facts),
    ...(canSetOff ? { primary: wayThere(facts), beside: "on-the-way" } : { beside: wayThere(facts) }),
    isAsked: false,
    hint: canSetOff ? hint : `On the day you can tell ${client} that you're on the way.`,
    urgency: window === "day" ? "today" : "none",
  });
}

const working = (facts: StepFacts, now: Instant): ViewersStep =>
  step(`You're working on it.${told(facts, now)} When you're done, enter the final amount.`, {
    brief: asked(facts) ?? "You're working on it",
    primary: "complete",
    urgency: "today",
  });

function completed(facts: StepFacts, now: Instant): ViewersStep {
  const client = facts.client.firstName;
  const beside = reach(facts);
  const due = formatMoney(facts.due);
  const final = formatMoney(facts.finalAmount ?? 0);
  const toBePaid = { brief: `${due} to be paid`, primary: "record-payment", urgency: "today" } as const;
  switch (moneyState(facts, now)) {
    case "disputed":
      return withOffice(`${client} disagreed with ${final}.`, disputedAt(facts), now, {
        beside,
        tells: "dispute-final",
      });
    case "excess":
      return waitFor(
        client,
        `You asked for ${final}, ${formatMoney(unsettledPart(facts))} more than agreed. ${client} hasn't answered yet.`,
        { beside },
      );
    case "toConfirm":
      return recordedPayment(facts, facts.openPayment!, "plumber", beside);
    case "denied":
      return step(`The last payment was denied. ${client} owes ${due}, and our office will talk to you both.`, {
        ...toBePaid,
        tells: "deny-payment",
      });
    case "due":
      return step(`${client} owes ${due}. Record the payment once you have it.`, toBePaid);
    default:
      return step(doneWords(facts), { beside });
  }
}

const KEPT: ByStatus<KeptStatus> = { pending, confirmed, "in-progress": working, completed };
