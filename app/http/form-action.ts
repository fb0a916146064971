import { data, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { answersOf, readForm, type FormReply } from "./forms";
import { keepingForm } from "./kept-form.server";

/** What a page says failed when its action breaks (F3): a text, or a function of what the form asked for. */
export type Failed = string | ((asked: Pick<ActionFunctionArgs, "params" | "context"> & { form: FormData }) => string);

const SOMETHING = "That didn't work";

/** The action of a form that anyone may send. `failed` is what its page says when it breaks. */
export function formAction<T>(failed: Failed, act: (args: ActionFunctionArgs & { form: FormData }) => Promise<T>) {
  return async (args: ActionFunctionArgs) => {
    const form = await readForm(args.request);
    return orSayWhatFailed(args, form, failed, () => act({ ...args, form }));
  };
}

/**
 * Runs an action. When something breaks on our side, the page is shown again with all fields but secrets, what failed and
 * the request's id, so the same form can be sent again (F3). What was typed survives an ended session (F7).
 */
export async function orSayWhatFailed<T>(
  { context, params, request }: ActionFunctionArgs,
  form: FormData,
  failed: Failed = SOMETHING,
  act: () => Promise<T>,
) {
  try {
    return await act();
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
