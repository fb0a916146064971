import * as z from "zod";

/**
 * The name of every submit button that says what its form does. Its value is a verb, followed by a colon and the verb's
 * object where no field has it: `close`, `restore:k3f9`. The button of a page's own form needs no name. Buttons
 * that fill in a field (`plumber`, `instead`) are read with their form.
 */
const INTENT = "intent";

const intent = z.string().transform((value) => {
  const [verb, ...rest] = value.split(":");
  return { verb, of: rest.join(":") };
});

/** The button that sent a form; null for one without a name. Throws 400 for a button that the page does not have. */
export function pressedButton<const Verb extends string>(form: FormData, verbs: readonly Verb[]) {
  const schema = intent.pipe(z.object({ verb: z.enum(verbs), of: z.string() })).nullable();
  const { success, data } = schema.safeParse(form.get(INTENT));
  if (!success) throw unknownButton();
  return data;
}

/** The button that sent a form on a page where every button has a name. Throws 400 for none or an unknown one. */
export function requireButton<const Verb extends string>(form: FormData, verbs: readonly Verb[]) {
  const button = pressedButton(form, verbs);
  if (!button) throw unknownButton();
  return button;
}

const unknownButton = () =>
  new Response("This page has no such button. Load the page again, then try once more.", { status: 400 });
