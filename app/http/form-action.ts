import { data, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { answersOf, readForm, type FormReply } from "./forms";
import { logError } from "./log";

/** Names what failed when an action broke (F3); a function, where that depends on what was asked. */
export type Failed = string | ((asked: Pick<ActionFunctionArgs, "params" | "context"> & { form: FormData }) => string);

const SOMETHING = "That did not work";

/** An action of a form that anybody may send; `failed`: what its page says when it breaks. */
export function formAction<T>(failed: Failed, act: (args: ActionFunctionArgs & { form: FormData }) => Promise<T>) {
  return async (args: ActionFunctionArgs) => {
    const form = await readForm(args.request);
    return orSayWhatFailed(args, form, failed, () => act({ ...args, form }));
  };
}

/**
 * Does what a form asks for. When something of ours breaks, its page is shown again with every answer but secrets, what
 * failed, and the id under which the log has it: the same form can be sent once more.
 */
export async function orSayWhatFailed<T>(
  { context, params }: ActionFunctionArgs,
  form: FormData,
  failed: Failed = SOMETHING,
  act: () => Promise<T>,
) {
  try {
    return await act();
  } catch (error) {
    // What is thrown on purpose is an answer.
    if (!(error instanceof Error)) throw error;
    const { requestId } = context;
    const what = typeof failed === "string" ? failed : failed({ params, context, form });
    logError("form failed", error, { requestId, what });
    const answers = answersOf(form);
    const message = `${what}. Try again in a moment, or call us. (Request ${requestId})`;
    return data<FormReply>(
      { values: Object.fromEntries(answers), errors: {}, message, reason: null, unsent: { what, requestId, answers } },
      { status: 500 },
    );
  }
}
