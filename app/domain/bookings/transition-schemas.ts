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
  newIdField,
} from "../values/fields";
import { REPORT_LENGTH, TITLE_LENGTH } from "./booking";
import { REACHABLE_STATUSES } from "./booking-machine";
import { JOB_STEP_NAMES } from "./job-steps";
import {
  NO_DAY,
  NO_TIME,
  startFields,
  startOf,
  EITHER,
  instantField,
  readStart,
  startOrInstantFields,
} from "./start-fields";
import { JOB_PHOTO_KINDS } from "./job-photos";

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

export const reportForm = z.object({ report: paragraphs("Report is required.", REPORT_LENGTH) });

const WRONG_MINUTES = "Please give 1 to 240 whole minutes.";
/** The time to get there (B25): whole minutes up to four hours. */
const minutes = z.int(WRONG_MINUTES).min(1, WRONG_MINUTES).max(240, WRONG_MINUTES);

export const minutesForm = z.object({ minutes: z.coerce.number().pipe(minutes).nullable().catch(null) });

/** A step of the day (B25, B27), and, on the way, in how many minutes the plumber will be there. */
export const stepCall = z.object({
  step: z.enum(JOB_STEP_NAMES, "Please name a step."),
  minutes: minutes
    .nullish()
    .transform((minutes) => minutes ?? null)
    .meta({ description: "How long it will take, on the way." }),
});

/** An assignment (B14): to whom, and who had the booking on the admin's page (empty, so null: no one). */
export const assignmentForm = z.object({ plumber: idField(), from: idOrNullField() });

/** A job's title; empty means the usual one (B17). */
export const titleForm = z.object({ title: optionalLine(TITLE_LENGTH) });

const plumberField = idOrNullField("Plumber is required.");

/** A move on the board (O26): who gets the booking (empty: no one) and when, and where the page showed it. */
export const moveForm = z
  .object({
    plumber: plumberField,
    ...startFields(NO_DAY, NO_TIME),
    from: plumberField,
    fromStart: z.coerce.number().int(),
    board: z.string().max(400).default(""),
    /** True if the page is being left: no one sees its answer there. */
    isLeft: z.coerce.boolean().default(false),
  })
  .transform(startOf)
  .transform(({ plumber, startsAt, from, fromStart, board, isLeft }) => ({
    plumberId: plumber,
    start: startsAt,
    shown: { plumberId: from, startsAt: fromStart },
    board,
    isLeft,
  }));

/** Another day or time in place of the one that was picked, where the form has such fields. */
const withOtherTime = (input: unknown) => {
  const fields = input as Record<string, unknown>;
  return {
    appointmentDate: fields["otherDate"] || fields["appointmentDate"],
    appointmentTime: fields["otherTime"] || fields["appointmentTime"],
    shown: fields["shown"],
  };
};

/** A new time; `shown`: the start that the form was drawn with, undefined: not said. */
export const proposalForm = z
  .preprocess(withOtherTime, z.object({ ...startFields(NO_DAY, NO_TIME), shown: z.coerce.number().int().optional() }))
  .transform(({ shown, ...answers }) => ({ start: startOf(answers).startsAt, shown }));

export const proposalCall = z
  .object(startOrInstantFields(NO_DAY, NO_TIME))
  .meta(EITHER)
  .transform(readStart(NO_DAY, NO_TIME));

/** The proposal that a reply is to: the one the page showed, by its start. */
export const proposalAnswerForm = z.object({ start: z.coerce.number().int() });

export const proposalAnswerCall = z.object({
  answer: z.enum(["accept", "decline"], "Please accept or decline."),
  startsAt: instantField.meta({ description: "The `proposedStart` that you answer." }),
});

export const jobPhotoForm = z.object({ kind: z.enum(JOB_PHOTO_KINDS), uploadId: newIdField() });
