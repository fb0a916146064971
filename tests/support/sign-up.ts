import { eq } from "drizzle-orm";
import { notices, registrations } from "~/db/schema";
import { registrationForm, type Registration } from "~/domain/accounts/account-forms";
import { beginSignUp, signUp } from "~/domain/accounts/registration.server";
import { TERMS_VERSION } from "~/domain/accounts/account";
import type { DomainContext } from "~/domain/domain-context.server";
import { newId } from "~/domain/values/id";
import { cityKey } from "~/domain/values/cities";
import { noticesInWords } from "./notice-words";

export const PASSWORD = "a fine password";

/** An email that no one has used yet. */
export const newEmail = () => `${newId()}@example.test`;

export const clientForm = (email: string, more = {}): Registration =>
  registrationForm.parse({
    role: "client",
    name: "Rudo",
    username: "Moyo",
    email,
    password: PASSWORD,
    terms: "on",
    ...more,
  });

/** A plumber's answers in the sign-up form, apart from the email. */
export const PLUMBER_FIELDS = {
  role: "Plumber",
  name: "Tendai",
  username: "Ncube",
  password: PASSWORD,
  terms: "on",
  speciality: "Other",
  specialityOther: "Boreholes",
  experience: "5 Years",
  about: "About me",
  fees: "25.50",
  addressLine1: "1 Main Street",
  city: "Other",
  cityOther: " Kwekwe ",
};

export const plumberForm = (email: string, more = {}): Registration =>
  registrationForm.parse({ ...PLUMBER_FIELDS, email, ...more });

/** Signs up as the page does. */
export async function register(
  context: DomainContext,
  form: Registration,
  { photoKey = null as string | null, redirectTo = null as string | null } = {},
) {
  const begun = await beginSignUp(context, form.email);
  return begun.ok ? signUp(context, begun, form, { photoKey, redirectTo, termsVersion: TERMS_VERSION }) : begun;
}

/** The emails to an address, the newest first. */
export const emailsTo = async ({ db }: DomainContext, email: string) =>
  (await noticesInWords(db, eq(notices.recipient, email))).reverse();

export const tokenIn = (text: string | null | undefined) => /token=([\w-]+)/.exec(text ?? "")?.[1] ?? "";

/** The token of the newest verification email to an address; '' when there is none. */
export const verificationTokenFor = async (context: DomainContext, email: string) =>
  tokenIn((await emailsTo(context, email)).find(({ kind }) => kind === "verification")?.text);

/** Someone who has signed up and not verified their email: only the row, nothing hashed or emailed. */
export async function createRegistration({ db, now }: DomainContext, role: "client" | "plumber") {
  const id = newId();
  const email = newEmail();
  const trade = {
    sortName: "tapiwa waiting",
    speciality: "Leak Repair",
    experience: "5 Years",
    about: "About",
    feeCents: 2500,
    city: "Harare",
    cityKey: cityKey("Harare"),
  };
  await db.insert(registrations).values({
    id,
    email,
    role,
    firstName: "Tapiwa",
    lastName: "Waiting",
    passwordHash: "not a hash",
    createdAt: now,
    ...(role === "plumber" && trade),
  });
  return { id, email };
}
