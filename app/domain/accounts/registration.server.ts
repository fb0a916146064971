import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { selectFacts } from "~/db/facts.server";
import { insertWhere } from "~/db/typed-writes.server";
import { registrations, requestDrafts } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { claimPhoto, isStaged } from "../photos/staged-photos.server";
import { exceeded, hit, type Admitted } from "../rate-limits/counter.server";
import { newId } from "../values/id";
import { cityKey } from "../values/cities";
import { refuse, type Refusal, type TooMany } from "../values/refusal";
import type { Registration } from "./account-forms";
import { hashPassword, recipeForEmail, type PasswordRecipe } from "./passwords.server";
import { newEmailedToken } from "./tokens.server";
import { ofProfileTexts } from "../values/trade";
import { fullName } from "../values/user";
import { emailVerificationToken, LINK_LIFE } from "./verification-links.server";

/** A sign-up, and how to hash its password. */
export type AdmittedSignUp = Admitted<"signUp"> & { recipe: PasswordRecipe; clientAddress: string };

/**
 * Begins a sign-up, before its photo is decoded or its password hashed: counts it per IP address and, once the form is
 * whole (`email` not null), per email (L1). Refuses with `tooMany`.
 */
export async function beginSignUp(
  context: DomainContext,
  email: string | null,
  clientAddress: string,
): Promise<AdmittedSignUp | TooMany> {
  const { db, sessionSecret } = context;
  const { perAddress, perEmail, stored } = await batch(db, {
    perAddress: hit(context, ["registrationPerAddress", clientAddress]),
    perEmail: hit(context, ["registrationPerEmail", email ?? ""], sql`${email} is not null`),
    stored: db
      .select({ hash: sql<string>`password_hash`.as("password_hash") })
      .from(
        sql`(select password_hash from users where email = ${email} union all select password_hash from registrations where email = ${email})`,
      )
      .limit(1),
  });
  const tooMany = exceeded(context, [...perAddress, ...perEmail]);
  if (tooMany) return tooMany;
  const recipe = await recipeForEmail(context.hashing.cost, sessionSecret, email ?? "", stored[0]?.hash ?? null);
  return { ok: true, recipe, clientAddress } as AdmittedSignUp;
}

/**
 * Writes a registration beside others of its email (A6) and emails its link; an email with an account takes the same
 * time and is told so (A7). Claims the staged photo (`photoKey`), and keeps the request that was filled in (`draftId`,
 * B28) for as long as the link. Refuses with `photoGone` (P3), and `tooMany` while too many wait.
 */
export async function signUp(
  context: DomainContext,
  { recipe, clientAddress }: AdmittedSignUp,
  registration: Registration,
  options: { photoKey: string | null; redirectTo: string | null; termsVersion: string | null; draftId?: string | null },
): Promise<{ ok: true } | TooMany | Refusal<"photoGone">> {
  const { db, now } = context;
  const { photoKey, termsVersion, draftId = null } = options;
  const { email } = registration;
  const plumber = registration.role === "plumber" ? registration : null;
  const busy = await context.hashing.takeTurn({ address: clientAddress });
  if (busy) return busy;
  const [passwordHash, emailed] = await Promise.all([hashPassword(registration.password, recipe), newEmailedToken()]);

  const id = newId();
  const photoIsStaged = photoKey ? isStaged(photoKey, now) : sql`true`;
  const isWritten = sql`exists (select 1 from registrations where id = ${id})`;

  const { staged } = await batch(db, {
    staged: selectFacts(db, { isStaged: photoIsStaged }),
    registration: insertWhere(
      db,
      registrations,
      {
        id,
        email,
        role: registration.role,
        firstName: registration.name,
        lastName: registration.username,
        phone: registration.phone,
        passwordHash,
        photoKey,
        addressLine1: plumber?.addressLine1 ?? null,
        addressLine2: plumber?.addressLine2 ?? null,
        sortName: plumber && fullName({ firstName: plumber.name, lastName: plumber.username }).toLowerCase(),
        ...ofProfileTexts((name) => plumber?.[name] ?? null),
        feeCents: plumber?.fees ?? null,
        city: plumber?.city ?? null,
        cityKey: plumber && cityKey(plumber.city),
        termsVersion,
        draftId,
        createdAt: now,
      },
      sql`${photoIsStaged}`,
    ),
    draft: db
      .update(requestDrafts)
      .set({ expiresAt: now + LINK_LIFE })
      .where(sql`id = ${draftId} and expires_at > ${now} and ${isWritten}`),
    claimed: claimPhoto(db, photoKey, isWritten),
    ...emailVerificationToken(
      context,
      { email, ...emailed, redirectTo: options.redirectTo },
      sql`id = ${id}`,
      isWritten,
    ),
  });
  return staged[0]?.isStaged ? { ok: true } : refuse("photoGone");
}
