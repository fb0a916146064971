import { findPhoneOwner, listAccountsWith, markInbound, stopPhone } from "~/domain/accounts/phone-channels.server";
import { openPhoneAccount } from "~/domain/accounts/phone-accounts.server";
import { hashToken } from "~/domain/accounts/tokens.server";
import { addJobPhoto } from "~/domain/bookings/commands/job-photos.server";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { serviceTypeFor } from "~/domain/bookings/request-schemas";
import { DONE, WITH_OFFICE, type Dialogue } from "~/domain/dialogues/dialogue";
import { advanceDialogue, findDialogue, goesOn, type NextState, ledBefore } from "~/domain/dialogues/dialogues.server";
import { receivePhoneEnquiry } from "~/domain/enquiries/enquiries.server";
import { ENQUIRY_LENGTH } from "~/domain/enquiries/enquiry";
import { MESSAGE_LENGTH, type MessageDraft, PHOTO_ALONE } from "~/domain/messages/message";
import { receiveMessagePhoto, sendMessage } from "~/domain/messages/messages.server";
import type { Said } from "~/domain/notices/said";
import { PHOTOS_PER_KIND } from "~/domain/photos/photo";
import { findProblem } from "~/domain/search/problem-search";
import { readSetting } from "~/domain/settings/settings.server";
import { sayWhen } from "~/domain/time/harare";
import { nextOfficeOpening } from "~/domain/time/office-hours";
import { OK, type TooMany } from "~/domain/values/refusal";
import { cleanText, cutText, NAME_LENGTH } from "~/domain/values/text";
import { type AuthenticatedUser, fullName } from "~/domain/values/user";
import { messageOf } from "~/http/refusals";
import { commandIn, type Command, type InboundMessage, type PhoneContext } from "./heard";
import {
  answerJob,
  answerRequest,
  askJobAgain,
  askWhichPhoto,
  JOB,
  jobOf,
  type JobReply,
  sayJobs,
  tapJob,
} from "./job-talk.server";
import { findOffers } from "./offers.server";
import {
  type Answers,
  CHANGE_SAID,
  changedBy,
  isQuestion,
  nextQuestion,
  type Person,
  questionBefore,
  questionOf,
  type QuestionName,
  WHOSE,
  whoseSaid,
  without,
} from "./questions";
import { readStop } from "./stop-words";

/** A job reference (B16) as people type it, mistyped too. PB is a kind of pipe as well: without a hyphen it has a digit. */
const REFERENCE = /\bPB(?:\s?\p{Pd}\s?[0-9A-Z]{3,9}|\s?(?=[A-Z]*\d)[0-9A-Z]{5,7})\b/giu;

const referencesIn = (text: string) => [
  ...new Set(
    (text.match(REFERENCE) ?? []).map(
      (typed) =>
        `PB-${typed
          .toUpperCase()
          .slice(2)
          .replace(/[^0-9A-Z]/g, "")}`,
    ),
  ),
];

type Received = { ok: true } | TooMany;

/** The message as all that follows knows it: its id, its words, who wrote it, and the conversation with Pombi so far. */
interface Incoming extends InboundMessage {
  id: string;
  references: string[];
  owner: Awaited<ReturnType<typeof findPhoneOwner>>;
  /** By the channel, else by the phone; null: nobody, or more than one. */
  user: AuthenticatedUser | null;
  talk: Dialogue<Answers> | null;
}

/**
 * Takes what someone wrote from a phone (N15), once. A STOP ends the channel. By WhatsApp it may be an answer to what
 * Pombi asked, or the beginning of a request (93); everything else goes to the other side of the booking that it names, or
 * of the owner's newest conversation, and to the office's inbox whatever fits neither. Refuses with `tooMany`: the
 * provider says it again later.
 */
export async function receiveInbound(given: PhoneContext, inbound: InboundMessage): Promise<Received> {
  const { channel, phone, whatsAppId } = inbound;
  // The address is the provider's, for everybody: limits by address count by phone.
  const context = { ...given, clientAddress: phone };
  const { db } = context;
  const text = cleanText(inbound.text);
  if (!text && !inbound.picture && !inbound.place && !inbound.unseen) return OK;
  const id = (await hashToken(`${channel}.${inbound.providerId}`)).slice(0, 24);
  const references = referencesIn(text);
  const stop = readStop(text);
  const isAnswered = channel === "whatsapp" || (await readSetting(db, "text-answers")).textAnswers === "on";
  const mayTalk = isAnswered && phone.startsWith("+") && stop === null;
  const findTalk = () => Promise.all([findDialogue<Answers>(db, phone), ledBefore(db, id)]);
  const [owner, accounts, first] = await Promise.all([
    findPhoneOwner(db, { channel, phone, id, references }),
    mayTalk ? listAccountsWith(db, phone) : [],
    mayTalk ? findTalk() : ([null, null] as const),
  ]);
  const known = owner ? [{ user: owner.user, isSuspended: false }] : accounts;
  // The sender of a text message can be made up: it is somebody only by a phone that they have verified for it.
  const isKnown = known.length === 1 && !known[0]!.isSuspended && (owner !== null || channel === "whatsapp");
  const user = isKnown ? known[0]!.user : null;
  const incoming: Incoming = { ...inbound, text, id, references, owner, user, talk: first[0] };
  if (stop === "sure") {
    await stopPhone(context, { channel, phone, causeId: id });
    return toInbox(context, incoming);
  }
  await markInbound(context, { channel, phone, whatsAppId });
  if (!mayTalk || (user === null && known.length > 0)) return relay(context, incoming, { isUnsure: stop === "both" });
  // Two messages of one phone at once: the one that came second is answered as what it is then.
  for (let attempt = 0; attempt < 5; attempt++) {
    const [latest, led] = attempt === 0 ? first : await findTalk();
    if (led === "answer" || led === "enquiry") return OK;
    // The rest of a long one may not have reached the inbox.
    if (led === "message") return relay(context, incoming);
    const taken = await converse(context, { ...incoming, talk: latest });
    if (taken) return taken;
  }
  throw new Error("A conversation changed five times while it was answered.");
}

/** To the other side, and to the office's inbox if there is none, if it is too long, or if it may be a STOP. */
async function relay(context: PhoneContext, incoming: Incoming, { isUnsure = false } = {}): Promise<Received> {
  const { id, owner } = incoming;
  const recipientId = owner?.recipientId;
  const upload = incoming.picture && recipientId ? await context.openPicture(incoming.picture) : null;
  const text = inWords(upload ? { ...incoming, picture: null } : incoming) || PHOTO_ALONE;
  const content = cutText(text, MESSAGE_LENGTH);
  const sent = owner && recipientId ? await sendTo(context, owner.user, { recipientId, id, content }, upload) : null;
  if (sent?.ok === false && sent.reason === "tooMany") return sent;
  if (sent?.ok && !isUnsure && content === text) return OK;
  return toInbox(context, incoming);
}

/** What someone wrote, and what else they sent, in words. */
const inWords = ({ text, unseen, picture, place }: Incoming): string => {
  const file = unseen ?? (picture ? "image" : null);
  const where = place && `https://www.google.com/maps?q=${place.latitude},${place.longitude}`;
  return [text, where, file && `(Sent by WhatsApp: ${file}. It can't be shown here.)`].filter(Boolean).join("\n");
};

/** Writes to someone, with a picture if it can be kept. */
async function sendTo(context: PhoneContext, user: AuthenticatedUser, message: MessageDraft, upload: Blob | null) {
  const sender = { viewer: user, token: null, confirmation: Promise.resolve(user) };
  const taken = upload ? await receiveMessagePhoto(context, sender, message, upload) : null;
  return sendMessage(context, user, { ...message, ...(taken?.ok && taken.photo && { photo: taken.photo }) });
}

const toInbox = (context: PhoneContext, incoming: Incoming, text = inWords(incoming), id = incoming.id) => {
  const { channel, phone, references, user } = incoming;
  const name = user ? fullName(user) : cutText(cleanText(incoming.name ?? ""), NAME_LENGTH) || null;
  return receivePhoneEnquiry(context, { id, channel, phone, references, name, text });
};

/** Answers it, or passes it on. Null: another message of this phone came first, and it is to be read again. */
async function converse(context: PhoneContext, incoming: Incoming): Promise<Received | null> {
  const { talk: latest, owner, user, text, references } = incoming;
  const talk = latest && goesOn(latest, context.now) ? latest : null;
  const command = commandIn(incoming);
  if (talk?.state === WITH_OFFICE && (command !== "anew" || talk.takenBy !== null)) return toInbox(context, incoming);
  const here = { context, incoming, talk, person: personOf(context, incoming) };
  const tapped = jobOf(incoming.choice);
  if (tapped && user) return replyWith(here, await tapJob(context, user, tapped, incoming));
  if (command === "jobs" && user) return say(here, await sayJobs(context, user));
  const answer = user?.role === "plumber" ? await answerRequest(context, user, incoming) : null;
  if (answer) return replyWith(here, answer);
  if (incoming.unseen && text === "" && (talk ? isQuestion(talk.state) : !owner?.recipientId))
    return askForWords(here, talk);
  if (talk && command !== "anew") return goOn(here, talk, command);
  if (command === "office") return toOffice(here, {});
  if (command === "anew") return ask(here, {}, "");
  // A plumber's picture is of their work, unless they say otherwise.
  const picture = user?.role === "plumber" ? incoming.picture : null;
  const atWork = user && picture ? await askWhichPhoto(context, user, picture) : null;
  if (atWork) return write(here, atWork.next, atWork.said);
  // A plumber means a client; a client who has a conversation may mean a new job.
  const mayBeNew = user?.role !== "plumber" && references.length === 0 && findProblem(text) !== null;
  if (user?.role === "plumber" || (owner?.recipientId && !mayBeNew)) return relay(context, incoming);
  return (owner && askWhose(here, {})) ?? begin(here);
}

/** Asks whom a message is for; null: there is nobody but us. */
function askWhose(here: Here, answers: Answers, resume?: QuestionName) {
  const { id, text, owner } = here.incoming;
  if (!owner?.recipientId || !owner.recipient || !text) return null;
  const waiting = { id, text, recipientId: owner.recipientId, recipient: owner.recipient };
  return write(here, { state: WHOSE, answers: { ...answers, waiting, resume }, misses: 0 }, whoseSaid(waiting));
}

/** Does with the message that waited what they say: more words without a choice are for the other side as well. */
async function answerWhose(here: Here, { waiting, resume, ...answers }: Answers) {
  const { context, incoming } = here;
  if (!waiting || !incoming.user) return begin(here);
  if (incoming.choice === `${WHOSE}.job`)
    return begin({ ...here, incoming: { ...incoming, text: waiting.text, choice: null } });
  const { id, text, recipientId, recipient } = waiting;
  const sent = await sendMessage(context, incoming.user, { recipientId, id, content: cutText(text, MESSAGE_LENGTH) });
  if (!sent.ok && sent.reason === "tooMany") return sent;
  const isMore = incoming.choice === null && commandIn(incoming) === null;
  if (isMore) await relay(context, incoming);
  const said = sent.ok ? `Sent to ${recipient}.` : messageOf(sent);
  if (resume) return ask(here, answers, said, resume);
  return say(here, { text: said });
}

interface Here {
  context: PhoneContext;
  incoming: Incoming;
  talk: Dialogue<Answers> | null;
  person: Person;
}

const personOf = ({ now, origin }: PhoneContext, { user, name }: Incoming): Person => ({
  userId: user?.id ?? null,
  name: cutText(cleanText(name ?? ""), NAME_LENGTH) || null,
  now,
  origin,
});

/** The first words of someone: they may say already what is wrong, and where. */
function begin(here: Here) {
  const { incoming, person } = here;
  const placed = incoming.place ? questionOf("city").takes(incoming, {}, person) : null;
  const answers = withPicture(placed ?? {}, incoming);
  const taken = questionOf("problem").takes(incoming, answers, person);
  const hello = `Hello, this is Pombi. ${taken ? "We can send you a plumber." : "We send plumbers to your home."}`;
  return ask(here, taken ?? answers, hello);
}

const withPicture = (answers: Answers, { picture }: Incoming): Answers =>
  picture ? { ...answers, pictures: [...(answers.pictures ?? []), picture].slice(0, PHOTOS_PER_KIND) } : answers;

async function goOn(here: Here, talk: Dialogue<Answers>, command: Command | null) {
  const { incoming, person } = here;
  const { state } = talk;
  const answers = withPicture(talk.answers, incoming);
  if (command === "office") return toOffice(here, answers);
  if (state === WHOSE) return answerWhose(here, answers);
  if (state === JOB) return goOnWithJob(here, talk, command);
  if (!isQuestion(state)) return begin(here);
  if (command === "again") return ask(here, answers, "", state);
  if (command === "back") {
    const before = questionBefore(state, answers, person);
    return ask(here, without(answers, before), "", before);
  }
  if (incoming.choice === "summary.change") return write(here, { state, answers, misses: 0 }, CHANGE_SAID);
  const changed = changedBy(incoming);
  if (changed) return ask(here, without(answers, changed), "", changed);
  const heard = {
    ...incoming,
    choice: incoming.choice ?? choiceIn(incoming.text, questionOf(state).asks(answers, person)),
  };
  const taken = questionOf(state).takes(heard, answers, person);
  if (taken?.isSent) return send(here, taken);
  if (taken) return ask(here, taken, "");
  if (incoming.picture) return ask(here, answers, "We've kept your photo.", state);
  const whose = askWhose(here, answers, state);
  if (whose) return whose;
  return talk.misses > 0 ? toOffice(here, answers) : ask(here, answers, "We didn't understand that.", state, 1);
}

/** What was answered about a job; what isn't understood is asked again, and then goes to the other side as a message. */
async function goOnWithJob(here: Here, talk: Dialogue<Answers>, command: Command | null) {
  const { context, incoming } = here;
  const { job } = talk.answers;
  const { user } = incoming;
  if (!job || !user) return begin(here);
  if (command === "back") return replyWith(here, await tapJob(context, user, { ...job, name: "see" }, incoming));
  const said = await askJobAgain(context, user, job);
  const choice = incoming.choice ?? (said && choiceIn(incoming.text, said));
  const reply = command === "again" ? null : await answerJob(context, user, job, { ...incoming, choice });
  if (reply || !said) return replyWith(here, reply);
  const { state, answers, misses } = talk;
  if (misses > 0) return toOffice(here, answers);
  const text = command === "again" ? said.text : `We didn't understand that. ${said.text}`;
  return write(here, { state, answers, misses: command === "again" ? 0 : 1 }, { ...said, text });
}

const replyWith = (here: Here, reply: JobReply | null) =>
  reply ? write(here, reply.next, reply.said) : say(here, { text: "That isn't possible any more." });

/** Says something that ends a conversation. */
const say = (here: Here, said: Said) => write(here, { state: DONE, answers: {}, misses: 0, isOver: true }, said);

/** The choice that a text names: by its number in the list, or by its words. */
function choiceIn(text: string, { buttons = [], rows = [] }: Said): string | null {
  const choices = [...buttons, ...rows];
  const words = text.trim().toLowerCase();
  const named = choices.find(({ title }) => title.toLowerCase() === words);
  return (/^\d{1,2}$/.test(words) ? choices[Number(words) - 1] : named)?.id ?? null;
}

/** Asks what is still open, or `name` (again). */
async function ask(here: Here, given: Answers, before: string, name = nextQuestion(given, here.person), misses = 0) {
  const { context, person } = here;
  const answers = name === "offer" && !given.offers ? { ...given, offers: await findOffers(context, given) } : given;
  const said = questionOf(name).asks(answers, person);
  return write(
    here,
    { state: name, answers, misses },
    { ...said, text: [before, said.text].filter(Boolean).join(" ") },
  );
}

/** Null: the conversation has gone on meanwhile. */
async function write({ context, incoming, talk, person }: Here, next: NextState<Answers>, said: Said) {
  const { id, channel, phone, text } = incoming;
  const heard = { id, channel, phone, text: text || "(a photo or a place)", userId: person.userId };
  return advanceDialogue(context, talk, heard, next, said);
}

/** Of what the office gets beside an answer: a message that is in the inbox, but not answered yet, is answered when it is posted again. */
const officeId = async ({ id }: Incoming) => (await hashToken(`office.${id}`)).slice(0, 24);

/** Passes on to the office what nobody can see or hear here, and asks for words. */
async function askForWords(here: Here, talk: Dialogue<Answers> | null) {
  const { context, incoming } = here;
  const received = await toInbox(context, incoming, inWords(incoming), await officeId(incoming));
  if (!received.ok) return received;
  const text = "We can't play or open that here, but our office has been told. Please write it in a few words.";
  return talk && isQuestion(talk.state) ? ask(here, talk.answers, text, talk.state) : say(here, { text });
}

/** Gives the conversation to a person, with all that was said. */
async function toOffice(here: Here, answers: Answers) {
  const { context, incoming, talk } = here;
  const { now } = context;
  const lines = [...(talk?.said ?? []).map(({ by, text }) => (by === "us" ? `Pombi: ${text}` : text)), incoming.text];
  // The latest of it, if it is too long.
  const text = lines.filter(Boolean).join("\n").slice(-ENQUIRY_LENGTH);
  const received = await toInbox(context, incoming, text, await officeId(incoming));
  if (!received.ok) return received;
  const opens = nextOfficeOpening(now);
  const when = opens === null ? "soon" : `from ${sayWhen(opens)}`;
  const state = talk?.state ?? "problem";
  const resume = isQuestion(state) ? state : answers.resume;
  return write(
    here,
    { state: WITH_OFFICE, answers: { ...answers, ...(resume && { resume }) }, misses: 0 },
    { text: `Our office has your message and answers here ${when}. Write NEW for a new request.` },
  );
}

/** Sends the request, as the page does (B4, B5), and then its photos. */
async function send(here: Here, answers: Answers): Promise<Received | null> {
  const { context, incoming, talk } = here;
  const { problem, notes = null, city = "", suburb = "", street = "", pin = null, startsAt = 0, offer } = answers;
  const { firstName = "", lastName = "", pictures = [] } = answers;
  const { channel, phone } = incoming;
  const refuseWith = (text: string, rest: Answers = answers) => ask(here, { ...rest, isSent: undefined }, text);
  // The account of someone new has the id of the conversation: sent again, it is the same one.
  const account = incoming.user
    ? { ...OK, user: incoming.user }
    : await openPhoneAccount(context, { id: talk!.id, channel, phone, firstName, lastName });
  if (!account.ok) return toOffice(here, answers);
  const { user } = account;
  const plumber = offer && offer !== "office" ? await findBookablePlumber(context.db, offer.plumberId) : null;
  if (!plumber && offer !== "office")
    return refuseWith(messageOf({ ok: false, reason: "plumberNotFound" }), without(answers, "offer"));
  const serviceType = problem && problem !== "other" ? serviceTypeFor(problem) : "Other";
  const wish = { startsAt, serviceType, suburb, street, pin, city, notes };
  const made = await requestBooking({ ...context, formId: incoming.id }, user, plumber, wish);
  if (!made.ok) {
    const isOfTime = ["slotTaken", "startNotOffered", "startNotInFuture", "plumberNotFound"].includes(made.reason);
    return refuseWith(messageOf(made), isOfTime ? without(answers, "offer") : answers);
  }
  await keepPictures(context, user, made.id, pictures);
  const when = sayWhen(startsAt);
  const text =
    made.isHeld && plumber
      ? `Sent to ${fullName(plumber)}: ${when}. You get the answer here. Your reference is ${made.reference}.`
      : `Sent to our office: ${when}. We find a plumber and write here. Your reference is ${made.reference}.`;
  return write(here, { state: DONE, answers: {}, misses: 0, bookingId: made.id, isOver: true }, { text });
}

/** Keeps what they sent on the way as photos of the problem; one that is gone or no picture is left out. */
async function keepPictures(context: PhoneContext, user: AuthenticatedUser, bookingId: string, ids: string[]) {
  const sender = { viewer: user, token: null, confirmation: Promise.resolve(user) };
  for (const id of ids) {
    const upload = await context.openPicture(id);
    if (upload) await addJobPhoto(context, sender, bookingId, { kind: "problem", uploadId: `whatsapp:${id}`, upload });
  }
}
