import * as z from "zod";
import { PROBLEMS } from "../search/problem";
import { instantOf, parseDate, parseTime } from "../time/harare";
import { line, optionalLine, optionalParagraphs, paragraphs } from "../values/text-fields";
import { REASON_LENGTH, SERVICE_TYPES } from "./booking";

/** A date as it is sent: `YYYY-MM-DD` in Harare. */
export const dateField = (message: string) =>
  z
    .string({ error: message })
    .refine((text) => parseDate(text) !== null, message)
    .meta({ description: "The day in Harare.", format: "date", example: "2026-11-20" });

/** A time as it is sent (T2). Returns minutes since midnight in Harare. */
export const timeField = (message: string) =>
  z
    .string({ error: message })
    .meta({ description: "The time of day in Harare; `14:30` is fine too.", example: "10:30 am" })
    .transform((text, context) => {
      const minute = parseTime(text);
      if (minute !== null) return minute;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

export const appointment = z.object({
  appointmentDate: dateField("Please select a day."),
  appointmentTime: timeField("Please select a time slot."),
  serviceType: z
    .union([z.enum(SERVICE_TYPES), z.literal("").transform(() => null)], "Please choose a service from the list.")
    .nullish(),
  location: optionalLine(300),
  notes: optionalParagraphs(1000),
});

/** The address as one line, which is how the API has published it. */
export const addressOf = (location: string | null) => ({ suburb: null, street: location, pin: null });

const startOf = <Answers extends { appointmentDate: string; appointmentTime: number }>({
  appointmentDate,
  appointmentTime,
  ...rest
}: Answers) => ({
  ...rest,
  startsAt: instantOf(appointmentDate, appointmentTime),
});

/** Degrees with up to six decimals, as the page's script writes them. */
const pin = z
  .string({ error: "Please mark the place first." })
  .regex(/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/, "Please mark the place first.");

/** A new mark on the map. */
export const pinForm = z.object({ pin });

/** A mark on the map; anything else is none. */
const pinField = pin
  .nullish()
  .catch(null)
  .transform((pin) => pin ?? null);

/** What the site's forms ask for: the problem and the address have to be there (B4, B5). */
const visitFields = (missing: Record<"serviceType" | "suburb" | "street", string>) => ({
  serviceType: z.enum(SERVICE_TYPES, missing.serviceType),
  suburb: line(missing.suburb, 60),
  street: line(missing.street, 240),
  pin: pinField,
  notes: optionalParagraphs(1000),
});

const visit = visitFields({
  serviceType: "Please choose what the problem is.",
  suburb: "Please give the suburb.",
  street: "Please give the street, or a landmark.",
});

/** The form of the appointment page (B4, T7). Returns the start as an instant. */
export const appointmentForm = z
  .object({
    appointmentDate: dateField("Please select a day."),
    appointmentTime: timeField("Please select a time slot."),
    ...visit,
  })
  .transform(startOf);

/** What is kept of a form that is not sent yet (B28): whatever is right of it, the rest is null. */
export const draftForm = z
  .object({
    appointmentDate: dateField("").nullable().catch(null),
    appointmentTime: timeField("").nullable().catch(null),
    serviceType: visit.serviceType.nullable().catch(null),
    suburb: visit.suburb.nullable().catch(null),
    street: visit.street.nullable().catch(null),
    pin: pinField,
    notes: visit.notes.catch(null),
  })
  .transform(({ appointmentDate, appointmentTime, ...rest }) => ({
    ...rest,
    startsAt: appointmentDate && appointmentTime !== null ? instantOf(appointmentDate, appointmentTime) : null,
  }));
export type DraftAnswers = z.output<typeof draftForm>;

export const MISSING = "Please fill all required fields.";

export const unassigned = z.object({
  serviceType: z.enum(SERVICE_TYPES, MISSING),
  appointmentDate: dateField(MISSING),
  appointmentTime: timeField(MISSING),
  location: line(MISSING, 300),
  city: optionalLine(60).meta({ description: "The city of the address, where `location` doesn't end with it." }),
  notes: optionalParagraphs(1000),
});
/** The form of an unassigned request (B5). Returns the start as an instant. */
export const requestForm = z
  .object({
    appointmentDate: dateField(MISSING),
    appointmentTime: timeField(MISSING),
    ...visitFields({ serviceType: MISSING, suburb: MISSING, street: MISSING }),
    city: line("Please give the city.", 60),
  })
  .transform(startOf);

export const reportForm = z.object({ report: paragraphs("Please write what was done.", 1000) });

/**
 * The day and time in an appointment page's URL (T8), the problem that was searched for (D16), and the booking to ask for
 * again (B32); anything else in it is ignored.
 */
export const appointmentQuery = z.object({
  day: z
    .string()
    .refine((text) => parseDate(text) !== null)
    .optional()
    .catch(undefined),
  time: z
    .string()
    .transform((text) => parseTime(text))
    .nullish()
    .catch(null),
  problem: z.enum(PROBLEMS).nullish().catch(null),
  again: z.string().max(40).optional().catch(undefined),
});

/** Why someone refuses or cancels (B11): one of the list, their own words, both or neither. Returns one text, or null. */
export const reasonForm = z
  .object({ reason: optionalLine(60), reasonText: optionalLine(REASON_LENGTH) })
  .transform(({ reason, reasonText }) => [reason, reasonText].filter(Boolean).join(": ") || null);

/** Another day or time in place of the one that was picked, where the form has such fields. */
const withOtherTime = (input: unknown) => {
  const fields = input as Record<string, unknown>;
  return {
    appointmentDate: fields["otherDate"] || fields["appointmentDate"],
    appointmentTime: fields["otherTime"] || fields["appointmentTime"],
  };
};

/** Another time for a booking (B13): a free one of the week, or any other. Returns the start as an instant. */
export const newTimeForm = z
  .preprocess(
    withOtherTime,
    z.object({
      appointmentDate: dateField("Please select a day."),
      appointmentTime: timeField("Please choose a time."),
    }),
  )
  .transform(({ appointmentDate, appointmentTime }) => instantOf(appointmentDate, appointmentTime));

/** The proposal that a reply is to: the one the page showed, by its start. */
export const proposalAnswerForm = z.object({ start: z.coerce.number().int() });

/**
 * Assigning (B14): to whom, who had the booking on the admin's page (empty: nobody; gives null), and whether to go back
 * to the list.
 */
export const assignmentForm = z.object({
  plumber: z.string().max(40),
  from: z
    .string()
    .max(40)
    .transform((id) => id || null),
});

/** A job's title; empty means the usual one (B17). */
export const titleForm = z.object({ title: optionalLine(60) });

/** How long the plumber will take to get there (B25): whole minutes up to four hours; null for anything else. */
export const minutesForm = z.object({ minutes: z.coerce.number().int().min(1).max(240).nullable().catch(null) });
