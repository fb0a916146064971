import * as z from "zod";
import { parseDate, parseTypedDate } from "./harare";

const WRONG_DAY = "This date doesn't exist. Please choose another.";
/** The message for a date that can't be read (T2). */
export const DATE_FORMS = "Please write 2 December 2026 as 02.12.2026 or 2026-12-02.";

/** True for a text in one of the forms that we read (T2): its day doesn't exist, then. */
const hasOurForm = (text: unknown): boolean =>
  /^\s*(\d{4}-\d{2}-\d{2}|\d{1,2}\s?[./]\s?\d{1,2}\s?[./]\s?\d{4})\s*$/.test(String(text));

/** A date as API clients send it: `YYYY-MM-DD` in Harare. */
export const dateField = (message: string) =>
  z
    .string({ error: message })
    .refine((text) => parseDate(text) !== null, { error: ({ input }) => (input ? WRONG_DAY : message) })
    .meta({ description: "The day in Harare.", format: "date", example: "2026-11-20" });

/** A date as a form sends it (T2): in a browser without a field for dates it is typed. Returns `YYYY-MM-DD`. */
export const typedDateField = (message: string) =>
  z
    .string({ error: message })
    .overwrite((text) => parseTypedDate(text) ?? text)
    .refine((text) => parseDate(text) !== null, {
      error: ({ input }) => (!input ? message : hasOurForm(input) ? WRONG_DAY : DATE_FORMS),
    });
