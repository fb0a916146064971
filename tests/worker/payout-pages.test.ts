import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { OPERATIONS } from "~/api/operations/operations.server";
import {
  bookings,
  ledgerTransfers,
  payoutBatches,
  payoutDetails,
  payouts,
  refunds,
  settings,
  users,
} from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { BATCH_SIZE } from "~/domain/escrow/payout";
import { settleDueBookings } from "~/domain/escrow/settlements.server";
import { dateAt, DAY, formatDate, HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { seedPayouts } from "../support/payouts";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { codeOf, setUpApp } from "../support/second-factor";
import { expectPage, expectRedirect, visit } from "../support/site";
import { read, seedTownOnce, send as sendAs, town, words } from "../support/money-pages";
import type { TownUser } from "../support/town";
import { createUser, signedInEarlier, hashForTests } from "../support/users";
import { currentInstant } from "../support/now";

const PASSWORD = "a fine password";
const [, passwordHash] = await Promise.all([seedTownOnce(), hashForTests(PASSWORD)]);
const money = await seedPayouts(town);
await town.context.db.update(users).set({ passwordHash });

const send = (path: string, form: Record<string, string>, as: TownUser = "admin") => sendAs(path, as, form);

const BATCH = `/admin-dashboard/payouts/${money.batch}`;
const DECISION = { amount: "", held: "release", reason: "R" };

/** Every form with which money leaves the company, or which says where it goes. */
const forms = (): { path: string; form: Record<string, string>; as?: "plumber" }[] => [
  { path: "/admin-dashboard/payouts", form: { id: newId(), method: "ecocash" } },
  { path: BATCH, form: { intent: "sent", reference: "B1" } },
  { path: BATCH, form: { intent: "cancel" } },
  { path: BATCH, form: { intent: `leaveOut:${money.payout}`, shown: "taken", reason: "R" } },
  { path: BATCH, form: { intent: `returned:${money.payout}`, reason: "R" } },
  { path: `/admin-dashboard/refunds/${money.refund}`, form: { reference: "R1", amount: "3000" } },
  { path: "/admin-dashboard/books", form: { arrived: "10", fee: "", reference: "A1" } },
  { path: "/admin-dashboard/payouts/stop", form: { form: "stop", reason: "R" } },
  { path: "/admin-dashboard/books", form: { intent: "void:A1", reason: "Noted twice" } },
  { path: "/admin-dashboard/settings", form: { form: "commission", percent: "50" } },
  { path: "/admin-dashboard/settings", form: { form: "fee-mode", feeMode: "optional" } },
  { path: `/admin-dashboard/bookings/${money.disputed}/money/decide`, form: { ...DECISION, shown: money.disputedAs } },
  {
    path: "/plumber-dashboard/settings/payouts",
    form: { method: "ecocash", phone: "0772000999", holder: "X" },
    as: "plumber",
  },
];

const WRONG: Record<string, string>[] = [{ factorPassword: "a wrong password" }, { factorCode: "123456" }];

test("a plumber with money on its way is led to two-step sign-in before the details change", async () => {
  const cookie = await signedInEarlier(town.context, town.plumber);
  const form = {
    form: "payout-details",
    method: "ecocash",
    phone: "0772000999",
    holder: "X",
    factorPassword: PASSWORD,
  };
  const answer = await visit("/plumber-dashboard/settings/payouts", { cookie, form });
  expect(answer.status).toBe(409);
  const page = await answer.text();
  expect(page).toContain("Turn on two-step sign-in first");
  expect(page).toMatch(/<a [^>]*href="\/security"[^>]*>Turn on two-step sign-in<\/a>/);
  expect(page).toContain('value="0772000999"');
});

/** All that moves when money does, or that says where it goes. */
const standing = () => {
  const tables = [ledgerTransfers, payouts, payoutBatches, payoutDetails, settings, refunds];
  return Promise.all(tables.map((table) => town.db.select().from(table)));
};

test("a session alone pays nothing out, decides nothing, exports nothing, and changes no details", async () => {
  const { context, plumber, admin } = town;
  const old = { plumber: await signedInEarlier(context, plumber), admin: await signedInEarlier(context, admin) };
  const before = await standing();
  for (const [nth, { path, form, as = "admin" }] of forms().entries())
    for (const shown of [{}, WRONG[nth % WRONG.length]]) {
      const answer = await visit(path, { cookie: old[as], form: { ...form, ...shown }, settings: PAYNOW_SETTINGS });
      expect([400, 403], path).toContain(answer.status);
      const page = await answer.text();
      expect(page).not.toContain("0772000567");
      if (answer.status === 403) expect(page, path).toContain('name="factorPassword"');
    }
  for (const [file, page] of [
    ["/ledger.csv?from=2026-11-01&to=2026-11-20", "/admin-dashboard/books?from=2026-11-01&to=2026-11-20"],
    [`/payout-files/${money.batch}`, BATCH],
  ]) {
    const { status, headers } = await visit(file!, { cookie: old.admin });
    expect([status, headers.get("Location")]).toEqual([303, `/step-up?redirectTo=${encodeURIComponent(page!)}`]);
  }
  expect(await standing()).toEqual(before);
});

test("a session alone doesn't let payouts go on", async () => {
  const path = "/admin-dashboard/payouts/stop";
  expect((await send(path, { form: "stop", reason: "Rewound" })).status).toBe(303);
  const cookie = await signedInEarlier(town.context, town.admin);
  const before = await standing();
  const answer = await visit(path, { cookie, form: { form: "resume" }, settings: PAYNOW_SETTINGS });
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('id="resume-factorPassword"')]);
  expect(await standing()).toEqual(before);
});

test("a session alone is asked for a code in the sent form, which keeps its fields, once in ten minutes", async () => {
  const { context } = town;
  const admin = await createUser(context, "admin");
  const { secret } = await setUpApp(context, admin);
  const cookie = await signedInEarlier(context, admin);
  const sent = visit(BATCH, { cookie, form: { form: "sent", intent: "sent", reference: "Batch 77" } });
  const page = await expectPage(sent, 403, 'value="Batch 77"', 'id="sent-factorCode"');
  // In the form that was sent, and in no other.
  expect(page.match(/name="factorCode"/g)).toHaveLength(1);
  const factorCode = await codeOf(secret, currentInstant());
  // A form with a mistake uses no code up.
  const mistaken = await visit(BATCH, { cookie, form: { form: "sent", intent: "sent", reference: "", factorCode } });
  expect(mistaken.status).toBe(400);
  const form = { form: "commission", percent: "10", factorCode };
  expect((await visit("/admin-dashboard/settings", { cookie, form })).status).toBe(303);
  // For ten minutes nothing is asked again.
  const file = await visit(`/payout-files/${money.batch}`, { cookie });
  // For a bank's program, which takes no mark of Excel's.
  expect(new Uint8Array(await file.clone().arrayBuffer())[0]).not.toBe(0xef);
  expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="pombi-payout-1-ecocash.csv"');
  expect(await file.text()).toContain("0772000567,45.00,T Ncube");
  expect((await visit("/ledger.csv", { cookie })).headers.get("Content-Disposition")).toContain("pombi-ledger-");
});

test("a statement of days that are turned round leads to its form, which says so", async () => {
  const days = "?from=2026-11-20&to=2026-11-01";
  const answer = visit(`/ledger.csv${days}`, { cookie: town.cookies.admin });
  await expectRedirect(answer, `/admin-dashboard/books${days}`);
  const books = visit(`/admin-dashboard/books${days}`, { cookie: town.cookies.admin });
  await expectPage(books, 200, "The first day is after the last one.", 'href="#ledger-from"', 'value="2026-11-20"');
});

test("a session of a plumber without a second factor says with the password where the money goes", async () => {
  const cookie = await signedInEarlier(town.context, town.plumber);
  const path = "/plumber-dashboard/settings/payouts";
  const form = { method: "ecocash", phone: "0772000567", holder: "T Ncube" };
  await expectPage(visit(path, { cookie, form }), 403, 'value="T Ncube"', 'value="0772000567"');
  const before = await town.context.db.$count(payoutDetails);
  expect((await visit(path, { cookie, form: { ...form, factorPassword: PASSWORD } })).status).toBe(303);
  // The same details again change nothing.
  expect(await town.context.db.$count(payoutDetails)).toBe(before);
  // Money is on its way to this one.
  const elsewhere = visit(path, { cookie, form: { ...form, phone: "0772000999" } });
  await expectPage(elsewhere, 409, "Turn on two-step sign-in first");
  expect(await town.context.db.$count(payoutDetails)).toBe(before);
});

test("the API has no call that moves money out, or says where it goes", () => {
  // One of these would have to ask for a step-up.
  const taken = /payout|refund|release|arrival|commission|fee-mode|ledger|decide|void|settings\/money/i;
  expect(OPERATIONS.filter(({ id, path }) => taken.test(`${id} ${path}`))).toEqual([]);
});

test("the office's menu, tabs and bookings lead to the refund and the payment that wait", async () => {
  const cookie = town.cookies.admin;
  const html = await (await visit("/admin-dashboard/payments", { cookie, settings: PAYNOW_SETTINGS })).text();
  expect(words(html)).toContain("Recorded Online 1 Payouts Refunds 1 Books");
  const menu = [...html.matchAll(/<a [^>]*class="tab"[^>]*>/g)].join("");
  expect(menu).toContain('href="/admin-dashboard/payments/online"');
  const [refund] = await town.context.db.select().from(refunds).where(eq(refunds.id, money.refund));
  const page = `/admin-dashboard/bookings/${refund!.bookingId}`;
  const booking = await (await visit(page, { cookie })).text();
  expect(booking).toContain(`href="/admin-dashboard/refunds/${money.refund}"`);
  expect(words(booking)).toContain("Note that $30 was sent");
  expect(await read("/admin-dashboard/payments/online", "admin")).toMatch(
    new RegExp(`Our number for PB-\\w+: ${money.toReview}`),
  );
});

test("a payout and a refund go out, a stale page changes nothing, and the books are files for both sides", async () => {
  const cancelled = await send(BATCH, { form: "cancel", intent: "cancel" });
  expect(await cancelled.text()).toContain("has been taken meanwhile");
  expect(await read(BATCH, "admin")).toContain("Only if the bank or EcoCash has not sent it");
  for (const [form, status] of [
    [{ intent: `leaveOut:${money.payout}`, shown: "not taken", reason: "R" }, 409],
    [{ intent: "sent", reference: "b 1" }, 303],
    [{ intent: "sent", reference: "B 2" }, 409],
    [{ intent: "cancel" }, 409],
  ] as const)
    expect((await send(BATCH, form)).status).toBe(status);
  const file = await visit(`/payout-files/${money.batch}`, { cookie: town.cookies.admin });
  expect(file.headers.get("Location")).toBe(BATCH);
  expect(await read("/plumber-dashboard/earnings?show=payouts", "plumber")).toContain("EcoCash •••567, sent");

  expect(await read("/admin-dashboard", "admin")).toContain("Refunds to send 1");
  const sent = { reference: "R1", amount: "3000" };
  const nothing = send(`/admin-dashboard/refunds/${money.refund}`, { ...sent, reference: "", factorPassword: "" });
  await expectPage(nothing, 400, "Reference is required", "Please enter your password first.");
  expect((await send(`/admin-dashboard/refunds/${money.refund}`, sent)).status).toBe(303);
  expect(await read("/admin-dashboard", "admin")).not.toContain("Refunds to send");
  const [refund] = await town.context.db.select().from(refunds).where(eq(refunds.id, money.refund));
  expect(refund).toMatchObject({ reference: "R1", sentBy: town.admin.id });

  const ledger = await (await visit("/ledger.csv", { cookie: town.cookies.admin })).text();
  expect(ledger.trim().split("\r\n")).toHaveLength((await town.context.db.$count(ledgerTransfers)) + 1);
  expect(ledger).toContain(",payout,plumber:");
  const statement = await (await visit("/payouts.csv", { cookie: town.cookies.plumber })).text();
  expect(statement).toMatch(/,earned,45\.00,PB-/);
  expect(statement).toMatch(/,payout,-45\.00,/);
});

test("a batch of as many plumbers as there can be is read in pages by key, each of less than 60 kB", async () => {
  const { db, admin, cookies } = town;
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${BATCH_SIZE})`;
  await db.run(
    sql`insert into payout_batches (id, number, method, created_by, created_at) values ('full', 900, 'ecocash', ${admin.id}, 1)`,
  );
  for (const statement of [
    `insert into users (id, email, role, first_name, last_name, password_hash, created_at, updated_at)
      ${numbers} select 'payee' || i, 'payee' || i, 'plumber', 'Payee', printf('N%03d', i), 'x', 1, 1 from n`,
    `insert into payouts (id, batch_id, plumber_id, amount, method, number, holder, status, created_at)
      ${numbers} select printf('payout%03d', i), 'full', 'payee' || i, 1000 + i / 10, 'ecocash', '+263771234567', 'N', 'sent', 1 from n`,
  ])
    await db.run(sql.raw(statement));
  const seen: string[] = [];
  let next: string | undefined = "";
  for (let pages = 0; next !== undefined && pages < BATCH_SIZE; pages += 1) {
    const page = await visit(`/admin-dashboard/payouts/full${next}`, { cookie: cookies.admin });
    const html: string = await page.text();
    expect(html.length).toBeLessThan(60_000);
    expect(html).toContain("100 plumbers");
    seen.push(...[...html.matchAll(/Payee (N\d{3})</g)].map(([, name]) => name!));
    next = /href="[^"]*(\?cursor=[^"]+)"/.exec(html)?.[1];
  }
  expect(seen).toHaveLength(BATCH_SIZE);
  expect(new Set(seen).size).toBe(BATCH_SIZE);
});

test("no payout is prepared and no file taken while payouts are stopped, and the office's pages say why", async () => {
  const page = "/admin-dashboard/payouts/stop";
  expect((await send(page, { form: "stop", reason: "Restored to 10:00." })).status).toBe(303);
  const refused = await send("/admin-dashboard/payouts", { id: newId(), method: "ecocash" });
  expect(await refused.text()).toContain("Payouts are stopped.");
  const file = await visit(`/payout-files/${money.batch}`, { cookie: town.cookies.admin });
  expect(file.headers.get("Location")).toBe("/admin-dashboard/payouts");
  expect(await read("/admin-dashboard/payouts", "admin")).not.toContain("Prepare for");
  const pages = ["/admin-dashboard", page, "/admin-dashboard/payouts", "/admin-dashboard/refunds"];
  for (const path of [...pages, "/admin-dashboard/system"])
    expect(await read(path, "admin"), path).toContain("Restored to 10:00.");
  expect((await send(page, { form: "resume" })).status).toBe(303);
  expect(await read("/admin-dashboard/system", "admin")).not.toContain("Restored to 10:00.");
});

test("a client releases the money of a finished job, once, and both tickets say so", async () => {
  const ticket = `/client-dashboard/bookings/${money.job}`;
  expect(await read(ticket, "client")).toContain("Release the money now");
  expect(await read(`${ticket}/release`, "client")).toContain("Tendai Own gets the $50 that we hold");
  for (let time = 0; time < 2; time++) expect((await send(`${ticket}/release`, {}, "client")).status).toBe(303);
  expect(await read(ticket, "client")).toContain("$50 was released to Tendai Own");
  const job = await read(`/plumber-dashboard/jobs/${money.job}`, "plumber");
  for (const text of ["$50 was released to you on", "$45 after our commission of $5."]) expect(job).toContain(text);
});

test("the refund is said before a booking is cancelled, and on the ticket before anything has run", async () => {
  const { context, db, client } = town;
  const visitIs = (startsAt: number, frozenAt: number | null = null) =>
    db.update(bookings).set({ frozenAt, startsAt }).where(eq(bookings.id, money.disputed));
  const asked = async (as: "client" | "plumber") =>
    read(`/${as}-dashboard/${as === "client" ? "bookings" : "jobs"}/${money.disputed}/cancel`, as);
  const sentBy = `Our office sends it by ${formatDate(dateAt(context.now + 3 * DAY), "short")}`;
  await visitIs(context.now + HOUR, context.now);
  expect(await asked("client")).toContain("$20 is held until our office decides.");
  await visitIs(context.now + HOUR);
  expect(await asked("client")).toContain(
    "so it counts as late. $20 goes to Tendai Own as the visit fee, because of the late cancellation.",
  );
  expect(await asked("plumber")).toContain(`$20 goes back to Rudo Own. ${sentBy}.`);
  // As if it were still ahead.
  await visitIs(context.now + DAY);
  expect(await asked("client")).toContain(`It costs nothing. $20 goes back to you. ${sentBy}.`);
  const shown = (await findBookingFor(db, client, money.disputed))!;
  await transitionBooking(context, client, shown, "cancel");
  const ticket = await read(`/client-dashboard/bookings/${money.disputed}`, "client");
  expect(ticket).toContain(`You owe nothing. $20 goes back to you. ${sentBy}.`);
  expect(ticket).toContain(`$20 goes back to you. ${sentBy}.`);
  const job = () => read(`/plumber-dashboard/jobs/${money.disputed}`, "plumber");
  expect(await job()).toContain("$20 that Rudo paid online goes back to Rudo.");
  // The paid amount and the refund, and nothing else.
  const saysNoMore = (page: string) => {
    expect(page).toContain("Paid $20.00");
    for (const label of ["Visit fee", "Agreed", "Paid so far", "Left to pay", "held by Pombi"])
      expect(page).not.toContain(label);
  };
  for (const page of [ticket, await job()]) saysNoMore(page);
  const refund = async () => (await read("/client-dashboard/payments", "client")).split("Refunds")[1];
  const toCome = /Our office sends it by [^$]*\$20\.00/;
  expect(await refund()).toMatch(toCome);
  await settleDueBookings(context);
  expect(await refund()).toMatch(toCome);
  const since = (createdAt: number) =>
    db.update(refunds).set({ createdAt }).where(eq(refunds.bookingId, money.disputed));
  await since(context.now - 4 * DAY);
  expect(await refund()).toMatch(/Late since [^$]*, call us[^$]*\$20\.00/);
  await since(context.now);
  await db
    .update(refunds)
    .set({ sentAt: context.now, reference: "BANK 7" })
    .where(eq(refunds.bookingId, money.disputed));
  expect(await refund()).toMatch(/Sent [^$]*reference BANK 7[^$]*\$20\.00/);
  const sent = await read(`/client-dashboard/bookings/${money.disputed}`, "client");
  expect(sent).toContain("We've sent $20 back to you.");
  saysNoMore(sent);
  await db.update(bookings).set({ status: "refused" }).where(eq(bookings.id, town.pending));
  expect(await read(`/client-dashboard/bookings/${town.pending}`, "client")).not.toContain("Visit fee");
});

test("Settings lead a plumber to payout details while clients can pay online; Earnings says what is left", async () => {
  const path = "/plumber-dashboard/settings";
  const online = await visit(path, { cookie: town.cookies.plumber, settings: PAYNOW_SETTINGS });
  expect(await online.text()).toContain('href="/plumber-dashboard/settings/payouts"');
  expect(await read(path, "plumber")).not.toContain("Where your money goes");
  const earnings = "/plumber-dashboard/earnings?show=";
  for (const [list, text] of [
    ["weeks", "$50.00 released less $5.00 commission: $45.00 yours"],
    ["released", "$50.00 less $5.00 commission"],
  ])
    expect(await read(`${earnings}${list}`, "plumber")).toContain(text);
});

test("Earnings and the office's list don't ask for payout details that have been given and only wait", async () => {
  const { db, now } = town.context;
  await db.update(payoutDetails).set({ validFrom: now + 48 * HOUR });
  const earnings = await read("/plumber-dashboard/earnings", "plumber");
  expect(earnings).toContain("From Fri 9 Oct 2026, 9:00 am on, to EcoCash •••567.");
  expect(earnings).not.toContain("Tell us where your money goes");
  expect(await read("/admin-dashboard/payouts", "admin")).toContain("Waits until Fri 9 Oct 2026, 9:00 am");
});

test("a person's file names the state of each online payment and payout in words", async () => {
  const file = (id: string) => read(`/admin-dashboard/people/${id}?kind=money`, "admin");
  const client = await file(town.client.id);
  for (const said of ["Online payment of $50 EcoCash, paid", "Online payment of $50 Card, expired"])
    expect(client).toContain(said);
  await town.context.db.update(payouts).set({ status: "failed" }).where(eq(payouts.id, money.payout));
  expect(await file(town.plumber.id)).toContain("Payout of $45 Came back");
});

test("Settings shows what was changed last about money, by whom, and what it was before", async () => {
  const path = "/admin-dashboard/settings";
  const change = (form: Record<string, string>) =>
    visit(path, { cookie: town.cookies.admin, form, settings: PAYNOW_SETTINGS });
  for (const percent of ["12", "15"]) expect((await change({ form: "commission", percent })).status).toBe(303);
  expect((await change({ form: "fee-mode", feeMode: "optional" })).status).toBe(303);
  const answer = await visit(path, { cookie: town.cookies.admin, settings: PAYNOW_SETTINGS });
  const page = words(await answer.text());
  const changes = page.slice(page.indexOf("Last changes"));
  for (const text of ["percent: 12% → 15%", "percent: 10% → 12%", "fee mode: none → optional"])
    expect(changes).toContain(text);
  expect(changes.indexOf("percent: 15")).toBeLessThan(changes.indexOf("percent: 10"));
});
