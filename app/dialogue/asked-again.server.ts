import type { DialogueState } from "~/db/dialogue-states";
import type { Said } from "~/domain/notices/said";
import { askJobAgain, askWhichPhoto, tapJob } from "./job-talk.server";
import type { Received } from "./passing-on.server";
import type { Answers, AskedJob } from "./answers";
import { isQuestion, whereToBegin, whoseSaid } from "./questions";
import { ask, askBetween, claim, replyWith, say, type Here } from "./replies.server";

// A conversation's open question: answered by a tap, or asked again.

export const callOf = ({ incoming, heard }: Here) => ({
  ...heard,
  id: incoming.id,
  phone: incoming.phone,
  references: incoming.references,
});

/** Does what a job's button says, or what was read back of these words. */
export async function tap(given: Here, job: AskedJob, words = ""): Promise<Received | null> {
  const here = await claim(given);
  return here && replyWith(here, await tapJob(here.context, here.incoming.user, job, callOf(here), words), job.id);
}

/** Asks again what is asked, or was before a person answered; where nothing was, it says where to begin. */
export async function askAgain(here: Here, before: string): Promise<Received | null> {
  const { incoming, talk } = here;
  const { answers = {} } = talk ?? {};
  const { job, photo, waiting, resume } = answers;
  const state = talk?.state === "office" ? answers.before : talk?.state;
  const again = (said: Said) => ({ ...said, text: [before, said.text].filter(Boolean).join(" ") });
  if (state && isQuestion(state)) return ask(here, answers, before, state);
  const asked = state ? await askedBetween(here, state, answers) : null;
  if (state && asked) return askBetween(here, state, { job, photo, waiting, resume }, again(asked));
  if (resume) return ask(here, answers, before, resume);
  return say(here, again({ text: whereToBegin(incoming.user) }));
}

/** The question in between that is asked in a state; null: it is no longer so. */
async function askedBetween({ context, incoming }: Here, state: DialogueState, answers: Answers): Promise<Said | null> {
  const { job, photo, waiting } = answers;
  const { user, owner } = incoming;
  if (state === "whose" && waiting) return whoseSaid(waiting, isAskedOf(answers));
  if (state === "job" && job && user) return askJobAgain(context, user, job);
  return state === "photo" && photo && user ? askWhichPhoto(context, user, owner?.recipient ?? null) : null;
}

/** The question, or the waiting message, beside one that may be for someone else. */
export const inBetween = ({ job, photo, resume }: Answers): DialogueState =>
  job ? "job" : photo ? "photo" : (resume ?? "menu");

/** Something was asked when a message came that may be for someone else. */
export const isAskedOf = (answers: Answers) => inBetween(answers) !== "menu";
