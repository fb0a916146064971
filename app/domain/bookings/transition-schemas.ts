import * as z from "zod";
import { CHOICE_LENGTH, REASON_LENGTH } from "../values/text";
import {
  amountField,
  dollars,
  idField,
  idOrNullField,
  optionalLine,
  optionalParagraphs,
  paragraphs,
} from "../values/fields";
import { REPORT_LENGTH, TITLE_LENGTH } from "./booking";
import { REACHABLE_STATUSES } from "./booking-machine";
import { JOB_STEP_NAMES } from "./job-steps";

// What moves a booking on, as the site's forms send it and as API clients do.

const reason = optionalLine(REASON_LENGTH);

/** Why someone refuses or cancels (B11): one of the list, their own words, both or neither. Returns one text, or null. */
export const reasonForm = z
  .object({ reason: optionalLine(CHOICE_LENGTH), reasonText: reason })
  .transform(({ reason, reasonText }) => [reason, reasonText].filter(Boolean).join(": ") || null);

/** The end of a job (M3): what is to be paid, why it is more than agreed, the tick at an unusual amount, the report. */
export const finishForm = z.object({
  finalAmount: amountField,
  finalReason: reason,
  sure: z.string().nullish(),
  report: optionalParagraphs(REPORT_LENGTH),
});

/** A transition: the status that it leads to, and why; of a completion, what is to be paid (M3). */
export const statusCall = z.object({
  status: z.enum(REACHABLE_STATUSES, "Please name a status."),
  reason: reason.meta({ description: "Why; the other side reads it." }),
  finalAmount: dollars.optional().meta({
    description: "When completing: what is to be paid in US dollars; the agreed price, else the fee, without.",
  }),
  finalReason: reason.meta({ description: "Why that is more than was agreed." }),
  sure: z
    .boolean()
    .optional()
    .meta({ description: "That an amount of more than ten times what was agreed is meant (`amount_unusual`)." }),
});

/** What was done, also as API clients send it. */
export const reportForm = z.object({ report: paragraphs("Please write what was done.", REPORT_LENGTH) });

const WRONG_MINUTES = "Please give 1 to 240 whole minutes.";
/** How long the plumber will take to get there (B25): whole minutes up to four hours. */
const minutes = z.int(WRONG_MINUTES).min(1, WRONG_MINUTES).max(240, WRONG_MINUTES);

/** The minutes, as text; null for anything else. */
export const minutesForm = z.object({ minutes: z.coerce.number().pipe(minutes).nullable().catch(null) });

/** A step of the day (B25, B27), and, on the way, in how many minutes the plumber will be there. */
export const stepCall = z.object({
  step: z.enum(JOB_STEP_NAMES, "Please name a step."),
  minutes: minutes
    .nullish()
    .transform((minutes) => minutes ?? null)
    .meta({ description: "How long it will take, on the way." }),
});

/**
 * Assigning (B14): to whom, who had the booking on the admin's page (empty: nobody; returns null), and whether to go back
 * to the list.
 */
export const assignmentForm = z.object({ plumber: idField(), from: idOrNullField() });

/** A job's title; empty means the usual one (B17). */
export const titleForm = z.object({ title: optionalLine(TITLE_LENGTH) });
