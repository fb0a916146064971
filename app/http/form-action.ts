import { data, type ActionFunctionArgs } from "@remix-run/cloudflare";
import type * as z from "zod";
import { flashCookie, type Flash } from "./flash";
import {
  answersOf,
  parseForm,
  pressedButton,
  readForm,
  replyTo,
  requireButton,
  type FormReply,
  type Reply,
} from "./forms";
import { keepingForm } from "./kept-form.server";
import { notFound, redirectTo } from "./responses";
import { param, type ParamName } from "./request";
import type { Refused } from "./refusals";

/** The failure that a page names when its action breaks (F3): a text, or a function of the form. */
export type Failed = string | ((asked: Pick<ActionFunctionArgs, "params" | "context"> & { form: FormData }) => string);

export interface FormArgs extends ActionFunctionArgs {
  form: FormData;
  param: (name: ParamName) => string;
  /** The form's values. Throws the reply that shows the form again, with 400, where a field is wrong. */
  read: <Schema extends z.ZodType>(schema: Schema) => z.output<Schema>;
  pressed: <const Verb extends string>(verbs: readonly Verb[]) => { verb: Verb; of: string } | null;
  button: <const Verb extends string>(verbs: readonly Verb[]) => { verb: Verb; of: string };
  refused: (refusal: Refused, field?: string) => Reply;
  /** Throws a reply, which ends the action with it. */
  stop: (reply: Reply) => never;
  goTo: (path: string, flash?: Flash | null, more?: { at?: string; cookies?: (string | null)[] }) => Response;
}

/** The action of a form that anyone may send; null: the page doesn't exist. `failed` is what it says when it breaks. */
export const formAction =
  <T>(failed: Failed, act: (args: FormArgs) => Promise<T | null>) =>
  (args: ActionFunctionArgs) =>
    takeForm(args, failed, act);

/**
 * Runs an action. When something breaks on our side, the page is shown again with all fields but secrets, what failed and
 * the request's id, so the same form can be sent again (F3). What was typed survives an ended session (F7). `confirmed`
 * settles once D1 has confirmed the session: before that nothing is said about the form.
 */
export async function takeForm<T>(
  args: ActionFunctionArgs,
  failed: Failed,
  act: (args: FormArgs) => Promise<T | null>,
  confirmed?: () => Promise<unknown>,
): Promise<T | Reply> {
  const { context, params, request } = args;
  const form = await readForm(request);
  let thrown: Reply | undefined;
  const stop = (reply: Reply) => {
    throw (thrown = reply);
  };
  try {
    const answer = await act({
      ...args,
      form,
      param: (name) => param(params, name),
      read: (schema) => {
        const { value, invalid } = parseForm(form, schema);
        return value ?? stop(invalid());
      },
      pressed: (verbs) => pressedButton(form, verbs),
      button: (verbs) => requireButton(form, verbs),
      stop,
      refused: (refusal, field) => replyTo(refusal, Object.fromEntries(answersOf(form)), field),
      goTo: (path, flash = null, { at, cookies = [] } = {}) =>
        redirectTo(
          path,
          [flash && flashCookie(flash, { at }), ...cookies].flatMap((cookie) =>
            cookie ? [["Set-Cookie", cookie]] : [],
          ),
        ),
    }).catch(async (problem: unknown) => {
      if (!thrown || problem !== thrown) throw problem;
      await confirmed?.();
      return thrown;
    });
    if (answer === null) throw notFound();
    return answer;
  } catch (error) {
    // Responses are thrown on purpose.
    if (error instanceof Response) throw await keepingForm(context, request, form, error);
    if (!(error instanceof Error)) throw error;
    const { requestId } = context;
    const what = typeof failed === "string" ? failed : failed({ params, context, form });
    const status = context.reportError("form failed", error, { what });
    const answers = answersOf(form);
    const message = `${what}. Try again in a moment, or call us. (Request ${requestId})`;
    return data<FormReply>(
      { values: Object.fromEntries(answers), errors: {}, message, reason: null, unsent: { what, requestId, answers } },
      { status },
    );
  }
}
