import { withoutGaps } from "../../values/text";
import { signedPasskey, type SignedPasskey, createdPasskey } from "./webauthn";
import * as z from "zod";
import { CODE_LENGTH, NAME_LENGTH } from "../../values/lengths";
import { line } from "../../values/text-fields";

/** How many recovery codes someone gets at a time (A21). */
export const RECOVERY_CODES = 10;

/**
 * What someone gives as their second factor: a code of their app, a recovery code, or what their passkey has signed.
 */
export type FactorAnswer = { code: string } | { passkey: SignedPasskey };

/** A code of an app as it is compared: six digits, however they are grouped; null for anything else. */
export const readAppCode = (text: string): string | null => /^\d{6}$/.exec(withoutGaps(text))?.[0] ?? null;

/** A recovery code as it is hashed: sixteen letters and digits, however they are grouped; null for anything else. */
export const readRecoveryCode = (text: string): string | null =>
  /^[A-Z2-9]{16}$/.exec(withoutGaps(text).toUpperCase())?.[0] ?? null;

/**
 * Reads an answer from what a form or call has sent; null: nothing was given. What is no answer at all counts as a
 * wrong one.
 */
export function readFactorAnswer(given: { code?: unknown; passkey?: unknown }): FactorAnswer | null {
  if (typeof given.passkey === "string" && given.passkey !== "") {
    const passkey = signedPasskey.safeParse(given.passkey);
    return passkey.success ? { passkey: passkey.data } : { code: "" };
  }
  return typeof given.code === "string" && given.code.trim() !== "" ? { code: given.code.slice(0, 40) } : null;
}

const CODE = "Please enter the code.";

/** The first code of an app (A21). */
export const appCodeForm = z.object({ code: z.string({ error: CODE }).trim().min(1, CODE).max(CODE_LENGTH, CODE) });

/** A new passkey (A21). */
export const passkeyForm = z.object({
  name: line("Please enter a name.", NAME_LENGTH),
  passkey: z.string("Please press the button again.").pipe(createdPasskey),
});
