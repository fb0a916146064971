import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, notices, plumberProfiles, reviews, users } from "~/db/schema";
import type { AuthenticatedUser } from "~/domain/values/user";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { DAY, HOUR } from "~/domain/time/harare";
import { createUser } from "../support/users";
import { createRegistration } from "../support/sign-up";
import { visit } from "../support/site";
import { book, seedTownForAdmin } from "../support/town";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});

const answerOf = async (path: string, cookie = town.cookies.admin) => (await visit(path, { cookie })).text();
/** The text of a page, without the data for its script. */
const page = async (path: string, cookie?: string) =>
  (await answerOf(path, cookie)).replace(/<script[^]*?<\/script>/g, "");
const send = (path: string, form: Record<string, string>, cookie = town.cookies.admin) => visit(path, { cookie, form });
const bookingOf = async (id: string) => (await town.context.db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const profileOf = async (id: string) =>
  (await town.context.db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;

describe("reviews", () => {
  const figures = async () => {
    const { ratingSum, ratingCount, rated2, rankScore } = await profileOf(town.plumber.id);
    const [tally] = await town.context.db.all<{ reviews: number; rating_sum: number }>(
      sql`select sum(reviews) as reviews, sum(rating_sum) as rating_sum from daily_tallies where plumber_id = ${town.plumber.id}`,
    );
    return { ratingSum, ratingCount, rated2, rankScore, ...tally };
  };

  test("hidden, one leaves the rating, the day's figures and every page but its writer's; shown again, all is as it was", async () => {
    const before = await figures();
    expect(before).toEqual({
      ratingSum: 2,
      ratingCount: 1,
      rated2: 1,
      rankScore: Math.floor(22000 / 6),
      reviews: 1,
      rating_sum: 2,
    });
    const empty = await send(`/admin-dashboard/reviews/${town.review}/hide`, { reason: "" });
    expect([empty.status, (await empty.text()).includes("Please say why.")]).toEqual([400, true]);
    await send(`/admin-dashboard/reviews/${town.review}/hide`, { reason: "Names a neighbour" });
    expect(await figures()).toEqual({
      ratingSum: 0,
      ratingCount: 0,
      rated2: 0,
      rankScore: 4000,
      reviews: 0,
      rating_sum: 0,
    });
    expect(await page(`/appointment/${town.plumber.id}`)).not.toContain("He was late.");
    expect(await page("/plumber-dashboard/reviews", town.cookies.plumber)).not.toContain("He was late.");
    expect(await page("/client-dashboard/reviews", town.cookies.client)).toContain("Names a neighbour");
    await send("/admin-dashboard/reviews", { intent: `restore:${town.review}` });
    expect(await figures()).toEqual(before);
    expect(await page(`/appointment/${town.plumber.id}`)).toContain("He was late.");
  });

  test("a plumber answers once, in public; nobody else does", async () => {
    const path = `/plumber-dashboard/reviews/${town.review}/answer`;
    expect((await send(path, { answer: "Mine!" }, town.cookies.otherPlumber)).status).toBe(404);
    expect((await send(path, { answer: "The road was closed." }, town.cookies.plumber)).status).toBe(303);
    expect((await send(path, { answer: "The road was closed." }, town.cookies.plumber)).status).toBe(303);
    expect((await send(path, { answer: "Something else" }, town.cookies.plumber)).status).toBe(409);
    expect(await page(`/appointment/${town.plumber.id}`)).toContain("The road was closed.");
  });

  test("a signed-in user reports a review once, with a reason, and it is on the office's list", async () => {
    await send("/admin-dashboard/reviews", { intent: `keep:${town.review}` });
    const path = `/reviews/${town.review}/report`;
    expect((await send(path, { reason: "" }, town.cookies.otherClient)).status).toBe(400);
    for (let again = 0; again < 2; again++)
      expect(
        (await send(path, { reason: "It is insulting", reasonText: "To his mother" }, town.cookies.otherClient)).status,
      ).toBe(303);
    const html = await page("/admin-dashboard/reviews?show=reported");
    expect(html.match(/It is insulting: To his mother/g)).toHaveLength(1);
    const [row] = await town.context.db
      .select({ comment: reviews.comment })
      .from(reviews)
      .where(eq(reviews.id, town.review));
    expect(row).toEqual({ comment: "He was late." });
  });
});

describe("search", () => {
  test.each([
    ["a first name", "Chenaimwari"],
    ["the last name first", "muchaneta chen"],
    ["in any letter case", "CHENAIMWARI MUCH"],
    ["an email", "chenai.much"],
    ["a phone as people dial it", "0772 999"],
    ["a phone in full", "+263772999888"],
  ])("finds a person and their bookings by %s", async (_, words) => {
    const [known] = await town.context.db.select().from(users).where(eq(users.email, "chenai.much@example.test"));
    if (!known) {
      const client = await createUser(town.context, "client", {
        firstName: "Chenaimwari",
        lastName: "Muchaneta",
        email: "chenai.much@example.test",
        phone: "+263772999888",
      });
      await book(town.context, client, town.plumber, town.starts.at(-14)!);
    }
    const html = await page(`/admin-dashboard/search?q=${encodeURIComponent(words)}`);
    expect(html.match(/chenai\.much@example\.test/g)?.length).toBe(1);
    expect(html).toMatch(/bookings\/[a-z0-9]{24}/);
  });

  test("finds a booking by its reference, with and without PB, and a city's", async () => {
    const { reference } = await bookingOf(town.pending);
    for (const words of [reference, reference.slice(3).toLowerCase(), reference.replace("-", " ")])
      expect(await page(`/admin-dashboard/search?q=${encodeURIComponent(words)}`)).toContain(reference);
    expect(await page("/admin-dashboard/search?q=harare")).toContain("Bookings");
    // Without a script, the palette's pages and actions too.
    const found = await page("/admin-dashboard/search?q=refu");
    expect(found).toContain('href="/admin-dashboard/refunds" class="chip"');
    expect(found).not.toContain('href="/admin-dashboard/books" class="chip"');
    for (const words of ["", "a", "%", "'; drop table users --", "\u0000", "x".repeat(500)])
      expect(
        (await visit(`/admin-dashboard/search?q=${encodeURIComponent(words)}`, { cookie: town.cookies.admin })).status,
      ).toBe(200);
  });
});

test("the list of bookings is narrowed by state, city, plumber and day, and pages on", async () => {
  const list = async (query: string) =>
    [
      ...(await page(`/admin-dashboard/bookings${query}`)).matchAll(
        /href="\/admin-dashboard\/bookings\/([a-z0-9]{24})"/g,
      ),
    ].map((match) => match[1]);
  const all = await town.context.db
    .select()
    .from(bookings)
    .orderBy(sql`starts_at desc, id desc`);
  const expected = (keep: (row: (typeof all)[number]) => boolean) =>
    all
      .filter(keep)
      .slice(0, 50)
      .map(({ id }) => id);
  expect(await list("")).toEqual(expected(() => true));
  expect(await list("?sort=start")).toEqual(
    all
      .toReversed()
      .slice(0, 50)
      .map(({ id }) => id),
  );
  expect(await page("/admin-dashboard/bookings?sort=start")).toMatch(
    /aria-sort="ascending"><a [^>]*href="[^"]*\?sort=-start"/,
  );
  expect(await list("?status=cancelled")).toEqual(expected(({ status }) => status === "cancelled"));
  expect(await list("?city=harare&status=pending")).toEqual(
    expected(({ cityKey, status }) => cityKey === "harare" && status === "pending"),
  );
  expect(await list(`?plumber=${town.plumber.id}`)).toEqual(expected(({ plumberId }) => plumberId === town.plumber.id));
  const day = new Date(all[3]!.startsAt + 2 * HOUR).toISOString().slice(0, 10);
  const from = Date.parse(`${day}T00:00:00Z`) - 2 * HOUR;
  expect(await list(`?day=${day}`)).toEqual(expected(({ startsAt }) => startsAt >= from && startsAt < from + DAY));
  expect(await list("?status=nonsense&day=31-31&plumber=%27")).toEqual(expected(() => true));
});

test("a plumber's file shows how they work, excluding client cancellations", async () => {
  const { context } = town;
  const plumber = await createUser(context, "plumber");
  const outcomes = [
    "completed",
    "completed",
    "refused",
    "cancelled by the client",
    "cancelled by the plumber",
  ] as const;
  for (const [at, outcome] of outcomes.entries()) {
    const client = await createUser(context, "client");
    const id = await book(context, client, plumber, town.starts.at(-16 - at)!);
    const later = { ...context, now: context.now + (at + 1) * 10 * 60_000 };
    const afterwards = { ...context, now: town.starts.at(-16 - at)! + HOUR };
    const transition = async (actor: AuthenticatedUser, name: "confirm" | "refuse" | "complete" | "cancel") =>
      transitionBooking(
        name === "complete" ? afterwards : later,
        actor,
        (await findBookingFor(context.db, actor, id))!,
        name,
      );
    if (outcome === "refused") await transition(plumber, "refuse");
    else if (outcome === "cancelled by the client") await transition(client, "cancel");
    else
      await transition(plumber, "confirm").then(() =>
        transition(plumber, outcome === "completed" ? "complete" : "cancel"),
      );
  }
  const html = (await page(`/admin-dashboard/people/${plumber.id}`))
    .replace(/<svg.*?<\/svg>|<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  // Answered: three confirmed, one refused; after 10, 20, 30 and 50 minutes.
  expect(html).toContain("Acceptance rate 75%");
  expect(html).toContain("Usual response time 25 min");
  expect(html).toContain("Completion Rate 40%");
  expect(html).toContain("Completion rate (excluding client cancellations) 50%");
});

test("a file of bookings is text that no spreadsheet runs", async () => {
  await town.context.db
    .update(bookings)
    .set({ street: '=HYPERLINK("http://x","y")' })
    .where(eq(bookings.id, town.pending));
  const file = await visit("/admin-export/bookings.csv", { cookie: town.cookies.admin });
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect([...new Uint8Array(await file.clone().arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(1 + (await town.context.db.$count(bookings)));
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""http://x"",""y"")"`))).toBe(true);
  expect((await visit("/admin-export/secrets.csv", { cookie: town.cookies.admin })).status).toBe(404);
});

test("a failed email is shown without its body and can be resent; one with a token is issued again", async () => {
  const waiting = await createRegistration(town.context, "client");
  await town.context.db.insert(notices).values([
    {
      id: "plain",
      topic: "account",
      channel: "email",
      kind: "bookingTransitioned",
      causeId: "x",
      recipient: "plain@example.test",
      subject: "Plain",
      text: "THE BODY",
      status: "failed",
      attempts: 6,
      nextAttemptAt: 0,
      lastError: "No such mailbox",
      lastErrorCode: "E_RECIPIENT_SUPPRESSED",
      createdAt: 1,
    },
    {
      id: "token",
      topic: "account",
      channel: "email",
      kind: "verification",
      causeId: "y",
      recipient: waiting.email,
      subject: "Verify",
      status: "failed",
      attempts: 6,
      nextAttemptAt: 0,
      createdAt: 1,
    },
  ]);
  const html = await answerOf("/admin-dashboard/system");
  expect(html).toContain("No such mailbox");
  expect(html).toContain("E_RECIPIENT_SUPPRESSED");
  expect(html).not.toContain("THE BODY");
  for (const email of ["plain", "token"])
    expect((await send("/admin-dashboard/system", { intent: `resend:${email}` })).status).toBe(303);
  const rows = await town.context.db
    .select({ id: notices.id, status: notices.status, kind: notices.kind })
    .from(notices)
    .where(sql`recipient in ('plain@example.test', ${waiting.email})`);
  expect(rows.map(({ kind }) => kind).sort()).toEqual(["bookingTransitioned", "verification"]);
  expect(rows.some(({ id, status }) => id === "token" || status === "failed")).toBe(false);
  expect((await send("/admin-dashboard/system", { intent: "resend:nobody" })).status).toBe(404);
});
