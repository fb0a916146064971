import type * as z from "zod";
import type { SteppedUpUser } from "~/domain/values/user";
import { readFactorAnswer } from "~/domain/accounts/second-factor/factor-answers";
import { stepUpByFactor, stepUpByPassword, steppedUp } from "~/domain/accounts/second-factor/factor-use.server";
import { refuse, type Refusal, type TooMany } from "~/domain/values/refusal";
import { hashToken } from "~/domain/accounts/tokens.server";
import { redirectTo } from "./responses";
import { withReturn } from "./return-to";
import { parseForm } from "./forms";
import { messageOf, type Refused } from "./refusals";
import type { RequestContext } from "./context";
import { requireUser, type ActionArgs, type PageArgs } from "./guards";
import { beginPasswordCheck } from "~/domain/accounts/password-checks.server";

type Asking = Pick<ActionArgs, "user"> & { context: RequestContext };

export type SteppedUp =
  | { ok: true; user: SteppedUpUser }
  | TooMany
  | Refusal<"stepUpRequired" | "passwordStepUpRequired" | "wrongFactor" | "wrongPassword">;

/** The one way to a verb that takes a `SteppedUpUser` (A24). Refuses where the last proof is over ten minutes old. */
export async function stepUp({ context, user, form }: Asking & { form: FormData | null }): Promise<SteppedUp> {
  const confirmed = await user;
  const fresh = steppedUp(confirmed, context.now);
  if (fresh) return { ok: true, user: fresh };
  if (confirmed.hasSecondFactor) {
    const answer = readFactorAnswer({ code: form?.get("factorCode"), passkey: form?.get("passkey") });
    return answer
      ? logSignIn(context, "step-up", await stepUpByFactor(context, confirmed, answer))
      : refuse("stepUpRequired");
  }
  const password = form?.get("factorPassword");
  return typeof password === "string" && password !== ""
    ? logSignIn(context, "step-up", await stepUpByPassword(context, confirmed, password.slice(0, 128)))
    : refuse("passwordStepUpRequired");
}

/** The proof that a form will ask for, for its page to show from the start (A24); null while the last one is fresh. */
export async function stepUpAsked(args: PageArgs): Promise<"stepUpRequired" | "passwordStepUpRequired" | null> {
  const user = await requireUser(args);
  if (steppedUp(user, args.context.now)) return null;
  return user.hasSecondFactor ? "stepUpRequired" : "passwordStepUpRequired";
}

/** The user after a step-up by the form. Throws the reply that shows the form again. */
export async function steppedUpUser(args: ActionArgs): Promise<SteppedUpUser> {
  const shown = await stepUp(args);
  return shown.ok ? shown.user : args.stop(args.refused(shown, stepUpField(shown)));
}

/** The proof that a form asked for and was sent without: with its other mistakes it is named at once; null: none. */
export function missingProof(form: FormData) {
  const isCode = form.get("factorCode") === "" && !form.get("passkey");
  if (!isCode && form.get("factorPassword") !== "") return null;
  const refusal = refuse(isCode ? "stepUpRequired" : "passwordStepUpRequired");
  const errors = { [isCode ? "factorCode" : "factorPassword"]: messageOf(refusal) };
  return { errors, reason: refusal.reason };
}

/** The values of a form that may ask for a step-up. Throws the reply that names all its mistakes. */
export function readWithProof<Schema extends z.ZodType>({ form, stop }: ActionArgs, schema: Schema): z.output<Schema> {
  const { value, invalid } = parseForm(form, schema);
  const missing = missingProof(form);
  return value ?? stop(invalid(missing?.errors, missing?.reason));
}

/** A form whose action takes a `SteppedUpUser`. Throws the reply that shows it again. A form with mistakes uses no code up. */
export async function readSteppedUp<Schema extends z.ZodType>(args: ActionArgs, schema: Schema) {
  const value = readWithProof(args, schema);
  return { user: await steppedUpUser(args), value };
}

/** Throws, where no form can carry the answer, a redirect to the page that steps up and leads back to `back`. */
export async function requireSteppedUp(asked: Asking, back: string): Promise<SteppedUpUser> {
  const shown = await stepUp({ ...asked, form: null });
  if (!shown.ok) throw redirectTo(withReturn("/step-up", back));
  return shown.user;
}

/** The field of `StepUpFields` that a refusal is about, if it is about one. */
export const stepUpField = ({ reason }: Refused): string | undefined =>
  reason === "wrongFactor" ? "factorCode" : reason === "wrongPassword" ? "factorPassword" : undefined;

/** Confirms the user while their attempt at the password is counted, in one D1 round trip. Refuses with `tooMany` (A9). */
export async function confirmBeforePasswordCheck({ context, user }: Asking) {
  const { token, viewer } = context.session;
  const checking = hashToken(token ?? "").then((hash) => beginPasswordCheck(context, hash, viewer?.id ?? ""));
  const [confirmed, passwordCheck] = await Promise.all([user, checking]);
  return passwordCheck.ok ? { ok: true as const, user: confirmed, passwordCheck } : passwordCheck;
}

/** Logs how someone showed who they are, or why not, and gives the result (S8). Everything that opens a session goes through here. */
export function logSignIn<Result extends { ok: true; id?: string } | Refusal<string>>(
  { addToLog }: RequestContext,
  way: "password" | "passkey" | "second step" | "program" | "emailed link" | "step-up",
  result: Result,
): Result {
  addToLog({ way, outcome: result.ok ? "in" : result.reason, ...(result.ok && result.id && { user: result.id }) });
  return result;
}
