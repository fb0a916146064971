import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, consents, users } from "~/db/schema";
import { stopPhone } from "~/domain/accounts/phone-channels.server";
import { offerAccount, recordConsent } from "~/domain/admin/callers/caller-accounts.server";
import { bookForCaller } from "~/domain/admin/callers/caller-booking.server";
import { mergeAccounts } from "~/domain/admin/people/account-merges.server";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { readSearch, searchBookings, searchClients, searchUsers } from "~/domain/admin/people/search.server";
import { listTimeline } from "~/domain/admin/people/timeline.server";
import { findUser, listUsers } from "~/domain/admin/people/users.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { confirmPayment, recordPayment } from "~/domain/escrow/payments.server";
import { findReceipt } from "~/domain/escrow/receipts.server";
import { hasSpokenConsent } from "~/domain/notices/calls.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { DAY, HOUR } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { newId } from "~/domain/values/id";
import {
  admin,
  caller,
  client,
  clientsOf,
  context,
  db,
  everything,
  jobs,
  merge,
  now,
  plumber,
  seedMerge,
} from "../support/merging";
import { visit } from "../support/site";
import { createCaller, createUser, signedIn } from "../support/users";

beforeEach(seedMerge);

describe("a merge", () => {
  test("moves everything and loses nothing", async () => {
    const before = await everything();
    expect(await merge()).toEqual({ ok: true });
    const merged = await everything();
    expect(merged.bookings).toHaveLength(before.bookings.length);
    expect(merged.notes).toHaveLength(before.notes.length);
    expect(merged.events).toEqual(before.events);
    expect(merged.notices).toEqual(before.notices);
    expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
    expect(merged.contacts).toHaveLength(4);
    expect(JSON.stringify(merged.contacts)).not.toContain(caller.id);
  });

  test("sent twice at once is one merge", async () => {
    expect(await Promise.all([merge(), merge()])).toEqual([{ ok: true }, { ok: true }]);
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, client.id));
    expect(entries.map(({ action }) => action)).toEqual(["accountsMerged"]);
  });

  test("is refused for whoever can sign in, for other roles, and for who was merged already", async () => {
    const refused = { ok: false, reason: "notMergeable" };
    const third = await createUser(context, "client");
    for (const [from, to] of [
      [client, caller],
      [client, third],
      [caller, plumber],
      [caller, admin],
      [caller, caller],
    ] as const)
      expect(await mergeAccounts(context, admin, from.id, to.id)).toEqual(refused);
    await merge();
    expect(await mergeAccounts(context, admin, caller.id, third.id)).toEqual(refused);
    expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
  });

  test("of a caller's account takes along what was merged into it", async () => {
    const third = await createCaller(context);
    expect(await mergeAccounts(context, admin, caller.id, third.id)).toEqual({ ok: true });
    expect(await mergeAccounts(context, admin, third.id, client.id)).toEqual({ ok: true });
    expect((await findUser(db, caller.id))!.mergedInto).toBe(client.id);
    expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
  });

  test("keeps a consent with the phone that it was given for", async () => {
    await db.update(users).set({ phone: "+263772000111" }).where(eq(users.id, client.id));
    await merge();
    const [consent] = await db.select().from(consents).where(eq(consents.userId, caller.id));
    expect(consent?.words).toBe("Yes, please");
  });
});

test("a consent that STOP has ended doesn't live again by a merge", async () => {
  const { phone } = (await findUser(db, client.id))!;
  const isAgreed = (id: string) => sql`select ${hasSpokenConsent(id)} as agreed`;
  const agreed = async () =>
    Promise.all([caller.id, client.id].map(async (id) => (await db.all<{ agreed: number }>(isAgreed(id)))[0]!.agreed));
  const stop = (at: number) => stopPhone({ ...context, now: at }, { channel: "sms", phone: phone!, causeId: newId() });
  await db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id = ${client.id}`,
  );
  expect(await agreed()).toEqual([1, 0]);
  await stop(now + HOUR);
  await merge();
  expect(await agreed()).toEqual([0, 0]);
});

test("an account that a plumber has written to is not merged, and its page says why", async () => {
  // Nobody can any more (N20); this one is from a time when they still had an email.
  await db.run(sql`update users set password_hash = 'one' where id = ${caller.id}`);
  await sendMessage(context, plumber, { recipientId: caller.id, id: newId(), content: "I'm outside" });
  await db.run(sql`update users set password_hash = 'none' where id = ${caller.id}`);
  expect(await merge()).toMatchObject({ reason: "notMergeable" });
  const page = await visit(`/admin-dashboard/people/${client.id}/merge/${caller.id}`, {
    cookie: await signedIn(context, admin),
  });
  expect(await page.text()).toContain("nobody has written to it");
});

test("of two merges at once, into two accounts or into each other, one takes place", async () => {
  const third = await createUser(context, "client");
  const [one, other] = [await createCaller(context), await createCaller(context)];
  for (const pairs of [
    [client, third].map(({ id }) => [caller.id, id] as const),
    [[one.id, other.id] as const, [other.id, one.id] as const],
  ]) {
    const results = await Promise.all(pairs.map(([from, to]) => mergeAccounts(context, admin, from, to)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  }
});

test("nothing is merged with an account that is suspended or erased", async () => {
  const refused = { ok: false, reason: "notMergeable" };
  await db.run(sql`update users set suspended_at = ${now} where id = ${client.id}`);
  expect(await merge()).toEqual(refused);
  await db.run(sql`update users set suspended_at = null, password_hash = 'erased' where id = ${client.id}`);
  expect(await merge()).toEqual(refused);
  const third = await createUser(context, "client");
  await db.run(sql`update users set suspended_at = ${now} where id = ${caller.id}`);
  expect(await mergeAccounts(context, admin, caller.id, third.id)).toEqual(refused);
});

test("the office sees both side by side, and merges with a step-up", async () => {
  const page = `/admin-dashboard/people/${client.id}/merge/${caller.id}`;
  const cookie = await signedIn(context, admin);
  const html = await (await visit(page, { cookie })).text();
  expect(html).toMatch(/Rudow Moyoh[^]*Rudo Moyo[^]*2 bookings/);
  const stale = await signedIn(context, admin, 1);
  expect((await visit(page, { cookie: stale, form: { form: "merge" } })).status).toBe(403);
  expect((await visit(page, { cookie, form: { form: "merge" } })).status).toBe(303);
  expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
  const file = await (await visit(`/admin-dashboard/people/${client.id}`, { cookie })).text();
  expect(file).toContain("Merged into this account");
});

const wishAt = (start: number) => ({
  startsAt: offeredStarts(now).at(start)!,
  serviceType: null,
  suburb: null,
  street: "1 Road",
  pin: null,
  notes: null,
  city: "Harare",
});

const bookAgain = async (consent: string | null) =>
  bookForCaller(context, admin, {
    caller: { id: caller.id, firstName: "Rudow", lastName: "Moyoh" },
    plumber: await findBookablePlumber(db, plumber.id),
    wish: wishAt(-5),
    consent,
  });

test("a merged account is found as the one that stays, by its name and phone, and in no list", async () => {
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

test("a merged account takes no booking, no email and no note", async () => {
  await merge();
  expect(await bookAgain(null)).toMatchObject({ reason: "userNotFound" });
  expect(await offerAccount(context, admin, caller.id, "new@example.test")).toMatchObject({ reason: "userNotFound" });
  const noted = await addNote(context, admin, caller.id, { id: newId(), words: "x" });
  expect(noted).toMatchObject({ reason: "userNotFound" });
});

test("a merged account leaves its log, notices and receipts readable at the one that stays, which downloads and erases them too", async () => {
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
  const isOpen = sql`client_id = ${client.id} and status <> 'completed'`;
  await db.run(sql`update bookings set status = 'cancelled' where ${isOpen}`);
  expect(await eraseUser(context, admin, { ...client, ...(await findUser(db, client.id))! })).toEqual({ ok: true });
  const [erased] = await db.select().from(users).where(eq(users.id, caller.id));
  expect(erased).toMatchObject({ firstName: "Former", lastName: "client", phone: null, passwordHash: "erased" });
  expect(erased!.mergedInto).toBe(client.id);
  expect(JSON.stringify(await everything())).not.toMatch(/Rudow|Moyoh|evening|Yes, please/);
});

describe("a merge at the same time as", () => {
  const request = () => bookAgain("Yes, for this one");
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
