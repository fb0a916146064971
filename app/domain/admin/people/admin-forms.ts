import * as z from "zod";
import { emailField } from "../../accounts/account-forms";
import { REASON_LENGTH } from "../../values/text";
import { PAPERS_NOTE_LENGTH } from "../../vetting/vetting";
import { seenPapers } from "../../vetting/vetting-forms";
import { newIdField, line, optionalLine, paragraphs } from "../../values/fields";
import { NO_CONSENT_WORDS } from "../callers/caller";
import { VIEW_NAME_LENGTH } from "../lists/office-lists";
import { NOTE_LENGTH, type AccountAction } from "./office-users";

const asked = z.object({ reason: optionalLine(REASON_LENGTH) });
/** The log explains what was done to a user, as both sides read why their booking was cancelled in bulk (O29). */
const explained = z.object({ reason: line("Reason is required.", REASON_LENGTH) });
const aboutPapers = asked.extend({ seen: seenPapers });

/** The answers of an account action's form; null: it asks for no such thing. */
export interface AccountAnswers extends Record<"reason" | "email" | "words", string | null> {
  seen: readonly string[];
}

const FORMS: Partial<Record<AccountAction, z.ZodType<Partial<AccountAnswers>>>> = {
  suspend: explained,
  erase: explained.extend({ sure: z.literal("on", "Please tick the box to erase the account.") }),
  "offer-account": asked.extend({ email: emailField }),
  approve: aboutPapers,
  "finish-papers": aboutPapers,
  "ask-papers": aboutPapers.extend({ words: paragraphs("What they should send is required.", PAPERS_NOTE_LENGTH) }),
  refuse: aboutPapers.extend({ words: paragraphs("Reason is required.", PAPERS_NOTE_LENGTH) }),
  consent: asked.extend({ words: line(NO_CONSENT_WORDS, REASON_LENGTH) }),
};

export const accountActionForm = (action: AccountAction) =>
  (FORMS[action] ?? asked).transform((answers: Partial<AccountAnswers>): AccountAnswers => ({
    reason: null,
    email: null,
    words: null,
    seen: [],
    ...answers,
  }));

export const viewForm = z.object({ name: line("Name is required.", VIEW_NAME_LENGTH) });

const columnId = z.string().regex(/^[a-z]{1,20}$/);

export const columnsForm = z.object({
  all: z
    .string()
    .catch("")
    .transform((ids) => ids.split(",").filter((id) => columnId.safeParse(id).success))
    .transform((ids) => ids.slice(0, 30)),
  column: z.array(columnId).max(30).catch([]),
});

export const noteForm = z.object({ words: paragraphs("Note is required.", NOTE_LENGTH) });

/** A new note carries the id that its page made: sent twice, it is one note. */
export const newNoteForm = noteForm.extend({ id: newIdField("Please send the note again.") });
