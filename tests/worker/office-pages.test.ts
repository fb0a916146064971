import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, bookings, notices, reviews, savedViews } from "~/db/schema";
import { MAX_CHOSEN, MAX_VIEWS } from "~/domain/admin/lists/office-lists";
import { isToCome } from "~/domain/bookings/booking";
import { HOUR } from "~/domain/time/harare";
import { createSignedInUser, createUser } from "../support/users";
import { expectPage, textOf, visit } from "../support/site";
import { book, seedTownForAdmin } from "../support/town";

const town = await seedTownForAdmin();

const load = (path: string, cookie = town.cookies.admin) => visit(path, { cookie });
const page = async (path: string, cookie = town.cookies.admin) => textOf(await load(path, cookie));
const send = (path: string, form: Record<string, string>, cookie = town.cookies.admin) => visit(path, { cookie, form });

test("the list of bookings is narrowed and sorted by its address, and counted; its heads sort either way", async () => {
  const LIST = "/admin-dashboard/bookings";
  const all = await town.db
    .select()
    .from(bookings)
    .orderBy(sql`starts_at desc, id desc`);
  const toCome = all.filter(({ status, startsAt }) => isToCome(status) && startsAt >= town.context.now);
  for (const [query, expected] of [
    ["?sort=-start", toCome],
    [
      "?city=harare&status=pending",
      all.filter((row) => row.cityKey === "harare" && row.status === "pending").toReversed(),
    ],
    [`?plumber=${town.plumber.id}`, all.filter(({ plumberId }) => plumberId === town.plumber.id)],
    ["?status=nonsense&day=31-31&plumber=%27", toCome.toReversed()],
  ] as const) {
    const html = await page(LIST + query);
    const ids = [...html.matchAll(/href="\/admin-dashboard\/bookings\/([a-z0-9]{24})"/g)].map(([, id]) => id);
    expect(ids, query).toEqual(expected.map(({ id }) => id));
    expect(html, query).toContain(`<h1>Bookings <small>${ids.length}</small>`);
  }
  expect(await page(`${LIST}?sort=start`)).toMatch(/aria-sort="ascending"><a [^>]*href="[^"]*\?sort=-start"/);
  expect(await page(`${LIST}?status=pending`)).toContain("sort=-waiting");
});

test.each([
  ["/admin-dashboard/bookings?day=31-31", "so you see the bookings of all days"],
  ["/admin-dashboard/board?city=all&day=31.2.2026", "so you see today"],
])("a day that can't be read is named, with what is shown in its place: %s", async (path, shown) => {
  const text = (await page(path)).replaceAll(/<[^>]*>|<!-- -->/g, "");
  expect(text).toContain(`“${path.split("day=")[1]}” is no day that we can read, ${shown}.`);
  expect(await page(path.replace(/day=.*/, "day=31.1.2026"))).not.toContain("is no day");
});

test("a review that is hidden leaves every page but its writer's, and is back once it is shown again", async () => {
  const hide = (reason: string) => send(`/admin-dashboard/reviews/${town.review}/hide`, { reason });
  await expectPage(hide(""), 400, "Reason is required.");
  await hide("Names a neighbour");
  expect(await page(`/appointment/${town.plumber.id}`)).not.toContain("He was late.");
  expect(await page("/plumber-dashboard/reviews", town.cookies.plumber)).not.toContain("He was late.");
  expect(await page("/client-dashboard/reviews", town.cookies.client)).toContain("Names a neighbour");
  await send("/admin-dashboard/reviews", { intent: `restore:${town.review}` });
  expect(await page(`/appointment/${town.plumber.id}`)).toContain("He was late.");
  // The log has the button's word.
  expect(await page("/admin-dashboard/log")).toMatch(/unhid a review of/);
});

test("an unknown page of the office says so in plain words", async () => {
  const unknown = visit("/admin-dashboard/nothing-here", { cookie: town.cookies.admin });
  await expectPage(unknown, 404, "This page doesn't exist.");
});

test("a review is answered once, in public", async () => {
  const path = `/plumber-dashboard/reviews/${town.review}/answer`;
  for (const [who, answer, status] of [
    ["plumber", "The road was closed.", 303],
    ["plumber", "The road was closed.", 303],
    ["plumber", "Something else", 409],
  ] as const)
    expect((await send(path, { answer }, town.cookies[who])).status, answer).toBe(status);
  expect(await page(`/appointment/${town.plumber.id}`)).toContain("The road was closed.");
});

test("a review is reported once by a user, is on the office's list, and has no such page once hidden", async () => {
  await send("/admin-dashboard/reviews", { intent: `keep:${town.review}` });
  const path = `/reviews/${town.review}/report`;
  const report = async (form: Record<string, string>) => (await send(path, form, town.cookies.otherClient)).status;
  for (let again = 0; again < 2; again++)
    expect(await report({ reason: "It is insulting", reasonText: "To his mother" })).toBe(303);
  const html = await page("/admin-dashboard/reviews?show=reported");
  expect(html.match(/It is insulting: To his mother/g)).toHaveLength(1);
  const [row] = await town.db.select().from(reviews).where(eq(reviews.id, town.review));
  expect(row!.comment).toBe("He was late.");
  const asked = async () => (await visit(path, { cookie: town.cookies.otherClient })).status;
  expect(await asked()).toBe(200);
  await town.db.update(reviews).set({ hiddenAt: 1, hiddenReason: "Rude" }).where(eq(reviews.id, town.review));
  expect(await asked()).toBe(404);
});

const bookingPage = (id: string) => `/admin-dashboard/bookings/${id}`;
const failed = { topic: "account", channel: "email", status: "failed", nextAttemptAt: 0, createdAt: 1 } as const;

test("a booking's notices say on which channel they went out and how far they got, not to where", async () => {
  const { db, now } = town.context;
  const seen = { status: "sent", sentAt: now, deliveredAt: now, seenAt: now } as const;
  await db.update(notices).set(seen).where(eq(notices.bookingId, town.pending));
  await db.insert(notices).values({
    ...failed,
    id: "unsent",
    kind: "bookingRequested",
    topic: "requests",
    channel: "sms",
    causeId: town.pending,
    bookingId: town.pending,
    userId: town.plumber.id,
    recipient: "+263771234567",
    subject: "Rudo wants to book you",
    lastError: "Invalid number",
  });
  const said = ["<b>Plumber</b>, text message", "Failed: Invalid number", /Seen \w{3} \d/];
  const text = await expectPage(load(bookingPage(town.pending)), 200, ...said);
  expect(text).not.toContain("+263771234567");
});

test("the office reminds a plumber at once, and only one who has not answered", async () => {
  const remind = (id: string) => send(bookingPage(id), { intent: "remindPlumber" });
  expect((await remind(town.pending)).status).toBe(303);
  const [sent] = await town.db.select().from(notices).where(eq(notices.kind, "requestUnanswered"));
  expect(sent).toMatchObject({ userId: town.plumber.id, bookingId: town.pending });
  expect(await page(bookingPage(town.pending))).toContain("The plumber was reminded at ");
  for (const id of [town.pending, town.confirmed])
    expect(await page(bookingPage(id))).not.toContain(`Remind ${town.plumber.firstName}`);
  await expectPage(remind(town.confirmed), 409, "no longer waits for a plumber");
});

test("failed notices are shown without their body and can be resent; one with a token is issued again", async () => {
  await town.db.insert(notices).values([
    {
      ...failed,
      id: "plain",
      kind: "passwordChanged",
      causeId: "x",
      recipient: "plain@example.test",
      subject: "Plain",
      facts: JSON.stringify({ name: "THE BODY" }),
      lastError: "No such mailbox",
      lastErrorCode: "E_RECIPIENT_SUPPRESSED",
    },
    { ...failed, id: "token", kind: "verification", causeId: "y", recipient: town.waiting.email, subject: "Verify" },
  ]);
  const html = await expectPage(load("/admin-dashboard/system"), 200, "No such mailbox", "E_RECIPIENT_SUPPRESSED");
  expect(html).not.toContain("THE BODY");
  for (const email of ["plain", "token"])
    expect((await send("/admin-dashboard/system", { intent: `resend:${email}` })).status).toBe(303);
  const isResent = sql`recipient in ('plain@example.test', ${town.waiting.email})`;
  const rows = await town.db.select().from(notices).where(isResent);
  expect(rows.map(({ kind }) => kind).sort()).toEqual(["passwordChanged", "verification"]);
  expect(rows.some(({ id, status }) => id === "token" || status === "failed")).toBe(false);
  expect((await send("/admin-dashboard/system", { intent: "resend:nobody" })).status).toBe(404);
});

const chosen = (action: string, ids: string[]) => `/admin-dashboard/bookings/chosen/${action}?ids=${ids.join(".")}`;
const act = (action: string, ids: string[], fields: Record<string, string> = {}, from: string[] = []) => {
  const form = new FormData();
  for (const id of ids) form.append("id", id);
  for (const one of from) form.append("from", one);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return visit(chosen(action, ids), { cookie: town.cookies.admin, form });
};
/** Expects that a form leads to a page with each of these texts. */
const expectResult = async (response: Response, ...texts: string[]) => {
  expect(response.status).toBe(303);
  await expectPage(load(response.headers.get("Location")!), 200, ...texts);
};
const logged = (action: "bookingCancelled" | "plumberReminded" | "bookingAssigned", id: string) =>
  town.db.$count(auditLog, and(eq(auditLog.action, action), eq(auditLog.subjectId, id)));
/** A request of a client of its own, because one client has few with one plumber. */
const requested = async (at: number) =>
  book(town.context, await createUser(town.context, "client"), town.plumber, town.starts.at(at)!);

test("the page of chosen bookings says before what can't be done and why, and offers the rest", async () => {
  const { reviewed, request, pending, confirmed } = town;
  const remind = load(chosen("remind", [reviewed, request, confirmed, pending, "nobodys"]));
  const said = ["Already completed", "Already confirmed", "Nobody is assigned yet", "Will be reminded"];
  const reminding = await expectPage(remind, 200, ...said, "Remind 1 booking");
  expect(reminding.match(/type="hidden" name="id"/g)).toHaveLength(1);
  expect(await page(chosen("cancel", [reviewed]))).toContain("This can&#x27;t be done with any of them.");
  expect(await page(chosen("cancel", [pending]))).toMatch(/<select(?=[^>]* name="reason")[^>]* autofocus/i);
  expect(await page(chosen("reassign", [reviewed, pending]))).toContain("Already completed");
  expect((await load(chosen("cancel", ["nobodys"]))).status).toBe(400);
  expect((await load(chosen("erase", [pending]))).status).toBe(404);
});

test("more bookings than can be chosen, or none, are refused in plain words wherever they are named", async () => {
  const exported = () => town.db.$count(auditLog, eq(auditLog.action, "dataExported"));
  const before = await exported();
  const some = [town.pending, ...Array.from({ length: MAX_CHOSEN + 20 }, (_, at) => `none${at}`)];
  for (const [ids, words] of [
    [some, "Choose up to 50 bookings at once."],
    [[], "No bookings are chosen."],
  ] as const) {
    await expectPage(load(chosen("cancel", [...ids])), 400, words);
    await expectPage(act("cancel", [...ids], { reason: "R" }), 400, words);
    for (const action of ["cancel", "export"]) {
      const { status, headers } = await act(action, [...ids], { intent: "choose", back: "status=open" });
      expect(status).toBe(303);
      const asPerson = { cookie: town.cookies.admin, headers: { Accept: "text/html" } };
      await expectPage(visit(headers.get("Location")!, asPerson), 400, words);
    }
  }
  expect(await exported()).toBe(before);
});

test("cancelling chosen bookings asks for a reason, tells both sides once, and reports each outcome", async () => {
  const { reviewed, context } = town;
  const ids = [await requested(-4), await requested(-5), reviewed];
  const asksWhy = ['href="#chosen-reason"', 'id="chosen-reason-error"'];
  await expectPage(act("cancel", ids), 400, ...asksWhy, "Reason is required");
  const asksWhom = ['href="#chosen-plumber"', 'id="chosen-plumber-error"'];
  await expectPage(act("reassign", ids), 400, ...asksWhom, "Plumber is required.");
  const reason = { reason: "The client asked us to", reasonText: "on the phone" };
  const [first, again] = await Promise.all([act("cancel", ids, reason), act("cancel", ids, reason)]);
  for (const sent of [first, again]) await expectResult(sent, "2 of 3 bookings cancelled", "Already completed");
  for (const id of ids.slice(0, 2)) {
    expect(await logged("bookingCancelled", id)).toBe(1);
    const isTold = sql`booking_id = ${id} and channel = 'email' and topic = 'changes'`;
    expect(await context.db.selectDistinct({ to: notices.userId }).from(notices).where(isTold)).toHaveLength(2);
  }
  expect(await logged("bookingCancelled", reviewed)).toBe(0);
});

test("reminding the plumbers of chosen bookings goes to each once in half an hour", async () => {
  const ids = [await requested(-6), town.request];
  for (const _ of [1, 2]) await expectResult(await act("remind", ids), "Reminded at");
  expect(await logged("plumberReminded", ids[0]!)).toBe(1);
  expect(await logged("plumberReminded", town.request)).toBe(0);
  expect(await page(chosen("remind", ids))).toContain("This can&#x27;t be done with any of them.");
});

test("one button on Today reminds each plumber who has not answered once, and leads back to Today", async () => {
  const ids = [await requested(-11), await requested(-12)];
  await town.db
    .update(bookings)
    .set({ askedAt: town.context.now - 3 * HOUR })
    .where(inArray(bookings.id, ids));
  const remindAll = /<form[^>]*chosen\/remind.*?<\/form>/s;
  const [form = ""] = remindAll.exec(await (await load("/admin-dashboard")).text()) ?? [];
  expect(form).toMatch(/name="back" value="today"/);
  // Its button adds nothing of its own, which the page would refuse.
  expect(/<button[^>]*>/.exec(form)?.[0]).not.toMatch(/ name=/);
  const listed = [...form.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id!);
  expect(listed).toEqual(expect.arrayContaining(ids));
  for (const _ of [1, 2]) {
    const answer = await act("remind", listed, { back: "today" });
    expect(answer.status).toBe(303);
    const result = await (await load(answer.headers.get("Location")!)).text();
    expect(result).toMatch(/href="\/admin-dashboard"[^>]*>Back to the list/);
  }
  for (const id of ids) expect(await logged("plumberReminded", id)).toBe(1);
  expect(remindAll.test(await (await load("/admin-dashboard")).text())).toBe(false);
});

test("reassigning chosen bookings asks for a plumber, does what is possible, and overrules no other admin", async () => {
  const { context, plumber, otherPlumber, otherClient } = town;
  const start = town.starts.at(-7)!;
  const free = await requested(-8);
  const taken = await requested(-7);
  const given = await requested(-9);
  // Farai has a job of his own at one of the times.
  await book(context, otherClient, otherPlumber, start);
  expect(await page(chosen("reassign", [free, taken]))).toMatch(/1 of 2/);
  const ids = [free, taken, given];
  expect((await act("reassign", ids)).status).toBe(400);
  expect((await act("reassign", ids, { plumber: "nobody" })).status).toBe(404);
  // The page showed the third one as someone else's.
  const from = [`${free}:${plumber.id}`, `${taken}:${plumber.id}`, `${given}:${otherPlumber.id}x`];
  const refused = ["The plumber has another job then", "Someone else has assigned this booking"];
  const said = ["1 of 3 bookings reassigned", "Assigned to Farai Other", ...refused];
  for (let twice = 0; twice < 2; twice += 1)
    await expectResult(await act("reassign", ids, { plumber: otherPlumber.id }, from), ...said);
  expect(await logged("bookingAssigned", free)).toBe(1);
  const isTheirs = and(inArray(bookings.id, [taken, given]), eq(bookings.plumberId, otherPlumber.id));
  expect(await context.db.$count(bookings, isTheirs)).toBe(0);
});

test("the export of chosen bookings, or of a filter's, is logged", async () => {
  const { context, pending, confirmed, cookies } = town;
  const file = async (query: string) =>
    (await (await visit(`/admin-export/chosen-bookings.csv?${query}`, { cookie: cookies.admin })).text())
      .trim()
      .split("\r\n");
  const lines = await file(`ids=${pending}.${confirmed}.nobodys`);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/,client,client_phone,plumber,plumber_phone,city,.*,price_usd,paid_usd,created$/);
  for (const line of lines.slice(1)) expect(line).toMatch(/,Harare,.*,\d+\.\d\d,0\.00,[^,]+$/);
  expect((await load("/admin-export/secrets.csv")).status).toBe(404);
  const completed = await file("status=completed");
  expect(completed.slice(1).map((line) => line.split(",")[1])).toEqual(["completed"]);
  const entries = await context.db.select().from(auditLog).where(eq(auditLog.action, "dataExported"));
  expect(entries.map(({ after }) => after)).toEqual(['{"chosen":3}', '{"filter":"status=completed"}']);
});

const VIEWS = "/admin-dashboard/lists/bookings";
const arrange = (form: Record<string, string>, cookie?: string) => send(VIEWS, form, cookie);
const save = (name: string, query: string, cookie?: string) => arrange({ intent: "save", name, query }, cookie);
const own = (adminId: string) => town.db.select().from(savedViews).where(eq(savedViews.adminId, adminId));
const colleague = () => createSignedInUser(town.context, "admin");

test("a view is what the list reads from its address, and leads to it; saved twice it is one", async () => {
  const messy = "status=pending&sort=-waiting&cursor=1.a&color=red&day=never";
  for (let twice = 0; twice < 2; twice += 1) {
    const sent = await save("Longest wait", messy);
    expect(sent.headers.get("Location")).toBe("/admin-dashboard/bookings?status=pending&sort=-waiting");
  }
  expect((await own(town.admin.id)).map(({ query }) => query)).toEqual(["status=pending&sort=-waiting"]);
  const text = await page("/admin-dashboard/bookings?status=pending&sort=-waiting");
  expect(text).toMatch(/aria-current="true"[^>]*>Longest wait/);
  expect((await save("Longest wait", "status=completed")).status).toBe(409);
  expect((await save(" ", "status=completed")).status).toBe(400);
});

test("another admin does not see a view", async () => {
  await save("Longest wait", "status=pending&sort=-waiting");
  expect(await page("/admin-dashboard/bookings")).toContain("Longest wait");
  const { cookie } = await colleague();
  expect(await page("/admin-dashboard/bookings", cookie)).not.toContain("Longest wait");
});

test("a view is renamed and deleted, and an admin has 20 at most", async () => {
  const { cookie, ...admin } = await colleague();
  await town.db.run(sql`
      with recursive n(i) as (select 2 union all select i + 1 from n where i < ${MAX_VIEWS})
      insert into saved_views (id, admin_id, list, name, query, created_at)
      select 'view' || i, ${admin.id}, 'bookings', 'View ' || i, '', i from n`);
  const sent = await Promise.all(["One", "Another one"].map((name) => save(name, "", cookie)));
  expect(sent.map(({ status }) => status).sort()).toEqual([303, 409]);
  const [view, other] = await own(admin.id);
  expect((await arrange({ intent: `rename:${view!.id}`, name: other!.name }, cookie)).status).toBe(409);
  expect((await arrange({ intent: `rename:${view!.id}`, name: "Another" }, cookie)).status).toBe(303);
  for (let twice = 0; twice < 2; twice += 1)
    expect((await arrange({ intent: `delete:${other!.id}` }, cookie)).status).toBe(303);
  expect(await own(admin.id)).toHaveLength(MAX_VIEWS - 1);
  expect((await arrange({ intent: "erase" }, cookie)).status).toBe(400);
});

test("a column is hidden for one admin, never the one that leads on", async () => {
  const { cookie } = await colleague();
  await arrange({ intent: "columns", all: "status,price,reference,<b>", column: "status" }, cookie);
  const heads = async (session?: string) =>
    [...(await page("/admin-dashboard/bookings", session)).matchAll(/<th[^>]*>(?:<a[^>]*>)?(\w+)/g)].map(
      ([, head]) => head,
    );
  expect(await heads(cookie)).not.toContain("Price");
  expect(await heads(cookie)).toContain("Reference");
  expect(await heads()).toContain("Price");
});

test("Today's counts are copper only where something is overdue by our promise, and zeros are one line", async () => {
  const html = await page("/admin-dashboard");
  const tiles = html.split('aria-label="Needs attention"')[1]!.split("</section>")[0]!;
  const copper = [...tiles.matchAll(/<a[^>]*border-copper[^>]*>.*?<\/a>/gs)].map(([tile]) => tile);
  expect(tiles).toContain("Unassigned requests");
  expect(copper.filter((tile) => !/Late|overdue/.test(tile))).toEqual([]);
  expect(tiles).toMatch(/None: [^<]*refunds to send[^<]*\./);
});

test("each entry of a person's timeline says its day", async () => {
  const html = await page(`/admin-dashboard/people/${town.client.id}?kind=booking`);
  const times = [...html.matchAll(/<time[^>]*>([^<]*)<\/time>/g)].map(([, time]) => time!.replaceAll("\u00a0", " "));
  expect(times.length).toBeGreaterThan(2);
  for (const time of times) expect(time).toMatch(/^\w{3} \d{1,2} \w{3}( \d{4})?, \d{1,2}:\d{2} [ap]m$/);
});
