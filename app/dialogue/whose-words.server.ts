import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { listPartners } from "~/domain/contacts/contacts.server";
import { MESSAGE_LENGTH, PHOTO_ALONE } from "~/domain/messages/message";
import type { Said } from "~/domain/notices/said";
import { HOUR, MINUTE } from "~/domain/time/harare";
import { cutText } from "~/domain/values/text";
import { messageOf } from "~/http/refusals";
import { agrees, commandIn, type Heard, isAssent } from "./heard";
import { findStep, jobOf } from "./job-talk.server";
import { relay, sendTo, type Incoming, type Received } from "./passing-on.server";
import type { Answers, Waiting } from "./answers";
import { stepIn } from "./steps-in-words";
import { isQuestion, whoseSaid } from "./questions";
import { askBetween, choiceMeant, claim, officeHours, say, toOffice, write, type Here } from "./replies.server";
import { begin, goOnWithRequest } from "./request-talk.server";
import { tap, askAgain, inBetween, isAskedOf } from "./asked-again.server";

// Whose words are: the other side's, a step of a job's, or our office's.

/** Someone who has just read where their words go needn't read it again. */
const KNOWN_FOR = 10 * MINUTE;

/** Passes a message on to the other side, or to our office, and says to whom; asks for whom it is where that isn't sure. */
export async function passOn(here: Here): Promise<Received | null> {
  const { context, talk } = here;
  const led = await toOtherSide(here);
  if ("people" in led) return askAbout(here, { recipientId: "", recipient: "", people: led.people });
  const passed = await relay(context, led);
  if (!passed.ok) return passed;
  if (passed.isFiled)
    return say(here, { text: `Our office has your message and answers here ${officeHours(context)}.` });
  const { recipientId: sentTo, recipient } = led.owner ?? {};
  const { about } = talk?.answers ?? {};
  const isKnown = talk?.answers.sentTo === sentTo && hasJustWritten(here);
  return isKnown || !recipient || !sentTo ? passed : say(here, { text: `Sent to ${recipient}.` }, { about, sentTo });
}

const hasJustWritten = ({ context, talk }: Here) => talk !== null && talk.heardAt > context.now - KNOWN_FOR;

/** The last message is answered within this time. */
const ANSWERED_WITHIN = HOUR;

/**
 * Words without a reference are for the other side of the job that they have just looked at, or to whom they have just
 * written, or of whom they have just been told; else for the only one that they may be for. Where that is two people, they
 * are asked.
 */
async function toOtherSide(here: Here): Promise<Incoming | { people: { id: string; firstName: string }[] }> {
  const { context, incoming, talk } = here;
  const { owner, references } = incoming;
  if (!owner?.recipientId || references.length > 0 || owner.user.role === "admin") return incoming;
  const to = ({ id, firstName }: { id: string; firstName: string }): Incoming => ({
    ...incoming,
    owner: { ...owner, recipientId: id, recipient: firstName },
  });
  const people = await listPartners(context.db, owner.user, context.now);
  const isAnswer = (owner.metAt ?? 0) > context.now - ANSWERED_WITHIN;
  const newest = people.find(({ id }) => id === owner.recipientId);
  const { about, sentTo } = talk?.answers ?? {};
  const booking = about ? await findBookingFor(context.db, owner.user, about) : null;
  const other = owner.user.role === "client" ? booking?.plumber : booking?.client;
  const known = other ?? (hasJustWritten(here) ? people.find(({ id }) => id === sentTo) : undefined);
  // Somebody else has written since: the words may be an answer to them.
  const isSince = newest && isAnswer && owner.metAt! > (talk?.heardAt ?? 0) && newest.id !== known?.id;
  if (known) return isSince && incoming.text !== "" ? { people: [known, newest] } : to(known);
  if (newest && (isAnswer || people.length === 1)) return to(newest);
  const isPassedOn = incoming.text !== "" || incoming.picture !== null;
  return people.length > 0 && isPassedOn ? { people } : incoming;
}

/** Asks for whom a message is, and keeps it until that is said. */
function askAbout(
  here: Here,
  to: Omit<Waiting, "id" | "text" | "picture">,
  { isAsked = false, kept = {} }: { isAsked?: boolean; kept?: Partial<Answers> } = {},
) {
  const { id, text, picture } = here.incoming;
  const waiting = { id, text: text || PHOTO_ALONE, picture, ...to };
  return askBetween(here, "whose", { ...kept, waiting }, whoseSaid(waiting, isAsked));
}

/** Asks whether words are a step of a job, or words alone. Undefined: they are no step that is possible. */
export async function askStep(here: Here): Promise<Received | null | undefined> {
  const { context, incoming, heard, talk } = here;
  const { user, references, picture } = incoming;
  const name = user && heard.choice === null && references.length === 0 ? stepIn(heard.text, user.role) : null;
  // A quote has no picture: with one it is sent on.
  const isWords = name === "quote" && picture !== null;
  const said = { text: heard.text, about: talk?.answers.about };
  const found = user && name && !isWords ? await findStep(context, user, name, said) : null;
  return found ? askAbout(here, found) : undefined;
}

/** Asks once whether it is for someone they know; then it goes to our office. */
export async function notUnderstood(here: Here, answers: Answers, asked: Said): Promise<Received | null> {
  const { talk } = here;
  const step = await askStep(here);
  if (step !== undefined) return step;
  if (!talk || talk.misses > 0) return toOffice(here, answers);
  const whose = askWhose(here, answers, true);
  if (whose) return whose;
  const how = (asked.buttons ?? asked.rows) ? "Tap a choice, or write its number. " : "";
  const said = { ...asked, text: `We didn't understand that. ${how}${asked.text}` };
  return write(here, { state: talk.state, answers, misses: 1 }, said);
}

/** Asks whom a message is for; null: there is nobody but us. */
export function askWhose(here: Here, answers: Answers, isAsked: boolean) {
  const { incoming, heard, talk } = here;
  const { recipientId, recipient } = incoming.owner ?? {};
  if (!recipientId || !recipient || heard.text === "") return null;
  const kept = { ...answers, ...(talk && isQuestion(talk.state) && { resume: talk.state }) };
  return askAbout(here, { recipientId, recipient }, { isAsked, kept });
}

/** Does with the message that waited what they say. */
export async function answerWhose(given: Here, { waiting, ...answers }: Answers): Promise<Received | null> {
  const { context, incoming, heard, talk } = given;
  if (!waiting || !incoming.user) return begin(given);
  const isAsked = isAskedOf(answers);
  const said = whoseSaid(waiting, isAsked);
  const choice = heard.choice ?? choiceMeant(heard.text, said) ?? answerOf(heard, waiting, isAsked);
  const back = (here: Here) => ({
    ...here,
    talk: { ...here.talk!, state: inBetween(answers), answers },
  });
  const step = jobOf(choice?.replace("whose.", "") ?? null);
  if (step) return tap(back(given), step, waiting.quote && waiting.text);
  if (choice === "whose.job") return begin({ ...given, talk: { ...talk!, answers: {} } }, waiting.text);
  if (choice === "whose.us") return askAgain(back(given), "");
  if (choice === "whose.none") return say(back(given), { text: "Nothing is noted, and nothing is sent." });
  const to = recipientOf(choice, waiting);
  if (!to) {
    const led = answers.resume ? await goOnWithRequest(back(given), answers.resume, commandIn(heard)) : null;
    if (led && "written" in led) return led.written;
    if (talk!.misses > 0) return toOffice(given, answers);
    const both = { ...waiting, text: `${waiting.text}\n${heard.text}`, quote: undefined };
    return askBetween(given, "whose", { ...answers, waiting: both }, whoseSaid(both, isAsked), 1);
  }
  const here = await claim(given);
  if (!here) return null;
  const { id, text, picture } = waiting;
  const message = { recipientId: to.id, id, content: cutText(text, MESSAGE_LENGTH) };
  const sent = await sendTo(context, incoming.user, message, picture ? await context.openPicture(picture) : null);
  if (!sent.ok && sent.reason === "tooMany") return sent;
  const done = sent.ok ? `Sent to ${to.firstName}.` : messageOf(sent);
  return isAsked ? askAgain(back(here), done) : say(here, { text: done }, { sentTo: to.id });
}

/** The meaning of a bare yes or no; null: it is neither, or there are several people. */
function answerOf(heard: Heard, { step, people }: Waiting, isAsked: boolean): string | null {
  const isYes = agrees(heard);
  if (people || !(isYes || isAssent(heard))) return null;
  if (step) return isYes ? step.id : "whose.none";
  if (!isAsked) return null;
  return isYes ? "whose.them" : "whose.us";
}

const recipientOf = (choice: string | null, { recipientId, recipient, people }: Waiting) =>
  choice === "whose.them"
    ? { id: recipientId, firstName: recipient }
    : people?.find(({ id }) => choice === `whose.to.${id}`);
