import { sql, type SQL } from "drizzle-orm";
import { batch, type Database, selectFacts, insertWhere, columnsOf } from "~/db/client.server";
import { columnName } from "~/db/dialect";
import { dailyTallies, plumberProfiles, registrations, users, termsAcceptances } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { leaveToSweep } from "../photos/private-photos.server";
import { dateAt, type Instant } from "../time/harare";
import { exceeded, hit, refund, type Attempt } from "../rate-limits/counter.server";
import { usualQuietHours } from "../settings/settings.server";
import { OK, refuse } from "../values/refusal";
import { issueDeviceToken, hashToken } from "./tokens.server";
import { listVerified } from "./listing.server";
import { matchingHashes, waitToHash } from "./passwords.server";
import { newSession } from "./sessions.server";
import { PROFILE_TEXT_NAMES } from "../values/trade";
import type { AuthenticatedUser } from "../values/user";
import { selectLink } from "./registration.server";

/**
 * Makes the account of the email of a link, of the registration that the password was chosen for, and signs in (A5, A6).
 * Wrong passwords count per link. Refuses with `linkInvalid`, `notSignUpPassword`, `tooMany`, and with `alreadyVerified`
 * and where the link leads.
 */
export async function verifyEmail(context: DomainContext, token: string, password: string) {
  const { db, now } = context;
  const tokenHash = await hashToken(token);
  const attempt: Attempt = ["verificationPerLink", tokenHash];
  const live = sql`from verification_links where token_hash = ${tokenHash} and expires_at > ${now}`;
  const isOfEmail = sql`email = (select email ${live})`;
  const { counted, links, waiting } = await batch(db, {
    counted: hit(context, attempt, sql`exists (select 1 ${live})`),
    links: selectLink(db, tokenHash, now),
    waiting: db
      .select(columnsOf(registrations, "id", "role", "passwordHash", "draftId"))
      .from(registrations)
      .where(isOfEmail)
      .orderBy(sql`created_at desc`),
  });
  const [link] = links;
  if (!link) return refuse("linkInvalid");
  const { redirectTo } = link;
  const alreadyVerified = { ...refuse("alreadyVerified"), redirectTo };
  if (link.isVerified) return alreadyVerified;
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;

  const busy = await waitToHash(context, { known: tokenHash }, [attempt]);
  if (busy) return busy;
  const hashes = waiting.map(({ passwordHash }) => passwordHash);
  const [matching] = await matchingHashes(context.hashing.cost, password, hashes);
  const chosen = waiting.find(({ passwordHash }) => passwordHash === matching);
  if (!chosen) return refuse("notSignUpPassword");
  const session = await newSession(context, { ...chosen, accessEndedAt: null });
  const { opened } = await batch(db, {
    account: becomeAccount(db, sql`${chosen.id}`, sql`true`, now),
    refunded: refund(context, [attempt]),
    opened: session.opened,
  });
  context.emit({ type: "officeChanged" });
  // Another link of the email was opened while we hashed.
  if (opened.meta.changes === 0) return alreadyVerified;
  const { id, role, draftId } = chosen;
  const deviceToken = await issueDeviceToken(context, link.email, null);
  return { ok: true as const, token: session.token, deviceToken, viewer: { id, role }, redirectTo, draftId };
}

/** Makes the account of a token's registration, for the API (X2); within 48 hours again. Refuses: `linkInvalid`. */
export async function verifyByToken({ db, now, emit }: DomainContext, token: string) {
  const registrationId = sql`(select registration_id from verification_links
    where token_hash = ${await hashToken(token)} and expires_at > ${now})`;
  const { account } = await batch(db, {
    made: becomeAccount(db, registrationId, sql`true`, now),
    account: selectFacts(db, { exists: sql`exists (select 1 from users where id = ${registrationId})` }),
  });
  if (!account[0]?.exists) return refuse("linkInvalid");
  emit({ type: "officeChanged" });
  return OK;
}

/** Values that a row takes over from a registration. */
const copied = <Name extends keyof typeof registrations.$inferSelect>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.raw(columnName(registrations[name]))])) as Record<Name, SQL>;

/**
 * The statements that make a registration (its id, as SQL) an account under the same id, if `condition` holds and its
 * email has none; they list a plumber, or leave them to approval (O9), and end the email's other registrations (A6).
 */
export function becomeAccount(db: Database, registrationId: SQL, condition: SQL, now: Instant) {
  const ready = sql`id = ${registrationId} and not exists (select 1 from users where users.email = registrations.email) and ${condition}`;
  // True only in the batch that makes the account: the registration is still there, and its account already.
  const isMade = sql`exists (select 1 from registrations as made inner join users on users.id = made.id where made.id = ${registrationId})`;
  const itsEmail = sql`(select email from registrations as made where made.id = ${registrationId})`;
  const account = {
    ...copied("id", "email", "role", "firstName", "lastName", "phone", "passwordHash", "photoKey"),
    ...copied("addressLine1", "addressLine2", "createdAt"),
    quietFrom: usualQuietHours.from,
    quietUntil: usualQuietHours.until,
    emailVerifiedAt: now,
    updatedAt: now,
  };
  const profile = {
    userId: sql`id`,
    ...copied(...PROFILE_TEXT_NAMES, "sortName", "feeCents", "city", "cityKey"),
  };
  const isPlumber = sql`id = ${registrationId} and role = 'plumber' and ${isMade}`;
  return [
    insertWhere(db, dailyTallies, { day: dateAt(now), plumberId: "", signUps: 1 }, ready, {
      from: sql`registrations`,
      onConflict: { set: { signUps: sql`sign_ups + 1` } },
    }),
    insertWhere(db, users, account, ready, { from: sql`registrations` }),
    insertWhere(db, plumberProfiles, profile, isPlumber, { from: sql`registrations` }),
    ...recordAcceptance(
      db,
      sql`select id as user_id, terms_version as version, created_at as at from registrations
        where id = ${registrationId} and terms_version is not null and ${isMade}`,
    ),
    ...listVerified(db, sql`(select id from registrations where id = ${registrationId} and ${isMade})`, now),
    leaveToSweep(
      db,
      sql`select photo_key from registrations where email = ${itsEmail} and id <> ${registrationId}
        and photo_key is not null and ${isMade}`,
      now,
    ),
    db.delete(registrations).where(sql`email = ${itsEmail} and ${isMade}`),
  ] as const;
}

/** The statements that record an acceptance (A20): a query of `user_id`, `version`, `at`, of one row or none. */
export const recordAcceptance = (db: Database, accepted: SQL) => [
  insertWhere(db, termsAcceptances, { userId: sql`user_id`, version: sql`version`, acceptedAt: sql`at` }, sql`true`, {
    from: sql`(${accepted})`,
    onConflict: "nothing",
  }),
  db
    .update(users)
    .set({ termsVersion: sql`accepted.version` })
    .from(sql`(${accepted}) as accepted`)
    .where(sql`users.id = accepted.user_id`),
];

/** Notes that a user has accepted these terms (A20). Accepting them twice changes nothing. */
export const acceptTerms = ({ db, now }: DomainContext, user: AuthenticatedUser, version: string) =>
  batch(db, { accepted: recordAcceptance(db, sql`select ${user.id} as user_id, ${version} as version, ${now} as at`) });
