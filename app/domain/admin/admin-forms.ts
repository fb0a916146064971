import { z } from "zod";
import { emailField } from "../accounts/account-forms";
import { line, optionalLine } from "../values/text-fields";
import type { AccountAction } from "./user-summary";

const asked = z.object({ reason: optionalLine(300) });

/** What the form of an account action has asked for; null: it asks for no such thing. */
export interface AccountAnswers {
  reason: string | null;
  email: string | null;
  words: string | null;
}

const FORMS: Partial<Record<AccountAction, z.ZodType<Partial<AccountAnswers>>>> = {
  erase: asked.extend({ sure: z.literal("on", "Please tick the box to erase the account.") }),
  "offer-account": asked.extend({ email: emailField }),
  consent: asked.extend({ words: line("Please write what they said.", 300) }),
};

/**
 * The form that confirms an account action (O6): an optional reason, a tick before erasing, which can't be undone, an
 * email to offer the account to, and the words of a consent (B29).
 */
export const accountActionForm = (action: AccountAction) =>
  (FORMS[action] ?? asked).transform((answers: Partial<AccountAnswers>): AccountAnswers => ({
    reason: null,
    email: null,
    words: null,
    ...answers,
  }));
