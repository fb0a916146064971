import { isAgreed, isCalledOff, isToCome, type KeptStatus } from "../booking";
import { formatSpan } from "../booking-words";
import { decidedBy } from "../dispute";
import { METHOD_WORDS } from "../payment-method";
import { dateAt, formatDate, sayWhen, timeAt, type Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import { unsettledPart } from "../final-amount";
import {
  type NextStep,
  type StepAction,
  disputedAt,
  isLate,
  isTooMuch,
  moneyState,
  needsOtherPlumber,
  timeWindow,
  unpaidDeposit,
  type StepFacts,
} from "./step-facts";
import {
  agreedPart,
  calledOff,
  claims,
  dayAndTime,
  dayOf,
  doneWords,
  nameDeposit,
  namesFor,
  objection,
  step,
  uncheckedWords,
  waitFor,
} from "./step-words";

/** The next step for the office (B30), which also speaks for a client without an email (N20): `nextStep` says the rest. */
export function officeStep(facts: StepFacts, now: Instant): NextStep {
  const { status, startsAt, waitingSince, preferredPlumberName: wanted } = facts;
  if (isCalledOff(status)) return calledOff(facts, status, "office", now);
  const client = facts.client.firstName;
  if (!facts.plumber) {
    const waited = since(waitingSince, now);
    const said = `${client} has waited ${waited} for a plumber.${wanted ? ` Asked for: ${wanted}.` : ""}`;
    return step(said, { brief: `Waiting ${waited} for a plumber`, primary: "find-plumber" });
  }
  const plumber = facts.plumber.firstName;
  if (facts.frozenAt === null && needsOtherPlumber(facts)) {
    const said = `${plumber} is suspended. ${client} needs another plumber on ${sayWhen(startsAt)}.`;
    return step(said, { brief: `${plumber} is suspended`, primary: "find-plumber", beside: "call-client" });
  }
  const found = aboutMoney(facts, plumber, now) ?? aboutVisit(facts, status, plumber, now);
  return facts.uncheckedPayment && found.primary === null
    ? { ...found, brief: "Payment to check", primary: "check-payment", isAsked: true }
    : found;
}

const since = (instant: Instant, now: Instant) => formatSpan(Math.max(0, now - instant));

function aboutMoney(facts: StepFacts, plumber: string, now: Instant): NextStep | null {
  const { openPayment: payment, openQuote: quote } = facts;
  const final = formatMoney(facts.finalAmount ?? 0);
  const due = formatMoney(facts.due);
  const decide = { primary: "decide", beside: "call-client" } as const;
  switch (moneyState(facts, now)) {
    case "frozen": {
      const said = claims(facts, "office");
      const brief = said ? "Decide about the missed visit" : "Decide about a disputed payment";
      const about = said || "A payment of this booking is disputed.";
      return step(`${about} ${decideBy(facts.frozenAt, now)}`, { brief, ...decide });
    }
    case "disputed": {
      return step(`${objection(facts, "office")} ${decideBy(disputedAt(facts, "dispute-final"), now)}`, {
        brief: "Decide the final amount",
        ...decide,
      });
    }
    case "excess": {
      const more = `${formatMoney(unsettledPart(facts))} more`;
      return askClient(
        facts,
        `${plumber} asks for ${final}, ${more} than agreed.${agreedPart(facts, "office")}`,
        "answered",
        more,
        "answer-final",
      );
    }
    case "toConfirm": {
      if (!payment) return null;
      const paid = `${formatMoney(payment.amount)} ${METHOD_WORDS[payment.method]}`;
      const said = `${namesFor(facts, "office")[payment.recordedBy]} recorded ${paid}`;
      if (isTooMuch(facts)) return step(`${said}, but only ${due} is due.`);
      return payment.recordedBy === "plumber"
        ? askClient(facts, `${said}.`, "confirmed it", paid, "answer-payment")
        : waitFor(plumber, `${said}. ${plumber} hasn't confirmed it yet.`);
    }
    case "quote": {
      if (!facts.isOnlyCalled || !quote) return null;
      const total = `quote for ${formatMoney(quote.total)}`;
      const said = `${plumber} sent a ${total}, valid until ${dayOf(quote.validUntil)}.`;
      return askClient(facts, said, "answered", total, "answer-quote");
    }
    case "denied": {
      const by = decideBy(disputedAt(facts, "deny-payment"), now);
      return step(`${due} is due, and the last record of a payment was denied. ${by}`, {
        brief: "Payment denied",
        ...decide,
      });
    }
    default:
      return null;
  }
}

function decideBy(openedAt: Instant | null, now: Instant): string {
  const by = decidedBy(openedAt ?? now);
  const day = formatDate(by, "short");
  return by < dateAt(now) ? `Call both and decide. It was due by ${day}.` : `Call both, and decide by ${day}.`;
}

/** The client is asked: by us on the phone, where nothing else reaches them; else they have not `done` it yet. */
function askClient({ client, isOnlyCalled }: StepFacts, said: string, done: string, what: string, primary: StepAction) {
  const name = client.firstName;
  return isOnlyCalled
    ? step(`${said} Ask ${name} on the phone.`, { brief: `Ask ${name}: ${what}`, primary, beside: "call-client" })
    : waitFor(name, `${said} ${name} hasn't ${done} yet.`);
}

/** The open quote, or the deposit (M10), that the client has not answered or paid; empty: neither. */
function waitsForClient(facts: StepFacts, now: Instant): string {
  const { client, openQuote: quote, paidAmount } = facts;
  if (quote && quote.validUntil >= now)
    return ` ${client.firstName} hasn't answered the quote for ${formatMoney(quote.total)} yet.`;
  const deposit = unpaidDeposit(facts);
  if (facts.underWay != null) return ` ${client.firstName} is paying ${deposit > 0 ? "the deposit" : "online"} now.`;
  if (facts.uncheckedPayment) return uncheckedWords(facts, "office");
  return deposit > 0 ? ` ${client.firstName} hasn't paid ${nameDeposit(deposit, paidAmount, "the ")} yet.` : "";
}

function briefAhead(facts: StepFacts, plumber: string, now: Instant): string {
  const deposit = unpaidDeposit(facts);
  if (timeWindow(facts.startsAt, now) !== "ahead") return `${plumber} to set off`;
  return deposit > 0 ? `${formatMoney(deposit)} deposit to pay` : `${plumber} to come`;
}

function aboutVisit(facts: StepFacts, status: KeptStatus, plumber: string, now: Instant): NextStep {
  const { startsAt, waitingSince, onTheWayAt, expectedAt, proposedBy, proposedStart } = facts;
  const client = facts.client.firstName;
  const due = formatMoney(facts.due);
  const waits = waitsForClient(facts, now);
  if (isToCome(status) && proposedBy !== null && proposedStart !== null) {
    const said = `${proposedBy === "client" ? client : plumber} suggests ${dayAndTime(proposedStart)} instead.`;
    return proposedBy === "plumber"
      ? askClient(facts, said, "answered", "new time", "answer-time")
      : waitFor(plumber, `${said} ${plumber} hasn't answered yet.`);
  }
  const call = { primary: "call-plumber", beside: "call-client" } as const;
  if (isAgreed(status) && timeWindow(startsAt, now) === "over")
    return step("Not closed after 24 hours. Ask whether it is done.", { brief: "Not closed after 24 hours", ...call });
  switch (status) {
    case "pending": {
      const waited = since(waitingSince, now);
      const brief = `No answer for ${waited}`;
      const said = `${client} has waited ${waited} for ${plumber}'s answer.${waits}`;
      return step(said, { brief, primary: "remind", beside: "call-plumber" });
    }
    case "confirmed": {
      const isAhead = onTheWayAt === null;
      if (!isLate(facts, now))
        return isAhead
          ? step(`${plumber} is coming on ${sayWhen(startsAt)}.${waits}`, {
              brief: briefAhead(facts, plumber, now),
            })
          : step(`${plumber} is on the way${expectedAt ? `, about ${timeAt(expectedAt)}` : ""}.${waits}`, {
              brief: `${plumber} to arrive${expectedAt ? `, ${timeAt(expectedAt)}` : ""}`,
            });
      const notYet = `was to come at ${timeAt(startsAt)} and hasn't set off.`;
      const said = `${plumber} ${isAhead ? notYet : "was to be there by now and hasn't started."}`;
      return step(said, { brief: `${plumber} ${isAhead ? "hasn't set off" : "isn't there yet"}`, ...call });
    }
    case "in-progress":
      return step(`${plumber} is working on it.${waits}`, { brief: `${plumber} to finish` });
    case "completed":
      return facts.due > 0 ? step(`Done. ${due} is due.${waits}`, { brief: `${due} due` }) : step(doneWords(facts));
  }
}
