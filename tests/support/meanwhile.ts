import { eq, sql, type SQL } from "drizzle-orm";
import { bookings, plumberProfiles, users as accounts } from "~/db/schema";
import { asBankReference } from "~/domain/escrow/payout";
import type { BookingStatus } from "~/domain/bookings/booking";
import { HOUR, MINUTE } from "~/domain/time/harare";
import type { Role } from "~/domain/values/user";
import { type BookingColumns, insertBooking, row } from "./money-rows";
import { users, type Shown } from "./booking-steps";
import { change } from "./booking-situations";
import { contextAt } from "./users";

// What can happen to a booking between the page and a step on it, each with what undoes it.

const start = contextAt();
const { db } = start;

/** Happens between the page and the step; gives what undoes it. */
type Happens = (shown: Shown) => Promise<() => unknown>;

const columns =
  (pick: (stored: typeof bookings.$inferSelect, shown: Shown) => BookingColumns): Happens =>
  async (shown) => {
    const stored = await row(shown.booking.id);
    const changed = pick(stored, shown);
    await change(stored.id, changed);
    const names = Object.keys(changed) as (keyof typeof stored)[];
    return () => change(stored.id, Object.fromEntries(names.map((name) => [name, stored[name]])));
  };
/** The plumber has an open job that runs into that start, and begins at another one. */
const isBusy =
  (plumber: "plumber" | "otherPlumber" | "thirdPlumber", startOf: (shown: Shown) => number): Happens =>
  async (shown) => {
    const startsAt = startOf(shown) + 29 * MINUTE;
    const id = await insertBooking(start, { clientId: users.otherClient.id, plumberId: users[plumber].id, startsAt });
    return () => db.delete(bookings).where(eq(bookings.id, id));
  };
const account =
  (who: keyof typeof users, set: Partial<typeof accounts.$inferInsert>, back: typeof set): Happens =>
  async () => {
    const isIt = eq(accounts.id, users[who].id);
    await db.update(accounts).set(set).where(isIt);
    return () => db.update(accounts).set(back).where(isIt);
  };
const unlisted =
  (who: keyof typeof users): Happens =>
  async () => {
    const isIt = eq(plumberProfiles.userId, users[who].id);
    await db.update(plumberProfiles).set({ listed: false }).where(isIt);
    return () => db.update(plumberProfiles).set({ listed: true }).where(isIt);
  };
const statements =
  (happens: (shown: Shown) => SQL, undone: (shown: Shown) => SQL): Happens =>
  async (shown) => {
    await db.run(happens(shown));
    return () => db.run(undone(shown));
  };
const recordedBy = (role: Role) =>
  statements(
    ({ payment }) => sql`update payments set recorded_by = ${role} where id = ${payment.id}`,
    ({ payment }) => sql`update payments set recorded_by = 'client' where id = ${payment.id}`,
  );
/** A side says that the visit was missed, whatever the booking's status. */
const claimed =
  (claim: "plumber-did-not-come" | "nobody-was-there"): Happens =>
  async (shown) => {
    const { id, frozenAt } = await row(shown.booking.id);
    await db.run(sql`insert into booking_events (id, booking_id, seq, event, actor_role, to_status, at)
      values ('claim', ${id}, 99, ${claim}, 'client', 'confirmed', ${shown.context.now})`);
    await db.run(sql`insert into disputes (id, booking_id, event, opened_at) values ('claim', ${id}, ${claim}, 1)`);
    await change(id, { frozenAt: 1 });
    return async () => {
      await change(id, { frozenAt });
      await db.run(sql`delete from disputes where id = 'claim'`);
      await db.run(sql`delete from booking_events where id = 'claim'`);
    };
  };
const asStatus = (status: BookingStatus) =>
  columns(({ finalAmount, completedAt }, { context }) => ({
    status,
    completedAt: status === "completed" ? (completedAt ?? context.now) : null,
    finalAmount: status === "completed" ? finalAmount : null,
  }));

export const MEANWHILE = {
  pending: asStatus("pending"),
  confirmed: asStatus("confirmed"),
  "in-progress": asStatus("in-progress"),
  completed: asStatus("completed"),
  cancelled: asStatus("cancelled"),
  refused: asStatus("refused"),
  moved: columns(({ startsAt }) => ({ startsAt: startsAt + MINUTE })),
  "begun by now": columns((_, { context }) => ({ startsAt: context.now })),
  reassigned: columns(() => ({ plumberId: users.thirdPlumber.id })),
  assigned: columns(() => ({ plumberId: users.plumber.id })),
  priced: columns(() => ({ agreedPrice: 61_00 })),
  "another fee": columns(() => ({ fee: 26_00 })),
  frozen: columns((_, { context }) => ({ frozenAt: context.now - 1 })),
  unfrozen: columns(() => ({ frozenAt: null })),
  "another final amount": columns(({ finalAmount }) => ({ finalAmount: finalAmount! + 1 })),
  agreed: columns(() => ({ finalAnswer: "agreed" })),
  disputed: columns(() => ({ finalAnswer: "disputed" })),
  decided: columns(() => ({ finalAnswer: "decided" })),
  "another suggestion": columns(({ proposedStart }) => ({ proposedStart: proposedStart! + HOUR })),
  suggested: columns(({ startsAt }) => ({ proposedStart: startsAt + HOUR, proposedBy: "plumber" })),
  "one's own suggestion": columns(() => ({ proposedBy: "client" })),
  "the plumber's suggestion": columns(() => ({ proposedBy: "plumber" })),
  "suggested three times": columns(() => ({ proposals: 3 })),
  paid: columns(({ paidAmount }) => ({ paidAmount: paidAmount + 1 })),
  "paid in full": columns(() => ({ paidAmount: 100_00 })),
  "more held": columns(({ heldAmount }) => ({ heldAmount: heldAmount + 1 })),
  "nothing held": columns(() => ({ heldAmount: 0 })),
  released: columns((_, { context }) => ({ releasedAt: context.now })),
  reviewed: columns((_, { context }) => ({ reviewedAt: context.now })),
  "completed again": columns(({ completedAt }) => ({ completedAt: completedAt! + 1 })),
  "cancelled late": columns(() => ({ cancelledLateBy: "client" })),
  "another street": columns(() => ({ street: "2 Other Street" })),
  "the plumber is suspended": account("plumber", { suspendedAt: 1 }, { suspendedAt: null }),
  "the plumber is an admin": account("plumber", { role: "admin" }, { role: "plumber" }),
  "the client is an admin": account("client", { role: "admin" }, { role: "client" }),
  "the admin is suspended": account("admin", { suspendedAt: 1 }, { suspendedAt: null }),
  "the other is unlisted": unlisted("otherPlumber"),
  "the third is unlisted": unlisted("thirdPlumber"),
  "busy ten hours later": isBusy("plumber", ({ booking }) => booking.startsAt + 10 * HOUR),
  "busy fourteen hours later": isBusy("plumber", ({ booking }) => booking.startsAt + 14 * HOUR),
  "busy five hours later": isBusy("plumber", ({ booking }) => booking.startsAt + 5 * HOUR),
  "the other is busy": isBusy("otherPlumber", ({ booking }) => booking.startsAt),
  "the third is busy": isBusy("thirdPlumber", ({ booking }) => booking.startsAt),
  "a payment stands": statements(
    ({
      booking,
      context,
    }) => sql`insert into payments (id, booking_id, amount, method, status, recorded_by, recorded_at, answered_at)
      values ('stands', ${booking.id}, 1, 'cash', 'confirmed', 'client', ${context.now}, 1)`,
    () => sql`delete from payments where id = 'stands'`,
  ),
  "a payment is under way": statements(
    ({
      booking,
    }) => sql`insert into online_payments (id, booking_id, client_id, amount, purpose, method, phone, status, created_at, updated_at)
      values ('under way', ${booking.id}, ${users.client.id}, 1, 'price', 'ecocash', '+263', 'open', 1, 1)`,
    () => sql`delete from online_payments where id = 'under way'`,
  ),
  "the quote is replaced": statements(
    ({ booking }) => sql`update quotes set status = 'replaced' where booking_id = ${booking.id}`,
    ({ booking }) => sql`update quotes set status = 'open' where booking_id = ${booking.id}`,
  ),
  "a quote is open": statements(
    ({ booking }) => sql`insert into quotes (id, booking_id, version, lines, total, valid_until, status, created_at)
      values ('open', ${booking.id}, 1, '[]', 1, 1, 'open', 1)`,
    () => sql`delete from quotes where id = 'open'`,
  ),
  "the record is answered": statements(
    ({ payment }) => sql`update payments set status = 'denied', answered_at = 1 where id = ${payment.id}`,
    ({ payment }) => sql`update payments set status = 'open', answered_at = null where id = ${payment.id}`,
  ),
  "the record is the office's": recordedBy("admin"),
  "the record is the plumber's": recordedBy("plumber"),
  "the receipt is voided": statements(
    ({
      receipt,
      booking,
      payment,
    }) => sql`insert into receipts (number, booking_id, payment_id, amount, issued_at, voids)
      values (9999, ${booking.id}, ${payment.id}, -1, 1, ${receipt!.number})`,
    () => sql`delete from receipts where number = 9999`,
  ),
  "the refund is smaller": statements(
    ({ refund }) => sql`update refunds set amount = amount - 1 where id = ${refund!.id}`,
    ({ refund }) => sql`update refunds set amount = amount + 1 where id = ${refund!.id}`,
  ),
  "the reference is another": statements(
    ({ refund }) => sql`update refunds set reference = 'X' || reference where id = ${refund!.id}`,
    ({ refund }) => sql`update refunds set reference = substr(reference, 2) where id = ${refund!.id}`,
  ),
  "the provider sent it": statements(
    ({ refund }) => sql`update refunds set sent_by = null where id = ${refund!.id}`,
    ({ refund }) => sql`update refunds set sent_by = ${users.admin.id} where id = ${refund!.id}`,
  ),
  "the reference is used": statements(
    ({ refund }) => sql`insert into bank_references (reference) values (${asBankReference(`R-${refund!.id}`)})`,
    ({ refund }) => sql`delete from bank_references where reference = ${asBankReference(`R-${refund!.id}`)}`,
  ),
  "the ledger is at fault": statements(
    () => sql`update heartbeats set updated_at = 1 where name = 'ledger'`,
    ({ context }) => sql`update heartbeats set updated_at = ${context.now} where name = 'ledger'`,
  ),
  "the dispute is closed": statements(
    ({ dispute }) => sql`update disputes set closed_at = 1 where id = ${dispute}`,
    ({ dispute }) => sql`update disputes set closed_at = null where id = ${dispute}`,
  ),
  "the dispute is about money": statements(
    ({ dispute }) => sql`update disputes set event = 'dispute-final' where id = ${dispute}`,
    ({ dispute }) => sql`update disputes set event = 'deny-payment' where id = ${dispute}`,
  ),
  "the dispute is another booking's": async ({ dispute, booking }) => {
    const other = await insertBooking(start, {
      clientId: users.client.id,
      status: "cancelled",
    });
    await db.run(sql`update disputes set booking_id = ${other} where id = ${dispute}`);
    return async () => {
      await db.run(sql`update disputes set booking_id = ${booking.id} where id = ${dispute}`);
      await db.delete(bookings).where(eq(bookings.id, other));
    };
  },
  "the client claims": claimed("plumber-did-not-come"),
  "the plumber claims": claimed("nobody-was-there"),
} satisfies Record<string, Happens>;
export type Change = keyof typeof MEANWHILE;
