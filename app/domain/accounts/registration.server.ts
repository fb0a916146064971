import { sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { isStaged } from "../photos/staged-photos.server";
import { hitRateLimit, exceeded } from "../rate-limits/rate-limits.server";
import { newId } from "../values/id";
import { cityKey } from "../values/cities";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import { accountNotices } from "./account-notices";
import type { Registration } from "./account-forms";
import { hashPassword, recipeForEmail, type PasswordRecipe } from "./passwords.server";
import { newEmailedToken } from "./tokens.server";
import { fullName } from "../values/user";
import { keepVerificationLink } from "./verification-links.server";

declare const admitted: unique symbol;

/** A sign-up that was counted and is within its limits: `signUp` takes no less. */
export interface AdmittedSignUp {
  readonly [admitted]: true;
  ok: true;
  /** How its password is to be hashed. */
  recipe: PasswordRecipe;
}

/**
 * What a sign-up begins with, before its photo is decoded or its password hashed: counts it per address and, once the
 * form is whole (`email` not null), per email (L1). Refuses with `tooMany`.
 */
export async function beginSignUp(
  { db, limits, now, sessionSecret }: DomainContext,
  email: string | null,
  address: string,
): Promise<AdmittedSignUp | TooMany> {
  const [perAddress, perEmail, [stored]] = await db.batch([
    hitRateLimit(db, limits, ["registrationPerAddress", address], now),
    hitRateLimit(db, limits, ["registrationPerEmail", email ?? ""], now, sql`${email} is not null`),
    db
      .select({ hash: sql<string>`password_hash`.as("password_hash") })
      .from(
        sql`(select password_hash from users where email = ${email} union all select password_hash from registrations where email = ${email})`,
      )
      .limit(1),
  ]);
  const tooMany = exceeded(limits, [...perAddress, ...perEmail], now);
  if (tooMany) return tooMany;
  return { ok: true, recipe: await recipeForEmail(sessionSecret, email ?? "", stored?.hash ?? null) } as AdmittedSignUp;
}

/**
 * Signs a user up (A2 to A7): a registration beside those that are there for the email, and a
 * mail with its link. For an email with an account the same, in the same time, but the mail says that there is one.
 * A staged photo is claimed by the same batch: gone or claimed by another form, it refuses with `photoGone`.
 * `redirectTo` is where the verification link leads on to.
 */
export async function signUp(
  context: DomainContext,
  { recipe }: AdmittedSignUp,
  registration: Registration,
  options: { photoKey: string | null; redirectTo: string | null },
): Promise<{ ok: true } | Refusal<"photoGone">> {
  const { db, now } = context;
  const { photoKey } = options;
  const { email } = registration;
  const plumber = registration.role === "plumber" ? registration : null;
  const [passwordHash, mailed] = await Promise.all([hashPassword(registration.password, recipe), newEmailedToken()]);

  const id = newId();
  const photoIsStaged = photoKey ? isStaged(photoKey, now) : sql`true`;
  const isWritten = sql`exists (select 1 from registrations where id = ${id})`;
  const hasAccount = sql`exists (select 1 from users where email = ${email})`;

  const [[staged]] = await db.batch([
    db.select({ isStaged: sql<number>`${photoIsStaged}`.as("is_staged") }).from(sql`(select 1)`),
    statement(
      db,
      sql`
      insert into registrations (id, email, role, first_name, last_name, phone, password_hash, photo_key, address_line1, address_line2,
        sort_name, speciality, experience, about, fee_cents, city, city_key, created_at)
      select ${id}, ${email}, ${registration.role}, ${registration.name}, ${registration.username}, ${registration.phone}, ${passwordHash}, ${photoKey},
        ${plumber?.addressLine1 ?? null}, ${plumber?.addressLine2 ?? null}, ${plumber && fullName({ firstName: plumber.name, lastName: plumber.username }).toLowerCase()}, ${plumber?.speciality ?? null},
        ${plumber?.experience ?? null}, ${plumber?.about ?? null}, ${plumber?.fees ?? null}, ${plumber?.city ?? null}, ${plumber && cityKey(plumber.city)}, ${now}
      where ${photoIsStaged}`,
    ),
    statement(db, sql`delete from staged_photos where photo_key = ${photoKey} and ${isWritten}`),
    keepVerificationLink(db, { ...mailed, redirectTo: options.redirectTo }, sql`id = ${id} and not ${hasAccount}`, now),
    notify(
      context,
      { registrationOf: email },
      accountNotices.verification,
      { token: mailed.token },
      { causeId: mailed.tokenHash, condition: sql`${isWritten} and not ${hasAccount}` },
    ),
    notify(context, { registrationOf: email }, accountNotices.alreadyRegistered, null, {
      causeId: mailed.tokenHash,
      condition: sql`${isWritten} and ${hasAccount}`,
    }),
  ]);
  return staged?.isStaged ? { ok: true } : refuse("photoGone");
}
