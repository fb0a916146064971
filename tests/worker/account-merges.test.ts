import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLog, bookings, consents, users, notices } from "~/db/schema";
import { findPhoneOwner, listAccountsWith, listOwnPhones, stopPhone } from "~/domain/accounts/phone-channels.server";
import { offerAccount, recordConsent } from "~/domain/admin/callers/caller-accounts.server";
import { bookForCaller } from "~/domain/admin/callers/caller-booking.server";
import { mergeAccounts } from "~/domain/admin/people/account-merges.server";
import { addNote } from "~/domain/admin/people/office-notes.server";
import {
  findClient,
  readSearch,
  searchBookings,
  searchClients,
  searchUsers,
} from "~/domain/admin/people/search.server";
import { listTimeline } from "~/domain/admin/people/timeline.server";
import { findUser, listUsers } from "~/domain/admin/people/users.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { findReceipt } from "~/domain/money/receipts.server";
import { hasSpokenConsent } from "~/domain/notices/calls.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { newId } from "~/domain/values/id";
import type { SteppedUpUser } from "~/domain/values/user";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { addPhone, takeAll } from "../support/notices";
import { currentInstant } from "../support/now";
import { expectRedirect, visit } from "../support/site";
import { book, wishFor, payFor, setBooking } from "../support/town";
import { createCaller, createUser, signedIn, contextAt } from "../support/users";
import { isTrue } from "~/db/client.server";

const context = contextAt(currentInstant());
const { db, now } = context;
const REFUSED = { ok: false, reason: "notMergeable" };

let admin: SteppedUpUser;
let client: SteppedUpUser;
let caller: SteppedUpUser;
let plumber: SteppedUpUser;
let phone: string;
let jobs: string[];

/** A caller with two bookings, a note and a consent, and a client with a booking of their own with the same plumber. */
async function seedMerge() {
  caller = await createCaller(context, { firstName: "Rudow", lastName: "Moyoh" });
  phone = caller.phone!;
  [admin, client, plumber] = await Promise.all([
    createUser(context, "admin"),
    createUser(context, "client", { firstName: "Rudo", lastName: "Moyo", phone }),
    createUser(context, "plumber"),
  ]);
  const starts = offeredStarts(now);
  jobs = [
    await book(context, caller, plumber, starts.at(-1)!),
    await book(context, caller, await createUser(context, "plumber"), starts.at(-2)!),
  ];
  await book({ ...context, now: now - 1000 }, client, plumber, starts.at(-3)!);
  await addNote(context, admin, caller.id, { id: newId(), words: "Calls in the evening" });
  await recordConsent(context, admin, caller.id, "Yes, please");
}
beforeEach(seedMerge);

test("what is queued for an account that is merged goes to the one that stays, by its own ways", async () => {
  await db.delete(notices);
  const job = await findBookingFor(db, plumber, jobs[0]!);
  expect(await transitionBooking(context, plumber, job!, "confirm")).toMatchObject({ ok: true });
  const ofConfirmation = () => db.select().from(notices).where(eq(notices.kind, "bookingTransitioned"));
  expect(await ofConfirmation()).toMatchObject([{ channel: "sms", userId: caller.id }]);
  expect(await mergeAccounts(context, admin, caller.id, client.id)).toEqual({ ok: true });
  const { sent, senders } = takeAll();
  await sendDueNotices({ ...context, now: now + HOUR }, senders);
  expect(await db.$count(notices, eq(notices.userId, caller.id))).toBe(0);
  const told = (await ofConfirmation()).map(({ channel, userId, status }) => ({ channel, userId, status }));
  expect(told).toContainEqual({ channel: "email", userId: client.id, status: "sent" });
  expect(sent.find(({ recipient }) => recipient === client.email)?.email?.subject).toContain("confirmed");
});

test("what a Worker was sending to an account as it was merged is told to the one that stays if it died", async () => {
  const job = await findBookingFor(db, plumber, jobs[0]!);
  await transitionBooking(context, plumber, job!, "confirm");
  await db.update(notices).set({ claimedUntil: now + MINUTE });
  expect(await mergeAccounts(context, admin, caller.id, client.id)).toEqual({ ok: true });
  const { sent, senders } = takeAll();
  await sendDueNotices({ ...context, now: now + HOUR }, senders);
  expect(sent.find(({ userId, kind }) => userId === client.id && kind === "bookingTransitioned")).toBeDefined();
});

/** Every row that knows one of the two, but for the log and what only says when. */
async function everything() {
  const both = sql`(${client.id}, ${caller.id})`;
  const rows = (what: string, owner = "user_id", other = owner) =>
    db.all(
      sql`select ${sql.raw(what)} where ${sql.raw(owner)} in ${both} or ${sql.raw(other)} in ${both} order by 1, 2`,
    );
  return {
    users: await rows("id, email, first_name, last_name, phone, password_hash, merged_into from users", "id"),
    bookings: await rows("* from bookings", "client_id"),
    contacts: await rows("* from contacts", "user_id", "other_id"),
    notes: await rows("* from office_notes"),
    consents: await rows("* from consents"),
    events: await rows("* from booking_events", "(select client_id from bookings where id = booking_id)"),
    notices: await rows("* from notices"),
  };
}
const merge = (from = caller.id, to = client.id) => mergeAccounts(context, admin, from, to);
const clientsOf = async (ids: string[]) =>
  (await db.select().from(bookings).where(inArray(bookings.id, ids))).map(({ clientId }) => clientId);
const changeUser = (id: string, change: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(change).where(eq(users.id, id));
const accountPage = async (path: string, form?: Record<string, string>) =>
  visit(`/admin-dashboard/people/${path}`, { cookie: await signedIn(context, admin), form });

test("a merge moves everything and loses nothing", async () => {
  const before = await everything();
  expect(await merge()).toEqual({ ok: true });
  const merged = await everything();
  for (const name of ["bookings", "notes"] as const) expect(merged[name]).toHaveLength(before[name].length);
  expect([merged.events, merged.notices]).toEqual([before.events, before.notices]);
  expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
  expect(merged.contacts).toHaveLength(4);
  expect(JSON.stringify(merged.contacts)).not.toContain(caller.id);
});

test("a merge sent twice at once is one merge", async () => {
  expect(await Promise.all([merge(), merge()])).toEqual([{ ok: true }, { ok: true }]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, client.id));
  expect(entries.map(({ action }) => action)).toEqual(["accountsMerged"]);
});

test("a merge is refused for accounts that sign in, have another role, or are suspended, erased or merged", async () => {
  const third = await createUser(context, "client");
  for (const to of [caller, third]) expect(await merge(client.id, to.id)).toEqual(REFUSED);
  for (const to of [plumber, admin, caller]) expect(await merge(caller.id, to.id)).toEqual(REFUSED);
  for (const end of [{ suspendedAt: now }, { suspendedAt: null, passwordHash: "erased" }]) {
    await changeUser(client.id, end);
    expect(await merge()).toEqual(REFUSED);
  }
  await changeUser(caller.id, { suspendedAt: now });
  expect(await merge(caller.id, third.id)).toEqual(REFUSED);
  await changeUser(caller.id, { suspendedAt: null });
  expect(await merge(caller.id, third.id)).toEqual({ ok: true });
  await changeUser(client.id, { passwordHash: "one" });
  expect(await merge()).toEqual(REFUSED);
  expect(await clientsOf(jobs)).toEqual([third.id, third.id]);
});

test("a merge of a caller's account takes along what was merged into it", async () => {
  const third = await createCaller(context);
  expect(await merge(caller.id, third.id)).toEqual({ ok: true });
  expect(await merge(third.id, client.id)).toEqual({ ok: true });
  expect((await findUser(db, caller.id))!.mergedInto).toBe(client.id);
  expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
});

test("a merge keeps a consent with the phone that it was given for", async () => {
  await changeUser(client.id, { phone: "+263772000111" });
  await merge();
  const [consent] = await db.select().from(consents).where(eq(consents.userId, caller.id));
  expect(consent?.words).toBe("Yes, please");
});

const ownerOf = async (from: string) =>
  (await findPhoneOwner(db, { channel: "whatsapp", phone: from, id: newId(), references: [], since: 0 }))?.user.id;

test("a phone that wrote by WhatsApp before a merge belongs to the account that stays, which is told there", async () => {
  await addPhone(context, { userId: caller.id, channel: "whatsapp", phone });
  const job = await findBookingFor(db, plumber, jobs[0]!);
  await transitionBooking(context, plumber, job!, "confirm");
  expect(await merge()).toEqual({ ok: true });
  expect(await ownerOf(phone)).toBe(client.id);
  expect((await listAccountsWith(db, phone, now)).map(({ user }) => user.id)).toEqual([client.id]);
  expect(await listOwnPhones(db, client.id, now)).toMatchObject([{ channel: "whatsapp", phone }]);
  const { sent, senders } = takeAll();
  await sendDueNotices({ ...context, now: now + HOUR }, senders);
  expect(sent.filter(({ channel, userId }) => channel === "whatsapp" && userId === client.id)).not.toEqual([]);
});

test("the account that stays keeps its own WhatsApp, and one that STOP had ended counts for it alone", async () => {
  const own = "+263772121212";
  await addPhone(context, { userId: client.id, channel: "whatsapp", phone: own });
  await addPhone(context, { userId: caller.id, channel: "whatsapp", phone });
  await addPhone(context, { userId: caller.id, channel: "sms", phone, endedAt: now });
  expect(await merge()).toEqual({ ok: true });
  expect([await ownerOf(own), await ownerOf(phone)]).toEqual([client.id, undefined]);
  expect((await listAccountsWith(db, phone, now)).map(({ user }) => user.id)).toEqual([client.id]);
});

test("a consent that STOP has ended doesn't live again by a merge", async () => {
  const agreed = () => Promise.all([caller.id, client.id].map((id) => isTrue(db, hasSpokenConsent(id))));
  await changeUser(client.id, { email: null, emailVerifiedAt: null, passwordHash: "none" });
  expect(await agreed()).toEqual([true, false]);
  await stopPhone({ ...context, now: now + HOUR }, { channel: "sms", phone, causeId: newId() });
  await merge();
  expect(await agreed()).toEqual([false, false]);
});

test("an account that a plumber has written to is not merged, and its page says why", async () => {
  // No one can any more (N20); this one is from a time when they still had an email.
  await changeUser(caller.id, { passwordHash: "one" });
  await sendMessage(context, plumber, { recipientId: caller.id, id: newId(), content: "I'm outside" });
  await changeUser(caller.id, { passwordHash: "none" });
  expect(await merge()).toMatchObject({ reason: "notMergeable" });
  const page = await accountPage(`${client.id}/merge/${caller.id}`);
  expect(await page.text()).toContain("nobody has written to it");
});

test("one of two merges at once, into two accounts or into each other, takes place", async () => {
  const third = await createUser(context, "client");
  const one = await createCaller(context);
  const other = await createCaller(context);
  const intoTwo = await Promise.all([merge(), merge(caller.id, third.id)]);
  const intoEachOther = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)]);
  for (const results of [intoTwo, intoEachOther]) expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

test("the office sees both side by side, and merges with a step-up", async () => {
  const page = `${client.id}/merge/${caller.id}`;
  expect(await (await accountPage(page)).text()).toMatch(/Rudow Moyoh[^]*Rudo Moyo[^]*2 bookings/);
  const stale = { cookie: await signedIn(context, admin, 1), form: { form: "merge" } };
  expect((await visit(`/admin-dashboard/people/${page}`, stale)).status).toBe(403);
  expect((await accountPage(page, { form: "merge" })).status).toBe(303);
  expect(await clientsOf(jobs)).toEqual([client.id, client.id]);
  expect(await (await accountPage(client.id)).text()).toContain("Merged into this account");
});

const bookAgain = async (who: Parameters<typeof bookForCaller>[2]["caller"], consent: string | null = null) =>
  bookForCaller(context, admin, {
    caller: who,
    plumber: "id" in who ? await findBookablePlumber(db, plumber.id) : null,
    wish: { ...wishFor(offeredStarts(now).at(-5)!), street: "1 Road", city: "Harare" },
    consent,
  });

test("a merged account is found as the one that stays, by its name and phone, and in no list", async () => {
  // Each test has its Rudow, and a search looks at ten.
  await changeUser(caller.id, { firstName: "Zvikomborero" });
  await merge();
  const search = readSearch("Zvikomborero")!;
  for (const found of [await searchUsers(db, search), (await searchClients(db, search)).clients])
    expect(found.map(({ id }) => id).filter((id) => [client.id, caller.id].includes(id))).toEqual([client.id]);
  expect(await findClient(db, caller.id)).toBeNull();
  expect((await searchBookings(db, search, now)).map(({ id }) => id)).toEqual(expect.arrayContaining(jobs));
  expect((await listUsers(db, "all", null)).rows.map(({ id }) => id)).not.toContain(caller.id);
  await expectRedirect(accountPage(caller.id), `/admin-dashboard/people/${client.id}`);
  const form = { sure: "on", email: "x@example.test" };
  for (const action of ["suspend", "erase", "offer-account"])
    expect((await accountPage(`${caller.id}/${action}`, form)).status, action).toBe(404);
});

test("a merged account takes no booking, no email and no note", async () => {
  await merge();
  const note = await addNote(context, admin, caller.id, { id: newId(), words: "x" });
  for (const refused of [
    note,
    await bookAgain(caller),
    await offerAccount(context, admin, caller.id, "new@example.test"),
  ])
    expect(refused).toMatchObject({ reason: "userNotFound" });
});

test("a merged account's log, notices and receipts belong to the one that stays, also when it is erased", async () => {
  const job = jobs[0]!;
  const done = { status: "completed", startsAt: now - DAY, finalAmount: 25_00 } as const;
  await setBooking(context, job, { ...done, completedAt: now, reviewedAt: now });
  const number = await payFor(context, { client: admin, plumber }, job, 25_00);
  await merge();
  expect(await findReceipt(context, client, number)).not.toBeNull();
  const { entries } = await listTimeline({ db, viewer: admin, userId: client.id }, "log", null);
  expect(entries.map(({ words }) => words.replace(/^\S+ admin /, ""))).toEqual(
    expect.arrayContaining(["merged another account into Rudo Moyo", "recorded the consent of Rudow Moyoh"]),
  );
  expect(await collectOwnData(db, client)).toMatchObject({
    mergedAccounts: [{ firstName: "Rudow" }],
    officeNotes: [{ words: "Calls in the evening" }],
    consents: [{ words: "Yes, please" }],
  });
  await db.run(sql`update bookings set status = 'cancelled' where client_id = ${client.id} and status <> 'completed'`);
  expect(
    await eraseUser(context, admin, { ...client, ...(await findUser(db, client.id))! }, "They asked us to"),
  ).toEqual({ ok: true });
  const [erased] = await db.select().from(users).where(eq(users.id, caller.id));
  expect(erased).toMatchObject({ firstName: "Former", lastName: "client", phone: null, passwordHash: "erased" });
  expect(erased!.mergedInto).toBe(client.id);
  expect(JSON.stringify(await everything())).not.toMatch(/Rudow|Moyoh|evening|Yes, please/);
});

const left = () =>
  db.all(sql`
      select 'booking' as what from bookings where client_id = ${caller.id}
      union all select 'contact' from contacts where ${caller.id} in (user_id, other_id)
      union all select 'note' from office_notes where user_id = ${caller.id}
      union all select 'consent' from consents where user_id = ${caller.id}
      union all select 'link' from claim_links where user_id = ${caller.id}`);

test.each<[string, () => Promise<unknown>]>([
  ["a booking on the phone", () => bookAgain(caller, "Yes, for this one")],
  ["a note", () => addNote(context, admin, caller.id, { id: newId(), words: "Has a dog" })],
  ["a consent", () => recordConsent(context, admin, caller.id, "Yes, to all")],
  ["a link to claim the account", () => offerAccount(context, admin, caller.id, "rudow@example.test")],
])("a merge at the same time as %s leaves nothing behind, whichever comes first", async (_, other) => {
  for (const order of [
    [() => merge(), other],
    [other, () => merge()],
  ]) {
    await Promise.all(order.map((step) => step()));
    expect((await findUser(db, caller.id))!.mergedInto).toBe(client.id);
    expect(await left()).toEqual([]);
    await seedMerge();
  }
});

test("a booking during a merge is made for the account that stays, or refused with it", async () => {
  const someone = { firstName: "Rudow", lastName: "Moyoh", phone, email: null };
  const [, booked] = await Promise.all([merge(), bookAgain(someone)]);
  expect(booked).toMatchObject({ reason: "phoneTaken" });
  expect(await left()).toEqual([]);
});

test("a plumber's answer and an office's cancelling during a merge tell no one who is gone", async () => {
  const shown = (await findBookingFor(db, plumber, jobs[0]!))!;
  await merge();
  await transitionBooking(context, plumber, shown, "confirm", {});
  expect(await left()).toEqual([]);
  const isTold = sql`kind = 'bookingTransitioned' and booking_id = ${jobs[0]} and user_id = ${caller.id}`;
  expect(await db.$count(notices, isTold)).toBe(0);
});

test("a merge is asked for once more where neither name, phone nor street speaks for it", async () => {
  const page = `/admin-dashboard/people/${caller.id}/merge/${client.id}`;
  const cookie = await signedIn(context, admin);
  const read = async () => (await visit(page, { cookie })).text();
  const send = (form: Record<string, string> = {}) => visit(page, { cookie, form: { form: "merge", ...form } });
  const rename = (firstName: string, lastName: string) =>
    db.update(users).set({ firstName, lastName }).where(eq(users.id, caller.id));
  await db.update(bookings).set({ street: "1 First Street" }).where(eq(bookings.clientId, caller.id));
  await db.update(bookings).set({ street: "2 Second Street" }).where(eq(bookings.clientId, client.id));
  expect(await read()).not.toContain('name="sure"');
  await db.update(users).set({ phone: "+263772999888" }).where(eq(users.id, client.id));
  expect(await read()).toContain('name="sure"');
  for (const speaks of [
    () => rename("rudo", "MOYO"),
    () => db.update(bookings).set({ street: "2 second street" }).where(eq(bookings.clientId, caller.id)),
  ]) {
    await speaks();
    expect(await read()).not.toContain('name="sure"');
    await rename("Rudow", "Moyoh");
  }
  await db.update(bookings).set({ street: null }).where(eq(bookings.clientId, caller.id));
  expect((await send()).status).toBe(400);
  expect((await findUser(db, caller.id))?.mergedInto).toBeNull();
  for (let time = 0; time < 2; time++) expect((await send({ sure: "on" })).status).toBe(303);
  expect((await findUser(db, caller.id))?.mergedInto).toBe(client.id);
});
