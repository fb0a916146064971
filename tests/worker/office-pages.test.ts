import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings, notices, reviews } from "~/db/schema";
import { isToCome } from "~/domain/bookings/booking";
import { dateAt, DAY, instantOf } from "~/domain/time/harare";
import { createUser } from "../support/users";
import { textOf, visit } from "../support/site";
import { book, seedTownForAdmin } from "../support/town";

const town = await seedTownForAdmin();

const page = async (path: string, cookie = town.cookies.admin) => textOf(await visit(path, { cookie }));
const send = (path: string, form: Record<string, string>, cookie = town.cookies.admin) => visit(path, { cookie, form });

describe("a review", () => {
  test("that is hidden leaves every page but its writer's, and is back once it is shown again", async () => {
    const hide = (reason: string) => send(`/admin-dashboard/reviews/${town.review}/hide`, { reason });
    const empty = await hide("");
    expect(empty.status).toBe(400);
    expect(await empty.text()).toContain("Please say why.");
    await hide("Names a neighbour");
    expect(await page(`/appointment/${town.plumber.id}`)).not.toContain("He was late.");
    expect(await page("/plumber-dashboard/reviews", town.cookies.plumber)).not.toContain("He was late.");
    expect(await page("/client-dashboard/reviews", town.cookies.client)).toContain("Names a neighbour");
    await send("/admin-dashboard/reviews", { intent: `restore:${town.review}` });
    expect(await page(`/appointment/${town.plumber.id}`)).toContain("He was late.");
  });

  test("is answered once, in public, by its plumber alone", async () => {
    const path = `/plumber-dashboard/reviews/${town.review}/answer`;
    for (const [who, answer, status] of [
      ["otherPlumber", "Mine!", 404],
      ["plumber", "The road was closed.", 303],
      ["plumber", "The road was closed.", 303],
      ["plumber", "Something else", 409],
    ] as const)
      expect((await send(path, { answer }, town.cookies[who])).status, answer).toBe(status);
    expect(await page(`/appointment/${town.plumber.id}`)).toContain("The road was closed.");
  });

  test("is reported once by a user, with a reason, and is on the office's list", async () => {
    await send("/admin-dashboard/reviews", { intent: `keep:${town.review}` });
    const path = `/reviews/${town.review}/report`;
    const report = async (form: Record<string, string>) => (await send(path, form, town.cookies.otherClient)).status;
    expect(await report({ reason: "" })).toBe(400);
    for (let again = 0; again < 2; again++)
      expect(await report({ reason: "It is insulting", reasonText: "To his mother" })).toBe(303);
    const html = await page("/admin-dashboard/reviews?show=reported");
    expect(html.match(/It is insulting: To his mother/g)).toHaveLength(1);
    const [row] = await town.context.db.select().from(reviews).where(eq(reviews.id, town.review));
    expect(row!.comment).toBe("He was late.");
  });
});

const visitSearch = (words: string) =>
  visit(`/admin-dashboard/search?q=${encodeURIComponent(words)}`, { cookie: town.cookies.admin });
const search = async (words: string) => textOf(await visitSearch(words));

test("search finds a person and their bookings by name in any order and letter case, by email and by phone", async () => {
  const client = await createUser(town.context, "client", {
    firstName: "Chenaimwari",
    lastName: "Muchaneta",
    email: "chenai.much@example.test",
    phone: "+263772999888",
  });
  const id = await book(town.context, client, town.plumber, town.starts.at(-14)!);
  const names = ["Chenaimwari", "muchaneta chen", "CHENAIMWARI MUCH"];
  for (const words of [...names, "chenai.much", "0772 999", "+263772999888"]) {
    const html = await search(words);
    expect(html.match(/chenai\.much@example\.test/g)?.length, words).toBe(1);
    expect(html, words).toContain(`bookings/${id}`);
  }
});

test("search finds a booking by its reference, with and without PB, a city's, and pages and actions", async () => {
  const [booking] = await town.context.db.select().from(bookings).where(eq(bookings.id, town.pending));
  const { reference } = booking!;
  for (const words of [reference, reference.slice(3).toLowerCase(), reference.replace("-", " ")])
    expect(await search(words)).toContain(reference);
  expect(await search("harare")).toContain("Bookings");
  const found = await search("refu");
  expect(found).toContain('href="/admin-dashboard/refunds" class="chip"');
  expect(found).not.toContain('href="/admin-dashboard/books" class="chip"');
});

test("search takes whatever is typed", async () => {
  for (const words of ["", "a", "%", "'; drop table users --", "\u0000", "x".repeat(500)])
    expect((await visitSearch(words)).status, words).toBe(200);
});

test("the list of bookings is narrowed by state, city, plumber and day, and sorted either way", async () => {
  const LIST = "/admin-dashboard/bookings";
  const list = async (query: string) =>
    [...(await page(LIST + query)).matchAll(/href="\/admin-dashboard\/bookings\/([a-z0-9]{24})"/g)].map(([, id]) => id);
  const all = await town.context.db
    .select()
    .from(bookings)
    .orderBy(sql`starts_at desc, id desc`);
  const toCome = all.filter(({ status, startsAt }) => isToCome(status) && startsAt >= town.context.now);
  const day = dateAt(all[3]!.startsAt);
  const isThatDay = ({ startsAt }: { startsAt: number }) =>
    startsAt >= instantOf(day, 0) && startsAt < instantOf(day, 0) + DAY;
  for (const [query, expected] of [
    ["", toCome.toReversed()],
    ["?sort=-start", toCome],
    ["?city=harare", toCome.filter(({ cityKey }) => cityKey === "harare").toReversed()],
    ["?status=all", all],
    ["?status=all&sort=start", all.toReversed()],
    ["?status=cancelled", all.filter(({ status }) => status === "cancelled")],
    ["?city=harare&status=pending", all.filter((row) => row.cityKey === "harare" && row.status === "pending")],
    [`?plumber=${town.plumber.id}`, all.filter(({ plumberId }) => plumberId === town.plumber.id)],
    [`?day=${day}`, all.filter(isThatDay)],
    ["?status=nonsense&day=31-31&plumber=%27", toCome.toReversed()],
  ] as const)
    expect(await list(query), query).toEqual(expected.map(({ id }) => id));
  expect(await page(`${LIST}?sort=start`)).toMatch(/aria-sort="ascending"><a [^>]*href="[^"]*\?sort=-start"/);
  expect(await page(`${LIST}?status=pending`)).toContain("sort=-waiting");
});

test("a file of bookings is text that no spreadsheet runs", async () => {
  const { db } = town.context;
  const street = '=HYPERLINK("http://x","y")';
  await db.update(bookings).set({ street }).where(eq(bookings.id, town.pending));
  const file = await visit("/admin-export/bookings.csv", { cookie: town.cookies.admin });
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(1 + (await db.$count(bookings)));
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""http://x"",""y"")"`))).toBe(true);
  expect((await visit("/admin-export/secrets.csv", { cookie: town.cookies.admin })).status).toBe(404);
});

describe("notices", () => {
  const bookingPage = (id: string) => `/admin-dashboard/bookings/${id}`;
  const failed = { topic: "account", channel: "email", status: "failed", nextAttemptAt: 0, createdAt: 1 } as const;

  test("of a booking say on which channel they went out and how far they got, not to where", async () => {
    const { db, now } = town.context;
    await db
      .update(notices)
      .set({ status: "sent", sentAt: now, deliveredAt: now, seenAt: now })
      .where(eq(notices.bookingId, town.pending));
    await db.insert(notices).values({
      ...failed,
      id: "unsent",
      kind: "bookingRequested",
      topic: "requests",
      causeId: town.pending,
      channel: "sms",
      recipient: "+263771234567",
      userId: town.plumber.id,
      bookingId: town.pending,
      subject: "Rudo wants to book you",
      lastError: "Invalid number",
    });
    const text = await page(bookingPage(town.pending));
    expect(text).toContain("<b>Plumber</b>, text message");
    expect(text).toContain("Failed: Invalid number");
    expect(text).toMatch(/Seen \w{3} \d/);
    expect(text).not.toContain("+263771234567");
  });

  test("remind a plumber at once, and only one who has not answered", async () => {
    const remind = (id: string) => send(bookingPage(id), { intent: "remindPlumber" });
    expect((await remind(town.pending)).status).toBe(303);
    const [sent] = await town.context.db.select().from(notices).where(eq(notices.kind, "requestUnanswered"));
    expect(sent).toMatchObject({ userId: town.plumber.id, bookingId: town.pending });
    expect(await page(bookingPage(town.pending))).toContain("The plumber was reminded at ");
    for (const id of [town.pending, town.confirmed])
      expect(await page(bookingPage(id))).not.toContain("Remind the plumber now");
    const refused = await remind(town.confirmed);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("no longer waits for a plumber");
  });

  test("that failed are shown without their body and can be resent; one with a token is issued again", async () => {
    await town.context.db.insert(notices).values([
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
    const html = await page("/admin-dashboard/system");
    expect(html).toContain("No such mailbox");
    expect(html).toContain("E_RECIPIENT_SUPPRESSED");
    expect(html).not.toContain("THE BODY");
    for (const email of ["plain", "token"])
      expect((await send("/admin-dashboard/system", { intent: `resend:${email}` })).status).toBe(303);
    const isResent = sql`recipient in ('plain@example.test', ${town.waiting.email})`;
    const rows = await town.context.db.select().from(notices).where(isResent);
    expect(rows.map(({ kind }) => kind).sort()).toEqual(["passwordChanged", "verification"]);
    expect(rows.some(({ id, status }) => id === "token" || status === "failed")).toBe(false);
    expect((await send("/admin-dashboard/system", { intent: "resend:nobody" })).status).toBe(404);
  });
});
