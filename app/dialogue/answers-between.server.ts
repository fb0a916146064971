import { PHOTOS_PER_KIND } from "~/domain/photos/photo";
import type { Command } from "./heard";
import { answerJob, answerPhoto, askJobAgain, askWhichPhoto, takesNumbers } from "./job-talk.server";
import { relay, type Received } from "./passing-on.server";
import type { Answers } from "./answers";
import { askBetween, choiceIn, claim, replyWith, say, type Here } from "./replies.server";
import { begin } from "./request-talk.server";
import { stepIn } from "./steps-in-words";
import { callOf, tap, askAgain } from "./asked-again.server";
import { askStep, passOn, notUnderstood } from "./whose-words.server";

// The answers to what is asked about a job, or about pictures.

/** Takes what was answered about a job. */
export async function goOnWithJob(given: Here, answers: Answers, command: Command | null): Promise<Received | null> {
  const { context, incoming, heard } = given;
  const { job } = answers;
  const { user } = incoming;
  if (!job || !user) return begin(given);
  if (command === "back") return tap(given, { ...job, name: "see" });
  if (command === "again") return askAgain(given, "");
  // Nobody came is no reason of theirs to cancel.
  const isMissed = job.name === "cancel" && stepIn(heard.text, user.role) === "plumber-did-not-come";
  const step = isMissed ? await askStep(given) : undefined;
  if (step !== undefined) return step;
  const asked = heard.choice === null ? await askJobAgain(context, user, job) : null;
  const choice = heard.choice ?? (asked && choiceIn(heard.text, asked, takesNumbers(job)));
  const here = await claim(given);
  if (!here) return null;
  const reply = await answerJob(context, user, job, { ...callOf(here), ...(choice !== null && { text: "" }), choice });
  if (reply) return replyWith(here, reply, job.id);
  return asked ? notUnderstood(here, answers, asked) : say(here, { text: "That isn't possible any more." });
}

export async function goOnWithPhoto(given: Here, answers: Answers): Promise<Received | null> {
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
