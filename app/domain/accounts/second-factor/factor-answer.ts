import { withoutGaps } from "../../values/text";
import { signedPasskey, type SignedPasskey, createdPasskey } from "./webauthn";
import * as z from "zod";
import { CODE_LENGTH, NAME_LENGTH } from "../../values/lengths";
import { line } from "../../values/text-fields";

/** How many recovery codes someone gets at a time (A21). */
export const RECOVERY_CODES = 10;

/** A code of the app, a recovery code, or what a passkey has signed. */
export type FactorAnswer = { code: string } | { passkey: SignedPasskey };

/** A code of an app as it is compared: six digits, however they are grouped; null for anything else. */
export const readAppCode = (text: string): string | null => /^\d{6}$/.exec(withoutGaps(text))?.[0] ?? null;

/** A recovery code as it is hashed: sixteen letters and digits, however they are grouped; null for anything else. */
export const readRecoveryCode = (text: string): string | null =>
  /^[A-Z2-9]{16}$/.exec(withoutGaps(text).toUpperCase())?.[0] ?? null;

/** Reads what a form or call has sent; null: nothing. What is no answer at all counts as a wrong one. */
export function readFactorAnswer(given: { code?: unknown; passkey?: unknown }): FactorAnswer | null {
  if (typeof given.passkey === "string" && given.passkey !== "") {
    const passkey = signedPasskey.safeParse(given.passkey);
    return passkey.success ? { passkey: passkey.data } : { code: "" };
  }
  return typeof given.code === "string" && given.code.trim() !== "" ? { code: given.code.slice(0, 40) } : null;
}

const CODE = "Please enter the code.";

export const appCodeForm = z.object({ code: z.string({ error: CODE }).trim().min(1, CODE).max(CODE_LENGTH, CODE) });

export const passkeyForm = z.object({
  name: line("Please enter a name.", NAME_LENGTH),
  passkey: z.string("Please press the button again.").pipe(createdPasskey),
});
