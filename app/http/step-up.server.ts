import type * as z from "zod";
import { readFactorAnswer } from "~/domain/accounts/second-factor/factor-answers";
import { stepUpByFactor, stepUpByPassword, steppedUp } from "~/domain/accounts/second-factor/factor-use.server";
import { refuse, type Refusal, type TooMany } from "~/domain/values/refusal";
import type { AuthenticatedUser, SteppedUpUser } from "~/domain/values/user";
import type { RequestContext } from "./context";
import { parseForm } from "./forms";
import type { ActionArgs } from "./guards";
import { logSignIn } from "./log-sign-in";
import { redirectTo } from "./redirects";
import type { Refused } from "./refusals";
import { withReturn } from "./return-to";

export type SteppedUp =
  | { ok: true; user: SteppedUpUser }
  | TooMany
  | Refusal<"stepUpRequired" | "passwordStepUpRequired" | "wrongFactor" | "wrongPassword">;

/**
 * The one way to a verb that takes a `SteppedUpUser` (A24). Who has not shown within ten minutes that it is them is refused
 * with what is missing; the form is shown again as it was, with `StepUpFields` in it, and what they answer comes along when
 * it is sent again.
 */
export async function stepUp({
  context,
  user,
  form,
}: {
  context: RequestContext;
  user: Promise<AuthenticatedUser>;
  form: FormData | null;
}): Promise<SteppedUp> {
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

/**
 * A form that does nothing but what takes a `SteppedUpUser`: who sent it and what, or the reply that shows it again, for
 * what is wrong in it or for what steps up. A form with mistakes uses no code up.
 */
export async function readSteppedUp<Schema extends z.ZodType>(args: ActionArgs, schema: Schema) {
  const { value, invalid, refused } = parseForm(args.form, schema);
  if (value === null) {
    await args.user;
    return { ok: false as const, reply: invalid() };
  }
  const shown = await stepUp(args);
  return shown.ok
    ? { ok: true as const, user: shown.user, value, refused }
    : { ok: false as const, reply: refused(shown, stepUpField(shown)) };
}

/**
 * Who asks for what takes a `SteppedUpUser` where there is no form to go on with. Throws a redirect to the page that asks,
 * and from there to the page `back`: what follows a step-up is pressed again.
 */
export async function requireSteppedUp(
  asked: { context: RequestContext; user: Promise<AuthenticatedUser> },
  back: string,
): Promise<SteppedUpUser> {
  const shown = await stepUp({ ...asked, form: null });
  if (!shown.ok) throw redirectTo(withReturn("/step-up", back));
  return shown.user;
}

/** The field of `StepUpFields` that a refusal is about, if it is about one. */
export const stepUpField = ({ reason }: Refused): string | undefined =>
  reason === "wrongFactor" ? "factorCode" : reason === "wrongPassword" ? "factorPassword" : undefined;
