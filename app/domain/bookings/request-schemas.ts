import * as z from "zod";
import { PROBLEMS, type Problem } from "../search/problem";
import { typedDateField } from "../time/date-fields";
import { instantOf, parseDate, parseTime } from "../time/harare";
import { idField, line, optionalLine, optionalParagraphs, messageOfIssue } from "../values/fields";
import { PLACE_LENGTH } from "../values/text";
import type { Role } from "../values/user";
import { NOTES_LENGTH, SERVICE_TYPES, STREET_LENGTH } from "./booking";
import type { CorrectableFacts } from "./correction";
import {
  EITHER,
  NO_DAY,
  NO_SLOT,
  NO_TIME,
  readStart,
  startFields,
  startOf,
  startOrInstantFields,
  timeField,
} from "./start-fields";
import { pricedAs, type PricedService } from "../prices/usual-price";

// A request for a visit, as the site's forms send it and as API clients do (X3): they have one address in one line.

export const MISSING = "Please fill all required fields.";

export const ADDRESS_LENGTHS = { suburb: PLACE_LENGTH, street: STREET_LENGTH, city: PLACE_LENGTH, inOneLine: 300 };
export const notesField = optionalParagraphs(NOTES_LENGTH);

const pin = z
  .string({ error: "Please mark the place first." })
  .regex(/^-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/, "Please mark the place first.");

export const pinForm = z.object({ pin });

const pinField = pin
  .nullish()
  .catch(null)
  .transform((pin) => pin ?? null);

const visitFields = (missing: { serviceType: string; suburb: string; street: string }) => ({
  serviceType: z.enum(SERVICE_TYPES, missing.serviceType),
  suburb: line(missing.suburb, ADDRESS_LENGTHS.suburb),
  street: line(missing.street, ADDRESS_LENGTHS.street),
  pin: pinField,
  notes: notesField,
});

const MISSING_PLACE = { suburb: "Suburb is required.", street: "Street or landmark is required." };

const visit = visitFields({ ...MISSING_PLACE, serviceType: "Problem is required." });

/** The form of the appointment page (B4, T7). Returns the start as an instant. */
export const appointmentForm = z.object({ ...startFields(NO_DAY, NO_SLOT), ...visit }).transform(startOf);

/** The form of an unassigned request (B5). Returns the start as an instant. */
export const requestForm = z
  .object({
    ...startFields("Date is required.", NO_TIME),
    ...visitFields({ ...MISSING_PLACE, serviceType: "Service is required." }),
    city: line("City is required.", ADDRESS_LENGTHS.city),
  })
  .transform(startOf);

/** A fact that the office corrects: what a program's booking never had may stay so (B4). */
const unlessNeverGiven = (field: z.ZodType<string>, drawn: string | null | undefined) =>
  z.preprocess((text) => text || null, drawn ? field : field.nullable());

/** A client's correction of their own booking, and the office's of any (B33); `drawn`: what the form was drawn with. */
export function correctionForm(role: Role, drawn: CorrectableFacts) {
  const ofClient = z.object({ street: visit.street, suburb: visit.suburb, notes: notesField });
  if (role !== "admin") return ofClient;
  return ofClient.extend({
    street: unlessNeverGiven(visit.street, drawn.street),
    serviceType: unlessNeverGiven(visit.serviceType, drawn.serviceType),
    // As in a booking by phone: a caller may name a landmark alone.
    suburb: optionalLine(ADDRESS_LENGTHS.suburb),
    city: unlessNeverGiven(line("City is required.", ADDRESS_LENGTHS.city), drawn.city),
  });
}

/** The valid fields of a form that is not sent yet (B28); the rest is null. */
export const draftForm = z
  .object({
    appointmentDate: typedDateField("").nullable().catch(null),
    appointmentTime: timeField("").nullable().catch(null),
    serviceType: visit.serviceType.nullable().catch(null),
    suburb: visit.suburb.nullable().catch(null),
    street: visit.street.nullable().catch(null),
    pin: pinField,
    notes: notesField.catch(null),
  })
  .transform(({ appointmentDate, appointmentTime, ...rest }) => ({
    ...rest,
    startsAt: appointmentDate && appointmentTime !== null ? instantOf(appointmentDate, appointmentTime) : null,
  }));
export type DraftAnswers = z.output<typeof draftForm>;

const addressOf = (location: string | null) => ({ suburb: null, street: location, pin: null });

/** A request with a plumber (their id) or for the office (null), its start as an instant. */
export const bookingCall = z.union(
  [
    z
      .object({
        serviceType: z.enum(SERVICE_TYPES, MISSING),
        ...startOrInstantFields(MISSING, MISSING),
        location: line(MISSING, ADDRESS_LENGTHS.inOneLine),
        city: optionalLine(ADDRESS_LENGTHS.city).meta({
          description: "The city of the address, where `location` doesn't end with it.",
        }),
        notes: notesField,
        plumber: z.literal("").nullish(),
      })
      .meta({ title: "For our office to find a plumber", ...EITHER })
      .transform(readStart(MISSING, MISSING))
      .transform(({ plumber: _, location, ...rest }) => ({ ...rest, ...addressOf(location), plumber: null })),
    z
      .object({
        ...startOrInstantFields(NO_DAY, NO_SLOT),
        serviceType: z
          .union([z.enum(SERVICE_TYPES), z.literal("").transform(() => null)], "Please choose a service from the list.")
          .nullish(),
        location: optionalLine(ADDRESS_LENGTHS.inOneLine),
        notes: notesField,
        plumber: idField().meta({ description: "The plumber's id." }),
      })
      .meta({ title: "With a plumber", ...EITHER })
      .transform(readStart(NO_DAY, NO_SLOT))
      .transform(({ serviceType, location, ...rest }) => ({
        ...rest,
        ...addressOf(location),
        serviceType: serviceType ?? null,
      })),
  ],
  {
    // `plumber` tells which of the two was meant: that one says what is wrong.
    error: (issue) => {
      const forms = issue.code === "invalid_union" ? issue.errors : [];
      const fitting = forms.find((issues) => issues.every(({ path }) => path[0] !== "plumber"));
      return fitting?.[0] ? messageOfIssue(fitting[0]) : "Please name the plumber by their id, or leave it empty.";
    },
  },
);

/** An appointment page's query: day and time (T8), problem (D16), booking to ask for again (B32). Ignores the rest. */
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
  again: idField().optional().catch(undefined),
});

/** The service for a problem that was searched for. A whole bathroom, say, is an installation without a usual price. */
export const serviceTypeFor = (problem: Problem): PricedService => pricedAs(problem) ?? "Installation";
