import { data, type ActionFunctionArgs } from "@remix-run/cloudflare";
import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { UnreadableBody } from "./body";
import { readFormBody } from "./form-body";
import { initOf, messageOf, type Reason, type Refused } from "./refusals";
import { flashCookie, type Flash } from "./flash";
import { keepingForm, refuseFormOfAnother } from "./kept-form.server";
import { newIdField } from "~/domain/values/fields";
import { FORM_ID_FIELD } from "~/domain/idempotency/sent-form";
import { OWNER_FIELD, ownerTag, type SessionClaims } from "~/domain/values/user";
import { notFound, redirectTo, param, type ParamName } from "./responses";

/** A form's response when it did not succeed (F2). */
export interface FormReply {
  /** Without secrets. */
  values: Record<string, string>;
  errors: Record<string, string>;
  message: string | null;
  reason: Reason | null;
  /** The action that broke on our side, with the values to send again. */
  unsent?: { what: string; requestId: string; answers: [name: string, value: string][] };
}

/** The form of a request. Throws 405 for another method than POST, 413 if it is too large, 400 if it is malformed. */
export async function readForm(request: Request): Promise<FormData> {
  if (request.method !== "POST")
    throw new Response("Method not allowed", { status: 405, headers: { Allow: "GET, HEAD, POST" } });
  try {
    return await readFormBody(request);
  } catch (error) {
    throw error instanceof UnreadableBody ? new Response(error.message, { status: error.status }) : error;
  }
}

/** The button that sent a form; null for one without a name. Throws 400 for one that the page doesn't have. */
export function pressedButton<const Verb extends string>(form: FormData, verbs: readonly Verb[]) {
  const sent = form.get("intent");
  if (sent === null) return null;
  const [name, ...of] = typeof sent === "string" ? sent.split(":") : [];
  const verb = verbs.find((known) => known === name);
  if (!verb) throw unknownButton();
  return { verb, of: of.join(":") };
}

/** As `pressedButton`, on a page where every button has a name. */
export function requireButton<const Verb extends string>(form: FormData, verbs: readonly Verb[]) {
  const button = pressedButton(form, verbs);
  if (!button) throw unknownButton();
  return button;
}

const unknownButton = () =>
  new Response("This page has no such button. Load the page again, then try once more.", { status: 400 });

export type Reply = ReturnType<typeof data<FormReply>>;

// Never sent back into a page.
const SECRETS = new Set(["password", "current", "code", "factorCode", "factorPassword", "passkey"]);

export const answersOf = (form: FormData): [name: string, value: string][] =>
  [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string" && !SECRETS.has(entry[0]));

/** Removes and returns the tag of the user that a form was made for (F10); null: a visitor. */
function takeOwner(form: FormData | URLSearchParams): string | null {
  const owner = form.get(OWNER_FIELD);
  form.delete(OWNER_FIELD);
  return typeof owner === "string" && owner !== "" ? owner : null;
}

/** Removes and returns the id that a page's script gave a form (C12); null: none of ours. */
function takeFormId(form: FormData): string | null {
  const id = newIdField().safeParse(form.get(FORM_ID_FIELD));
  form.delete(FORM_ID_FIELD);
  return id.data ?? null;
}

/** Tells if a form of a script was made for another user than the viewer (F10), and removes that user's tag from it. */
export function isOfAnother(form: FormData | URLSearchParams, viewer: SessionClaims | null): boolean {
  const owner = takeOwner(form);
  return owner !== null && viewer !== null && owner !== ownerTag(viewer.id);
}

/** The stored values that a form was drawn with; null for a form without the field `drawn`. */
export function readDrawn(form: FormData): Record<string, string> | null {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(String(form.get("drawn"))));
  } catch {
    return null;
  }
}

/**
 * Gives the fields that a form's sender did not change the stored values, which another page may have changed (F8). Returns
 * the fields that both have changed, which keep the sender's.
 */
export function keepUnchanged(form: FormData, stored: Record<string, string | undefined>): string[] {
  const drawn = readDrawn(form);
  if (!drawn) return [];
  const contested: string[] = [];
  for (const name of new Set([...Object.keys(drawn), ...Object.keys(stored)])) {
    const value = stored[name] ?? "";
    // Browsers send line breaks as CR and LF.
    const sent = String(form.get(name) ?? "").replaceAll("\r\n", "\n");
    if (sent !== (drawn[name] ?? "")) {
      if (value !== sent && value !== (drawn[name] ?? "")) contested.push(name);
    } else if (value === "") form.delete(name);
    else form.set(name, value);
  }
  form.set("drawn", JSON.stringify(stored));
  return contested;
}

/** Shows a form of before someone else's change again: what its sender did not change is as it is stored by now (F8). */
function showMerged(form: FormData, refusal: Refused & { reason: "changedMeanwhile" }) {
  const { present, words = present } = refusal;
  const contested = keepUnchanged(form, present);
  const errors = contested.map((name) => [name, words[name] ? `It says now: “${words[name]}”` : "It is empty now."]);
  const { data: reply, init } = replyTo(refusal, Object.fromEntries(answersOf(form)));
  return data<FormReply>({ ...reply, errors: Object.fromEntries(errors) }, init ?? undefined);
}

/** Shows a form again as it is filled in, with `changed` values: nothing is wrong with it. */
export function showAgain(form: FormData, changed: Record<string, string>) {
  const values = { ...Object.fromEntries(answersOf(form)), ...changed };
  return data<FormReply>({ values, errors: {}, message: null, reason: null });
}

/** The response to a refusal of the domain, with its status and a form's `values`; shown at `field`, if given. */
export function replyTo(refusal: Refused, values: FormReply["values"], field?: string) {
  const message = messageOf(refusal);
  const said = field ? { errors: { [field]: message }, message: null } : { errors: {}, message };
  return data<FormReply>({ values, ...said, reason: refusal.reason }, initOf(refusal));
}

export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  // The parsing library would read these as commands; our forms never send them.
  for (const name of ["__intent__", "__state__"]) form.delete(name);
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  const isRight = submission.status === "success";
  const values = Object.fromEntries(answersOf(form));
  const found = Object.fromEntries(
    Object.entries<string[] | null>((!isRight && submission.error) || {}).flatMap(([name, texts]) =>
      texts?.[0] ? [[name, texts[0]]] : [],
    ),
  );
  return {
    /** Null if a field is wrong. */
    value: isRight ? submission.value : null,
    /** Shows the form again, with 400. `errors` adds what the schema cannot know, `reason` what it asks for. */
    invalid: (errors: Record<string, string> = {}, reason: Reason | null = null): Reply =>
      data({ values, errors: { ...found, ...errors }, message: null, reason }, { status: 400 }),
    /** Shows it again for a refusal of the domain, with its status; at `field`, if given. */
    refused: (refusal: Refused, field?: string): Reply => replyTo(refusal, values, field),
  };
}

/** The failure that a page names when its action breaks (F3): a text, or a function of the form. */
export type Failed = string | ((asked: Pick<ActionFunctionArgs, "params" | "context"> & { form: FormData }) => string);

/** The arguments of a form's action: they read the form and reply to it. `stop` throws its reply, which ends the action. */
const formArgs = (args: ActionFunctionArgs, form: FormData, stop: (reply: Reply) => never) => ({
  ...args,
  form,
  stop,
  param: (name: ParamName) => param(args.params, name),
  /** The form's values. Throws the reply that shows the form again, with 400, where a field is wrong. */
  read: <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
    const { value, invalid } = parseForm(form, schema);
    return value ?? stop(invalid());
  },
  pressed: <const Verb extends string>(verbs: readonly Verb[]) => pressedButton(form, verbs),
  button: <const Verb extends string>(verbs: readonly Verb[]) => requireButton(form, verbs),
  refused: (refusal: Refused, field?: string) =>
    refusal.reason === "changedMeanwhile"
      ? showMerged(form, refusal)
      : replyTo(refusal, Object.fromEntries(answersOf(form)), field),
  goTo: (path: string, flash: Flash | null = null, more: { at?: string; cookies?: (string | null)[] } = {}) => {
    const cookies = [flash && flashCookie(flash, more), ...(more.cookies ?? [])];
    return redirectTo(
      path,
      cookies.flatMap((cookie) => (cookie ? [["Set-Cookie", cookie]] : [])),
    );
  },
});
export type FormArgs = ReturnType<typeof formArgs>;

/** The action of a form that anyone may send; null: the page doesn't exist. `failed` is what it says when it breaks. */
export const formAction =
  <T>(failed: Failed, act: (args: FormArgs) => Promise<T | null>) =>
  (args: ActionFunctionArgs) =>
    takeForm(args, failed, act);

/**
 * Runs an action. When something breaks on our side, the page shows all fields but secrets again, what failed and the
 * request's id (F3). Typed values survive an ended session (F7), and another user's session (F10). Until `confirmed`
 * nothing is said about the form.
 */
export async function takeForm<T>(
  args: ActionFunctionArgs,
  failed: Failed,
  act: (args: FormArgs) => Promise<T | null>,
  confirmed?: () => Promise<unknown>,
): Promise<T | Reply> {
  const { params, request } = args;
  const form = await readForm(request);
  const context = { ...args.context, formId: takeFormId(form) };
  const owner = takeOwner(form);
  const refusedAsAnothers = await refuseFormOfAnother(context, request, { answers: answersOf(form), owner });
  if (refusedAsAnothers) throw refusedAsAnothers;
  let thrown: Reply | undefined;
  const stop = (reply: Reply) => {
    throw (thrown = reply);
  };
  try {
    const answer = await act(formArgs({ ...args, context }, form, stop)).catch(async (problem: unknown) => {
      if (!thrown || problem !== thrown) throw problem;
      await confirmed?.();
      return thrown;
    });
    if (answer === null) throw notFound();
    return answer;
  } catch (error) {
    // Responses are thrown on purpose.
    if (error instanceof Response)
      throw await keepingForm(context, request, { answers: answersOf(form), owner }, error);
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
