import { z } from "zod";

/**
 * The name of every submit button that says what its form is to do. Its value is a verb, and after a colon what the
 * verb is for, where no field says it: `close`, `restore:k3f9`. The button of a page's own form needs no name. Buttons
 * that fill in a field (`plumber`, `instead`) are read with their form.
 */
const INTENT = "intent";

const intent = z.string().transform((value) => {
  const [verb, ...rest] = value.split(":");
  return { verb, of: rest.join(":") };
});

/** The button that sent a form, or null for the one without a name. One that the page does not have: 400. */
export function pressedButton<const Verb extends string>(form: FormData, verbs: readonly Verb[]) {
  const schema = intent.pipe(z.object({ verb: z.enum(verbs), of: z.string() })).nullable();
  const { success, data } = schema.safeParse(form.get(INTENT));
  if (!success) throw unknownButton();
  return data;
}

/** The same for a page on which every button has a name. */
export function requireButton<const Verb extends string>(form: FormData, verbs: readonly Verb[]) {
  const button = pressedButton(form, verbs);
  if (!button) throw unknownButton();
  return button;
}

const unknownButton = () =>
  new Response("This page has no such button. Load the page again, then try once more.", { status: 400 });
