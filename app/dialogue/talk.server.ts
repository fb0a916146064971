import type { DialogueState } from "~/db/dialogue-states";
import { vouchForPhone } from "~/domain/accounts/phone-accounts.server";
import type { AuthenticatedUser } from "~/domain/values/user";
import { readChoice, STALE } from "~/domain/dialogues/dialogue";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { goesOn } from "~/domain/dialogues/dialogues.server";
import { listPartners } from "~/domain/contacts/contacts.server";
import { MESSAGE_LENGTH, PHOTO_ALONE } from "~/domain/messages/message";
import type { Said } from "~/domain/notices/said";
import { PHOTOS_PER_KIND } from "~/domain/photos/photo";
import { findProblem } from "~/domain/search/problem-search";
import { HOUR, MINUTE } from "~/domain/time/harare";
import { cleanText, cutText, NAME_LENGTH } from "~/domain/values/text";
import { messageOf } from "~/http/refusals";
import { agrees, commandIn, type Heard, isAssent, wantsPerson, type Command } from "./heard";
import type { PhoneContext } from "./phone-context.server";
import {
  answerJob,
  answerPhoto,
  answerRequest,
  askJobAgain,
  askToCancel,
  askWhichPhoto,
  findStep,
  jobOf,
  sayDue,
  sayJobs,
  sayWhatWaits,
  takesNumbers,
  tapJob,
} from "./job-talk.server";
import { fileBeside, relay, sendTo, toInbox, type Incoming, type Received } from "./passing-on.server";
import type { Answers, Waiting, AskedJob } from "./answers";
import { stepIn } from "./steps-in-words";
import { isQuestion, type Person, questionOf, whereToBegin, whoseSaid } from "./questions";
import {
  ask,
  askBetween,
  choiceIn,
  choiceMeant,
  claim,
  officeHours,
  replyWith,
  say,
  toOffice,
  write,
  type Here,
} from "./replies.server";
import { begin, goOnWithChange, goOnWithRequest, withLastPlace, withSent } from "./request-talk.server";

/** Answers a message, or passes it on. Null: another message of this phone came first, and it is to be read again. */
export async function converse(context: PhoneContext, incoming: Incoming): Promise<Received | null> {
  const here = standOf(context, incoming);
  const { heard, talk } = here;
  const { user, owner, references } = incoming;
  if (talk?.takenBy) return hearOnly(here);
  // Who it is may be more than one, or suspended: our office looks.
  if (incoming.isUnclear) return passOn(here);
  if (heard.choice === STALE) return askAgain(here, "That was answered already.");
  const job = jobOf(heard.choice);
  if (job) return tap(here, job);

  const command = heard.choice === "office" ? "office" : commandIn(heard);
  const isWithOffice = talk?.state === "office";
  const isAlone = !owner?.recipientId && user?.role !== "plumber";
  if (!isWithOffice && (command === "office" || (isAlone && wantsPerson(heard)))) return toOffice(here);
  if (command === "jobs" && user) return say(here, await sayJobs(context, user));
  if (command === "pay" && user?.role === "client") return say(here, await sayDue(context, user));
  if (command === "start" && user && !owner && incoming.channel === "whatsapp") return startAgain(here, user);
  if (command === "anew" || (command === "start" && !talk))
    return user && user.role !== "client"
      ? say(here, await sayJobs(context, user))
      : ask(here, await withLastPlace(context, {}, user), "");
  if (command === "cancel" && user && !isAskedNow(here))
    return replyWith(here, await askToCancel(context, user, callOf(here)));
  if (command === "cancel" && talk && isQuestion(talk.state))
    return write(here, NOTHING_SENT, { text: "Nothing was sent. Write NEW for another request." });
  const answer = user?.role === "plumber" ? await answerRequest(context, user, callOf(here)) : null;
  if (answer) return replyWith(here, answer);
  if (isWithOffice && command !== "back") return toldOffice(here);
  if (references.length > 0 && heard.choice === null) return passOn(here);
  if (isWithOffice) return askAgain(here, "");
  return goOn(here, command);
}

/** Where the conversation stands as a message comes. */
function standOf(context: PhoneContext, incoming: Incoming): Here {
  const { now, origin } = context;
  const { talk: latest, user, owner, place, picture } = incoming;
  const talk = latest && goesOn(latest, now) ? latest : null;
  const { state, answers } = talk ?? {};
  const choice =
    incoming.choice === null
      ? state === "menu"
        ? choiceMeant(incoming.text, { text: "", rows: answers?.offered ?? [] })
        : null
      : readChoice(incoming.choice, talk);
  const heard = { text: choice === null ? incoming.text : "", choice, place, picture };
  const person: Person = {
    userId: user?.id ?? null,
    name: cutText(cleanText(incoming.name ?? ""), NAME_LENGTH) || null,
    hasConsent: owner !== null,
    now,
    origin,
  };
  return { context, incoming, heard, talk, person };
}

const callOf = ({ incoming, heard }: Here) => ({
  ...heard,
  id: incoming.id,
  phone: incoming.phone,
  references: incoming.references,
});

/** Goes on with what was asked, or begins. */
async function goOn(here: Here, command: Command | null): Promise<Received | null> {
  const { context, incoming, heard, talk } = here;
  const { user, owner, unseen } = incoming;
  const { state = "menu", answers = {} } = talk ?? {};
  const isAsked = isQuestion(state);
  if (unseen && heard.text === "" && (isAsked || (state === "menu" && !owner?.recipientId))) return askForWords(here);
  if (isAsked) {
    const led = await goOnWithRequest(here, state, command);
    return "written" in led
      ? led.written
      : notUnderstood(here, led.answers, questionOf(state).asks(led.answers, here.person));
  }
  if (state === "change") return goOnWithChange(here, answers);
  if (state === "whose") return answerWhose(here, answers);
  if (state === "job") return goOnWithJob(here, answers, command);
  if (state === "photo") return goOnWithPhoto(here, answers);

  if (user?.role === "plumber" && incoming.picture && heard.text === "") {
    const which = await askWhichPhoto(context, user, owner?.recipient ?? null);
    const photo = { sent: [{ id: incoming.id, picture: incoming.picture }] };
    if (which) return askBetween(here, "photo", { photo }, which);
  }
  const waits = user && isAssent(heard) ? await sayWhatWaits(context, user, incoming.phone) : null;
  if (waits) return say(here, waits);
  const step = await askStep(here);
  if (step !== undefined) return step;
  const isOfOffice = user !== null && user.role !== "client";
  // A client who has a conversation may mean a new job.
  if (isOfOffice || (owner?.recipientId && findProblem(heard.text) === null)) return passOn(here);
  return askWhose(here, {}, false) ?? begin(here);
}

/** Writes to someone again who had stopped it. */
async function startAgain(here: Here, user: AuthenticatedUser): Promise<Received | null> {
  const { id, channel, phone } = here.incoming;
  const { id: userId } = user;
  await vouchForPhone(here.context, { id, userId, channel, phone });
  return say(here, {
    text: `You get our messages again; STOP ends them. ${whereToBegin(user)}`,
  });
}

const NOTHING_SENT = { state: "menu", answers: {}, misses: 0 } as const;

/** Who has just read where their words go needn't read it again. */
const KNOWN_FOR = 10 * MINUTE;

/** Passes a message on to the other side, or to our office, and says to whom; asks for whom it is where that isn't sure. */
async function passOn(here: Here): Promise<Received | null> {
  const { context, talk } = here;
  const led = await toOtherSide(here);
  if ("people" in led) return askForWhom(here, led.people);
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

/** What was sent last is answered within this time. */
const ANSWERED_WITHIN = HOUR;

/**
 * Words without a reference are for the other side of the job that they have just looked at, or to whom they have just
 * written, or of whom they have just been told; else for the only one that they may be for.
 */
async function toOtherSide(here: Here): Promise<Incoming | { people: { id: string; firstName: string }[] }> {
  const { context, incoming, talk } = here;
  const { owner, references } = incoming;
  if (!owner?.recipientId || references.length > 0 || owner.user.role === "admin") return incoming;
  const to = ({ id, firstName }: { id: string; firstName: string }): Incoming => ({
    ...incoming,
    owner: { ...owner, recipientId: id, recipient: firstName },
  });
  const { about, sentTo } = talk?.answers ?? {};
  const booking = about ? await findBookingFor(context.db, owner.user, about) : null;
  const other = owner.user.role === "client" ? booking?.plumber : booking?.client;
  if (other) return to(other);
  const people = await listPartners(context.db, owner.user, context.now);
  const known = people.find(({ id }) => id === sentTo);
  if (known && hasJustWritten(here)) return to(known);
  const isAnswer = (owner.metAt ?? 0) > context.now - ANSWERED_WITHIN;
  const newest = people.find(({ id }) => id === owner.recipientId);
  if (newest && (isAnswer || people.length === 1)) return to(newest);
  const isPassedOn = incoming.text !== "" || incoming.picture !== null;
  return people.length > 0 && isPassedOn ? { people } : incoming;
}

/** Asks for whom words or a picture are. */
function askForWhom(here: Here, people: readonly { id: string; firstName: string }[]) {
  const { id, text, picture } = here.incoming;
  const waiting = { id, text: text || PHOTO_ALONE, picture, recipientId: "", recipient: "", people };
  return askBetween(here, "whose", { waiting }, whoseSaid(waiting, false));
}

/** Asks whether words are a step of a job, or words alone. Undefined: they are no step that is possible. */
async function askStep(here: Here): Promise<Received | null | undefined> {
  const { context, incoming, heard } = here;
  const { id, user, references } = incoming;
  const name = user && heard.choice === null && references.length === 0 ? stepIn(heard.text, user.role) : null;
  const found = user && name ? await findStep(context, user, name, heard.text) : null;
  if (!found) return undefined;
  const waiting = { id, text: heard.text, picture: null, ...found };
  return askBetween(here, "whose", { waiting }, whoseSaid(waiting, false));
}

/** A question is open whose answer the words may be. */
const isAskedNow = ({ talk }: Here) =>
  talk !== null && (isQuestion(talk.state) || ["job", "whose", "change", "photo"].includes(talk.state));

/** A person answers: we only keep what was said. */
async function hearOnly(here: Here): Promise<Received | null> {
  const { context, incoming, talk } = here;
  const received = await toInbox(context, incoming);
  if (!received.ok) return received;
  const { state, answers } = talk!;
  return write(here, { state, answers: withSent(answers, incoming), misses: 0 }, null);
}

/** More for our office, which hasn't answered yet. */
async function toldOffice(here: Here): Promise<Received | null> {
  const received = await fileBeside(here.context, here.incoming);
  if (!received.ok) return received;
  const answers = withSent(here.talk!.answers, here.incoming);
  return write(
    here,
    { state: "office", answers, misses: 0 },
    { text: "Our office has that, too. Write BACK to go on here." },
  );
}

/** Passes on to the office what nobody can see or hear here, and asks for words. */
async function askForWords(here: Here): Promise<Received | null> {
  const received = await fileBeside(here.context, here.incoming);
  if (!received.ok) return received;
  return askAgain(
    here,
    "We can't play or open that here, but our office has been told. Please write it in a few words.",
  );
}

/** Asks again what is asked, or was before a person answered; where nothing was, it says where to begin. */
async function askAgain(here: Here, before: string): Promise<Received | null> {
  const { context, incoming, talk } = here;
  const { answers = {} } = talk ?? {};
  const state = talk?.state === "office" ? answers.before : talk?.state;
  const again = (said: Said) => ({ ...said, text: [before, said.text].filter(Boolean).join(" ") });
  if (state && isQuestion(state)) return ask(here, answers, before, state);
  if (state === "job" && answers.job && incoming.user) {
    const said = await askJobAgain(context, incoming.user, answers.job);
    if (said) return askBetween(here, "job", { job: answers.job, resume: answers.resume }, again(said));
  }
  if (state === "photo" && answers.photo && incoming.user) {
    const said = await askWhichPhoto(context, incoming.user, incoming.owner?.recipient ?? null);
    if (said) return askBetween(here, "photo", { photo: answers.photo, resume: answers.resume }, again(said));
  }
  if (state === "whose" && answers.waiting)
    return askBetween(
      here,
      "whose",
      { ...answers, before: undefined },
      again(whoseSaid(answers.waiting, isAskedOf(answers))),
    );
  if (answers.resume) return ask(here, answers, before, answers.resume);
  return say(here, again({ text: whereToBegin(incoming.user) }));
}

/** Does what a job's button says, or what was read back of these words. */
async function tap(given: Here, job: AskedJob, words = ""): Promise<Received | null> {
  const { user } = given.incoming;
  if (!user) return say(given, { text: "We can't find that job among yours." });
  const here = await claim(given);
  return here && replyWith(here, await tapJob(here.context, user, job, callOf(here), words), job.id);
}

/** Takes what was answered about a job. */
async function goOnWithJob(given: Here, answers: Answers, command: Command | null): Promise<Received | null> {
  const { context, incoming, heard } = given;
  const { job } = answers;
  const { user } = incoming;
  if (!job || !user) return begin(given);
  if (command === "back") return tap(given, { ...job, name: "see" });
  if (command === "again") return askAgain(given, "");
  const asked = heard.choice === null ? await askJobAgain(context, user, job) : null;
  const choice = heard.choice ?? (asked && choiceIn(heard.text, asked, takesNumbers(job)));
  const here = await claim(given);
  if (!here) return null;
  const reply = await answerJob(context, user, job, { ...callOf(here), ...(choice !== null && { text: "" }), choice });
  if (reply) return replyWith(here, reply, job.id);
  return asked ? notUnderstood(here, answers, asked) : say(here, { text: "That isn't possible any more." });
}

async function goOnWithPhoto(given: Here, answers: Answers): Promise<Received | null> {
  const { context, incoming, heard } = given;
  const { photo } = answers;
  const { user, owner } = incoming;
  const which = photo && user ? await askWhichPhoto(context, user, owner?.recipient ?? null) : null;
  if (!photo || !user || !which) return passOn(given);
  if (heard.picture) {
    const sent = [...photo.sent, { id: incoming.id, picture: heard.picture }].slice(-PHOTOS_PER_KIND);
    const text = `You have sent ${sent.length} photos. What do they show?`;
    return askBetween(given, "photo", { photo: { sent } }, { ...which, text });
  }
  const here = await claim(given);
  if (!here) return null;
  const choice = heard.choice ?? choiceIn(heard.text, which);
  const reply = await answerPhoto(context, user, photo, { ...heard, choice });
  if (reply !== "chat") return reply ? replyWith(here, reply) : notUnderstood(here, answers, which);
  for (const one of photo.sent) {
    const sent = await relay(context, { ...incoming, ...one, text: "", choice: null });
    if (!sent.ok) return sent;
  }
  return say(here, { text: `Sent to ${owner?.recipient ?? "our office"}.` });
}

/** Asks once whether it is for someone they know; then it goes to our office. */
async function notUnderstood(here: Here, answers: Answers, asked: Said): Promise<Received | null> {
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

/** What is asked, or waits, beside a message that may be for someone else. */
const inBetween = ({ job, photo, resume }: Answers): DialogueState =>
  job ? "job" : photo ? "photo" : (resume ?? "menu");

/** Something was asked when a message came that may be for someone else. */
const isAskedOf = (answers: Answers) => inBetween(answers) !== "menu";

/** Asks whom a message is for; null: there is nobody but us. */
function askWhose(here: Here, answers: Answers, isAsked: boolean) {
  const { incoming, heard } = here;
  const { recipientId, recipient } = incoming.owner ?? {};
  if (!recipientId || !recipient || heard.text === "") return null;
  const waiting = { id: incoming.id, text: heard.text, picture: incoming.picture, recipientId, recipient };
  const kept = { ...answers, waiting, ...(here.talk && isQuestion(here.talk.state) && { resume: here.talk.state }) };
  return askBetween(here, "whose", kept, whoseSaid(waiting, isAsked));
}

/** Does with the message that waited what they say. */
async function answerWhose(given: Here, { waiting, ...answers }: Answers): Promise<Received | null> {
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

/** What a bare yes or no means; null: it is neither, or there are several people. */
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
