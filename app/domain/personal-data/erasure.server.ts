import { sql, type SQL } from "drizzle-orm";
import { batch, selectFacts, type Write, isOneOf } from "~/db/client.server";
import * as tables from "~/db/schema";
import { endAccess } from "../accounts/sessions.server";
import { mapProfileTexts } from "../values/trade";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import { AGREED_STATUSES } from "../bookings/booking";
import { hasOpenBooking } from "../bookings/queries/booking-conditions.server";
import { findBookingFor } from "../bookings/queries/booking-details.server";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import type { DomainContext } from "../domain-context.server";
import { hasOpenMoney } from "../escrow/held-money.server";
import { forgetRequestsOf } from "../idempotency/idempotency.server";
import { deletePhotos, photosOfUser, leaveToSweep } from "../photos/private-photos.server";
import { OK, refuse } from "../values/refusal";
import { deletePapers } from "../vetting/papers.server";
import { eraseWords, accountsOf, type Erasable } from "./own-words.server";
import { checkCurrentPassword, type AdmittedPasswordCheck } from "../accounts/password-checks.server";

/**
 * Erases a user's own account, given the current password (A18). Their pending bookings are cancelled (a plumber's are
 * refused) first, one transition each. Refuses with `wrongPassword`, with `appointmentAhead` while a job is agreed,
 * because the other side is expecting it, and with `moneyOpen` while something is due or waits for an answer (M8).
 */
export async function eraseOwnAccount(
  context: DomainContext,
  user: AuthenticatedUser,
  check: AdmittedPasswordCheck,
  password: string,
) {
  const { db } = context;
  const refusal = await checkCurrentPassword(context, user, check, password);
  if (refusal) return refusal;
  const mine = partOf(user);
  const expected = sql`exists (select 1 from bookings where ${mine} and ${isOneOf(tables.bookings.status, AGREED_STATUSES)})`;
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
  return erase(context, user, null, sql`password_hash = ${check.storedHash}`, "appointmentAhead");
}

/**
 * Erases a user's account, which `findUser` gave, for the office (O14). `reason` stays in the log, unless it names them.
 * Erasing it twice changes nothing. Refuses with `userNotFound` for an admin, whose role must be taken first, with
 * `openBookings`, and with `moneyOpen` (M8).
 */
export async function eraseUser(
  context: DomainContext,
  admin: SteppedUpUser,
  user: Erasable & { isErased: boolean },
  reason: string,
) {
  const { id, role } = user;
  if (role === "admin") return refuse("userNotFound");
  if (user.isErased) return OK;
  const subject = { kind: "user", id } as const;
  const erased = { admin, action: "userErased", subject, before: { role }, after: { erased: true }, reason } as const;
  const isErasable = sql`exists (select 1 from users where id = ${id} and password_hash <> 'erased') and ${isClear(user)}`;
  const { entry, recorded } = recordAuditEntry(context, erased, isErasable);
  return erase(context, user, entry, recorded, "openBookings");
}

/** The columns that name a user whose erasure deletes the row. */
const OWNERS = [
  tables.answerLinks.plumberId,
  tables.authenticatorApps.userId,
  tables.claimLinks.userId,
  tables.consents.userId,
  tables.freeDays.plumberId,
  tables.hiddenColumns.adminId,
  tables.noticeChoices.userId,
  tables.officeNotes.userId,
  tables.passkeys.userId,
  tables.passwordResetLinks.userId,
  tables.payoutDetails.plumberId,
  tables.phoneChannels.userId,
  tables.phoneCodes.userId,
  tables.plumberChecks.plumberId,
  tables.plumberPrices.plumberId,
  tables.recoveryCodes.userId,
  tables.savedPlumbers.clientId,
  tables.savedPlumbers.plumberId,
  tables.savedViews.adminId,
  tables.secondFactorResets.userId,
  tables.servedSuburbs.plumberId,
];

const partOf = ({ id, role }: Erasable) => (role === "plumber" ? sql`plumber_id = ${id}` : sql`client_id = ${id}`);
// A job confirmed in the meantime stops the erasure.
const isClear = (user: Erasable) => sql`not ${hasOpenBooking(user.id)} and not ${hasOpenMoney(user.id)}`;

/**
 * Removes what identifies the user, and what they wrote (`eraseWords`). Bookings, reviews and messages stay, because they
 * are the other side's too, under "Former client" or "Former plumber". Refuses with `moneyOpen`, and with `open` if
 * `condition` (over `users`) fails or a booking is open.
 */
async function erase<Open extends "appointmentAhead" | "openBookings">(
  context: DomainContext,
  user: Erasable,
  entry: Write | null,
  condition: SQL,
  open: Open,
) {
  const { db, now, emit } = context;
  const clear = sql`${isClear(user)} and exists (select 1 from users where id = ${user.id} and ${condition})`;
  const erased = sql`exists (select 1 from users where id = ${user.id} and password_hash = 'erased')`;
  const theirs = accountsOf(user.id);
  const isNotice = sql`(user_id in ${theirs} or recipient = ${user.email})`;
  const nobody = `${user.id}@erased.invalid`;
  const wordless = { recipient: sql`${nobody} || id`, subject: null, facts: null, words: null };
  const photosToSweep = (photos: SQL, where: SQL) =>
    leaveToSweep(db, sql`select photo_key from ${photos} where photo_key is not null and ${where}`, now);
  const { after } = await batch(db, {
    entry,
    words: eraseWords(db, user, clear),
    photo: photosToSweep(sql`users`, sql`id = ${user.id} and ${clear}`),
    // The accounts that were merged into this one have neither email nor photo (O28).
    users: db
      .update(tables.users)
      .set({
        email: sql`iif(id = ${user.id}, ${nobody}, email)`,
        firstName: "Former",
        lastName: sql`role`,
        phone: null,
        phoneCorrectedAt: null,
        passwordHash: "erased",
        photoKey: null,
        addressLine1: null,
        addressLine2: null,
        quietFrom: null,
        quietUntil: null,
        emailVerifiedAt: null,
        suspendedReason: null,
        updatedAt: now,
      })
      .where(sql`id in ${theirs} and ${clear}`),
    profile: db
      .update(tables.plumberProfiles)
      .set({
        listed: false,
        approval: "approved",
        queuedAt: null,
        officeWords: null,
        papersNote: null,
        checks: [],
        sortName: "former plumber",
        ...mapProfileTexts(() => ""),
        suburb: null,
        acceptedPercent: null,
        minutesToAnswer: null,
      })
      .where(sql`user_id = ${user.id} and ${erased}`),
    shownJobs: db
      .update(tables.reviews)
      .set({ showsJob: false })
      .where(sql`client_id = ${user.id} and ${erased}`),
    papers: deletePapers(db, sql`plumber_id = ${user.id}`, erased, now),
    privatePhotos: deletePhotos(db, photosOfUser(user), erased, now),
    queuedNotices: db.delete(tables.notices).where(sql`${isNotice} and status = 'queued' and ${erased}`),
    otherNotices: db
      .update(tables.notices)
      .set(wordless)
      .where(sql`${isNotice} and ${erased}`),
    access: endAccess(context, user.id, erased),
    registrationPhotos: photosToSweep(sql`registrations`, sql`email = ${user.email} and ${erased}`),
    byEmail: [tables.registrations, tables.verificationLinks].map((table) =>
      db.delete(table).where(sql`email = ${user.email} and ${erased}`),
    ),
    rows: OWNERS.map((owner) => db.delete(owner.table).where(sql`${owner} in ${theirs} and ${erased}`)),
    requests: forgetRequestsOf(db, user.id, erased),
    after: selectFacts(db, { erased, owes: hasOpenMoney(user.id) }),
  });
  const [state] = after;
  if (!state?.erased) return refuse(state?.owes ? "moneyOpen" : open);
  emit({ type: "officeChanged" });
  emit({ type: "sessionsEnded", userId: user.id, sessionHash: null, except: null });
  return OK;
}
