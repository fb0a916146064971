import { sql, type SQL } from "drizzle-orm";
import { batch, statement } from "~/db/client.server";
import { isOneOf } from "~/db/columns";
import {
  bookings,
  claimLinks,
  consents,
  emails,
  passwordResetLinks,
  registrations,
  servedSuburbs,
  sessions,
  verificationLinks,
} from "~/db/schema";
import type { AdmittedPasswordCheck } from "../accounts/password-change.server";
import { passwordMatches } from "../accounts/passwords.server";
import type { AuthenticatedUser } from "../values/user";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import { AGREED_STATUSES } from "../bookings/booking";
import { hasOpenBooking } from "../bookings/queries/booking-conditions.server";
import { findBookingFor } from "../bookings/queries/booking-details.server";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import type { DomainContext } from "../domain-context.server";
import { hasOpenMoney } from "../money/money-conditions.server";
import { forgetRequestsOf } from "../idempotency/idempotency.server";
import { deletePhotos, photosOfUser } from "../photos/private-photos.server";
import { leaveToSweep } from "../photos/staged-photos.server";
import { refuse, type Refusal } from "../values/refusal";

/**
 * Erases a user's own account, given the current password (A18). Their pending bookings are cancelled (a plumber's are
 * refused) first, one transition each. Refuses with `wrongPassword`, with `appointmentAhead` while a job is agreed,
 * because the other side is expecting it, and with `moneyOpen` while something is due or waits for an answer (M8).
 */
export async function eraseOwnAccount(
  context: DomainContext,
  user: AuthenticatedUser,
  { storedHash }: AdmittedPasswordCheck,
  password: string,
): Promise<{ ok: true } | Refusal<"wrongPassword" | "appointmentAhead" | "moneyOpen">> {
  const { db } = context;
  if (!(await passwordMatches(password, storedHash))) return refuse("wrongPassword");
  const mine = partOf(user);
  const expected = sql`exists (select 1 from bookings where ${mine} and ${isOneOf(bookings.status, AGREED_STATUSES)})`;
  const [[waits], pending] = await Promise.all([
    db.all<{ waits: number; owes: number }>(sql`select ${expected} as waits, ${hasOpenMoney(user.id)} as owes`),
    db.all<{ id: string }>(sql`select id from bookings where ${mine} and status = 'pending' limit 200`),
  ]);
  if (waits?.waits) return refuse("appointmentAhead");
  if (waits?.owes) return refuse("moneyOpen");
  const transition = user.role === "plumber" ? "refuse" : "cancel";
  for (const { id } of pending) {
    const booking = await findBookingFor(db, user, id);
    if (booking) await transitionBooking(context, user, booking, transition);
  }
  const { erased, owes } = await erase(context, user, null, sql`password_hash = ${storedHash}`);
  return erased ? { ok: true } : refuse(owes ? "moneyOpen" : "appointmentAhead");
}

/**
 * Erases a user's account, which `findUser` gave, for the office (O14). Erasing it twice changes nothing. Refuses with
 * `userNotFound` for an admin, whose role must be taken first, with `openBookings`, and with `moneyOpen` (M8).
 */
export async function eraseUser(
  context: DomainContext,
  admin: AuthenticatedUser,
  user: Erasable & { isErased: boolean },
): Promise<{ ok: true } | Refusal<"userNotFound" | "openBookings" | "moneyOpen">> {
  const userId = user.id;
  if (user.role === "admin") return refuse("userNotFound");
  if (user.isErased) return { ok: true };
  const { entry, recorded } = recordAuditEntry(
    context,
    {
      admin,
      action: "userErased",
      subject: { kind: "user", id: userId },
      before: { role: user.role },
      after: { erased: true },
    },
    sql`exists (select 1 from users where id = ${userId} and password_hash <> 'erased') and ${isClear(user)}`,
  );
  const { erased, owes } = await erase(context, user, entry, recorded);
  return erased ? { ok: true } : refuse(owes ? "moneyOpen" : "openBookings");
}

type Erasable = Pick<AuthenticatedUser, "id" | "role"> & { email: string | null };

const partOf = ({ id, role }: Erasable) => (role === "plumber" ? sql`plumber_id = ${id}` : sql`client_id = ${id}`);
// A job confirmed in the meantime stops the erasure.
const isClear = (user: Erasable) => sql`not ${hasOpenBooking(user.id)} and not ${hasOpenMoney(user.id)}`;

/**
 * Removes what identifies the user: names, address, email, phone, photos, a plumber's texts, and the addresses and notes
 * of a client's bookings. Bookings, reviews and messages stay, because they are the other side's too, under "Former client"
 * or "Former plumber". Gives whether the account is erased: not if `condition` (over `users`) fails, a booking is open, or
 * money is (`owes`).
 */
async function erase(
  { db, now, emit }: DomainContext,
  user: Erasable,
  entry: ReturnType<typeof recordAuditEntry>["entry"] | null,
  condition: SQL,
): Promise<{ erased: boolean; owes: boolean }> {
  const clear = sql`${isClear(user)} and exists (select 1 from users where id = ${user.id} and ${condition})`;
  const erased = sql`exists (select 1 from users where id = ${user.id} and password_hash = 'erased')`;
  const nobody = `${user.id}@erased.invalid`;
  const { after } = await batch(db, {
    entry,
    photo: leaveToSweep(
      db,
      sql`select photo_key from users where id = ${user.id} and photo_key is not null and ${clear}`,
      now,
    ),
    user: statement(
      db,
      sql`
      update users set email = ${nobody}, first_name = 'Former', last_name = role, phone = null, password_hash = 'erased',
        photo_key = null, address_line1 = null, address_line2 = null, email_verified_at = null, updated_at = ${now}
      where id = ${user.id} and ${clear}`,
    ),
    profile: statement(
      db,
      sql`
      update plumber_profiles set listed = 0, awaits_approval = 0, sort_name = 'former plumber', experience = '', about = '', suburb = null, calendar_token_hash = null
      where user_id = ${user.id} and ${erased}`,
    ),
    bookings: statement(
      db,
      sql`update bookings set suburb = null, street = null, pin = null, notes = null where client_id = ${user.id} and ${erased}`,
    ),
    servedSuburbs: db.delete(servedSuburbs).where(sql`plumber_id = ${user.id} and ${erased}`),
    privatePhotos: deletePhotos(db, photosOfUser(user), erased, now),
    queuedEmails: db.delete(emails).where(sql`recipient = ${user.email} and status = 'queued' and ${erased}`),
    otherEmails: db
      .update(emails)
      .set({ recipient: nobody, text: null, html: null })
      .where(sql`recipient = ${user.email} and ${erased}`),
    registrationPhotos: leaveToSweep(
      db,
      sql`select photo_key from registrations where email = ${user.email} and photo_key is not null and ${erased}`,
      now,
    ),
    registrations: db.delete(registrations).where(sql`email = ${user.email} and ${erased}`),
    verificationLinks: db.delete(verificationLinks).where(sql`email = ${user.email} and ${erased}`),
    claimLinks: db.delete(claimLinks).where(sql`user_id = ${user.id} and ${erased}`),
    consents: db.delete(consents).where(sql`user_id = ${user.id} and ${erased}`),
    resetLinks: db.delete(passwordResetLinks).where(sql`user_id = ${user.id} and ${erased}`),
    requests: forgetRequestsOf(db, user.id, erased),
    sessions: db.delete(sessions).where(sql`user_id = ${user.id} and ${erased}`),
    after: db
      .select({
        erased: sql<number>`${erased}`.as("is_erased"),
        owes: sql<number>`${hasOpenMoney(user.id)}`.as("owes"),
      })
      .from(sql`(select 1)`),
  });
  if (!after[0]?.erased) return { erased: false, owes: after[0]?.owes === 1 };
  emit({ type: "officeChanged" });
  emit({ type: "sessionsEnded", userId: user.id, sessionHash: null, except: null });
  return { erased: true, owes: false };
}
