import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, notices, users } from "~/db/schema";
import type { AuditAction } from "~/domain/audit-log/audit-log";
import { suspendUser } from "~/domain/admin/people/user-access.server";
import { owedTo } from "~/domain/ledger/ledger.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { EXPORT_BATCH_SIZE } from "~/domain/values/lists.server";
import { pipeline } from "../../workers/d1";
import { accountSteps, type AuditedStep, officeSteps } from "../support/audited-actions/accounts";
import { bookingSteps, moneySteps } from "../support/audited-actions/bookings";
import { atTime } from "../support/clock";
import { env } from "../support/env";
import { failingD1, saysInSql } from "../support/failing-d1";
import { seedPayouts } from "../support/payouts";
import { createUser, signedInEarlier } from "../support/users";
import { callsOf, visit } from "../support/site";
import { assignTo, book, makeTransition, rowOf, seedTownForAdmin } from "../support/town";

/** By the tests of factor resets, of payouts and of vetting, and by the one of files below. */
type HeldElsewhere =
  | "payoutEmptied"
  | "factorReset"
  | "paymentRestored"
  | "paperViewed"
  | "dataExported"
  | "payoutDownloaded";

const town = await seedTownForAdmin();
const payouts = await seedPayouts(town);
const bookings = await bookingSteps(town);
const accounts = await accountSteps(town);
const money = await moneySteps(town, payouts);
const office = await officeSteps(town);
/** A new action that nothing here tries does not compile. */
const steps: Record<Exclude<AuditAction, HeldElsewhere>, AuditedStep> = {
  ...bookings,
  ...accounts,
  ...money,
  ...office,
};

const logged = async () => {
  const ofAdmin = town.context.db.select().from(auditLog).where(eq(auditLog.adminId, town.admin.id));
  return (await ofAdmin.orderBy(sql`rowid`)).map(({ action }) => action);
};
const look = async ({ effect }: AuditedStep) => {
  const { db } = town.context;
  const [state, log, told] = await Promise.all([db.all(effect), logged(), db.$count(notices)]);
  return { state, log, told };
};
const send = ({ path, form, at }: AuditedStep, DB?: D1Database) => {
  const submit = () => visit(path, { cookie: town.cookies.admin, form, settings: DB && { DB } });
  return at ? atTime(at, submit) : submit();
};
const take = async (...actions: (keyof typeof steps)[]) => {
  for (const action of actions) expect((await send(steps[action])).status, action).toBe(303);
};
const read = async (path: string) =>
  (await (await visit(path, { cookie: town.cookies.admin })).text()).split("</main>")[0]!;

const writesLog = (statements: string[]) => statements.some((one) => saysInSql(one, "insert into audit_log"));
/** The real database, with what `look` sees just before and just after each call that writes to the log. */
function watchedD1<Seen>(look: () => Promise<Seen>) {
  const seen: Seen[] = [];
  const DB = pipeline(env.DB, async (call, send) => {
    if (!writesLog(call.statements)) return send(call);
    seen.push(await look());
    const result = await send(call);
    seen.push(await look());
    return result;
  });
  return { DB, seen };
}

/** It reads which admins to write to before it acts. */
const callsOfAct = (action: string) => (action === "factorResetStarted" ? 3 : 2);
// A link is asked for as often as someone needs one.
const isRepeatable = (action: string) => action === "verificationResent" || action === "accountOffered";

test.each(Object.entries({ bookings, accounts, money, "the office": office }))(
  "an admin's act on %s calls D1 twice and is one line in the log with the change; a repeat adds none",
  async (_, group) => {
    for (const [action, step] of Object.entries(group)) {
      const { DB, seen } = watchedD1(() => look(step));
      const answer = await send(step, DB);
      expect([answer.status, await answer.text(), seen.length], action).toEqual([303, "", 2]);
      expect(callsOf(answer), action).toBeLessThanOrEqual(callsOfAct(action));
      const before = seen[0]!;
      const after = seen[1]!;
      expect(after.state, action).not.toEqual(before.state);
      expect(after.log).toEqual([...before.log, action]);
      expect(await look(step), action).toEqual(after);

      expect((await send(step)).status, action).toBeLessThan(500);
      if (!isRepeatable(action)) expect(await look(step), action).toEqual(after);
    }
  },
);

test("a change whose line in the log cannot be written is not made", async () => {
  const before = await look(steps.bookingRetitled);
  expect((await send(steps.bookingRetitled, failingD1(writesLog))).status).toBe(503);
  expect(await look(steps.bookingRetitled)).toEqual(before);
});

/** A file as a spreadsheet gets it, which takes it for UTF-8 by its first character. */
const fileText = async (path: string) => {
  const file = await visit(path, { cookie: town.cookies.admin });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
};

test("a file that an admin takes is one line, and none where it is refused", async () => {
  const ledger = "/ledger.csv";
  const payout = `/payout-files/${payouts.batch}`;
  const before = await logged();
  const cookie = await signedInEarlier(town.context, town.admin);
  for (const path of [ledger, payout]) expect((await visit(path, { cookie })).status, path).toBe(303);
  expect((await fileText("/admin-export/users.csv")).split("\r\n")[0]).toBe(
    "\uFEFFid,role,first_name,last_name,email,phone,city,verified,suspended,created",
  );
  expect(await fileText(ledger)).toMatch(/^\uFEFF/);
  expect(await fileText(payout)).toContain("0772000567,45.00,T Ncube");
  expect(await logged()).toEqual([...before, "dataExported", "dataExported", "payoutDownloaded"]);
});

test("a file is logged before its first byte, streamed, and broken off where a read fails", async () => {
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${2 * EXPORT_BATCH_SIZE})`;
  const rows = {
    users: `${numbers} insert into users (id, email, role, first_name, last_name, password_hash, created_at, updated_at)
      select 'zz' || i, 'zz' || i || '@test', 'client', 'N', 'N', 'x', 1, 1 from n`,
    ledger: `${numbers} insert into ledger_transfers (id, kind, debit, credit, amount, cause_id, at)
      select 'zz' || i, 'earned', 'clearing', '${owedTo(town.plumber.id)}', 1, 'zz' || i, ${town.context.now} from n`,
  };
  for (const statement of Object.values(rows)) await env.DB.prepare(statement).run();
  const files: { path: string; as: "admin" | "plumber"; reads: string }[] = [
    { path: "/admin-export/users.csv", as: "admin", reads: "from users where id >" },
    { path: "/ledger.csv", as: "admin", reads: "from ledger_transfers" },
    { path: "/payouts.csv", as: "plumber", reads: "from ledger_transfers" },
  ];
  for (const { path, as, reads } of files) {
    const cookie = town.cookies[as];
    const before = (await logged()).length;
    let read = 0;
    const DB = failingD1((statements) => statements.some((one) => saysInSql(one, reads)) && ++read > 1);
    const broken = await visit(path, { cookie, settings: { DB } });
    expect(broken.headers.has("Content-Length"), path).toBe(false);
    expect(read, path).toBeLessThan(2);
    expect((await logged()).length - before, path).toBe(as === "admin" ? 1 : 0);
    await expect(broken.text(), path).rejects.toThrow();
    const lines = (await (await visit(path, { cookie })).text()).split("\r\n");
    expect(lines.length, path).toBeGreaterThan(2 * EXPORT_BATCH_SIZE);
  }
});

test("the log says who did what to whom, before and after, and why", async () => {
  await take("userSuspended", "userRestored");
  const page = await read(`/admin-dashboard/people/${town.plumber.id}`);
  for (const text of ["suspended the account of", "suspended: no → yes", "Did not come", "restored the account of"])
    expect(page).toContain(text);
  await take("bookingAssigned", "receiptVoided", "moneyDecided", "enquiryAnswered");
  const log = await read("/admin-dashboard/log");
  expect(log).toMatch(/receipt: \d+, amount: \$10 → \$0/);
  for (const text of ["assigned the booking", "amount: $25 → $20", "answered"]) expect(log).toContain(text);
  expect(log).not.toContain("Yes, on Tuesdays.");
});

test("the log of one setting or of one kind of action has that alone, and an unknown one is none", async () => {
  await take("commissionChanged", "quietHoursChanged");
  for (const query of ["setting=commission", "action=commissionChanged"]) {
    const [head, rows] = (await read(`/admin-dashboard/log?${query}`)).split("<tbody");
    expect(head!.includes("Setting: Commission")).toBe(query.startsWith("setting"));
    expect(rows).toContain("changed the commission");
    expect(rows).not.toContain("changed the quiet hours");
  }
  expect(await read("/admin-dashboard/log?setting=passwords")).not.toContain("Setting:");
  for (const action of ["nothing", "toString"])
    expect(await read(`/admin-dashboard/log?action=${action}`)).toContain("Everyone");
});

test("someone who was an admin when the page was loaded, but isn't any more, changes nothing", async () => {
  const { context, otherClient, otherPlumber, plumber } = town;
  const exAdmin = await createUser(context, "admin");
  await context.db.update(users).set({ role: "client" }).where(eq(users.id, exAdmin.id));
  const before = await logged();
  await suspendUser(context, exAdmin, otherClient.id, "Did not come");
  const id = await book(context, otherClient, otherPlumber, town.starts.at(-20)!);
  await makeTransition(context, exAdmin, id, "cancel");
  await assignTo(context, exAdmin, id, { to: plumber.id, from: otherPlumber.id });
  await sendMessage(context, exAdmin, { recipientId: otherClient.id, id: "message-of-nobody", content: "Hello" });
  expect(await rowOf(context, id)).toMatchObject({ status: "pending", plumberId: otherPlumber.id });
  expect(await context.db.all(sql`select 1 from messages where id = 'message-of-nobody'`)).toEqual([]);
  const [other] = await context.db.select().from(users).where(eq(users.id, otherClient.id));
  expect([other!.suspendedAt, await logged()]).toEqual([null, before]);
});
