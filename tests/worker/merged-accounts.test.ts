import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { users } from "~/db/schema";
import { bookForCaller } from "~/domain/admin/callers/caller-booking.server";
import { offerAccount, recordConsent } from "~/domain/admin/callers/caller-accounts.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { readSearch, searchBookings, searchClients, searchUsers } from "~/domain/admin/people/search.server";
import { listTimeline } from "~/domain/admin/people/timeline.server";
import { findUser, listUsers } from "~/domain/admin/people/users.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { findReceipt } from "~/domain/money/receipts.server";
import { confirmPayment, recordPayment } from "~/domain/money/payments.server";
import { DAY } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { newId } from "~/domain/values/id";
import { visit } from "../support/site";
import { signedIn } from "../support/users";
import {
  context,
  db,
  now,
  admin,
  client,
  caller,
  plumber,
  jobs,
  everything,
  merge,
  seedMerge,
} from "../support/merging";

beforeEach(seedMerge);

const wishAt = (start: number) => ({
  startsAt: offeredStarts(now).at(start)!,
  serviceType: null,
  suburb: null,
  street: "1 Road",
  pin: null,
  notes: null,
  city: "Harare",
});

describe("a merged account", () => {
  test("is found as the one that stays, by its name and phone, and in no list", async () => {
    // Each test has its Rudow, and a search looks at ten.
    await db.update(users).set({ firstName: "Zvikomborero" }).where(eq(users.id, caller.id));
    await merge();
    const search = readSearch("Zvikomborero")!;
    for (const found of [await searchUsers(db, search), await searchClients(db, search)]) {
      const ids = found.map(({ id }) => id);
      expect(ids).toContain(client.id);
      expect(ids).not.toContain(caller.id);
    }
    expect((await searchBookings(db, search, now)).map(({ id }) => id)).toEqual(expect.arrayContaining(jobs));
    expect((await listUsers(db, "all", null)).rows.map(({ id }) => id)).not.toContain(caller.id);
    const cookie = await signedIn(context, admin);
    const page = await visit(`/admin-dashboard/people/${caller.id}`, { cookie });
    expect([page.status, page.headers.get("Location")]).toEqual([303, `/admin-dashboard/people/${client.id}`]);
    const form = { sure: "on", email: "x@example.test" };
    for (const action of ["suspend", "erase", "offer-account"]) {
      const done = await visit(`/admin-dashboard/people/${caller.id}/${action}`, { cookie, form });
      expect(done.status, action).toBe(404);
    }
  });

  test("takes no booking, no email and no note", async () => {
    await merge();
    const booked = await bookForCaller(context, admin, {
      caller: { id: caller.id, firstName: "R", lastName: "M" },
      plumber: await findBookablePlumber(db, plumber.id),
      wish: wishAt(-5),
      consent: null,
    });
    expect(booked).toMatchObject({ reason: "userNotFound" });
    expect(await offerAccount(context, admin, caller.id, "new@example.test")).toMatchObject({ reason: "userNotFound" });
    expect(await addNote(context, admin, caller.id, { id: newId(), words: "x" })).toMatchObject({
      reason: "userNotFound",
    });
  });

  test("leaves its log, notices and receipts readable at the one that stays, which downloads and erases them too", async () => {
    const job = jobs[0]!;
    await db.run(
      sql`update bookings set status = 'completed', completed_at = ${now}, starts_at = ${now - DAY}, final_amount = 2500, reviewed_at = ${now} where id = ${job}`,
    );
    const booking = (await findBookingFor(db, plumber, job))!;
    const payment = newId();
    await recordPayment(context, admin, booking, { id: payment, amount: 25_00, method: "cash" });
    await confirmPayment(context, plumber, booking, { id: payment, amount: 25_00 });
    const [{ number } = { number: 0 }] = await db.all<{ number: number }>(
      sql`select number from receipts where booking_id = ${job}`,
    );
    await merge();
    expect(await findReceipt(context, client, number)).not.toBeNull();
    const { entries } = await listTimeline(db, admin, client.id, "log", null);
    expect(entries.map(({ words }) => words.replace(/^\S+ admin /, ""))).toEqual(
      expect.arrayContaining(["merged another account into Rudo Moyo", "recorded the consent of Rudow Moyoh"]),
    );
    expect(await collectOwnData(db, client)).toMatchObject({
      mergedAccounts: [{ firstName: "Rudow" }],
      officeNotes: [{ words: "Calls in the evening" }],
      consents: [{ words: "Yes, please" }],
    });
    await db.run(
      sql`update bookings set status = 'cancelled' where client_id = ${client.id} and status <> 'completed'`,
    );
    expect(await eraseUser(context, admin, { ...client, ...(await findUser(db, client.id))! })).toEqual({ ok: true });
    const [erased] = await db.select().from(users).where(eq(users.id, caller.id));
    expect(erased).toMatchObject({
      firstName: "Former",
      lastName: "client",
      phone: null,
      passwordHash: "erased",
      mergedInto: client.id,
    });
    expect(JSON.stringify(await everything())).not.toMatch(/Rudow|Moyoh|evening|Yes, please/);
  });
});

describe("a merge at the same time as", () => {
  const request = async () =>
    bookForCaller(context, admin, {
      caller: { id: caller.id, firstName: "Rudow", lastName: "Moyoh" },
      plumber: await findBookablePlumber(db, plumber.id),
      wish: wishAt(-5),
      consent: "Yes, for this one",
    });
  const OTHERS: [string, () => Promise<unknown>][] = [
    ["a booking on the phone", request],
    ["a note", () => addNote(context, admin, caller.id, { id: newId(), words: "Has a dog" })],
    ["a consent", () => recordConsent(context, admin, caller.id, "Yes, to all")],
    ["a link to claim the account", () => offerAccount(context, admin, caller.id, "rudow@example.test")],
  ];
  const left = () =>
    db.all(sql`
      select 'booking' as what from bookings where client_id = ${caller.id}
      union all select 'contact' from contacts where ${caller.id} in (user_id, other_id)
      union all select 'note' from office_notes where user_id = ${caller.id}
      union all select 'consent' from consents where user_id = ${caller.id}
      union all select 'link' from claim_links where user_id = ${caller.id}`);

  for (const [name, other] of OTHERS)
    test(`${name} leaves nothing behind, whichever comes first`, async () => {
      for (const order of [
        [merge, other],
        [other, merge],
      ]) {
        await Promise.all(order.map((step) => step()));
        expect((await findUser(db, caller.id))!.mergedInto).toBe(client.id);
        expect(await left()).toEqual([]);
        await seedMerge();
      }
    });

  test("a booking for them as someone new is made for the account that stays, or refused with it", async () => {
    const { phone } = (await findUser(db, client.id))!;
    const [, booked] = await Promise.all([
      merge(),
      bookForCaller(context, admin, {
        caller: { firstName: "Rudow", lastName: "Moyoh", phone: phone!, email: null },
        plumber: null,
        wish: wishAt(-6),
        consent: null,
      }),
    ]);
    expect(booked).toMatchObject({ reason: "phoneTaken" });
    expect(await left()).toEqual([]);
  });

  test("its plumber's answer and its office's cancelling tells nobody who is gone", async () => {
    const shown = (await findBookingFor(db, plumber, jobs[0]!))!;
    await merge();
    await transitionBooking(context, plumber, shown, "confirm", {});
    expect(await left()).toEqual([]);
    const told = await db.all<{ user_id: string }>(
      sql`select user_id from notices where booking_id = ${jobs[0]} and kind = 'bookingTransitioned'`,
    );
    expect(told.map(({ user_id }) => user_id)).not.toContain(caller.id);
  });
});
