import * as z from "zod";
import { emailField, phoneField } from "../../accounts/account-forms";
import { SERVICE_TYPES } from "../../bookings/booking";
import { ADDRESS_LENGTHS, notesField } from "../../bookings/request-schemas";
import { NO_DAY, NO_TIME, startFields, startOf } from "../../bookings/start-fields";
import { ADDRESS_LINE_LENGTH, REASON_LENGTH, SEARCH_LENGTH } from "../../values/text";
import { isOwnName, nameField, NOT_THEIRS, idOrNullField, line, optionalLine, readBy } from "../../values/fields";
import { CITIES } from "../../values/cities";
import { parseTypedDate } from "../../time/harare";
import { NO_CONSENT_WORDS } from "./caller";

const nullIfAbsent = <Value>(field: z.ZodType<Value>) => field.nullish().transform((value) => value ?? null);

/** A caller is known by their phone, which `phoneField` reads as null where it was left out (B29). */
const requirePhone = readBy((phone: string | null) => phone, "Phone is required.");

const caller = {
  firstName: nameField("First name is required."),
  lastName: nameField("Last name is required."),
  phone: phoneField.transform(requirePhone),
};
const hasOwnName = ({ firstName, lastName }: { firstName: string; lastName: string }) => isOwnName(firstName, lastName);
const NAMED_LIKE_US = { error: NOT_THEIRS, path: ["lastName"] };

export const newCallerForm = z
  .object({ ...caller, email: nullIfAbsent(z.union([z.literal("").transform(() => null), emailField])) })
  .refine(hasOwnName, NAMED_LIKE_US);
export type NewCaller = z.output<typeof newCallerForm>;

/** The correction of a caller's account (B34). */
export const callerCorrectionForm = z
  .object({ ...caller, addressLine1: optionalLine(ADDRESS_LINE_LENGTH) })
  .refine(hasOwnName, NAMED_LIKE_US);

const idOrNull = nullIfAbsent(idOrNullField()).catch(null);

/** The choices of the page, from its form or its address; an unknown city is our first. */
export const choicesQuery = z.object({
  q: z.string().max(SEARCH_LENGTH).optional().catch(undefined),
  client: idOrNull,
  city: z.enum(CITIES).catch(CITIES[0]),
  plumber: idOrNull,
  /** A day beyond the seven, or what was typed in its place; null: none. */
  otherDate: z
    .string()
    .overwrite((text) => parseTypedDate(text) ?? text)
    .nullish()
    .catch(null),
});
export type ChoicesQuery = z.output<typeof choicesQuery>;

/** The booking of a caller. Returns the start as an instant, and the caller's consent in their words or null. */
export const callerBookingForm = z
  .object({
    city: z.enum(CITIES, "City is required."),
    ...startFields(NO_DAY, NO_TIME),
    serviceType: z.enum(SERVICE_TYPES, "Service is required."),
    suburb: optionalLine(ADDRESS_LENGTHS.suburb),
    street: line("Street or landmark is required.", ADDRESS_LENGTHS.street),
    notes: notesField,
    agreed: z.literal("on").optional(),
    words: optionalLine(REASON_LENGTH),
  })
  .refine(({ agreed, words: consentWords }) => !agreed || consentWords !== null, {
    error: NO_CONSENT_WORDS,
    path: ["words"],
    // Beside the errors of other fields.
    when: () => true,
  })
  .transform(startOf)
  .transform(({ agreed, words: consentWords, ...wish }) => ({
    wish: { ...wish, pin: null },
    consent: agreed ? consentWords : null,
  }));
