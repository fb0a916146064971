import { sql, type SQL } from "drizzle-orm";
import {
  batch,
  type Database,
  selectFacts,
  insertWhere,
  columnsOf,
  firstRow,
  updateOrIgnore,
} from "~/db/client.server";
import { registrations, requestDrafts, verificationLinks } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { claimPhoto, isStaged } from "../photos/private-photos.server";
import { exceeded, hit, refund, type Admitted, type Attempt } from "../rate-limits/counter.server";
import { isNewForm, rememberForm } from "../idempotency/sent-forms.server";
import { newId } from "../values/id";
import { cityKey } from "../values/cities";
import { OK, refuse } from "../values/refusal";
import type { Registration } from "./account-forms";
import { hashPassword, matchingHashes, recipeForEmail, waitToHash, type PasswordRecipe } from "./passwords.server";
import { newEmailedToken, hashToken } from "./tokens.server";
import { fullName } from "../values/user";
import { notify } from "../notices/notify.server";
import { HOUR, type Instant } from "../time/harare";
import { emailWithinLimits } from "./password-changes.server";
import { accountNotices } from "./account-notices";
import { PROFILE_TEXT_NAMES } from "../values/trade";

/** A registration as the browser that made it knows it (A15): its id, its email and its role. */
export type WaitingSignUp = Pick<typeof registrations.$inferSelect, "id" | "email" | "role">;

export type AdmittedSignUp = Admitted<"signUp"> & {
  id: string;
  recipe: PasswordRecipe;
  /** Password hash of the registration being replaced; null if there is none or it has ended. */
  replacedHash: string | null;
  isRepeat: boolean;
};

const isSignUp = ({ id, email }: WaitingSignUp) => sql`id = ${id} and email = ${email}`;

/** The attempt that guesses at a registration's password. */
const guessAt = ({ id }: WaitingSignUp): Attempt => ["verificationPerLink", `sign-up ${id}`];

/** Derives the registration's id from the form's and the email, so a repeat gets the same one (C12). */
const registrationIdOf = async ({ formId }: DomainContext, email: string | null) =>
  formId === null ? newId() : (await hashToken(`registration ${formId} ${email}`)).slice(0, 24);

const isWrittenAs = (id: string, email: string | null) =>
  sql`exists (select 1 from registrations where id = ${id} and email = ${email})`;

/**
 * Starts a sign-up: counts it per IP address and, if the form is valid, per email (L1). A replacement (`replaced`) also
 * counts as a guess at the old registration's password. Refuses with `tooMany`.
 */
export async function beginSignUp(context: DomainContext, email: string | null, replaced: WaitingSignUp | null = null) {
  const { db, sessionSecret, clientAddress } = context;
  const hashes = sql`(select password_hash from users where email = ${email}
    union all select password_hash from registrations where email = ${email})`;
  const id = await registrationIdOf(context, email);
  const isNew = isNewForm(context);
  const { perAddress, perEmail, stored, guesses, old, facts } = await batch(db, {
    perAddress: hit(context, ["registrationPerAddress", clientAddress], isNew),
    perEmail: hit(context, ["registrationPerEmail", email ?? ""], sql`${email} is not null and ${isNew}`),
    stored: db
      .select({ hash: sql<string>`password_hash`.as("password_hash") })
      .from(hashes)
      .limit(1),
    guesses:
      replaced &&
      hit(context, guessAt(replaced), sql`exists (select 1 from registrations where ${isSignUp(replaced)})`),
    old:
      replaced && db.select({ passwordHash: registrations.passwordHash }).from(registrations).where(isSignUp(replaced)),
    facts: selectFacts(db, { isRepeat: sql`not (${isNew}) and ${isWrittenAs(id, email)}` }),
  });
  const tooMany = exceeded(context, [...perAddress, ...perEmail, ...(guesses ?? [])]);
  if (tooMany) return tooMany;
  const recipe = await recipeForEmail(context.hashing.cost, sessionSecret, email ?? "", stored[0]?.hash ?? null);
  const isRepeat = facts[0]?.isRepeat === true;
  return { ok: true, id, recipe, replacedHash: old?.[0]?.passwordHash ?? null, isRepeat } as AdmittedSignUp;
}

/** The statement that keeps a registration's request (B28) for as long as its link. */
const keepItsDraft = ({ db, now }: DomainContext, id: string) =>
  db
    .update(requestDrafts)
    .set({ expiresAt: now + LINK_LIFE })
    .where(sql`id = (select draft_id from registrations where id = ${id}) and expires_at > ${now}`);

/**
 * Writes a registration beside others of its email (A6) and emails its link; an email with an account takes the same
 * time and is told so (A7). Claims the staged photo (`photoKey`), and keeps the request that was filled in (`draftId`,
 * B28) for as long as the link. Returns the registration's id. Refuses with `photoGone` (P3), and `tooMany` while too
 * many wait.
 */
export async function signUp(
  context: DomainContext,
  { id, recipe }: AdmittedSignUp,
  registration: Registration,
  kept: { photoKey: string | null; redirectTo: string | null; termsVersion: string | null; draftId?: string | null },
) {
  const { db, now } = context;
  const { photoKey, redirectTo, termsVersion, draftId = null } = kept;
  const busy = await context.hashing.takeTurn({ address: context.clientAddress });
  if (busy) return busy;
  const passwordHash = await hashPassword(registration.password, recipe);

  const { email, role, name: firstName, username: lastName, phone } = registration;
  const isNew = isNewForm(context);
  const photoIsStaged = photoKey ? isStaged(photoKey, now) : sql`true`;
  // A repeat finds the row of the first time, and sends no second email.
  const isWritten = sql`${isWrittenAs(id, email)} and ${isNew}`;
  const user = { email, role, firstName, lastName, phone };
  const trade = registration.role === "plumber" && {
    ...columnsOf(registration, "addressLine1", "addressLine2", "city", ...PROFILE_TEXT_NAMES),
    feeCents: registration.fees,
    sortName: fullName(user).toLowerCase(),
    cityKey: cityKey(registration.city),
  };
  const row = { id, ...user, passwordHash, photoKey, ...trade, termsVersion, draftId, createdAt: now };
  const { staged } = await batch(db, {
    staged: selectFacts(db, { isStaged: sql`${photoIsStaged} or not (${isNew})` }),
    registration: insertWhere(db, registrations, row, sql`${photoIsStaged} and ${isNew}`, { onConflict: "nothing" }),
    draft: keepItsDraft(context, id),
    claimed: claimPhoto(db, photoKey, isWritten),
    ...(await emailVerificationLink(context, email, redirectTo, isWritten, sql`id = ${id}`)),
    form: rememberForm(context, isWritten),
  });
  return staged[0]?.isStaged ? { ...OK, id } : refuse("photoGone");
}

/**
 * Puts a registration under another email (A15), with a new id: its links end, and the new email gets a link, or is
 * told of its account (A7). It takes the password of the sign-up, because phones are shared. Returns
 * the new id. Refuses with `notSignUpPassword`, with `signUpOver` once the old one has ended, and with `tooMany`.
 */
export async function changeSignUpEmail(
  context: DomainContext,
  waiting: WaitingSignUp,
  { email, password }: { email: string; password: string },
  redirectTo: string | null,
) {
  const { db, now } = context;
  const begun = await beginSignUp(context, email, waiting);
  if (!begun.ok) return begun;
  const { id, replacedHash, recipe } = begun;
  if (begun.isRepeat) return { ...OK, id };
  if (replacedHash === null) return refuse("signUpOver");
  const guess = guessAt(waiting);
  const busy = await waitToHash(context, { address: context.clientAddress }, [guess], 2);
  if (busy) return busy;
  const [matching] = await matchingHashes(context.hashing.cost, password, [replacedHash]);
  if (!matching) return refuse("notSignUpPassword");
  const passwordHash = await hashPassword(password, recipe);

  // A repeat at the same time finds the row of the first, and sends no second email.
  const isWritten = sql`${isWrittenAs(id, email)} and ${isNewForm(context)}`;
  const isOld = sql`${isSignUp(waiting)} and password_hash = ${replacedHash} and ${isNewForm(context)}`;
  const { written } = await batch(db, {
    moved: updateOrIgnore(db, registrations, { id, email, passwordHash, createdAt: now }, isOld),
    links: db.delete(verificationLinks).where(sql`registration_id = ${waiting.id} and ${isWritten}`),
    draft: keepItsDraft(context, id),
    ...(await emailVerificationLink(context, email, redirectTo, isWritten, sql`id = ${id}`)),
    form: rememberForm(context, isWritten),
    refunded: refund(context, [guess]),
    written: selectFacts(db, { is: isWrittenAs(id, email) }),
  });
  return written[0]?.is ? { ...OK, id } : refuse("signUpOver");
}

const LINK_LIFE = 48 * HOUR;

/** A request is filled in under this email, and can be sent with its verification (B28). */
const hasRequest = (email: SQL, now: Instant) => sql<boolean>`exists (
  select 1 from registrations join request_drafts on request_drafts.id = registrations.draft_id
  where registrations.email = ${email} and registrations.role = 'client'
    and request_drafts.expires_at > ${now} and starts_at > ${now}
    and service_type is not null and request_drafts.suburb is not null and request_drafts.street is not null)`;

/** `isVerified`: the email has its account already. */
export function selectLink(db: Database, tokenHash: string, now: Instant) {
  const isVerified = sql<boolean>`exists (select 1 from users where users.email = verification_links.email)`;
  return db
    .select({
      email: sql<string>`email`.as("email"),
      isVerified: isVerified.mapWith(Boolean).as("is_verified"),
      hasRequest: hasRequest(sql`verification_links.email`, now)
        .mapWith(Boolean)
        .as("has_request"),
      redirectTo: sql<string | null>`redirect_to`.as("redirect_to"),
    })
    .from(sql`verification_links`).where(sql`token_hash = ${tokenHash} and expires_at > ${now} and (${isVerified}
      or exists (select 1 from registrations where registrations.email = verification_links.email))`);
}

/** Finds what a live emailed link leads to, or null. Changes nothing: mail scanners open links (A5). */
export const findVerificationLink = async (db: Database, token: string, now: Instant) =>
  firstRow(selectLink(db, await hashToken(token), now));

/**
 * Emails a new link to an email that signed up; earlier links keep working, and one with an account is told so: neither
 * result nor time tells which (A7). Refuses as `emailWithinLimits`.
 */
export const resendVerification = (context: DomainContext, email: string, back: string | null) =>
  emailWithinLimits(context, email, (isWithin) => emailVerificationLink(context, email, back, isWithin));

/** Emails a new link for the office, without a limit (O10, O12). */
export async function reissueVerification(context: DomainContext, email: string): Promise<void> {
  await batch(context.db, await emailVerificationLink(context, email, null, sql`true`));
}

/** The statements that email a link for the email's latest `registration`, or that an account exists, where `condition` holds. */
export async function emailVerificationLink(
  context: DomainContext,
  email: string,
  redirectTo: string | null,
  condition: SQL,
  registration = sql`true`,
) {
  const { db, now } = context;
  const { token, tokenHash } = await newEmailedToken();
  const hasAccount = sql`exists (select 1 from users where email = ${email})`;
  const isNew = sql`not ${hasAccount} and ${condition}`;
  const isKnown = sql`${hasAccount} and ${condition}`;
  const to = { registrationOf: email };
  const life = { createdAt: now, expiresAt: now + LINK_LIFE };
  const latest = sql`email = ${email} and ${registration} and ${isNew} order by created_at desc limit 1`;
  const row = { tokenHash, email: sql`email`, registrationId: sql`id`, redirectTo, ...life };
  const verify = (isOfRequest: boolean) =>
    notify(context, {
      to,
      cause: tokenHash,
      when: sql`${isNew} and ${hasRequest(sql`${email}`, now)} = ${isOfRequest}`,
      notice: accountNotices.verification,
      facts: { token, hasRequest: isOfRequest },
    });
  return {
    link: insertWhere(db, verificationLinks, row, latest, { from: sql`registrations` }),
    verification: verify(false),
    verificationAndRequest: verify(true),
    alreadyRegistered: notify(context, {
      to,
      cause: tokenHash,
      when: isKnown,
      notice: accountNotices.alreadyRegistered,
      facts: null,
    }),
  };
}
