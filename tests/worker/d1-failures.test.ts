import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/client.server";
import { messages, users } from "~/db/schema";
import { tryTwice } from "~/db/transient-errors";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { dateAt, DAY, formatDate, timeAt } from "~/domain/time/harare";
import { brand } from "~/brand";
import { showPhone } from "~/domain/values/phone";
import { openLastGood } from "../../workers/page-cache";
import { env } from "../support/env";
import {
  errorsLogged,
  failingBatches,
  failingD1,
  forgetfulD1,
  LINE_LOST,
  lostD1,
  newVersion,
} from "../support/failing-d1";
import { createSignedInUser } from "../support/users";
import { call, expectPage, visit } from "../support/site";
import { seedTownForAdmin, type TownUser, requestFields } from "../support/town";
import { currentInstant } from "../support/now";

const town = await seedTownForAdmin();

const log = errorsLogged();
const cookieOf = (viewer: TownUser | "visitor") => (viewer === "visitor" ? undefined : town.cookies[viewer]);
const TAKEN_TIMES = 'select "starts_at", "job_minutes" from "bookings"';
const PHONE = showPhone(brand.phone);

test("reads that fail as a batch cost nothing but a moment", async () => {
  const pages: { viewer: TownUser | "visitor"; path: string; text: string }[] = [
    { viewer: "visitor", path: "/", text: "Tendai Own" },
    { viewer: "visitor", path: "/plumbers/Harare", text: "Tendai Own" },
    { viewer: "client", path: `/appointment/${town.plumber.id}`, text: "Choose a time" },
    { viewer: "client", path: "/client-dashboard/bookings", text: "Tendai Own" },
    { viewer: "plumber", path: `/plumber-dashboard/jobs/${town.pending}`, text: "Rudo Own" },
    { viewer: "admin", path: "/admin-dashboard", text: "Welcome, Grace" },
  ];
  for (const { viewer, path, text } of pages) {
    log.length = 0;
    const settings = { DB: failingBatches(), ...newVersion() };
    const page = await visit(path, { cookie: cookieOf(viewer), settings });
    expect(page.status, path).toBe(200);
    const html = await page.text();
    expect(html).toContain(text);
    expect(html).not.toContain("This is from");
    expect(new Set(log.map(({ event }) => event)), path).toEqual(new Set(["D1 batch failed"]));
  }
});

test("D1's documented errors decide whether a write is tried again, and an answer is 503", async () => {
  const outcomeOf = async (message: string) => {
    let calls = 0;
    const d1 = failingD1(() => ++calls === 1, message);
    await tryTwice(() => d1.prepare("delete from users where id = 'nobody'").run()).catch(() => undefined);
    const { status } = await call("GET", "/api/auth/plumbers", { settings: { DB: failingD1(() => true, message) } });
    return { calls, status };
  };
  for (const [message, calls, status] of [
    ["D1_ERROR: Network connection lost.", 2, 503],
    ["D1_ERROR: D1 DB reset because its code was updated.", 2, 503],
    ["D1_ERROR: Internal error in D1 DB storage caused object to be reset.", 2, 503],
    ["D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.", 2, 503],
    ["D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.", 2, 503],
    ["D1_ERROR: Replica disconnected from primary.", 2, 503],
    ["D1_ERROR: Can't read from request stream because client disconnected.", 2, 503],
    ["D1_ERROR: internal error; reference = 0123456789abcdef", 1, 503],
    ["internal error; reference = 0123456789abcdef", 1, 503],
    ["D1_ERROR: D1 DB is overloaded. Requests queued for too long.", 1, 503],
    ["D1_ERROR: D1 DB is overloaded. Too many requests queued.", 1, 503],
    ["D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.", 1, 503],
    ["D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.", 1, 503],
    ["D1_ERROR: D1 DB exceeded its CPU time limit and was reset.", 1, 503],
    ["D1_ERROR: no such table: nothing: SQLITE_ERROR", 1, 500],
    ["D1_ERROR: Exceeded maximum DB size.", 1, 500],
  ] as const)
    expect(await outcomeOf(message), message).toEqual({ calls, status });
});

test("a failed write is repeated where that is safe: a message whose response got lost is one message", async () => {
  const db = openDatabase(forgetfulD1("insert into messages"));
  const draft = { recipientId: town.plumber.id, id: "toldtwice", content: "Are you on your way?" };
  const unread = async () =>
    (await town.context.db.select().from(users).where(eq(users.id, town.plumber.id)))[0]!.unreadMessages;
  const before = await unread();
  const sent = await sendMessage({ ...town.context, db }, town.client, draft);
  expect(sent).toMatchObject({ ok: true, message: { content: draft.content } });
  expect(await town.context.db.select().from(messages).where(eq(messages.id, "toldtwice"))).toHaveLength(1);
  expect(await unread()).toBe(before + 1);
});

test("a write that fails once is tried again where it ends sessions", async () => {
  const { cookie, ...leaver } = await createSignedInUser(town.context, "client");
  await endAllSessions({ ...town.context, db: openDatabase(failingD1((_, nth) => nth === 0)) }, leaver);
  expect((await visit("/client-dashboard", { cookie })).status).toBe(303);
});

test.each([
  ["/", "Top Plumbers To Book"],
  ["/plumbers", "Our Plumbers"],
  ["/plumbers/Harare", "Plumbers in Harare"],
])(
  "%s shows the last known plumbers while D1 can't be reached, and since when; no cache keeps that page",
  async (path, heading) => {
    const settings = { ...newVersion(), PAGE_CACHE: "on" };
    const times = [currentInstant()];
    const fresh = await visit(path, { settings: { ...settings, PAGE_CACHE: undefined } });
    expect(await fresh.text()).toContain("Available");
    times.push(currentInstant());
    const page = await visit(path, { settings: { ...settings, DB: lostD1() } });
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    const html = await expectPage(
      page,
      200,
      heading,
      "Tendai Own",
      "Free times: ask again soon",
      "We can't reach our records",
    );
    for (const promise of ["Available", "No free slots"]) expect(html).not.toContain(promise);
    expect(times.map((time) => `This is from ${timeAt(time)}`)).toContain(/This is from [^<.]*m\b/.exec(html)?.[0]);
    const line = log.find(({ event }) => event === "part failed");
    expect(line).toMatchObject({ part: expect.any(String), requestId: page.headers.get("Request-Id") });
    expect(JSON.stringify(line)).toContain("Network connection lost");
    expect(await (await visit(path, { settings })).text()).not.toContain("This is from");
  },
);

test.each(["/", "/plumbers", "/plumbers/Harare", "/services/emergency?city=Harare"])(
  "%s without a copy has an empty list while D1 can't be reached, and says why",
  async (path) => {
    const page = visit(path, { settings: { ...newVersion(), DB: lostD1() } });
    await expectPage(page, 200, "Plumbers can't be loaded right now.", "Try again", PHONE);
  },
);

test("another isolate's copy serves while D1 is down, none that is over a day old or of another version", async () => {
  const copies = (now: number, name = "copies of a test") => {
    const works: (() => Promise<unknown>)[] = [];
    const site = { name, origin: "https://pombi.test", now };
    const lastGood = openLastGood(site, (work) => void works.push(work));
    return { lastGood, done: () => Promise.all(works.map((work) => work())) };
  };
  const now = currentInstant();
  const first = copies(now);
  first.lastGood.keep("plumbers", ["Tendai"]);
  await first.done();
  expect(await copies(now + DAY - 1).lastGood.find("plumbers")).toMatchObject({ value: ["Tendai"], asOf: now });
  expect(await copies(now + DAY).lastGood.find("plumbers")).toBeNull();
  expect(await copies(now, "copies of the next version").lastGood.find("plumbers")).toBeNull();
});

test("pages that need nothing of D1 are as always while it can't be reached", async () => {
  for (const [viewer, path, text] of [
    ["visitor", "/about", "Create Account"],
    ["client", "/about", "Logout"],
    ["client", "/contact", "Logout"],
    ["client", "/signin", "SIGN IN"],
  ] as const) {
    const page = await visit(path, { cookie: cookieOf(viewer), settings: { DB: lostD1() } });
    expect(page.status, path).toBe(200);
    expect(await page.text(), path).toContain(text);
  }
});

test("the appointment page shows plumber, phone and that times can't be loaded while D1 is down", async () => {
  const path = `/appointment/${town.plumber.id}`;
  const settings = newVersion();
  await visit(path, { settings });
  for (const DB of [lostD1(), failingD1((statements) => statements.some((query) => query.startsWith(TAKEN_TIMES)))]) {
    const page = await visit(path, { settings: { ...settings, DB } });
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
    const html = await expectPage(page, 200, "Tendai Own", "Times can't be loaded", PHONE);
    expect(html).not.toContain('class="slots"');
  }
});

test("a booking keeps every value while D1 can't be reached, and is one tap away from being sent again", async () => {
  const path = `/appointment/${town.plumber.id}`;
  const settings = newVersion();
  const start = town.starts.at(-6)!;
  const form = { ...requestFields(start), notes: "The geyser drips" };
  await visit(path, { settings });
  for (const more of [settings, newVersion()]) {
    const page = visit(path, { cookie: town.cookies.otherClient, form, settings: { ...more, DB: lostD1() } });
    await expectPage(page, 503, "Booking failed", "Try again", ...Object.values(form));
  }
  const line = log.find(({ event }) => event === "form failed");
  expect(line).toMatchObject({ what: "Booking failed", requestId: expect.any(String) });
  const kept = await visit(path, { cookie: town.cookies.otherClient, form, settings: { ...settings, DB: lostD1() } });
  expect(await kept.text()).toContain(formatDate(dateAt(start)));
});

/** The number of statements of a dashboard's frame, which come first, after the session. */
const FRAME = { client: 0, plumber: 0, admin: 1 };

/** The real database, which still knows sessions and the frame, and then fails. */
function failingAfter(statements: number): Pick<D1Database, "prepare" | "batch"> {
  let asked = 0;
  return {
    prepare(statement) {
      if (!statement.includes(`from "sessions"`) && ++asked > statements) throw new Error(LINE_LOST);
      return env.DB.prepare(statement);
    },
    batch: (prepared) => env.DB.batch(prepared),
  };
}

/** The failures of the pages of each dashboard, and the rest of their paths. */
const PAGES: { client: Record<string, string>; plumber: Record<string, string>; admin: Record<string, string> } = {
  client: {
    "fetch bookings": " /bookings",
    "fetch reviews": "/reviews",
    "fetch messages": "/messages",
    "fetch profile": "/profile",
  },
  plumber: {
    "fetch jobs": " /jobs /calendar /notifications",
    "fetch job": "/jobs/JOB",
    "fetch stats": "/stats",
    "fetch reviews": "/reviews",
    "fetch messages": "/messages",
    "fetch profile": "/profile",
    "fetch availability": "/availability",
  },
  admin: {
    "fetch bookings": " /dispatch /bookings /today",
    "fetch booking": "/bookings/JOB",
    "fetch people": "/people",
    "fetch reviews": "/reviews",
    "fetch messages": "/inbox",
    "fetch the log": "/log",
    "fetch the figures": "/insights",
    search: "/search?q=tendai",
  },
};
const listed = (role: keyof typeof PAGES) =>
  Object.entries(PAGES[role]).flatMap(([said, pages]) => pages.split(" ").map((page) => [page, said] as const));

test.each(["client", "plumber", "admin"] as const)(
  "each page of a %s says in its frame what failed, but not why, when D1 fails, for the frame too",
  async (role) => {
    for (const [page, said] of listed(role))
      for (const [DB, unsaid] of [
        [failingAfter(FRAME[role]), "D1_ERROR"],
        [lostD1(), town[role].email],
      ] as const) {
        const path = `/${role}-dashboard${page.replace("JOB", town.confirmed)}`;
        const response = await visit(path, { cookie: town.cookies[role], settings: { DB } });
        const html = await response.text();
        expect(response.status, path).toBe(503);
        for (const text of [`>Failed to ${said}<`, "Try again", `aria-label="Dashboard"`, "Messages", "Logout"])
          expect(html, path).toContain(text);
        for (const text of [unsaid, "onnection lost"]) expect(html, path).not.toContain(text);
      }
  },
);
