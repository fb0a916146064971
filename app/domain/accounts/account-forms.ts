import * as z from "zod";
import {
  ADDRESS_LINE_LENGTH,
  CODE_LENGTH,
  EMAIL_LENGTH,
  PLACE_LENGTH,
  REFERENCE_LENGTH,
  SHORTEST_PASSWORD,
  SUBURBS_LENGTH,
  cleanLine,
  withoutGaps,
} from "../values/text";
import {
  readAmount,
  readBy,
  isOwnName,
  nameField,
  NOT_THEIRS,
  line,
  lineOrNull,
  optionalLine,
  paragraphs,
  tooLong,
} from "../values/fields";
import { PHONE_MESSAGE } from "../values/phone";
import { parsePhone, isMobileHere } from "../values/typed-phone";
import { CITIES, suburbKey, SUBURBS_SERVED } from "../values/cities";
import { declarationOf, mapProfileTexts, OTHER, SPECIALITIES } from "../values/trade";
import { isCommonPassword } from "./common-passwords";
import { PHONE_CHANNELS } from "../notices/choices";

// Server only: zod weighs more than a whole page.

const NO_FEE = "Please enter an amount from 0 to 10,000 with at most 2 decimals.";
const HIGHEST_FEE = 10_000_00;
const NO_EMAIL = "Please enter a valid email address.";

/** An email of at most 254 characters, in lower case; `missing` is what an empty one is told. */
export const emailOr = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite((text) => cleanLine(text.replace(/\p{Cf}/gu, "")).toLowerCase())
    .min(1, missing)
    .max(EMAIL_LENGTH, NO_EMAIL)
    .check(z.email(NO_EMAIL));

export const emailField = emailOr("Email is required.");

const PASSWORD_LENGTH = 128;

/** Taken exactly as typed: a blank at the end is part of a password. */
const passwordField = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(PASSWORD_LENGTH, tooLong(PASSWORD_LENGTH));

const newPasswordField = passwordField("Password is required.")
  .min(SHORTEST_PASSWORD, `Please use at least ${SHORTEST_PASSWORD} characters.`)
  .refine((password) => !isCommonPassword(password), "This password is too common. Please choose another.")
  .meta({ description: "None of the most common ones." });

/** A phone number as we keep it; null when it is empty. */
const phoneOrNull = z
  .string()
  .meta({ description: "A Zimbabwean number, or one from abroad with `+` or `00`.", example: "077 123 4567" })
  .transform(readBy((text) => (text.trim() ? parsePhone(text) : ""), PHONE_MESSAGE))
  .transform((phone) => phone || null);

export const phoneField = phoneOrNull.nullish().transform((phone) => phone ?? null);

const feesField = z
  .string({ error: "Fees is required for plumbers." })
  .meta({ description: "US dollars, 0 to 10,000, with at most two decimals.", example: "25.50" })
  .trim()
  .min(1, "Fees is required for plumbers.")
  .transform(readAmount(HIGHEST_FEE, NO_FEE, NO_FEE));

const user = {
  name: nameField("First name is required.").meta({ description: "First name." }),
  username: nameField("Last name is required.").meta({ description: "Last name." }),
  email: emailField,
  phone: phoneField,
  password: newPasswordField,
};

const hasOwnName = ({ name, username }: { name: string; username?: string | undefined }) =>
  isOwnName(name, username ?? "");
const NAMED_LIKE_US = { error: NOT_THEIRS, path: ["username"] };

/** The form's checkbox; the API has none (X2). */
const terms = z.literal("on", { error: "You must accept the terms and policy." });

const textFields = mapProfileTexts((name) => {
  const { label, longest, isLong, placeholder } = declarationOf(name);
  const field = (isLong ? paragraphs : line)(`${label} is required for plumbers.`, longest);
  return placeholder ? field.meta({ example: placeholder }) : field;
});

const trade = {
  ...textFields,
  speciality: textFields.speciality.meta({
    description: "One that the directory filters by, or other words.",
    example: SPECIALITIES[0],
  }),
  fees: feesField,
  addressLine1: line("Address Line 1 is required for plumbers.", ADDRESS_LINE_LENGTH),
  addressLine2: optionalLine(ADDRESS_LINE_LENGTH),
  city: line("City is required for plumbers.", PLACE_LENGTH).meta({ example: CITIES[0] }),
};

const newClient = z.object({ ...user, role: z.literal("client") });
const newPlumber = z.object({ ...user, role: z.literal("plumber"), ...trade });
export type Registration = z.output<typeof newClient> | z.output<typeof newPlumber>;

const PHOTO = {
  description: "JPEG, PNG or WebP, at most 5 MB and 12,000 pixels on each side.",
  override: { type: "string", format: "binary", contentEncoding: undefined },
} as const;
const PHOTO_REQUIRED = "Plumber image is required.";
const WHICH_ROLE = "Please choose client or plumber.";

const withRole = (fields: Record<string, unknown>, leftOut = "") => {
  const role = String(fields["role"] ?? leftOut);
  return { ...fields, role: role.trim().toLowerCase() };
};

function withOthers(input: unknown): Record<string, unknown> {
  const fields = { ...(input as Record<string, unknown>) };
  for (const name of ["speciality", "city"]) if (fields[name] === OTHER) fields[name] = fields[`${name}Other`];
  return fields;
}

/** The sign-up form (A2), for a client or a plumber; `photos` checks the photo. */
export const registrationForm = z.preprocess(
  (input) => withRole(withOthers(input), "client"),
  z
    .discriminatedUnion("role", [newClient.extend({ terms }), newPlumber.extend({ terms })], WHICH_ROLE)
    .refine(hasOwnName, NAMED_LIKE_US),
);

const image = z.file(PHOTO_REQUIRED).min(1, PHOTO_REQUIRED);
const pictured = z.object({ ...user, role: newPlumber.shape.role, image, ...trade });

/** Sign-up as a call of the API (X2), which names a missing photo first (A2). */
export const registrationCall = z.preprocess(
  (input) => withRole(input as Record<string, unknown>),
  z.discriminatedUnion("role", [newClient, pictured], WHICH_ROLE).refine(hasOwnName, NAMED_LIKE_US),
);

const plumbersOnly = <Field extends z.ZodType>(field: Field) => {
  const { description } = field.meta() ?? {};
  return field.optional().meta({ description: ["Plumbers have to give it.", description].filter(Boolean).join(" ") });
};

/** The same as one object, for the API's document: few programs understand two forms. */
export const describedRegistration = z.object({
  ...user,
  role: z.enum(["client", "plumber"]),
  image: plumbersOnly(z.file().meta(PHOTO)),
  ...mapProfileTexts((name) => plumbersOnly(trade[name])),
  fees: plumbersOnly(trade.fees),
  addressLine1: plumbersOnly(trade.addressLine1),
  addressLine2: trade.addressLine2.meta({ description: "Of plumbers." }),
  city: plumbersOnly(trade.city),
});

const self = { name: user.name, username: user.username, phone: phoneField };

const address = optionalLine(ADDRESS_LINE_LENGTH);

export const profileForm = z.object({ ...self, addressLine1: address }).refine(hasOwnName, NAMED_LIKE_US);

function readSuburbs(text: string | null): string[] | null {
  const bySuburb = new Map((text ?? "").split(",").map((one) => [suburbKey(one), cleanLine(one)]));
  bySuburb.delete("");
  const suburbs = [...bySuburb.values()];
  return suburbs.length <= SUBURBS_SERVED && suburbs.every(({ length }) => length <= 60) ? suburbs : null;
}

/** The suburbs that a plumber serves, as one text with commas (D14): each once, in any letter case. */
const servedSuburbsField = optionalLine(SUBURBS_LENGTH).transform(
  readBy(readSuburbs, `Please name at most ${SUBURBS_SERVED} suburbs, with commas between them.`),
);

/** The fields that plumbers change: all they said at sign-up, and where they work (D14). */
export const plumberProfileForm = z.preprocess(
  withOthers,
  z
    .object({ ...self, ...trade, suburb: optionalLine(PLACE_LENGTH), servedSuburbs: servedSuburbsField })
    .refine(hasOwnName, NAMED_LIKE_US),
);
export type ProfileChange =
  | z.output<typeof profileForm>
  | z.output<typeof plumberProfileForm>
  | Omit<z.output<typeof profileCall>, "image">;

/** A profile's change as a call of the API (X2): what is empty is emptied, what is left out stays. */
export const profileCall = z
  .object({
    name: user.name,
    username: user.username.optional(),
    phone: phoneOrNull.optional(),
    addressLine1: lineOrNull(ADDRESS_LINE_LENGTH).optional(),
    addressLine2: lineOrNull(ADDRESS_LINE_LENGTH).optional().meta({ description: "Of plumbers, as all that follows." }),
    ...mapProfileTexts((name) => trade[name].optional()),
    fees: trade.fees.optional(),
    city: trade.city.optional(),
    image: z
      .preprocess((sent) => (sent === "" ? undefined : sent), z.file("Only image files are allowed.").optional())
      .meta(PHOTO),
  })
  .refine(hasOwnName, NAMED_LIKE_US);

export const signInForm = z.object({ email: emailField, password: passwordField("Password is required.") });

export const signInCall = signInForm.extend({
  code: z.string().max(CODE_LENGTH, tooLong(CODE_LENGTH)).optional().meta({
    description: "Where two-step sign-in is on: the code of the authenticator app, or a recovery code.",
    example: "123456",
  }),
});

export const verificationForm = signInForm.pick({ password: true });

/** The form by which a caller takes over their account (B29); returns the reference as it is kept. */
export const claimForm = z.object({
  terms,
  reference: line("Booking reference is required.", REFERENCE_LENGTH).transform((text) => {
    const letters = text.toUpperCase().replace(/[^0-9A-Z]/g, "");
    return `PB-${letters.replace(/^PB/, "")}`;
  }),
  password: newPasswordField,
});

export const emailForm = z.object({ email: emailField });
export const resetPasswordForm = z.object({ password: newPasswordField });

/** The words of an emailed link's page whose address has no token (A5). */
export const NO_TOKEN = "This link is incomplete. Open it from the email again. (No token provided.)";

export const emailedToken = z
  .string("No token provided.")
  .max(200, "This link is no longer valid. Please ask for a new one.");

export const resetPasswordCall = resetPasswordForm.extend({
  token: emailedToken.min(1, "No token provided.").meta({ description: "The token of the emailed link." }),
});

const current = passwordField("Your current password is required.");

export const deleteAccountForm = z.object({
  current,
  sure: z.literal("on", { error: "Please tick the box to delete your account." }),
});

export const changePasswordForm = z.object({ current, password: newPasswordField });

const channel = z.enum(PHONE_CHANNELS, "Please choose WhatsApp or text message.");

export const phoneForm = z
  .object({
    channel,
    phone: z
      .string({ error: "Phone is required." })
      .transform(readBy(parsePhone, "Please enter a valid phone, like 0772 123 456.")),
    consent: z.literal("on", { error: "Please tick this first." }),
  })
  .refine(({ channel, phone }) => channel !== "sms" || isMobileHere(phone), {
    path: ["phone"],
    message: "Text messages go to mobile phones of Zimbabwe alone (07…). Elsewhere, please choose WhatsApp.",
  });

export const phoneCodeForm = z.object({
  channel,
  code: z
    .string({ error: "Code is required." })
    .transform(withoutGaps)
    .pipe(z.string().regex(/^\d{6}$/, "The code has six digits.")),
});
