import { emailForm } from "~/domain/accounts/account-forms";
import type { TooMany } from "~/domain/values/refusal";
import { parseForm, readForm } from "./forms";

/** Parses the one field, asks for the mail, and says the same for every address. */
export async function answerMailRequest(request: Request, ask: (email: string) => Promise<{ ok: true } | TooMany>) {
  const parsed = parseForm(await readForm(request), emailForm);
  if (!parsed.value) return parsed.invalid();
  const { email } = parsed.value;
  const result = await ask(email);
  return result.ok ? { sentTo: email } : parsed.refused(result);
}
