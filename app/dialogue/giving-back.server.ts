import { brand } from "~/brand";
import type { ShownDialogue } from "~/domain/dialogues/dialogue";
import { giveBackDialogue } from "~/domain/dialogues/dialogues.server";
import type { DomainContext } from "~/domain/domain-context.server";
import type { Said } from "~/domain/notices/said";
import type { AuthenticatedUser } from "~/domain/values/user";
import type { Answers } from "./answers";
import { ofRequest } from "./replies.server";
import { isQuestion, questionOf } from "./questions";

/**
 * Gives a conversation back to Pombi (Q3), which asks again what it asked for last. Says whether it did, as
 * `giveBackDialogue` does.
 */
export function giveBack(context: DomainContext, admin: AuthenticatedUser, given: ShownDialogue): Promise<boolean> {
  const { now, origin } = context;
  const { ownerId: userId } = given;
  const { before, resume, ...answers } = given.answers as Answers;
  const name = before && isQuestion(before) ? before : resume;
  const person = { userId, name: null, hasConsent: userId !== null, now, origin };
  const asked: Said = name
    ? questionOf(name).asks(answers, person)
    : { text: userId === null ? "Write NEW for a plumber." : "Write JOBS for your jobs." };
  const said = { ...asked, text: `${brand.name} answers here again. ${asked.text}` };
  const next = name ? { state: name, answers: ofRequest(answers) } : ({ state: "menu", answers: {} } as const);
  return giveBackDialogue<Answers>(context, admin, given, next, said);
}
