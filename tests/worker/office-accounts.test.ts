import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, officeNotes, onlinePayments, payoutBatches, plumberProfiles, refunds, users } from "~/db/schema";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { listTimeline } from "~/domain/admin/people/timeline.server";
import { findUser } from "~/domain/admin/people/users.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { newId } from "~/domain/values/id";
import { createCaller, createSignedInUser, createUser, signedIn } from "../support/users";
import { createRegistration, emailsTo, verificationTokenFor } from "../support/sign-up";
import { expectPage, textOf, visit } from "../support/site";
import { book, payFor, rowOf, seedTownForAdmin, setBooking } from "../support/town";

const town = await seedTownForAdmin();
const { context, db, admin, cookies, starts } = town;
const receipt = await payFor(context, town, town.reviewed, 25_00);
const second = await createUser(context, "admin", { firstName: "Second" });

const page = async (path: string) => textOf(await visit(`/admin-dashboard/${path}`, { cookie: cookies.admin }));
const send = (path: string, form: Record<string, string> = {}, cookie = cookies.admin) =>
  visit(`/admin-dashboard/${path}`, { cookie, form });
const WHY = { reason: "Did not come" };
/** Does something with an account by the button on its page. */
const act = ({ id }: { id: string }, verb: string, cookie?: string) => send(`people/${id}/${verb}`, WHY, cookie);
const profileOf = async ({ id }: { id: string }) =>
  (await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;

test("suspending someone else ends the sessions, unlists the plumber and lists their jobs to reassign", async () => {
  const { cookie, ...plumber } = await createSignedInUser(context, "plumber", { firstName: "Suspendable" });
  const id = await book(context, town.otherClient, plumber, starts.at(-11)!);
  expect((await act(plumber, "suspend")).status).toBe(303);
  expect((await visit("/plumber-dashboard", { cookie })).status).toBe(303);
  expect((await visit(`/appointment/${plumber.id}`)).status).toBeGreaterThanOrEqual(300);
  const dispatch = visit("/admin-dashboard/dispatch", { cookie: cookies.admin });
  await expectPage(dispatch, 200, "Suspendable is suspended", `/admin-dashboard/dispatch/${id}`);
  await act(plumber, "restore");
  expect((await profileOf(plumber)).listed).toBe(true);
  expect((await visit(`/appointment/${plumber.id}`)).status).toBe(200);
  await expectPage(act(admin, "suspend"), 409, "You cannot do this to your own account.");
});

test("erasing asks why, and says it in the log", async () => {
  const someone = await createUser(context, "client");
  const erase = (reason: string) => send(`people/${someone.id}/erase`, { sure: "on", reason });
  await expectPage(erase(""), 400, "Reason is required.");
  const [kept] = await db.select().from(users).where(eq(users.id, someone.id));
  expect(kept!.passwordHash).toBe("not a hash");
  expect((await erase("By a court's order")).status).toBe(303);
  const log = await page(`log`);
  expect(log).toContain("By a court&#x27;s order");
});

test("the admin's role is granted to users without open bookings, and once revoked they are what they were", async () => {
  const { cookie, ...plumber } = await createSignedInUser(context, "plumber");
  expect((await act(plumber, "make-admin")).status).toBe(303);
  expect((await visit("/plumber-dashboard", { cookie })).status).toBe(303);
  expect((await profileOf(plumber)).listed).toBe(false);
  expect((await act(plumber, "revoke-admin")).status).toBe(303);
  const [after] = await db.select({ role: users.role }).from(users).where(eq(users.id, plumber.id));
  expect([after, (await profileOf(plumber)).listed]).toEqual([{ role: "plumber" }, true]);
  await expectPage(act(town.plumber, "make-admin"), 409, "There are open bookings.");
  await act(town.otherClient, "suspend");
  expect((await act(town.otherClient, "make-admin")).status).toBe(409);
});

test("one of two admins who take the role from each other at once stays, and cannot give it up", async () => {
  const sessions = new Map([[admin.id, cookies.admin]]).set(second.id, await signedIn(context, second));
  await Promise.all([act(second, "revoke-admin"), act(admin, "revoke-admin", sessions.get(second.id))]);
  const isAdmin = sql`role = 'admin' and suspended_at is null`;
  const [left, ...others] = await db.select({ id: users.id }).from(users).where(isAdmin);
  expect(others).toEqual([]);
  const last = act(left!, "revoke-admin", sessions.get(left!.id));
  await expectPage(last, 409, "Please make someone else an admin first.");
});

test("the office finds a caller whose email didn't arrive, sends it again, and verifies them by hand", async () => {
  const waiting = await createRegistration(context, "plumber");
  const known = sql`first_name = 'Wadzanai', phone = '+263779998877'`;
  await db.run(sql`update registrations set ${known} where id = ${waiting.id}`);
  for (const typed of ["wadza", waiting.email.slice(0, 8), "0779998877"]) {
    expect(await page(`registrations?q=${typed}`), typed).toContain(waiting.email);
    expect(await page(`search?q=${typed}`), typed).toContain(waiting.email);
  }
  expect((await send(`registrations/${waiting.id}/resend`)).status).toBe(303);
  expect(await verificationTokenFor(context, waiting.email)).not.toBe("");
  expect((await send(`registrations/${waiting.id}/verify`)).status).toBe(303);
  expect(await page(`people/${waiting.id}`)).toContain("verified by hand the email of");
  expect(await page("registrations")).not.toContain(waiting.email);
  expect((await send(`registrations/${waiting.id}/verify`)).status).toBe(404);
});

test("a caller with the email of an account cannot be verified: the office sees why", async () => {
  const { waiting, client } = town;
  await db.run(sql`update registrations set email = ${client.email} where id = ${waiting.id}`);
  expect(await page(`registrations?q=${client.email}`)).toContain("This email already has an account");
  await expectPage(send(`registrations/${waiting.id}/verify`), 409, "This email already has an account.");
  await send(`registrations/${waiting.id}/resend`);
  expect((await emailsTo(context, client.email))[0]?.kind).toBe("alreadyRegistered");
});

test("a verified plumber waits for approval; with the setting turned off, those who wait are listed", async () => {
  const one = town.waiting;
  const two = await createRegistration(context, "plumber");
  for (const { id } of [one, two]) {
    const verified = await send(`registrations/${id}/verify`);
    expect(verified.headers.get("Location")).toBe(`/admin-dashboard/people/${id}`);
    expect(await profileOf({ id })).toMatchObject({ listed: false, approval: "waiting" });
  }
  expect(await page("vetting")).toContain(`/admin-dashboard/vetting/${one.id}`);
  await act(one, "approve");
  expect([(await profileOf(one)).listed, (await profileOf(two)).listed]).toEqual([true, false]);
  await act(two, "suspend");
  await send("settings", { form: "approval", approval: "off" });
  expect(await profileOf(two)).toMatchObject({ listed: false, approval: "approved" });
});

test("accounts with the same phone, or the same name in the same city, are shown together", async () => {
  const phone = "+263771000111";
  const [one, two, three, other] = await Promise.all([
    createUser(context, "plumber", { firstName: "Twin", lastName: "Moyo", phone }),
    createUser(context, "plumber", { firstName: "twin", lastName: "moyo" }),
    createUser(context, "client", { phone }),
    createUser(context, "plumber", { firstName: "Twin", lastName: "Moyo", city: "Mutare" }),
  ]);
  const html = await page(`people/${one.id}`);
  for (const { email } of [two, three]) expect(html).toContain(email);
  expect(html).not.toContain(other.email);
});

test("a note is written once, changed by its writer, and deleted by any admin", async () => {
  const { client } = town;
  const { cookie: colleague } = await createSignedInUser(context, "admin");
  const file = `people/${client.id}`;
  const id = newId();
  const form = { form: "note", id, words: "The gate is on\nthe left" };
  for (const sent of await Promise.all([send(file, form), send(file, form)])) expect(sent.status).toBe(303);
  expect(await db.$count(officeNotes, eq(officeNotes.id, id))).toBe(1);
  expect(await page(file)).toContain("The gate is on\nthe left");
  const note = `${file}/notes/${id}`;
  const right = { words: "The gate is on the right" };
  expect((await send(note, right)).status).toBe(303);
  expect(await page(note)).toContain(right.words);
  for (const _ of [1, 2]) expect((await send(note, { intent: "delete" }, colleague)).status).toBe(303);
  expect((await visit(`/admin-dashboard/${note}`, { cookie: cookies.admin })).status).toBe(404);

  const log = await db.select().from(auditLog).where(eq(auditLog.subjectId, client.id));
  const actions = log.map(({ action }) => action).filter((action) => action.startsWith("note"));
  expect(actions.sort()).toEqual(["noteAdded", "noteDeleted", "noteEdited"]);
  expect(JSON.stringify(log)).not.toContain("gate");
});

test("no note is added to an account that has been erased", async () => {
  const client = await createUser(context, "client");
  await eraseUser(context, admin, { ...client, ...(await findUser(db, client.id))! }, "They asked us to");
  const late = await addNote(context, admin, client.id, { id: newId(), words: "Late" });
  expect(late).toMatchObject({ reason: "userNotFound" });
});

test("a file holds everything about someone once, in order of time, page by page and kind by kind", async () => {
  const { client, plumber } = town;
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 70)
    insert into office_notes (id, user_id, author_id, words, at)
    select 'note' || i, ${client.id}, ${admin.id}, 'Note ' || i, ${context.now} - (i % 35) * 1000 from n`);
  // A conversation in which no one has written yet is not in a file.
  const written = { id: newId(), content: "Hello" };
  await visit(`/client-dashboard/messages/${plumber.id}`, { cookie: cookies.client, form: written });
  for (const user of [client, plumber]) {
    const seen: { id: string; at: number; kind: string }[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listTimeline>> = await listTimeline(
        { db, viewer: admin, userId: user.id },
        null,
        cursor,
      );
      seen.push(...page.entries);
      cursor = page.next;
    } while (cursor);
    expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).sort((a, b) => b - a));
    expect(new Set(seen.map(({ kind, id }) => kind + id)).size).toBe(seen.length);
    const kinds = new Set(seen.map(({ kind }) => kind));
    for (const kind of ["booking", "message", "notice", "review"]) expect(kinds).toContain(kind);
    expect(JSON.stringify(seen)).not.toContain("Secret Street");
  }
  const { entries } = await listTimeline({ db, viewer: admin, userId: client.id }, "booking", null);
  expect(entries.find(({ id }) => id === town.reviewed)).toMatchObject({
    detail: expect.stringMatching(/^Paid \$25.*PR-\d+$/) as string,
    status: "completed",
  });
});

const search = (words: string) => page(`search?q=${encodeURIComponent(words)}`);

test("search finds a person and their bookings by name in any order and letter case, by email and by phone", async () => {
  const client = await createUser(context, "client", {
    firstName: "Chenaimwari",
    lastName: "Muchaneta",
    email: "chenai.much@example.test",
    phone: "+263772999888",
  });
  const id = await book(context, client, town.plumber, starts.at(-14)!);
  const names = ["Chenaimwari", "muchaneta chen", "CHENAIMWARI MUCH"];
  for (const words of [...names, "chenai.much", "0772 999", "+263772999888"]) {
    const html = await search(words);
    expect(html.match(/chenai\.much@example\.test/g)?.length, words).toBe(1);
    expect(html, words).toContain(`bookings/${id}`);
  }
});

test("search finds a booking by its reference, with and without PB, a city's, and pages and actions", async () => {
  const { reference } = await rowOf(context, town.pending);
  for (const words of [reference, reference.slice(3).toLowerCase(), reference.replace("-", " ")])
    expect(await search(words)).toContain(reference);
  expect(await search("harare")).toContain("Bookings");
  const found = await search("refu");
  expect(found).toContain('href="/admin-dashboard/refunds" class="chip"');
  expect(found).not.toContain('href="/admin-dashboard/books" class="chip"');
});

test("what no client has is left out: a city of their list, and an address that they have not given", async () => {
  const headsOf = async (view: string) => /<thead>.*<\/thead>/s.exec(await page(`people?show=${view}`))?.[0];
  expect(await headsOf("plumber")).toContain("City");
  expect(await headsOf("client")).not.toContain("City");
  const caller = await createCaller(context);
  expect(await page(`people/${caller.id}`)).not.toMatch(/N\/A|>Address</);
});

test("search finds bookings by street, suburb and numbers of money, and people by a phone's last digits", async () => {
  const { id } = await createUser(context, "client", { firstName: "Zvido", phone: "+263772648135" });
  const booking = await book(context, { ...town.client, id }, town.plumber, starts.at(-15)!);
  const paid = newId();
  const refund = newId();
  await setBooking(context, booking, { street: "12 King George Road", suburb: "Belgravia" });
  await db.insert(onlinePayments).values({
    id: paid,
    bookingId: booking,
    clientId: id,
    amount: 25_00,
    purpose: "fee",
    method: "card",
    status: "failed",
    providerReference: "7734102",
    createdAt: context.now,
    updatedAt: context.now,
  });
  await db.insert(refunds).values({
    id: refund,
    bookingId: booking,
    clientId: id,
    causeId: refund,
    reason: "decided",
    amount: 1_00,
    createdAt: context.now,
    sentAt: context.now,
    sentBy: town.admin.id,
    reference: "CBZ/2026/88",
  });
  for (const words of [`PR-${receipt}`, `pr ${receipt}`, String(receipt)])
    expect(await search(words), words).toContain(`bookings/${town.reviewed}`);
  const places = ["king george", "12 King George Road", "belgra", "Belgravia"];
  for (const words of [
    ...places,
    paid,
    paid.toUpperCase(),
    "7734102",
    "cbz/2026/88",
    "648135",
    "72648135",
    "Zvido 0772648135",
  ])
    expect(await search(words), words).toContain(`bookings/${booking}`);
  for (const words of ["13 king george", "george", "48135", "71648135", "Zvidozvake 0772648136"])
    expect(await search(words), words).not.toContain(`bookings/${booking}`);
  await setBooking(context, booking, { street: "7 O’Neill Close", suburb: "Mount–Hope" });
  for (const words of ["7 O'Neill", "oneill close", "O’Neill Close", "mount hope", "Mount-Hope"])
    expect(await search(words), words).toContain(`bookings/${booking}`);
  // As it is dialled where its owner lives: the zero in front is no part of it.
  await createUser(context, "client", { firstName: "Sipho", phone: "+27829648135" });
  for (const words of ["648135", "0829648135"]) expect(await search(words), words).toContain("Sipho");
});

test("search finds a payout by the bank's reference", async () => {
  const batch = newId();
  await db.insert(payoutBatches).values({
    id: batch,
    number: 77,
    method: "bank",
    createdBy: town.admin.id,
    createdAt: context.now,
    takenAt: context.now,
    sentAt: context.now,
    sentBy: town.admin.id,
    reference: "ZB-55-A",
  });
  expect(await search("zb-55-a")).toContain(`payouts/${batch}`);
});

test("search takes whatever is typed", async () => {
  for (const words of ["", "a", "%", "'; drop table users --", "\u0000", "x".repeat(500)])
    expect(await search(words), words).toContain("<h1>Search</h1>");
});
