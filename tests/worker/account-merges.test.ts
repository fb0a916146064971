import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, bookings, consents, users } from "~/db/schema";
import { findMerge, mergeAccounts, undoMerge } from "~/domain/admin/account-merges.server";
import { bookForCaller } from "~/domain/admin/caller-booking.server";
import { offerAccount, recordConsent } from "~/domain/admin/caller-accounts.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { addNote } from "~/domain/admin/office-notes.server";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { readSearch } from "~/domain/admin/search-text";
import { searchBookings, searchClients, searchUsers } from "~/domain/admin/search.server";
import { listTimeline } from "~/domain/admin/timeline.server";
import { findUser, listUsers } from "~/domain/admin/users.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { recordPayment } from "~/domain/money/payments.server";
import { findReceipt } from "~/domain/money/receipts.server";
import { confirmPayment } from "~/domain/money/payments.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { hasSpokenConsent } from "~/domain/notices/spoken-consent.server";
import { stopPhone } from "~/domain/accounts/phone-channels.server";
import { askPlumber } from "~/domain/messages/questions.server";
import { DAY, HOUR } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { newId } from "~/domain/values/id";
import type { SteppedUpUser } from "~/domain/values/user";
import { contextAt } from "../support/context";
import { visit } from "../support/site";
import { book } from "../support/town";
import { createUser, signedIn } from "../support/users";
import { currentInstant } from "../support/now";

const context = contextAt(currentInstant());
const { db, now } = context;
const PHONE = "+263772555666";

let admin: SteppedUpUser;
let client: SteppedUpUser;
let caller: SteppedUpUser;
let plumber: SteppedUpUser;
let other: SteppedUpUser;
let jobs: string[];

/** A caller with two bookings, a note and a consent, and a client with a booking of their own with the same plumber. */
beforeEach(async () => {
  const phone = `${PHONE.slice(0, -4)}${String(Math.floor(Math.random() * 9000) + 1000)}`;
  [admin, client, caller, plumber, other] = await Promise.all([
    createUser(context, "admin"),
    createUser(context, "client", { firstName: "Rudo", lastName: "Moyo", phone }),
    createUser(context, "client", { firstName: "Rudow", lastName: "Moyoh", phone }),
    createUser(context, "plumber"),
    createUser(context, "plumber"),
  ]);
  const starts = offeredStarts(now);
  jobs = [await book(context, caller, plumber, starts.at(-1)!), await book(context, caller, other, starts.at(-2)!)];
  await book({ ...context, now: now - 1000 }, client, plumber, starts.at(-3)!);
  await db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id = ${caller.id}`,
  );
  await addNote(context, admin, caller.id, { id: newId(), words: "Calls in the evening" });
  await recordConsent(context, admin, caller.id, "Yes, please");
});

/** Every row that knows one of the two, but for the log and what only says when. */
async function everything() {
  const both = sql`(${client.id}, ${caller.id})`;
  const read = (query: ReturnType<typeof sql>) => db.all(query);
  return {
    users: await read(
      sql`select id, email, first_name, last_name, phone, password_hash, merged_into, unread_messages from users where id in ${both} order by id`,
    ),
    bookings: await read(sql`select * from bookings where client_id in ${both} order by id`),
    contacts: await read(
      sql`select * from contacts where user_id in ${both} or other_id in ${both} order by user_id, other_id`,
    ),
    notes: await read(sql`select * from office_notes where user_id in ${both} order by id`),
    consents: await read(sql`select * from consents where user_id in ${both} order by id`),
    events: await read(
      sql`select * from booking_events where booking_id in (select id from bookings where client_id in ${both}) order by id`,
    ),
    notices: await read(sql`select * from notices where user_id in ${both} order by id`),
    facts: await read(
      sql`select * from booking_facts where booking_id in (select id from bookings where client_id in ${both}) order by booking_id`,
    ),
  };
}
const merge = () => mergeAccounts(context, admin, caller.id, client.id);
const undo = async (at = now) => {
  const past = await findMerge(db, caller.id, client.id);
  return past ? undoMerge({ ...context, now: at }, admin, past) : null;
};
const clientsOf = async (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]?.clientId));

describe("a merge", () => {
  test("moves everything, loses nothing, and its undo leaves everything as it was", async () => {
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
    // The caller's bookings are no first ones any more.
    expect(merged.facts).not.toEqual(before.facts);
    expect(await undo()).toEqual({ ok: true });
    expect(await everything()).toEqual(before);
  });

  test("sent twice at once is one merge, and one undo", async () => {
    const before = await everything();
    expect(await Promise.all([merge(), merge()])).toEqual([{ ok: true }, { ok: true }]);
    const past = (await findMerge(db, caller.id, client.id))!;
    await Promise.all([1, 2].map(() => undoMerge(context, admin, past)));
    expect(await everything()).toEqual(before);
    const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, client.id));
    expect(entries.map(({ action }) => action).sort()).toEqual(["accountsMerged", "mergeUndone"]);
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

  test("of a caller's account takes along what was merged into it, and the earlier merge can't be undone then", async () => {
    const third = await createUser(context, "client");
    await db.run(
      sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id = ${third.id}`,
    );
    expect(await mergeAccounts(context, admin, caller.id, third.id)).toEqual({ ok: true });
    const first = (await findMerge(db, caller.id, third.id))!;
    expect(await mergeAccounts(context, admin, third.id, client.id)).toEqual({ ok: true });
    expect((await findUser(db, caller.id))!.mergedInto).toBe(client.id);
    expect(await undoMerge(context, admin, first)).toMatchObject({ reason: "mergeOver" });
    expect(await undoMerge(context, admin, (await findMerge(db, third.id, client.id))!)).toEqual({ ok: true });
    expect((await findUser(db, caller.id))!.mergedInto).toBe(third.id);
    expect(await undoMerge(context, admin, first)).toEqual({ ok: true });
    expect(await clientsOf(jobs)).toEqual([caller.id, caller.id]);
  });

  test("keeps a consent with the phone that it was given for", async () => {
    await db.update(users).set({ phone: "+263772000111" }).where(eq(users.id, client.id));
    await merge();
    const [consent] = await db.select().from(consents).where(eq(consents.userId, caller.id));
    expect(consent?.words).toBe("Yes, please");
  });
});

test("a consent that STOP has ended lives again neither by a merge nor by its undo", async () => {
  const { phone } = (await findUser(db, client.id))!;
  const isAgreed = (id: string) => sql`select ${hasSpokenConsent(id)} as agreed`;
  const agreed = async () =>
    Promise.all([caller.id, client.id].map(async (id) => (await db.all<{ agreed: number }>(isAgreed(id)))[0]!.agreed));
  const stop = (at: number) => stopPhone({ ...context, now: at }, { channel: "sms", phone: phone!, causeId: newId() });
  await db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id = ${client.id}`,
  );
  expect(await agreed()).toEqual([1, 0]);
  await merge();
  expect(await agreed()).toEqual([0, 1]);
  await stop(now + HOUR);
  expect(await agreed()).toEqual([0, 0]);
  await undo(now + 2 * HOUR);
  expect(await agreed()).toEqual([0, 0]);
  await recordConsent({ ...context, now: now + 3 * HOUR }, admin, caller.id, "Yes, again");
  expect(await agreed()).toEqual([1, 0]);
  await stop(now + 4 * HOUR);
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
  const results = await Promise.all([client, third].map(({ id }) => mergeAccounts(context, admin, caller.id, id)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const twins = await Promise.all([1, 2].map(() => createUser(context, "client")));
  const [one, other] = twins.map(({ id }) => id) as [string, string];
  await db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id in (${one}, ${other})`,
  );
  const crossed = await Promise.all([
    mergeAccounts(context, admin, one, other),
    mergeAccounts(context, admin, other, one),
  ]);
  expect(crossed.filter(({ ok }) => ok)).toHaveLength(1);
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

describe("an undo", () => {
  test("is possible for a day", async () => {
    await merge();
    expect(await undo(now + DAY)).toMatchObject({ reason: "mergeOver" });
    expect(await undo(now + DAY - HOUR)).toEqual({ ok: true });
  });

  test("leaves what came since: a new booking, and one that was reviewed", async () => {
    await merge();
    const later = await book(context, client, other, offeredStarts(now).at(-4)!);
    await db.run(
      sql`update bookings set status = 'completed', completed_at = ${now}, starts_at = ${now - DAY} where id = ${jobs[0]}`,
    );
    expect(await leaveReview(context, client, { bookingId: jobs[0]!, rating: 5, comment: "Good" })).toMatchObject({
      ok: true,
    });
    expect(await undo()).toEqual({ ok: true });
    expect(await clientsOf([...jobs, later])).toEqual([client.id, caller.id, client.id]);
    // Both still write to the plumber they share a booking with.
    const pairs = await db.all<{ user_id: string }>(
      sql`select user_id from contacts where other_id = ${other.id} order by user_id`,
    );
    expect(pairs.map(({ user_id }) => user_id)).toEqual([client.id, caller.id].sort());
  });

  test("restores a conversation that a question had opened", async () => {
    const asked = await createUser(context, "client", { phone: "+263772333444" });
    expect(
      await askPlumber(context, asked, { recipientId: plumber.id, id: newId(), content: "Do you fix geysers?" }),
    ).toMatchObject({ ok: true });
    const before = await db.all(sql`select * from contacts where user_id = ${asked.id}`);
    await mergeAccounts(context, admin, caller.id, asked.id);
    expect(
      await db.all(sql`select asked_at from contacts where user_id = ${asked.id} and other_id = ${plumber.id}`),
    ).toEqual([{ asked_at: null }]);
    await undoMerge(context, admin, (await findMerge(db, caller.id, asked.id))!);
    expect(await db.all(sql`select * from contacts where user_id = ${asked.id}`)).toEqual(before);
  });
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
    expect((await listUsers(db, "all", null)).users.map(({ id }) => id)).not.toContain(caller.id);
    const cookie = await signedIn(context, admin);
    const page = await visit(`/admin-dashboard/people/${caller.id}`, { cookie });
    expect([page.status, page.headers.get("Location")]).toEqual([303, `/admin-dashboard/people/${client.id}`]);
    for (const action of ["suspend", "erase", "offer-account"])
      expect(
        (
          await visit(`/admin-dashboard/people/${caller.id}/${action}`, {
            cookie,
            form: { sure: "on", email: "x@example.test" },
          })
        ).status,
      ).toBe(404);
  });

  test("takes no booking, no email and no note", async () => {
    await merge();
    const wish = {
      startsAt: offeredStarts(now).at(-5)!,
      serviceType: null,
      suburb: null,
      street: "1 Road",
      pin: null,
      notes: null,
      city: "Harare",
    };
    const booked = await bookForCaller(context, admin, {
      caller: { id: caller.id, firstName: "R", lastName: "M" },
      plumber: await findBookablePlumber(db, plumber.id),
      wish,
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
    expect(await findReceipt(db, client, number)).not.toBeNull();
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
    expect(await undo()).toMatchObject({ reason: "mergeOver" });
  });
});

test("the office sees both side by side, merges with a step-up, and takes it back", async () => {
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
  const back = `/admin-dashboard/people/${caller.id}/merge/${client.id}`;
  expect((await visit(back, { cookie, form: { form: "undo" } })).status).toBe(303);
  expect(await clientsOf(jobs)).toEqual([caller.id, caller.id]);
  expect((await visit(back, { cookie, form: { form: "undo" } })).status).toBe(409);
});

describe("a merge at the same time as", () => {
  const request = async () =>
    bookForCaller(context, admin, {
      caller: { id: caller.id, firstName: "Rudow", lastName: "Moyoh" },
      plumber: await findBookablePlumber(db, plumber.id),
      wish: {
        startsAt: offeredStarts(now).at(-5)!,
        serviceType: null,
        suburb: null,
        street: "1 Road",
        pin: null,
        notes: null,
        city: "Harare",
      },
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
        expect(await undo()).toEqual({ ok: true });
      }
    });

  test("a booking for them as someone new is made for the account that stays, or refused with it", async () => {
    const { phone } = (await findUser(db, client.id))!;
    const [, booked] = await Promise.all([
      merge(),
      bookForCaller(context, admin, {
        caller: { firstName: "Rudow", lastName: "Moyoh", phone: phone!, email: null },
        plumber: null,
        wish: {
          startsAt: offeredStarts(now).at(-6)!,
          serviceType: null,
          suburb: null,
          street: "1 Road",
          pin: null,
          notes: null,
          city: "Harare",
        },
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
