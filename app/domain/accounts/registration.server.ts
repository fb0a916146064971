import { sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { emailTokens, plumberProfiles, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { queueMail } from "../mail/outbox.server";
import { discardStagedPhoto, isStaged } from "../photos/staged-photos.server";
import { dateAt } from "../time/harare";
import { newId } from "../values/id";
import { cityKey } from "../values/place";
import { refuse, type Refusal } from "../values/refusal";
import { alreadyRegisteredLetter, verificationLetter } from "./account-letters";
import type { Registration } from "./account-forms";
import { keepMailedToken, newMailedToken } from "./email-tokens.server";
import { listVerified } from "./listing.server";
import { hashPassword } from "./passwords.server";
import { hashToken } from "./tokens.server";
import { fullName, type Role } from "./user";

/**
 * Signs a person up (spec 2.3; product.md 2, 3, 5). Whoever has a verified account gets the same answer in the same
 * time, and a mail that says so; an unverified account is replaced whole and its earlier links are void.
 * A staged photo is claimed by the same batch: gone or claimed by another form, it refuses with `photoGone`.
 * `redirectTo` is where the verification link leads on to. Attempts are counted by the caller.
 */
export async function signUp(
  context: DomainContext,
  registration: Registration,
  options: { photoKey: string | null; redirectTo: string | null },
): Promise<{ ok: true } | Refusal<"photoGone">> {
  const { db, now, origin } = context;
  const { photoKey } = options;
  const person = registration;
  const passwordHash = await hashPassword(person.password);
  const mailed = await newMailedToken();
  const plumber = person.role === "plumber" ? person : null;

  // A hash is unique by its salt: whoever has it in his row was written by this call.
  const written = sql`email = ${person.email} and password_hash = ${passwordHash}`;
  const writtenUser = sql`(select id from users where ${written})`;
  const photoIsStaged = photoKey ? isStaged(photoKey, now) : sql`true`;

  const [[staged]] = await db.batch([
    db.select({ isStaged: sql<number>`${photoIsStaged}`.as("is_staged") }).from(sql`(select 1)`),
    statement(db, sql`
      insert into staged_photos (photo_key, created_at) select photo_key, ${now} from users
      where email = ${person.email} and email_verified_at is null and photo_key is not null and ${photoIsStaged}
      on conflict do nothing`),
    statement(db, sql`
      insert into users (id, email, role, name, username, phone, password_hash, photo_key, address_line1, address_line2, created_at, updated_at)
      select ${newId()}, ${person.email}, ${person.role}, ${person.name}, ${person.username}, ${person.phone}, ${passwordHash},
        ${photoKey}, ${plumber?.addressLine1 ?? null}, ${plumber?.addressLine2 ?? null}, ${now}, ${now}
      where ${photoIsStaged}
      on conflict (email) do update set role = excluded.role, name = excluded.name, username = excluded.username, phone = excluded.phone,
        password_hash = excluded.password_hash, photo_key = excluded.photo_key, address_line1 = excluded.address_line1,
        address_line2 = excluded.address_line2, updated_at = excluded.updated_at
      where users.email_verified_at is null`),
    db.delete(emailTokens).where(sql`user_id = ${writtenUser}`),
    db.delete(plumberProfiles).where(sql`user_id = ${writtenUser}`),
    statement(db, sql`
      insert into plumber_profiles (user_id, sort_name, speciality, experience, about, fee_cents, city, city_key)
      select id, ${fullName(person).toLowerCase()}, ${plumber?.speciality ?? ""}, ${plumber?.experience ?? ""}, ${plumber?.about ?? ""},
        ${plumber?.fees ?? 0}, ${plumber?.city ?? ""}, ${cityKey(plumber?.city ?? "")}
      from users where ${written} and role = 'plumber'`),
    statement(db, sql`delete from staged_photos where photo_key = ${photoKey} and exists ${writtenUser}`),
    // A photo sent with somebody's verified address can be used for no other: that it can would tell of the account.
    discardStagedPhoto(db, photoKey, now),
    keepMailedToken(db, { ...mailed, purpose: "verify", redirectTo: options.redirectTo }, written, now),
    queueMail(
      db,
      {
        kind: "verification",
        causeId: mailed.tokenHash,
        recipient: person.email,
        // Nobody has shown yet that the address is his: what he calls himself is not written to it.
        letter: verificationLetter({ name: null, origin }, mailed.token),
      },
      sql`exists ${writtenUser}`,
      now,
    ),
    queueMail(
      db,
      { kind: "alreadyRegistered", causeId: mailed.tokenHash, recipient: person.email, letter: alreadyRegisteredLetter({ name: null, origin }) },
      sql`exists (select 1 from users where email = ${person.email} and email_verified_at is not null)`,
      now,
    ),
  ]);
  return staged?.isStaged ? { ok: true } : refuse("photoGone");
}

export type VerificationResult =
  | { ok: true; email: string; role: Role; redirectTo: string | null }
  | Refusal<"linkInvalid">;

/**
 * Verifies the e-mail behind a mailed token and lists a plumber (spec 2.5; product.md 4). Opening a link again, by
 * a mail scanner or a second click, succeeds too, until it expires.
 */
export async function verifyEmail(context: DomainContext, token: string): Promise<VerificationResult> {
  const { db, now } = context;
  const tokenHash = await hashToken(token);
  const owner = sql`(select user_id from email_tokens where token_hash = ${tokenHash} and purpose = 'verify' and expires_at > ${now})`;
  const [, , , , , [verified]] = await db.batch([
    statement(db, sql`
      insert into daily_tallies (day, plumber_id, sign_ups) select ${dateAt(now)}, '', 1 from users
      where id = ${owner} and email_verified_at is null
      on conflict do update set sign_ups = sign_ups + 1`),
    statement(db, sql`update users set email_verified_at = ${now}, updated_at = ${now} where id = ${owner} and email_verified_at is null`),
    ...listVerified(db, owner, now),
    statement(db, sql`update email_tokens set used_at = coalesce(used_at, ${now}) where token_hash = ${tokenHash} and expires_at > ${now}`),
    db
      .select({ email: users.email, role: users.role, redirectTo: sql<string | null>`email_tokens.redirect_to`.as("redirect_to") })
      .from(users)
      .innerJoin(emailTokens, sql`email_tokens.user_id = users.id`)
      .where(sql`email_tokens.token_hash = ${tokenHash} and email_tokens.purpose = 'verify' and email_tokens.expires_at > ${now}`),
  ]);
  if (verified) context.announce({ type: "deskChanged" });
  return verified ? { ok: true, ...verified } : refuse("linkInvalid");
}

/**
 * Mails a new verification link to an address whose account waits for it; any other address gets nothing, and the
 * caller the same answer. Earlier links keep working. Attempts are counted by the caller.
 */
export async function resendVerification(context: DomainContext, email: string, redirectTo: string | null): Promise<void> {
  const { db, now, origin } = context;
  const mailed = await newMailedToken();
  const waiting = sql`email = ${email} and email_verified_at is null`;
  await db.batch([
    keepMailedToken(db, { ...mailed, purpose: "verify", redirectTo }, waiting, now),
    queueMail(
      db,
      { kind: "verification", causeId: mailed.tokenHash, recipient: email, letter: verificationLetter({ name: null, origin }, mailed.token) },
      sql`exists (select 1 from email_tokens where token_hash = ${mailed.tokenHash})`,
      now,
    ),
  ]);
}
