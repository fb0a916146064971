import { sql } from "drizzle-orm";
import { statement } from "~/db/client.server";
import { emailTokens, sessions } from "~/db/schema";
import { passwordMatches } from "../accounts/passwords.server";
import type { Member } from "../accounts/user";
import { findBookingFor } from "../bookings/booking-details.server";
import { moveBooking } from "../bookings/booking-moves.server";
import type { DomainContext } from "../domain-context.server";
import { leaveToSweep } from "../photos/staged-photos.server";
import { refuse, type Refusal } from "../values/refusal";

/**
 * Erases a member's account at their own wish, after the present password was given again (`storedHash` is what
 * `beginPasswordChange` gave). Requests without an answer are called off first, one move each. What names the person
 * goes: names, address, e-mail, phone, photo, a plumber's words, the places and notes of a client's bookings. Bookings,
 * reviews and messages stay, as they are the other side's record too, by 'Former client' or 'Former plumber'.
 * Refuses with `wrongPassword`, and with `appointmentAhead` while a confirmed job is still to come: somebody is
 * waiting for it.
 */
export async function eraseOwnAccount(
  context: DomainContext,
  member: Member,
  storedHash: string | null,
  password: string,
): Promise<{ ok: true } | Refusal<"wrongPassword" | "appointmentAhead">> {
  const { db, now } = context;
  if (!(await passwordMatches(password, storedHash))) return refuse("wrongPassword");
  const mine = member.role === "plumber" ? sql`plumber_id = ${member.id}` : sql`client_id = ${member.id}`;
  const expected = sql`exists (select 1 from bookings where ${mine} and status in ('confirmed', 'in-progress'))`;
  const [[waits], pending] = await Promise.all([
    db.all<{ waits: number }>(sql`select ${expected} as waits`),
    db.all<{ id: string }>(sql`select id from bookings where ${mine} and status = 'pending' limit 200`),
  ]);
  if (waits?.waits) return refuse("appointmentAhead");
  const move = member.role === "plumber" ? "refuse" : "cancel";
  for (const { id } of pending) {
    const booking = await findBookingFor(db, member, id);
    if (booking) await moveBooking(context, member, booking, move);
  }

  // A job that was confirmed in the meantime keeps everything as it was.
  const clear = sql`not exists (select 1 from bookings where ${mine} and status in ('pending', 'confirmed', 'in-progress'))`;
  const erased = sql`exists (select 1 from users where id = ${member.id} and password_hash = 'erased')`;
  const [, updated] = await db.batch([
    leaveToSweep(db, sql`select photo_key from users where id = ${member.id} and photo_key is not null and ${clear}`, now),
    statement(db, sql`
      update users set email = ${`${member.id}@erased.invalid`}, name = 'Former', username = ${member.role}, phone = null, password_hash = 'erased',
        photo_key = null, address_line1 = null, address_line2 = null, email_verified_at = null, updated_at = ${now}
      where id = ${member.id} and password_hash = ${storedHash} and ${clear}`),
    statement(db, sql`
      update plumber_profiles set listed = 0, sort_name = 'former plumber', experience = '', about = '', calendar_token_hash = null where user_id = ${member.id} and ${erased}`),
    statement(db, sql`update bookings set location = null, notes = null where client_id = ${member.id} and ${erased}`),
    statement(db, sql`delete from mails where recipient = ${member.email} and status = 'queued' and ${erased}`),
    statement(db, sql`update mails set recipient = ${`${member.id}@erased.invalid`}, text = null, html = null where recipient = ${member.email} and ${erased}`),
    db.delete(emailTokens).where(sql`user_id = ${member.id} and ${erased}`),
    db.delete(sessions).where(sql`user_id = ${member.id} and ${erased}`),
  ]);
  if (updated.meta.changes === 0) return refuse("appointmentAhead");
  context.announce({ type: "sessionsEnded", userId: member.id, sessionHash: null, except: null });
  return { ok: true };
}
