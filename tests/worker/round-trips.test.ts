import { expect, test } from "vitest";
import { is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { parseHTML } from "linkedom/worker";
import { openDatabase, type Database } from "~/db/client.server";
import * as schema from "~/db/schema";
import { bookingEvents, bookings, enquiries, messages, plumberProfiles, registrations, reviews } from "~/db/schema";
import { findPhoneOwner } from "~/domain/accounts/phone-channels.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { findKeptQuestion } from "~/domain/bookings/commands/request-drafts.server";
import { findReleasablePhoto } from "~/domain/bookings/commands/work-photos.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { owedTo } from "~/domain/ledger/ledger.server";
import { exportAccount, exportLedger } from "~/domain/escrow/books.server";
import { listToCheck } from "~/domain/escrow/online-payments.server";
import { eraseOwnAccount } from "~/domain/personal-data/erasure.server";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { DAY, dateAt, HOUR } from "~/domain/time/harare";
import { cityKey } from "~/domain/values/cities";
import { NAME_LENGTH, cutText } from "~/domain/values/text";
import { parsePhone } from "~/domain/values/typed-phone";
import { logError } from "~/http/log";
import { pipeline } from "../../workers/d1";
import { runSchedule } from "../../workers/scheduled";
import { takeAll } from "../support/notices";
import { env } from "../support/env";
import { everyPage, type Reader } from "../support/every-page";
import { insertBooking } from "../support/money-rows";
import { wordsOf } from "../support/pages";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { seedPayouts } from "../support/payouts";
import { callsOf, visit } from "../support/site";
import { seedTownForAdmin } from "../support/town";
import { createUser, hashForTests, contextAt } from "../support/users";
import { beginPasswordCheck } from "~/domain/accounts/password-checks.server";

// D1 may be far away: a page calls it once (law 6). Every list has its index, and an index that no query uses only slows
// writes down (law 7).

interface Plan {
  query: string;
  /** The lines of `EXPLAIN QUERY PLAN` about it. */
  lines: string[];
}

const town = await seedTownForAdmin();
const { context, client, plumber, admin } = town;
const { batch, refund } = await seedPayouts(town);
const ids = { client: town.client.id, otherClient: town.otherClient.id, plumber: town.plumber.id };
const pages = everyPage({ ...town, ...ids, registration: town.waiting.id, batch, refund }, town.context.now);
await writeAnyLetters();
const visits: { reader: Reader; path: string; status: number; calls: number; html: string }[] = [];
/** D1's plans of the statements that the pages of each reader send. */
const plans: Record<Reader, Plan[]> = { visitor: [], client: [], plumber: [], admin: [] };
for (const [reader, paths] of Object.entries(pages) as [Reader, string[]][]) {
  const recorded = recordStatements();
  for (const path of paths) visits.push({ reader, path, ...(await open(reader, path, recorded.d1)) });
  plans[reader] = await recorded.plans();
}
/** With those of actions, downloads and the schedule, where a page sends nothing like it. */
const allPlans = [...Object.values(plans).flat(), ...(await plansOf(askWithoutPage))];

/** Names, texts, phones and cities of any kind; a name is still one person's. */
async function writeAnyLetters() {
  const { db } = context;
  const letters = "👩‍🚒אבe\u0301نیW’𐐷\u2011".repeat(9);
  const name = cutText(letters, NAME_LENGTH - 3);
  const city = "É".repeat(30);
  const phones = ["0771234567", "08677 123 456", "0242 700 700", "+44 (0)7700 900123", "+1 202 555 0143"];
  for (const [at, phone] of phones.map(parsePhone).entries())
    await db.run(
      sql`update users set first_name = ${name} || rowid, last_name = ${name} || rowid, phone = ${phone} where rowid % 5 = ${at}`,
    );
  const place = { city, cityKey: cityKey(city), suburb: name };
  await db.update(plumberProfiles).set({ ...place, sortName: name, about: letters });
  await db.update(bookings).set({ ...place, street: name, notes: letters });
  await db.update(messages).set({ content: letters });
  await db.update(reviews).set({ comment: letters });
  await db.update(enquiries).set({ name, message: letters });
  await db.update(registrations).set({ firstName: name, lastName: name });
}

async function askWithoutPage(db: Database) {
  const { now } = context;
  const today = { first: dateAt(now), last: dateAt(now) };
  await findReleasablePhoto(db, plumber.id, "none");
  await findKeptQuestion(db, "none", plumber.id, now);
  const phone = { channel: "sms", phone: "+263772000000", id: "none", since: 0 } as const;
  for (const references of [[], ["PB-R00000041"]]) await findPhoneOwner(db, { ...phone, references });
  await listToCheck(db, now);
  await new Response(await exportLedger({ db, now }, admin, today)).text();
  await new Response(exportAccount(db, owedTo(plumber.id))).text();
  await collectOwnData(db, client);
}

async function open(reader: Reader, path: string, DB = env.DB) {
  const cookie = reader === "visitor" ? undefined : town.cookies[reader];
  const headers = reader === "visitor" ? undefined : { Authorization: `Bearer ${town.tokens[reader]}` };
  const response = await visit(path, { cookie, headers, settings: { ...PAYNOW_SETTINGS, DB } });
  return { status: response.status, calls: callsOf(response), html: await response.text() };
}

const SEARCHES = ["👩‍🚒", "é".repeat(60), "%25_", "08677.123"].flatMap((words) =>
  ["search?q", "bookings/new?q", "messages?to", "payments/online?q", "registrations?q"].map(
    (search) => `/admin-dashboard/${search}=${words}`,
  ),
);

/** D1 that remembers each statement it is given, with the values of its last call. */
function recordStatements() {
  const statements = new Map<string, unknown[]>();
  const d1 = pipeline(env.DB, (call, send) => {
    for (const [at, query] of call.statements.entries())
      statements.set(query, Reflect.get(call.prepared[at]!, "params") as unknown[]);
    return send(call);
  });
  const plans = async (): Promise<Plan[]> => {
    const explained = await env.DB.batch<{ detail: string }>(
      [...statements].map(([query, values]) => env.DB.prepare(`explain query plan ${query}`).bind(...values)),
    );
    const linesAt = (at: number) => explained[at]!.results.map(({ detail }) => detail);
    return [...statements.keys()].map((query, at) => ({ query, lines: linesAt(at) }));
  };
  return { d1, plans };
}

async function plansOf(work: (db: Database) => Promise<unknown>): Promise<Plan[]> {
  const recorded = recordStatements();
  await work(openDatabase(recorded.d1));
  return recorded.plans();
}

/** The lines of a plan that read a whole table; what a subquery has gathered is none, nor are the few migrations. */
const scansOf = ({ query, lines }: Plan): string[] =>
  lines.filter((line) => {
    const scanned = /^SCAN (?!d1_migrations)(\w+)$/.exec(line)?.[1];
    return scanned !== undefined && !new RegExp(`(\\) (as )?|recursive )"?${scanned}"?\\b`, "i").test(query);
  });

test("a page calls D1 once, and has a title", () => {
  for (const { reader, path, status, calls, html } of visits) {
    expect.soft(status, path).toBeLessThan(500);
    expect.soft(calls, `${path} for a ${reader}`).toBe(1);
    if (html.startsWith("<!DOCTYPE html>")) expect.soft(html, path).toMatch(/<title>[^\s–<]/);
  }
});

test("a form with a password says whose it is, in a field that password managers read", () => {
  const forms = visits.flatMap(({ html }) => html.match(/<form(?:(?!<\/form>)[^])*type="password"/g) ?? []);
  expect(forms.length).toBeGreaterThan(2);
  for (const form of forms) expect.soft(form).toMatch(/<input[^>]*type="email"[^>]*autocomplete="(username|email)"/i);
});

test.each([
  "/about",
  "/contact",
  "/faq",
  "/how-we-rank-plumbers",
  "/api",
  "/api/objects",
  "/signup",
  "/signin",
  "/forgot-password",
  "/no/such/page",
])("a page that needs nothing of D1 does not call it: %s", async (path) =>
  expect((await open("visitor", path)).calls).toBe(0),
);

test("no page and no call reads a whole table", () => {
  for (const plan of allPlans) expect.soft(scansOf(plan), plan.query).toEqual([]);
});

test("lists come in the order of an index: no more than these sort what they have read", () => {
  const isSort = (line: string) => line.startsWith("USE TEMP B-TREE FOR ORDER BY");
  const sorts = allPlans.filter(({ lines }) => lines.some(isSort));
  expect(sorts.length, sorts.map(({ query }) => query).join("\n\n")).toBeLessThanOrEqual(152);
});

test("a page of one person's bookings reads theirs alone", () => {
  for (const { query, lines } of [...plans.client, ...plans.plumber])
    for (const line of lines)
      if (/^(SEARCH|SCAN) bookings /.test(line))
        expect.soft(line, query).toMatch(/\((client_id|plumber_id|id|reference|replaces_id)=\?/);
});

test("each index of the schema is there", async () => {
  const names = await env.DB.prepare("select name from sqlite_master where type = 'index'").raw<[string]>();
  const present = new Set(names.map(([name]) => name));
  const declared = Object.values(schema).flatMap((table) =>
    is(table, SQLiteTable) ? getTableConfig(table).indexes.map(({ config }) => config.name) : [],
  );
  expect(declared.length).toBeGreaterThan(100);
  expect(declared.filter((name) => !present.has(name))).toEqual([]);
});

test("each index is used: by a page, the schedule, a job's step, an erasure, or a foreign key", async () => {
  const passwordHash = await hashForTests("a fine password");
  const leaver = await createUser(town.context, "client", { passwordHash });
  await finishJob();
  const others = await plansOf(async (db) => {
    const context = contextAt(town.context.now, { db });
    await runSchedule(context, takeAll().senders, { reportError: logError, keepWords: false });
    const job = await findBookingFor(db, town.plumber, "job");
    await takeJobStep(context, town.plumber, job!, "not-on-the-way");
    const admitted = await beginPasswordCheck(context, "no session", leaver.id);
    if (!admitted.ok) throw new Error(admitted.reason);
    await eraseOwnAccount(context, leaver, admitted, "a fine password");
  });
  const lines = [...allPlans, ...others].flatMap((plan) => plan.lines);
  const used = new Set(lines.map((line) => / USING (?:COVERING )?INDEX (\w+)/.exec(line)?.[1]));

  // A unique index is a rule, used by every insert; deleting what a row belongs to looks the row up.
  const { results: indexes } = await env.DB.prepare(
    `select name from sqlite_master as own where type = 'index' and sql not like 'CREATE UNIQUE%' and tbl_name not like 'd1_%'
      and not exists (select 1 from pragma_foreign_key_list(own.tbl_name) where on_delete = 'CASCADE'
        and "from" = (select name from pragma_index_info(own.name) where seqno = 0))`,
  ).all<{ name: string }>();
  expect(indexes.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});

/** A job that was completed an hour ago, as the schedule finds it. */
async function finishJob() {
  const { db, now } = context;
  const times = { startsAt: now - 2 * HOUR, completedAt: now - HOUR, createdAt: now - DAY, updatedAt: now - HOUR };
  const job = { id: "job", clientId: client.id, plumberId: plumber.id, cityKey: "harare", serviceType: "Leak Fixing" };
  await insertBooking(context, { status: "completed", ...job, ...times });
  const event = { event: "complete", actorRole: "plumber", toStatus: "completed", at: now - HOUR } as const;
  await db.insert(bookingEvents).values({ id: "job-complete", bookingId: "job", seq: 1, ...event });
}

test("names, texts, phones and cities of any kind fail no page, and come whole", async () => {
  for (const path of SEARCHES) visits.push({ reader: "admin", path, ...(await open("admin", path)) });
  for (const { reader, path, status, html } of visits) {
    expect.soft(status, `${path} for a ${reader}`).toBeLessThan(500);
    expect.soft(html.isWellFormed() && !html.includes("\ufffd"), path).toBe(true);
  }
});

/** The pages that are drawn, by reader and address without its query: filters of a list are one page. */
const drawnPages = visits
  .filter(({ status, html }) => status === 200 && html.startsWith("<!DOCTYPE html>"))
  .map(({ reader, path, html }) => ({ reader, path: path.split("?")[0]!, html }));

test("no two pages of a role have one title", () => {
  const titles = Map.groupBy(drawnPages, ({ reader, html }) => `${reader}: ${/<title>([^<]*)/.exec(html)?.[1]}`);
  const pathsOf = [...titles].map(([title, pages]) => [title, ...new Set(pages.map(({ path }) => path))]);
  expect(pathsOf.filter(([, ...paths]) => paths.length > 1)).toEqual([]);
});

test("no page shows a value that was never put into words", () => {
  const shown = drawnPages.filter(({ html }) => /\[object |>(?:undefined|NaN|null)<|Invalid Date/.test(html));
  expect(shown.map(({ reader, path }) => `${reader} ${path}`)).toEqual([]);
});

test("buttons of one page that read alike have names of their own for those who listen", () => {
  const alike = new Set<string>();
  for (const { reader, path, html } of drawnPages) {
    const names = new Map<string, string>();
    for (const button of parseHTML(html).document.querySelectorAll("button, a.button, a[class*='button-']")) {
      const form = button.closest("form");
      const hidden = [...(form?.querySelectorAll("input[type=hidden]") ?? [])];
      const name = button.getAttribute("aria-label") ?? wordsOf(button);
      const leads = [
        form?.getAttribute("action"),
        ...["href", "name", "value", "formaction", "popovertarget"].map((name) => button.getAttribute(name)),
        ...hidden.map((one) => one.getAttribute("value")),
      ].join(" ");
      if ((names.get(name) ?? leads) !== leads) alike.add(`${reader} ${path}: ${name}`);
      names.set(name, leads);
    }
  }
  expect([...alike]).toEqual([]);
});
