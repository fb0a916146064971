import * as z from "zod";
import { newIdField, optionalLine, optionalParagraphs, shownField } from "../values/fields";
import { DATE_FORMS, typedDateField } from "../time/date-fields";
import { REASON_LENGTH } from "../values/text";
import { CHECK_KINDS, PAPERS_NOTE_LENGTH } from "./vetting";

export const paperForm = z.object({ kind: z.enum(CHECK_KINDS), uploadId: newIdField() });

export const papersNoteForm = z.object({ note: optionalParagraphs(PAPERS_NOTE_LENGTH) });

/** The ids of the papers that the office's page showed (D21). */
export const seenPapers = z
  .string()
  .max(200)
  .default("")
  .transform((ids) => ids.split(" "));

export const checkForm = z.object({
  kind: z.enum(CHECK_KINDS),
  lastDay: z
    .string()
    .optional()
    .transform((text) => text?.trim() || null)
    .pipe(typedDateField(DATE_FORMS).nullable()),
  note: optionalLine(REASON_LENGTH),
  nameKey: z.string(),
  shown: shownField,
  seen: seenPapers,
});
