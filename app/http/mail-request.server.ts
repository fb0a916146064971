import type { AppLoadContext } from "@remix-run/cloudflare";
import { emailForm } from "~/domain/accounts/account-forms";
import { countAttempts } from "~/domain/values/attempts.server";
import { parseForm, readForm } from "./forms";

/** Parses the one field, counts the attempt, asks for the mail, and says the same for every address. */
export async function answerMailRequest(request: Request, context: AppLoadContext, send: (email: string) => Promise<void>) {
  const parsed = parseForm(await readForm(request), emailForm);
  if (!parsed.value) return parsed.invalid();
  const { email } = parsed.value;
  const tooMany = await countAttempts(
    context.db,
    context.limits,
    [["accountMailPerEmail", email], ["accountMailPerAddress", context.address]],
    context.now,
  );
  if (tooMany) return parsed.refused(tooMany);
  // After the answer: that it takes longer for an address we know would tell.
  context.afterResponse(() => send(email));
  return { sentTo: email };
}
