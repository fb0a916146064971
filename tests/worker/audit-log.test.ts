import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, users } from "~/db/schema";
import { AUDIT_ACTIONS, type AuditAction } from "~/domain/audit-log/audit-log";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { suspendUser } from "~/domain/admin/suspension.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { ACCOUNT_WALKS } from "../support/audited-actions/accounts";
import type { AuditedStep } from "../support/audited-actions/audited-walk";
import { BOOKING_WALKS } from "../support/audited-actions/bookings";
import { MONEY_WALKS } from "../support/audited-actions/money";
import { OFFICE_WALKS } from "../support/audited-actions/office";
import { atTime } from "../support/clock";
import { env } from "../support/env";
import { saysInSql } from "../support/failing-d1";
import { seedPayouts } from "../support/payouts";
import { createUser, signedInEarlier } from "../support/users";
import { visit } from "../support/site";
import { book, seedTownForAdmin } from "../support/town";

// Every write of an admin leaves one line in the log, in the batch of its effect.
const WALKS = [...BOOKING_WALKS, ...MONEY_WALKS, ...ACCOUNT_WALKS, ...OFFICE_WALKS];

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});

/** The real database, in which no batch that writes to the log gets through. */
function withoutLog(): Pick<D1Database, "prepare" | "batch"> {
  const writesLog = new WeakSet<object>();
  const noting = (statement: D1PreparedStatement, notes: boolean): D1PreparedStatement => {
    if (!notes) return statement;
    const bind = statement.bind.bind(statement);
    writesLog.add(statement);
    return Object.assign(statement, { bind: (...values: unknown[]) => noting(bind(...values), true) });
  };
  return {
    prepare: (text) => noting(env.DB.prepare(text), saysInSql(text, "insert into audit_log")),
    batch: (statements) =>
      env.DB.batch(
        statements.some((one) => writesLog.has(one))
          ? [...statements, env.DB.prepare("insert into nowhere values (1)")]
          : statements,
      ),
  };
}

/** What this town's admin has done, as the log has it. */
const logged = async () => {
  const lines = await town.context.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.adminId, town.admin.id))
    .orderBy(sql`rowid`);
  return lines.map(({ action }) => action);
};
const stateOf = async ({ effect }: AuditedStep) => JSON.stringify(await town.context.db.all(effect));
function send({ path, form = {}, at }: AuditedStep, settings?: Record<string, unknown>) {
  const submit = () => visit(path, { cookie: town.cookies.admin, form, settings });
  return at ? atTime(at, submit) : submit();
}

/** Does every step of the walk that has this action. */
async function walkTo(action: AuditAction): Promise<void> {
  const walk = WALKS.find(({ actions }) => actions.includes(action))!;
  const steps = await walk.stepsIn(town);
  for (const each of walk.actions) expect((await send(steps[each]!)).status, each).toBe(303);
}
const read = async (path: string) =>
  (await (await visit(path, { cookie: town.cookies.admin })).text()).split("</main>")[0]!;

describe("does nothing when its line of the log cannot be written, and is one line when it can; the same again adds none:", () => {
  test.each(WALKS.map((walk) => [walk.actions.join(", "), walk] as const))("%s", async (_, walk) => {
    const steps = await walk.stepsIn(town);
    for (const action of walk.actions) {
      const step = steps[action]!;
      const [state, log] = [await stateOf(step), await logged()];
      expect((await send(step, { DB: withoutLog() })).status, action).toBe(500);
      expect([await stateOf(step), await logged()], action).toEqual([state, log]);

      const answer = await send(step);
      expect([answer.status, await answer.text()], action).toEqual([303, ""]);
      const after = await stateOf(step);
      expect(after, action).not.toBe(state);
      expect(await logged()).toEqual([...log, action]);

      expect((await send(step)).status, action).toBeLessThan(500);
      // A link is asked for as often as someone needs one.
      if (action === "verificationResent" || action === "accountOffered") continue;
      expect([await stateOf(step), await logged()]).toEqual([after, [...log, action]]);
    }
  });
});

/** A file as a spreadsheet gets it, which takes it for UTF-8 by its first character. */
const fileText = async (file: Response) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());

test("an export is one line", async () => {
  const file = await visit("/admin-export/users.csv", { cookie: town.cookies.admin });
  expect((await fileText(file)).split("\r\n")[0]).toBe(
    "\uFEFFid,role,first_name,last_name,email,phone,city,verified,suspended,created",
  );
  expect(await logged()).toEqual(["dataExported"]);
});

test("the ledger's statement is one line, and none where it was not given", async () => {
  await visit("/ledger.csv", { cookie: await signedInEarlier(town.context, town.admin) });
  expect(await logged()).toEqual([]);
  expect(await fileText(await visit("/ledger.csv", { cookie: town.cookies.admin }))).toMatch(/^\uFEFF/);
  expect(await logged()).toEqual(["dataExported"]);
});

test("a payout's file is one line", async () => {
  const { batch } = await seedPayouts(town);
  const before = await logged();
  const take = (cookie: string) => visit(`/payout-files/${batch}`, { cookie });
  expect((await take(await signedInEarlier(town.context, town.admin))).status).toBe(303);
  expect(await (await take(town.cookies.admin)).text()).toContain("0772000567,45.00,T Ncube");
  expect(await logged()).toEqual([...before, "payoutDownloaded"]);
});

test("nothing that the log knows is left out here", () => {
  // What the schedule does for an admin a day later: factor-resets.server.test.ts; who looks at papers: vetting.test.ts;
  // what takes a move back: undo-move.server.test.ts.
  const elsewhere = ["changeUndone", "dataExported", "payoutDownloaded", "factorReset", "paperViewed"];
  expect([...WALKS.flatMap(({ actions }) => actions), ...elsewhere].sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
});

test("the log says who did what to whom, before and after, and why", async () => {
  await walkTo("userSuspended");
  const page = await read(`/admin-dashboard/people/${town.plumber.id}`);
  for (const text of ["suspended the account of", "suspended: no → yes", "Did not come", "restored the account of"])
    expect(page).toContain(text);
  await walkTo("bookingAssigned");
  await walkTo("receiptVoided");
  await walkTo("enquiryAnswered");
  const log = await read("/admin-dashboard/log");
  expect(log).toContain("assigned the booking");
  expect(log).toMatch(/receipt: \d+, amount: \$10 → \$0/);
  expect(log).toContain("amount: $25 → $20");
  expect(log).toContain("answered");
  expect(log).not.toContain("Yes, on Tuesdays.");
});

test("the log of one setting has its changes alone, and an unknown one is none", async () => {
  await walkTo("commissionChanged");
  const log = await read("/admin-dashboard/log?setting=commission");
  expect(log).toContain("Setting: Commission");
  expect(log).toContain("changed the commission");
  expect(log).not.toContain("changed the quiet hours");
  expect(await read("/admin-dashboard/log?setting=passwords")).not.toContain("Setting:");
});

test("the log of one kind of action has that alone, and an unknown one is none", async () => {
  await walkTo("commissionChanged");
  const rows = async (query: string) => (await read(`/admin-dashboard/log${query}`)).split("<tbody")[1] ?? "";
  expect(await rows("?action=commissionChanged")).toContain("changed the commission");
  expect(await rows("?action=commissionChanged")).not.toContain("changed the quiet hours");
  expect(await read("/admin-dashboard/log?action=nothing")).toContain("Everyone");
  expect(await read("/admin-dashboard/log?action=toString")).toContain("Everyone");
});

test("someone who was an admin when the page was loaded, but isn't any more, changes nothing", async () => {
  const exAdmin = await createUser(town.context, "admin", { firstName: `Former ${newId().slice(0, 4)}` });
  await town.context.db.update(users).set({ role: "client" }).where(eq(users.id, exAdmin.id));
  const before = await logged();
  await suspendUser(town.context, exAdmin, town.otherClient.id, null);
  const id = await book(town.context, town.otherClient, town.otherPlumber, town.starts.at(-20)!);
  const found = async () => (await findBookingFor(town.context.db, { id: exAdmin.id, role: "admin" }, id))!;
  await transitionBooking(town.context, exAdmin, await found(), "cancel");
  const taker = (await findBookablePlumber(town.context.db, town.plumber.id))!;
  await assignBooking(town.context, exAdmin, await found(), taker, town.otherPlumber.id);
  await sendMessage(town.context, exAdmin, {
    recipientId: town.otherClient.id,
    id: "message-of-nobody",
    content: "Hello",
  });
  expect(await found()).toMatchObject({ status: "pending", plumber: { id: town.otherPlumber.id } });
  expect(await town.context.db.all(sql`select 1 from messages where id = 'message-of-nobody'`)).toEqual([]);
  const [other] = await town.context.db
    .select({ suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, town.otherClient.id));
  expect([other, await logged()]).toEqual([{ suspendedAt: null }, before]);
});
