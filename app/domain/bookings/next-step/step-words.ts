import { byMethod, sentenceName } from "~/db/money-words";
import { dateAt, formatDate, type Instant, sayWhen, timeAt } from "../../time/harare";
import { formatMoney } from "../../values/money";
import { endWith } from "../../values/text";
import type { BookingStatus, CalledOffStatus } from "../booking";
import { decidedBy } from "../dispute";
import { METHOD_WORDS } from "../payment-method";
import { capitalized } from "../booking-words";
import {
  type NextStep,
  type StepAction,
  claimants,
  disputedAt,
  isToAnswerPayment,
  isTooMuch,
  type StepFacts,
  type StepReader,
} from "./step-facts";

export type ByStatus<S extends BookingStatus> = Record<S, (facts: StepFacts, now: Instant) => NextStep>;

type More = Partial<Omit<NextStep, "sentence">>;

/** The primary actions that no one waits for. */
const OPTIONAL: readonly StepAction[] = ["ask-another", "call-client", "directions", "message", "review"];

/** A step that says this; without `more` nothing is asked of the viewer. */
export function step(sentence: string, more: More = {}): NextStep {
  const { primary = null } = more;
  const isAsked = primary !== null && !OPTIONAL.includes(primary);
  return { sentence, brief: null, hint: null, beside: null, isAsked, ...more, primary };
}

export const waitFor = (who: string, sentence: string, more: More = {}): NextStep =>
  step(sentence, { brief: `Waiting for ${who}`, ...more });

// A step is read later, too, in an email or a kept page: its days are never "today" or "tomorrow" (T2).

/** `Wed 25 Nov`. */
export const dayOf = (instant: Instant): string => formatDate(dateAt(instant), "short");

/** `Wed 25 Nov, 10:00 am`. */
export const dayAndTime = (instant: Instant): string => `${dayOf(instant)}, ${timeAt(instant)}`;

/** A deadline: `10:00 am on Wed 25 Nov`. */
export const byTime = (instant: Instant): string => `${timeAt(instant)} on ${dayOf(instant)}`;

export const doneWords = ({ paidAmount }: StepFacts): string =>
  paidAmount > 0 ? `Done and paid, ${formatMoney(paidAmount)}.` : "Done. Nothing is due.";

export const suggestion = (who: string, start: Instant, beside: NextStep["beside"] = null): NextStep => {
  const when = dayAndTime(start);
  return step(`${who} suggests another time: ${when}.`, { tells: "propose", primary: "answer-time", beside });
};

/** A step that our office decides (B30): `said`, and by when; once that is over, that it is, and to call us. */
export function withOffice(said: string, openedAt: Instant | null, now: Instant, more: More) {
  const by = decidedBy(openedAt ?? now);
  const day = formatDate(by, "short");
  const common = { brief: "With our office", ...more };
  // Where the call is what is asked for, the few words say why.
  const late = more.isAsked && { brief: `Our decision is late, since ${day}` };
  return by < dateAt(now)
    ? step(`${said} Our office should have decided by ${day}. Call us.`, { ...common, ...late, beside: "call-office" })
    : step(`${said} Our office decides by ${day}.`, common);
}

/**
 * A side's step about a payment that was denied (M5). The amount stays due, so its way to settle it stays too, behind the
 * call once our office is late.
 */
export function deniedPayment(facts: StepFacts, said: string, ways: Pick<More, "primary" | "beside">, now: Instant) {
  const more = { ...ways, isAsked: true, tells: "deny-payment" } as const;
  const asked = withOffice(said, disputedAt(facts, "deny-payment"), now, more);
  return asked.beside === "call-office" ? { ...asked, primary: asked.beside, beside: ways.primary ?? null } : asked;
}

/** That a recorded payment was denied, in the words of the side that did; without them, that the two disagree. */
export function denial(facts: StepFacts, reader: "client" | "plumber"): string {
  const { deniedBy, denialReason } = facts;
  const names = namesFor(facts, reader);
  return deniedBy && denialReason
    ? `${names[deniedBy]} denied the last payment${endWith(denialReason)}`
    : `You and ${names[reader === "client" ? "plumber" : "client"]} disagree about the last payment.`;
}

type Unchecked = NonNullable<StepFacts["uncheckedPayment"]>;

const tellUnchecked = ({ amount, method, startedAt }: Unchecked, whose: string): string =>
  `We don't know yet whether ${whose} ${sentenceName(method)} payment of ${formatMoney(amount)} of ${dayOf(startedAt)} arrived.`;

const BEING_CHECKED = "Our office is checking. Don't pay again yet.";

/** The same on the page of that payment, below its amount. */
export const uncheckedOwn = ({ method, startedAt }: Unchecked): string =>
  `You started it on ${dayOf(startedAt)}, ${byMethod(method)}. ${BEING_CHECKED}`;

/** Tells its client of a payment online that our office still has to check (M11). */
export const askToWait = (unchecked: Unchecked): string => `${tellUnchecked(unchecked, "your")} ${BEING_CHECKED}`;

/** The same to each reader, as further sentences; empty: there is none. */
export function uncheckedWords({ uncheckedPayment, client }: StepFacts, reader: StepReader): string {
  if (!uncheckedPayment) return "";
  if (reader === "client") return ` ${askToWait(uncheckedPayment)}`;
  const next = reader === "office" ? "Check it by hand." : "Our office is checking.";
  return ` ${tellUnchecked(uncheckedPayment, `${client.firstName}'s`)} ${next}`;
}

/** The few words of a step that has none of its own while our office checks a payment. */
export const CHECKING = "Payment being checked";

export const namesFor = ({ client, plumber }: StepFacts, reader: StepReader) => ({
  client: reader === "client" ? "You" : client.firstName,
  plumber:
    reader === "plumber" ? "You" : (plumber?.firstName ?? (reader === "client" ? "Your plumber" : "The plumber")),
  admin: reader === "office" ? "We" : "Our office",
  system: "Pombi",
});

/** A booking that was cancelled or refused: by whom, why, and the use of money paid online. */
export function calledOff(facts: StepFacts, status: CalledOffStatus, reader: StepReader, now: Instant): NextStep {
  const { closing, back, instead, startsAt, plumber } = facts;
  const { said, brief, tells } = CALLED_OFF[status](facts, reader);
  const use = back ? backWords(facts, back, reader, now) : "";
  if (reader !== "client") return step(`${said}${use}`, { brief, tells });
  const andElse = status === "refused" && !instead && startsAt > now ? ", and other plumbers may be free" : "";
  const owed = status === "cancelled" && back?.kept ? "You owe nothing more" : `You owe nothing${andElse}`;
  const asked = instead ? ` You've asked ${instead.firstName} instead.` : "";
  const sentence = `${said} ${owed}.${use}${asked}`;
  if (instead) return step(sentence, { brief, tells, beside: "see-instead" });
  if (status === "cancelled" && closing?.by === "client")
    return step(sentence, { brief, tells, beside: plumber && "book-again" });
  const then = status === "cancelled" ? " You can ask another plumber." : "";
  return step(`${sentence}${then}`, { brief, tells, primary: "ask-another" });
}

/** The client's objection that waits for our office's decision (M5): to the work, or to the final amount. */
export function objection(facts: StepFacts, reader: StepReader): string {
  const { client } = namesFor(facts, reader);
  if (facts.finalAnswer === "disputed")
    return `${client} disagreed with ${formatMoney(facts.finalAmount ?? 0)}.${agreedPart(facts, reader)}`;
  return `${client} ${reader === "client" ? "said" : "says"} that something is wrong with the work.`;
}

/** The part of the final amount that is agreed on, as a further sentence: due, recorded or paid; empty: there is none. */
export function agreedPart(facts: StepFacts, reader: StepReader): string {
  const { due, paidAmount, openPayment } = facts;
  if (openPayment) {
    const { amount, method, recordedBy } = openPayment;
    return ` ${namesFor(facts, reader)[recordedBy]} recorded ${formatMoney(amount)} ${METHOD_WORDS[method]}.`;
  }
  const denied = facts.deniedBy === null ? "" : ", and the last payment was denied";
  if (due > 0) return ` ${formatMoney(due)} of it is due already${denied}.`;
  return paidAmount > 0 ? ` ${formatMoney(paidAmount)} of it is paid.` : "";
}

/** A side's step about an amount of which a part is not agreed on, with the question about the payment of the other part (M4). */
export function withRecord(unsettled: NextStep, facts: StepFacts, reader: "client" | "plumber"): NextStep {
  if (!isToAnswerPayment(facts, reader)) return unsettled;
  // Both answers and a way to write would not fit beside one another on a phone.
  const beside = unsettled.beside === "call-office" ? unsettled.beside : null;
  return { ...unsettled, primary: "answer-payment", beside, isAsked: true };
}

/** The claims of a missed visit that wait for our office (B27), in a sentence; empty: none does. */
export function claims(facts: StepFacts, reader: StepReader): string {
  const { client, plumber } = namesFor(facts, reader);
  const said = {
    client:
      reader === "client"
        ? `you told us that ${plumber} didn't come`
        : `${client} says ${reader === "plumber" ? "you" : plumber} didn't come`,
    plumber: reader === "plumber" ? "you told us that nobody was there" : `${plumber} says nobody was there`,
  };
  const sides = claimants(facts).map((side) => said[side]);
  return sides.length === 0 ? "" : `${capitalized(sides.join(", and "))}.`;
}

/** A deposit that is to be paid (M10), or what is left of one: `a deposit of $30`, `the rest of the deposit ($20)`. Cents. */
export const nameDeposit = (amount: number, paidAmount: number, article: "a " | "the " | ""): string =>
  paidAmount > 0
    ? `${article && "the "}rest of the deposit (${formatMoney(amount)})`
    : `${article}deposit of ${formatMoney(amount)}`;

/** Our office's last word on a dispute (M5), to begin a step with; empty: none that still counts. */
export function ruled({ ruling, finalAnswer, status, due }: StepFacts): string {
  if (!ruling) return "";
  const { event, amount, outcome, reason } = ruling;
  const why = endWith(reason);
  if (event === "resolve-dispute" && due === 0) return "";
  if (event === "resolve-dispute" && amount === null) return `Our office has looked into it${why} `;
  if (event === "resolve-dispute")
    return `Our office decided that ${amount ? formatMoney(amount) : "nothing"} was paid${why} `;
  if (finalAnswer === "decided" && amount !== null) return `Our office decided on ${formatMoney(amount)}${why} `;
  return status === "in-progress" && outcome === "took-place"
    ? `Our office decided that the visit took place${why} `
    : "";
}

type CalledOffWords = { said: string } & Required<Pick<NextStep, "brief" | "tells">>;

const CALLED_OFF: Record<CalledOffStatus, (facts: StepFacts, reader: StepReader) => CalledOffWords> = {
  cancelled(facts, reader) {
    const { closing, cancelledLateBy, missedBy, back, paidAmount } = facts;
    if (missedBy) return missedVisit(facts, missedBy, reader);
    const what = reader === "plumber" ? "job" : "booking";
    const who = closing && namesFor(facts, reader)[closing.by];
    const said = closing ? `${who} cancelled this ${what} on ${sayWhen(closing.at)}` : `This ${what} was cancelled`;
    const late = cancelledLateBy ? ", less than 2 hours before the start" : "";
    // Held money alone leaves the plumber the fee (M12), which the next sentences say.
    const isUnpaid = reader === "plumber" && cancelledLateBy === "client" && back === null && paidAmount === 0;
    const counts = isUnpaid
      ? " No visit fee comes to you, because nothing was paid online."
      : cancelledLateBy
        ? " That counts as late."
        : "";
    return {
      said: `${said}${late}${endWith(closing?.reason)}${counts}`,
      brief: who && `${who} cancelled${cancelledLateBy ? " late" : ""}`,
      tells: "cancel",
    };
  },
  refused(facts, reader) {
    const who = namesFor(facts, reader).plumber;
    if (facts.closing?.by === "system") {
      const isOwn = reader === "plumber";
      if (!facts.plumber)
        return { said: "We didn't find a plumber in time.", brief: "No plumber found", tells: "expire" };
      const said = `${who} didn't answer in time${isOwn ? ", so the request was refused" : ""}.`;
      return { said, brief: isOwn ? "You didn't answer in time" : "Not answered in time", tells: "expire" };
    }
    const isClient = reader === "client";
    const said = `${who} ${isClient ? "couldn't take this booking" : "refused this request"}${endWith(facts.closing?.reason)}`;
    return { said, brief: `${who} ${isClient ? "can't take it" : "refused"}`, tells: "refuse" };
  },
};

/** A booking that ended because our office decided that one side missed the visit (M5). */
function missedVisit(facts: StepFacts, missedBy: "client" | "plumber", reader: StepReader): CalledOffWords {
  const { plumber, admin } = namesFor(facts, reader);
  const name = reader === "plumber" ? "you" : plumber;
  const what = missedBy === "plumber" ? `${name} didn't come` : `nobody was there when ${name} came`;
  const counts = missedBy === reader ? " That counts like a late cancellation. Is it wrong? Call us." : "";
  return {
    said: `${admin} decided that ${what}${endWith(facts.closing?.reason)}${counts}`,
    brief: missedBy === "plumber" ? `${plumber} didn't come` : "Nobody was there",
    tells: "decide",
  };
}

/** The use of money paid online for a cancelled, refused or expired booking (M12), as further sentences. */
function backWords(
  { client: { firstName: client }, plumber }: StepFacts,
  { due, dueBy, sent, kept }: NonNullable<StepFacts["back"]>,
  reader: StepReader,
  now: Instant,
): string {
  const by = dayOf(dueBy);
  const whose = kept > 0 ? "" : ` that ${client} paid online`;
  const goesBack = dueBy < now ? "You should have it by now. Call us" : `Our office sends it by ${by}`;
  const words = {
    client: {
      kept: `${formatMoney(kept)} of what you paid goes to ${plumber?.firstName} as the visit fee`,
      due: `${formatMoney(due)} goes back to you. ${goesBack}`,
      sent: `We've sent ${formatMoney(sent)} back to you`,
    },
    plumber: {
      kept: `${formatMoney(kept)} that ${client} paid online is yours as the visit fee, less the commission`,
      due: `${formatMoney(due)}${whose} goes back to ${client}`,
      sent: `${formatMoney(sent)}${whose} went back to ${client}`,
    },
    office: {
      kept: `${formatMoney(kept)} goes to ${plumber?.firstName} as the visit fee, less the commission`,
      due: `${formatMoney(due)} goes back to ${client}. Send it by ${by}`,
      sent: `${formatMoney(sent)} was sent back to ${client}`,
    },
  }[reader];
  return [kept > 0 && words.kept, due > 0 && words.due, sent > 0 && words.sent]
    .flatMap((one) => (one ? ` ${one}.` : []))
    .join("");
}

/** A side's step while a recorded payment waits for an answer (M6): the plumber confirms what our office records. */
export function recordedPayment(
  facts: StepFacts,
  { amount, method, recordedBy }: NonNullable<StepFacts["openPayment"]>,
  reader: "client" | "plumber",
  beside: NextStep["beside"],
): NextStep {
  const isClient = reader === "client";
  const names = namesFor(facts, reader);
  const who = names[recordedBy];
  const other = names[isClient ? "plumber" : "client"];
  const paid = `${formatMoney(amount)} ${METHOD_WORDS[method]}`;
  const asked = isToAnswerPayment(facts, reader);
  if (isTooMuch(facts)) {
    const said = `${who} recorded ${paid}, but only ${formatMoney(facts.due)} is due.`;
    if (!asked) return step(`${said} ${who} can take it back.`, { beside });
    const again = `Take it back, then record what you ${isClient ? "paid" : "were paid"}.`;
    return step(`${said} ${again}`, { primary: "answer-payment", tells: "record-payment" });
  }
  if (asked) {
    const question = isClient ? `you paid ${paid}. Did you pay this?` : `you were paid ${paid}. Did you get it?`;
    return step(`${who} recorded that ${question}`, { primary: "answer-payment", tells: "record-payment" });
  }
  const waits = isClient ? `We're waiting for ${other} to confirm it.` : `${other} hasn't confirmed it yet.`;
  const brief = isClient ? `Waiting for ${other}` : `${formatMoney(amount)} not confirmed yet`;
  return step(`${who} recorded ${paid}. ${waits}`, { brief, beside });
}
