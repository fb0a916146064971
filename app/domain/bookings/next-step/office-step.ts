import { isCalledOff, isToCome, type CalledOffStatus, type KeptStatus } from "../booking";
import { formatSpan } from "../booking-words";
import { decidedBy } from "../dispute";
import { METHOD_WORDS } from "../payment-method";
import { dateAt, nameDay, timeAt, type Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import { unsettledPart } from "../final-amount";
import type { StepAction, ViewersStep } from "./next-step";
import {
  disputedAt,
  hasClaim,
  isLate,
  isTooMuch,
  moneyState,
  needsOtherPlumber,
  timeWindow,
  type StepFacts,
} from "./step-facts";
import {
  backWords,
  becauseOf,
  type ByStatus,
  cancellation,
  dayAndTime,
  dayOf,
  doneWords,
  onTime,
  step,
  waitFor,
} from "./step-words";

/** The next step for the office (B30), which also speaks for a client without an email (N20): `nextStep` says the rest. */
export function officeStep(facts: StepFacts, now: Instant): ViewersStep {
  const { status } = facts;
  if (isCalledOff(status)) return CALLED_OFF[status](facts, now);
  if (!facts.plumber) return unassigned(facts, now);
  const plumber = facts.plumber.firstName;
  if (facts.frozenAt === null && needsOtherPlumber(facts))
    return step(
      `${plumber} is suspended. ${facts.client.firstName} needs another plumber ${onTime(facts.startsAt, now)}.`,
      { brief: `${plumber} is suspended`, primary: "find-plumber", beside: "call-client", urgency: "now" },
    );
  return aboutMoney(facts, plumber, now) ?? aboutVisit(facts, status, plumber, now);
}

const nameOf = ({ plumber }: StepFacts) => plumber?.firstName ?? "The plumber";

function refused(facts: StepFacts, now: Instant): ViewersStep {
  const { closing } = facts;
  const plumber = nameOf(facts);
  const back = backWords(facts, "office", now);
  return closing?.by === "system"
    ? step(`${plumber} didn't answer in time.${back}`, { brief: "Not answered in time" })
    : step(`${plumber} refused this request${becauseOf(closing)}.${back}`, { brief: `${plumber} refused` });
}

function cancelled(facts: StepFacts, now: Instant): ViewersStep {
  const who = { client: facts.client.firstName, plumber: nameOf(facts), admin: "We", system: "Nobody" };
  const { sentence, brief } = cancellation(facts, who, "booking", now);
  return step(`${sentence}${backWords(facts, "office", now)}`, { brief });
}

const CALLED_OFF: ByStatus<CalledOffStatus> = { cancelled, refused };

const since = (instant: Instant, now: Instant) => formatSpan(Math.max(0, now - instant));

const unassigned = ({ waitingSince, preferredPlumberName: wanted, client }: StepFacts, now: Instant): ViewersStep =>
  step(
    `${client.firstName} has waited ${since(waitingSince, now)} for a plumber.${wanted ? ` Asked for: ${wanted}.` : ""}`,
    { brief: `Waiting ${since(waitingSince, now)} for a plumber`, primary: "find-plumber", urgency: "now" },
  );

function aboutMoney(facts: StepFacts, plumber: string, now: Instant): ViewersStep | null {
  const { openPayment: payment, openQuote: quote } = facts;
  const client = facts.client.firstName;
  const final = formatMoney(facts.finalAmount ?? 0);
  const more = formatMoney(unsettledPart(facts));
  switch (moneyState(facts, now)) {
    case "frozen": {
      const [isByClient, isByPlumber] = [hasClaim(facts, "client"), hasClaim(facts, "plumber")];
      const said = isByClient
        ? `${client} says ${plumber} didn't come.`
        : isByPlumber
          ? `${plumber} says nobody was there.`
          : "A payment of this booking is disputed.";
      return step(`${said} ${decideBy(facts.frozenAt, now)}`, {
        brief: isByClient || isByPlumber ? "Decide about the missed visit" : "Decide about a disputed payment",
        primary: "decide",
        beside: "call-client",
        urgency: "now",
      });
    }
    case "disputed":
      return step(`${client} disagreed with the final amount of ${final}. ${decideBy(disputedAt(facts), now)}`, {
        brief: "Decide the final amount",
        primary: "decide",
        beside: "call-client",
        urgency: "now",
      });
    case "excess": {
      const said = `${plumber} asks for ${final}, ${more} more than agreed.`;
      return askClient(facts, said, "answered", `${more} more`, "answer-final");
    }
    case "toConfirm": {
      if (!payment) return null;
      const recorded = `${formatMoney(payment.amount)} ${METHOD_WORDS[payment.method]}`;
      const who = { client, plumber, admin: "We" }[payment.recordedBy];
      if (isTooMuch(facts)) return step(`${who} recorded ${recorded}, but only ${formatMoney(facts.due)} is due.`);
      return payment.recordedBy === "plumber"
        ? askClient(facts, `${plumber} recorded ${recorded}.`, "confirmed it", recorded, "answer-payment")
        : waitFor(plumber, `${who} recorded ${recorded}. ${plumber} hasn't confirmed it yet.`);
    }
    case "quote": {
      if (!facts.isByPhone || !quote) return null;
      const total = `quote for ${formatMoney(quote.total)}`;
      const said = `${plumber} sent a ${total}, valid until ${dayOf(quote.validUntil, now)}.`;
      return askClient(facts, said, "answered", total, "answer-quote");
    }
    case "denied":
      return step(`${formatMoney(facts.due)} is due, and the last record of a payment was denied. Call both.`, {
        brief: "Payment denied",
        primary: "call-client",
        beside: "call-plumber",
        urgency: "today",
      });
    default:
      return null;
  }
}

function decideBy(openedAt: Instant | null, now: Instant): string {
  const by = decidedBy(openedAt ?? now);
  const day = nameDay(by, dateAt(now));
  return by < dateAt(now) ? `Call both and decide. It was due by ${day}.` : `Call both, and decide by ${day}.`;
}

/** The client is asked: by us on the phone, where they have no email; else they have not `done` it yet. */
const askClient = (
  { client: { firstName: client }, isByPhone }: StepFacts,
  said: string,
  done: string,
  what: string,
  primary: StepAction,
  urgency: ViewersStep["urgency"] = "today",
) =>
  isByPhone
    ? step(`${said} Ask ${client} on the phone.`, {
        brief: `Ask ${client}: ${what}`,
        primary,
        beside: "call-client",
        urgency,
      })
    : waitFor(client, `${said} ${client} hasn't ${done} yet.`);

function aboutVisit(facts: StepFacts, status: KeptStatus, plumber: string, now: Instant): ViewersStep {
  const { startsAt, waitingSince, onTheWayAt, proposedBy, proposedStart, due } = facts;
  const client = facts.client.firstName;
  if (isToCome(status) && proposedBy !== null && proposedStart !== null) {
    const said = `${proposedBy === "client" ? client : plumber} suggests ${dayAndTime(proposedStart, now)} instead.`;
    return proposedBy === "plumber"
      ? askClient(facts, said, "answered", "new time", "answer-time", "now")
      : waitFor(plumber, `${said} ${plumber} hasn't answered yet.`);
  }
  const window = timeWindow(startsAt, now);
  const notClosed = step("Not closed after 24 hours. Ask whether it is done.", {
    brief: "Not closed after 24 hours",
    primary: "call-plumber",
    beside: "call-client",
    urgency: "now",
  });
  switch (status) {
    case "pending":
      return step(`${client} has waited ${since(waitingSince, now)} for ${plumber}'s answer.`, {
        brief: `Waiting ${since(waitingSince, now)} for ${plumber}`,
        primary: "call-plumber",
        beside: "find-plumber",
        urgency: "today",
      });
    case "confirmed":
      if (window === "over") return notClosed;
      if (isLate(facts, now))
        return step(
          onTheWayAt === null
            ? `${plumber} was to come at ${timeAt(startsAt)} and hasn't set off.`
            : `${plumber} was to be there by now and hasn't started.`,
          {
            brief: onTheWayAt === null ? `${plumber} hasn't set off` : `${plumber} isn't there yet`,
            primary: "call-plumber",
            beside: "call-client",
            urgency: "now",
          },
        );
      return onTheWayAt === null
        ? step(`${plumber} is coming ${onTime(startsAt, now)}.`)
        : step(`${plumber} is on the way.`, { brief: "On the way" });
    case "in-progress":
      return window === "over" ? notClosed : step(`${plumber} is working on it.`);
    case "completed":
      return due > 0
        ? step(`Done. ${formatMoney(due)} is due.`, { brief: `${formatMoney(due)} due` })
        : step(doneWords(facts));
  }
}
