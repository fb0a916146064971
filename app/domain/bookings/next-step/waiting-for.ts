import { isAgreed, isCalledOff, isOpen, isToCome } from "../booking";
import type { Instant } from "../../time/harare";
import { moneyState, needsOtherPlumber, type StepFacts, type StepReader } from "./step-facts";

/** Whom a booking waits for; `since` and `until` null: not known, open. */
export interface Waiting {
  who: StepReader;
  since: Instant | null;
  until: Instant | null;
}

/** Whom everybody waits for (B30), the same for every viewer; null: nothing is left to do. */
export function waitingFor(facts: StepFacts, now: Instant): Waiting | null {
  const waiting = firstOf(facts, now);
  // The office speaks for a client without an email (N20).
  return waiting?.who === "client" && facts.isByPhone ? { ...waiting, who: "office" } : waiting;
}

function firstOf(facts: StepFacts, now: Instant): Waiting | null {
  const { status, plumber, waitingSince, startsAt, proposedBy, proposedStart, frozenAt, money } = facts;
  const on = (who: StepReader, { since = null, until = null }: Partial<Waiting> = {}): Waiting => ({
    who,
    since,
    until,
  });
  if (isCalledOff(status)) return null;
  if (!plumber) return on("office", { since: waitingSince, until: startsAt });
  const state = moneyState(facts, now);
  if (state === "frozen") return on("office", { since: frozenAt });
  if (needsOtherPlumber(facts)) return on("office", { until: startsAt });
  if (isToCome(status) && proposedBy !== null)
    return on(proposedBy === "client" ? "plumber" : "client", { until: proposedStart });
  switch (state) {
    case "disputed":
      return on("office");
    case "excess":
      return on("client");
    case "toConfirm": {
      const { recordedBy, isTooMuch } = money.payment!;
      // What the office records of a payment, the plumber confirms (M6).
      if (isTooMuch) return on(recordedBy === "admin" ? "office" : recordedBy);
      return on(recordedBy === "plumber" ? "client" : "plumber");
    }
    case "paying":
      return on("client");
    case "quote":
      return on("client", { until: money.quote!.validUntil });
    case "denied":
      return on("office");
    case "due":
      if (status === "completed") return on("client");
  }
  if (!isOpen(status)) return null;
  return isAgreed(status)
    ? on("plumber", { until: startsAt })
    : on("plumber", { since: waitingSince, until: startsAt });
}
