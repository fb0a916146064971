import * as z from "zod";
import { CODE_LENGTH, NAME_LENGTH } from "../../values/lengths";
import { line } from "../../values/text-fields";
import { createdPasskey } from "./webauthn";

const CODE = "Please enter the code.";

/** The first code of an app (A21). */
export const appCodeForm = z.object({ code: z.string({ error: CODE }).trim().min(1, CODE).max(CODE_LENGTH, CODE) });

/** A new passkey (A21). */
export const passkeyForm = z.object({
  name: line("Please enter a name.", NAME_LENGTH),
  passkey: z.string("Please press the button again.").pipe(createdPasskey),
});
