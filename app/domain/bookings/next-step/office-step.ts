import { isCalledOff, isToCome, type CalledOffStatus, type KeptStatus } from "../booking";
import { formatSpan } from "../booking-words";
import { METHOD_WORDS } from "../payment-method";
import { timeAt, type Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import type { ViewersStep } from "./next-step";
import { LATE_AFTER, moneyState, needsOtherPlumber, timeWindow, type StepFacts } from "./step-facts";
import {
  backWords,
  becauseOf,
  type ByStatus,
  cancelledBrief,
  cancelledWords,
  dayAndTime,
  dayOf,
  decideBy,
  doneWords,
  onTime,
  step,
} from "./step-words";

/** The next step for the office (B30), which also speaks for a client without an email (N20): `nextStep` says the rest. */
export function officeStep(facts: StepFacts, now: Instant): ViewersStep {
  const { status, plumber } = facts;
  if (isCalledOff(status)) return CALLED_OFF[status](facts, now);
  if (!plumber) return unassigned(facts, now);
  if (facts.frozenAt === null && needsOtherPlumber(facts))
    return step(`${plumber} is suspended. ${facts.client} needs another plumber ${onTime(facts.startsAt, now)}.`, {
      brief: `${plumber} is suspended`,
      primary: "find-plumber",
      beside: "call-client",
      urgency: "now",
    });
  return aboutMoney(facts, plumber, now) ?? aboutVisit(facts, status, plumber, now);
}

const nameOf = ({ plumber }: StepFacts) => plumber ?? "The plumber";

function refused(facts: StepFacts, now: Instant): ViewersStep {
  const { closing } = facts;
  const plumber = nameOf(facts);
  const back = backWords(facts, "office", now);
  return closing?.by === "system"
    ? step(`${plumber} didn't answer in time.${back}`, { brief: "Not answered in time" })
    : step(`${plumber} refused this request${becauseOf(closing)}.${back}`, { brief: `${plumber} refused` });
}

function cancelled(facts: StepFacts, now: Instant): ViewersStep {
  const { closing, client } = facts;
  const plumber = nameOf(facts);
  const back = backWords(facts, "office", now);
  if (!closing) return step(`${cancelledWords("This booking was cancelled", facts, now)}${back}`);
  const who = { client, plumber, admin: "We", system: "Nobody" }[closing.by];
  return step(`${cancelledWords(`${who} cancelled this booking`, facts, now)}${back}`, {
    brief: cancelledBrief(who, facts),
  });
}

const CALLED_OFF: ByStatus<CalledOffStatus> = { cancelled, refused };

const since = (instant: Instant, now: Instant) => formatSpan(Math.max(0, now - instant));

const unassigned = ({ waitingSince, preferredPlumber, client }: StepFacts, now: Instant): ViewersStep =>
  step(
    `${client} has waited ${since(waitingSince, now)} for a plumber.${preferredPlumber ? ` Asked for: ${preferredPlumber}.` : ""}`,
    { brief: `Waiting ${since(waitingSince, now)} for a plumber`, primary: "find-plumber", urgency: "now" },
  );

const isMissed = ({ claims }: StepFacts) => claims.client === "standing" || claims.plumber === "standing";

function aboutMoney(facts: StepFacts, plumber: string, now: Instant): ViewersStep | null {
  const { client, isByPhone, money, claims } = facts;
  const { finalAmount, more, payment, quote } = money;
  const answers = {
    beside: "call-client",
    urgency: "today",
  } as const;
  switch (moneyState(facts, now)) {
    case "frozen":
      return step(
        `${claims.client === "standing" ? `${client} says ${plumber} didn't come.` : claims.plumber === "standing" ? `${plumber} says nobody was there.` : "A payment of this booking is disputed."} ${decideBy(facts.frozenAt, now)}`,
        {
          brief: isMissed(facts) ? "Decide about the missed visit" : "Decide about a disputed payment",
          primary: "decide",
          beside: "call-client",
          urgency: "now",
        },
      );
    case "disputed":
      return step(
        `${client} disagreed with the final amount of ${formatMoney(finalAmount ?? 0)}. ${decideBy(facts.disputedAt, now)}`,
        {
          brief: "Decide the final amount",
          primary: "decide",
          beside: "call-client",
          urgency: "now",
        },
      );
    case "excess":
      return isByPhone
        ? step(
            `${plumber} asks for ${formatMoney(finalAmount ?? 0)}, ${formatMoney(more)} more than agreed. Ask ${client} on the phone.`,
            {
              brief: `Ask ${client}: ${formatMoney(more)} more`,
              primary: "answer-final",
              ...answers,
            },
          )
        : step(
            `${plumber} asks for ${formatMoney(finalAmount ?? 0)}, ${formatMoney(more)} more than agreed. ${client} hasn't answered yet.`,
            { brief: `Waiting for ${client}` },
          );
    case "toConfirm": {
      if (!payment) return null;
      const recorded = `${formatMoney(payment.amount)} ${METHOD_WORDS[payment.method]}`;
      const who = { client, plumber, admin: "We" }[payment.recordedBy];
      if (payment.isTooMuch) return step(`${who} recorded ${recorded}, but only ${formatMoney(money.due)} is due.`);
      if (payment.recordedBy !== "plumber")
        return step(`${who} recorded ${recorded}. ${plumber} hasn't confirmed it yet.`, {
          brief: `Waiting for ${plumber}`,
        });
      return isByPhone
        ? step(`${plumber} recorded ${recorded}. Ask ${client} on the phone.`, {
            brief: `Ask ${client}: ${recorded}`,
            primary: "answer-payment",
            ...answers,
          })
        : step(`${plumber} recorded ${recorded}. ${client} hasn't confirmed it yet.`, {
            brief: `Waiting for ${client}`,
          });
    }
    case "quote": {
      const until = `until ${dayOf(quote?.validUntil ?? now, now)}`;
      return isByPhone
        ? step(
            `${plumber} sent a quote for ${formatMoney(quote?.total ?? 0)}, valid ${until}. Ask ${client} on the phone.`,
            {
              brief: `Ask ${client}: quote for ${formatMoney(quote?.total ?? 0)}`,
              primary: "answer-quote",
              ...answers,
            },
          )
        : null;
    }
    case "denied":
      return step(`${formatMoney(money.due)} is due, and the last record of a payment was denied. Call both.`, {
        brief: "Payment denied",
        primary: "call-client",
        beside: "call-plumber",
        urgency: "today",
      });
    default:
      return null;
  }
}

function aboutVisit(facts: StepFacts, status: KeptStatus, plumber: string, now: Instant): ViewersStep {
  const { client, startsAt, waitingSince, onTheWayAt, expectedAt, proposedBy, proposedStart, isByPhone, money } = facts;
  if (isToCome(status) && proposedBy !== null && proposedStart !== null) {
    const asked = proposedBy === "client" ? plumber : client;
    const said = `${proposedBy === "client" ? client : plumber} suggests ${dayAndTime(proposedStart, now)} instead.`;
    return proposedBy === "plumber" && isByPhone
      ? step(`${said} Ask ${client} on the phone.`, {
          brief: `Ask ${client}: new time`,
          primary: "answer-time",
          beside: "call-client",
          urgency: "now",
        })
      : step(`${said} ${asked} hasn't answered yet.`, { brief: `Waiting for ${asked}` });
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
      if (now >= Math.max(startsAt, expectedAt ?? startsAt) + LATE_AFTER)
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
      return money.due > 0
        ? step(`Done. ${formatMoney(money.due)} is due.`, { brief: `${formatMoney(money.due)} due` })
        : step(doneWords(money));
  }
}
