import { vouchForPhone } from "~/domain/accounts/phone-accounts.server";
import type { AuthenticatedUser } from "~/domain/values/user";
import { readChoice, STALE } from "~/domain/dialogues/dialogue";
import { goesOn } from "~/domain/dialogues/dialogues.server";
import { findProblem } from "~/domain/search/problem-search";
import { cleanText, cutText, NAME_LENGTH } from "~/domain/values/text";
import { commandIn, isAssent, wantsPerson, type Command } from "./heard";
import type { PhoneContext } from "./phone-context.server";
import { answerRequest, askToCancel, askWhichPhoto, jobOf, sayDue, sayJobs, sayWhatWaits } from "./job-talk.server";
import { fileBeside, toInbox, type Incoming, type Received } from "./passing-on.server";
import { isQuestion, type Person, questionOf, whereToBegin } from "./questions";
import { ask, askBetween, choiceMeant, replyWith, say, toOffice, write, type Here } from "./replies.server";
import { begin, goOnWithChange, goOnWithRequest, withLastPlace, withSent } from "./request-talk.server";
import { callOf, tap, askAgain } from "./asked-again.server";
import { passOn, askStep, notUnderstood, askWhose, answerWhose } from "./whose-words.server";
import { goOnWithJob, goOnWithPhoto } from "./answers-between.server";

/** Answers a message, or passes it on. Null: another message of this phone came first, and it is to be read again. */
export async function converse(context: PhoneContext, incoming: Incoming): Promise<Received | null> {
  const here = standOf(context, incoming);
  const { heard, talk } = here;
  const { user, owner, references } = incoming;
  if (talk?.takenBy) return hearOnly(here);
  // Who it is may be more than one, or suspended: our office looks.
  if (incoming.isUnclear) return passOn(here);
  if (heard.choice === STALE) return askAgain(here, talk ? "That was answered already." : "That is over.");
  const job = jobOf(heard.choice);
  if (job) return tap(here, job);

  const command = heard.choice === "office" ? "office" : commandIn(heard);
  const isWithOffice = talk?.state === "office";
  const isAlone = !owner?.recipientId && user?.role !== "plumber";
  if (!isWithOffice && (command === "office" || (isAlone && wantsPerson(heard)))) return toOffice(here);
  if (command === "jobs" && user) return say(here, await sayJobs(context, user));
  if (command === "pay" && user?.role === "client") return say(here, await sayDue(context, user));
  if (command === "start" && user && !owner && incoming.channel === "whatsapp") return startAgain(here, user);
  if (command === "start" && talk && !user) return askAgain(here, "");
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
    {
      text: `Our office has that, too. Write BACK to go on here${here.incoming.user?.role === "plumber" ? "" : ", or NEW for a plumber"}.`,
    },
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
