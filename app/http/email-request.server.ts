import { emailForm } from "~/domain/accounts/account-forms";
import type { TooMany } from "~/domain/values/refusal";
import { parseForm } from "./forms";

/** What the page says when it breaks. */
export const EMAIL_REQUEST_FAILED = "The email was not sent";

/** Parses the one field, asks for the mail, and says the same for every address. */
export async function respondToEmailRequest(form: FormData, ask: (email: string) => Promise<{ ok: true } | TooMany>) {
  const parsed = parseForm(form, emailForm);
  if (!parsed.value) return parsed.invalid();
  const { email } = parsed.value;
  const result = await ask(email);
  return result.ok ? { sentTo: email } : parsed.refused(result);
}
