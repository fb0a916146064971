import { eq, sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, payments, users, privatePhotos } from "~/db/schema";
import { AUDIT_ACTIONS, type AuditAction } from "~/domain/audit-log/audit-log";
import { dateAt, timeAt } from "~/domain/time/harare";
import type { AuthenticatedUser } from "~/domain/values/user";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { suspendUser } from "~/domain/admin/suspension.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { atTime } from "../support/clock";
import { env } from "../support/env";
import { createUser } from "../support/users";
import { createRegistration } from "../support/sign-up";
import { visit } from "../support/site";
import { book, payFor, seedTownForAdmin } from "../support/town";

// Every write of an admin leaves one line in the log, in the batch of its effect.
let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let newcomer: { id: string; email: string };
let plumberNobodyApproved: AuthenticatedUser;
let colleague: AuthenticatedUser;
let toErase: AuthenticatedUser;
/** A client whom the office books for on the phone. */
let byPhone: AuthenticatedUser;
let receipt: number;
const denied = newId();
beforeAll(async () => {
  town = await seedTownForAdmin();
  const { context } = town;
  newcomer = await createRegistration(context, "plumber");
  plumberNobodyApproved = await createUser(context, "plumber");
  colleague = await createUser(context, "client");
  toErase = await createUser(context, "client");
  byPhone = await createUser(context, "client");
  await context.db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id = ${byPhone.id}`,
  );
  receipt = await payFor(context, town, town.reviewed, 10_00);
  await context.db.insert(payments).values({
    id: denied,
    bookingId: town.reviewed,
    amount: 5_00,
    method: "cash",
    status: "denied",
    recordedBy: "client",
    recordedAt: context.now,
    answeredBy: "plumber",
    answeredAt: context.now,
  });
  await context.db.run(
    sql`update plumber_profiles set listed = 0, awaits_approval = 1 where user_id = ${plumberNobodyApproved.id}`,
  );
  await context.db.insert(privatePhotos).values({
    id: "aphoto",
    kind: "problem",
    bookingId: town.pending,
    uploadId: "anupload",
    createdAt: context.now,
  });
  await context.db.run(
    sql`insert into emails (id, kind, cause_id, recipient, subject, text, status, attempts, next_attempt_at, created_at) values ('failedmail', 'bookingTransitioned', 'c', 'r@example.test', 'S', 'T', 'failed', 6, 0, 0)`,
  );
});

interface AuditedAction {
  action: AuditAction;
  path: () => string;
  form?: () => Record<string, string>;
  /** What it changes. */
  effect: () => SQL;
  /** When it is done, if not now. */
  at?: () => number;
}

const booking = (id: () => string, column: string) => () =>
  sql`select ${sql.raw(column)} from bookings where id = ${id()}`;
const user = (id: () => string, column: string) => () => sql`select ${sql.raw(column)} from users where id = ${id()}`;
const review = () =>
  sql`select hidden_at, reported_at, (select rating_count from plumber_profiles where user_id = plumber_id) from reviews where id = ${town.review}`;
const enquiry = () => sql`select assigned_to, done_at, answer from enquiries where id = ${town.enquiry}`;
const accountPage = (action: string, id: () => string) => () => `/admin-dashboard/people/${id()}/${action}`;
const plumber = () => town.plumber.id;

// In an order in which each is possible after those before it.
const AUDITED_ACTIONS: AuditedAction[] = [
  {
    action: "bookingAssigned",
    path: () => `/admin-dashboard/dispatch/${town.request}`,
    form: () => ({ plumber: town.otherPlumber.id, from: "" }),
    effect: booking(() => town.request, "plumber_id"),
  },
  {
    action: "bookingRetitled",
    path: () => `/admin-dashboard/bookings/${town.confirmed}`,
    form: () => ({ title: "New tap" }),
    effect: booking(() => town.confirmed, "title"),
  },
  {
    action: "bookingRescheduled",
    path: () => `/admin-dashboard/bookings/${town.pending}/reschedule`,
    form: () => ({
      appointmentDate: dateAt(town.starts.at(-7)!),
      appointmentTime: timeAt(town.starts.at(-7)!),
    }),
    effect: booking(() => town.pending, "starts_at"),
  },
  {
    action: "bookingStarted",
    path: () => `/admin-dashboard/bookings/${town.confirmed}/start`,
    effect: booking(() => town.confirmed, "status"),
  },
  {
    action: "bookingCompleted",
    path: () => `/admin-dashboard/bookings/${town.confirmed}/complete`,
    at: () => town.starts.at(-2)!,
    effect: booking(() => town.confirmed, "status"),
  },
  {
    action: "bookingCancelled",
    path: () => `/admin-dashboard/bookings/${town.pending}/cancel`,
    form: () => ({ reason: "It was booked twice" }),
    effect: booking(() => town.pending, "status"),
  },
  ...(["hide", "show"] as const).map((verb): AuditedAction => ({
    action: verb === "hide" ? "photoHidden" : "photoShown",
    path: () => `/admin-dashboard/bookings/${town.pending}/photos`,
    form: () => ({ intent: `${verb}:aphoto` }),
    effect: () => sql`select hidden_at from private_photos where id = 'aphoto'`,
  })),
  {
    action: "bookingMade",
    path: () => "/admin-dashboard/bookings/new",
    form: () => ({
      client: byPhone.id,
      plumber: town.otherPlumber.id,
      city: "Harare",
      appointmentDate: dateAt(town.starts.at(-5)!),
      appointmentTime: timeAt(town.starts.at(-5)!),
      serviceType: "Leak Fixing",
      street: "1 King George Road",
    }),
    effect: () => sql`select count(*) from bookings where client_id = ${byPhone.id}`,
  },
  {
    action: "consentRecorded",
    path: accountPage("consent", () => byPhone.id),
    form: () => ({ words: "Yes" }),
    effect: () => sql`select count(*) from consents where user_id = ${byPhone.id}`,
  },
  {
    action: "accountOffered",
    path: accountPage("offer-account", () => byPhone.id),
    form: () => ({ email: "by-phone@example.test" }),
    effect: () => sql`select token_hash from claim_links where user_id = ${byPhone.id}`,
  },
  {
    action: "denialSettled",
    path: () => "/admin-dashboard/payments",
    form: () => ({ intent: `takenCareOf:${denied}`, booking: town.reviewed }),
    effect: () => sql`select settled_by from payments where id = ${denied}`,
  },
  {
    action: "receiptVoided",
    path: () => `/admin-dashboard/bookings/${town.reviewed}/money/void-receipt`,
    form: () => ({ receipt: String(receipt), reason: "Wrong job" }),
    effect: booking(() => town.reviewed, "paid_amount"),
  },
  {
    action: "moneyDecided",
    path: () => `/admin-dashboard/bookings/${town.reviewed}/money/decide`,
    form: () => ({ amount: "20", reason: "We saw it", shown: "2500.." }),
    effect: booking(() => town.reviewed, "final_amount"),
  },
  {
    action: "userSuspended",
    path: accountPage("suspend", plumber),
    form: () => ({ reason: "Did not come" }),
    effect: user(plumber, "suspended_at"),
  },
  { action: "userRestored", path: accountPage("restore", plumber), effect: user(plumber, "suspended_at") },
  {
    action: "verificationResent",
    path: () => `/admin-dashboard/registrations/${newcomer.id}/resend`,
    effect: () => sql`select count(*) from emails where recipient = ${newcomer.email}`,
  },
  {
    action: "emailVerified",
    path: () => `/admin-dashboard/registrations/${newcomer.id}/verify`,
    effect: () => sql`select count(*) from users where id = ${newcomer.id} and email_verified_at is not null`,
  },
  {
    action: "plumberApproved",
    path: accountPage("approve", () => plumberNobodyApproved.id),
    effect: () => sql`select listed from plumber_profiles where user_id = ${plumberNobodyApproved.id}`,
  },
  {
    action: "adminGranted",
    path: accountPage("make-admin", () => colleague.id),
    effect: user(() => colleague.id, "role"),
  },
  {
    action: "adminRevoked",
    path: accountPage("revoke-admin", () => colleague.id),
    effect: user(() => colleague.id, "role"),
  },
  {
    action: "userErased",
    path: accountPage("erase", () => toErase.id),
    form: () => ({ sure: "on" }),
    effect: user(() => toErase.id, "email"),
  },
  {
    action: "approvalSwitched",
    path: () => "/admin-dashboard/system",
    form: () => ({ intent: "turnApprovalOn" }),
    effect: () => sql`select value from settings where name = 'approvePlumbers'`,
  },
  {
    action: "socialLinksChanged",
    path: () => "/admin-dashboard/settings",
    form: () => ({ Facebook: "https://facebook.com/pombi" }),
    effect: () => sql`select value from settings where name = 'socialLinks'`,
  },
  {
    action: "emailResent",
    path: () => "/admin-dashboard/system",
    form: () => ({ intent: "resend:failedmail" }),
    effect: () => sql`select attempts < 6 as anew from emails where id = 'failedmail'`,
  },
  {
    action: "messageSent",
    path: () => `/admin-dashboard/messages/${town.client.id}`,
    form: () => ({ id: "message-of-the-office", content: "Hello" }),
    effect: () => sql`select count(*) from messages`,
  },
  {
    action: "reviewUnchanged",
    path: () => "/admin-dashboard/reviews",
    form: () => ({ intent: `keep:${town.review}` }),
    effect: review,
  },
  {
    action: "reviewHidden",
    path: () => `/admin-dashboard/reviews/${town.review}/hide`,
    form: () => ({ reason: "Not about the job" }),
    effect: review,
  },
  {
    action: "reviewRestored",
    path: () => "/admin-dashboard/reviews",
    form: () => ({ intent: `restore:${town.review}` }),
    effect: review,
  },
  {
    action: "enquiryAssigned",
    path: () => `/admin-dashboard/inbox/${town.enquiry}`,
    form: () => ({ intent: "assign", assignee: town.admin.id }),
    effect: enquiry,
  },
  {
    action: "enquiryClosed",
    path: () => `/admin-dashboard/inbox/${town.enquiry}`,
    form: () => ({ intent: "close" }),
    effect: enquiry,
  },
  {
    action: "enquiryReopened",
    path: () => `/admin-dashboard/inbox/${town.enquiry}`,
    form: () => ({ intent: "reopen" }),
    effect: enquiry,
  },
  {
    action: "enquiryAnswered",
    path: () => `/admin-dashboard/inbox/${town.enquiry}`,
    form: () => ({ answer: "Yes, on Tuesdays." }),
    effect: enquiry,
  },
];

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
    prepare: (text) => noting(env.DB.prepare(text), text.includes("insert into audit_log")),
    batch: (statements) =>
      env.DB.batch(
        statements.some((one) => writesLog.has(one))
          ? [...statements, env.DB.prepare("insert into nowhere values (1)")]
          : statements,
      ),
  };
}

const logged = () =>
  town.context.db
    .select({ action: auditLog.action, adminId: auditLog.adminId })
    .from(auditLog)
    .orderBy(sql`rowid`);
const stateOf = async (audited: AuditedAction) => JSON.stringify(await town.context.db.all(audited.effect()));
const act = (audited: AuditedAction, settings?: Record<string, unknown>) => {
  const submit = () => visit(audited.path(), { cookie: town.cookies.admin, form: audited.form?.() ?? {}, settings });
  return audited.at ? atTime(audited.at(), submit) : submit();
};

describe.each(AUDITED_ACTIONS)("$action", (audited) => {
  test("does nothing when its line of the log cannot be written, and is one line when it can; the same again adds none", async () => {
    const [state, log] = [await stateOf(audited), await logged()];
    expect((await act(audited, { DB: withoutLog() })).status).toBe(500);
    expect([await stateOf(audited), await logged()]).toEqual([state, log]);

    const answer = await act(audited);
    expect([answer.status, await answer.text()]).toEqual([303, ""]);
    expect(await stateOf(audited)).not.toBe(state);
    expect(await logged()).toEqual([...log, { action: audited.action, adminId: town.admin.id }]);

    const after = await stateOf(audited);
    expect((await act(audited)).status).toBeLessThan(500);
    // A link is asked for as often as someone needs one.
    if (["verificationResent", "accountOffered"].includes(audited.action)) return;
    expect([await stateOf(audited), (await logged()).length]).toEqual([after, log.length + 1]);
  });
});

test("an export is one line", async () => {
  const before = await logged();
  const file = await visit("/admin-export/users.csv", { cookie: town.cookies.admin });
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
  expect(text.split("\r\n")[0]).toBe("\uFEFFid,role,first_name,last_name,email,phone,city,verified,suspended,created");
  expect(await logged()).toEqual([...before, { action: "dataExported", adminId: town.admin.id }]);
});

test("nothing that the log knows is left out here", () => {
  expect([...AUDITED_ACTIONS.map(({ action }) => action), "dataExported"].sort()).toEqual(
    Object.keys(AUDIT_ACTIONS).sort(),
  );
});

test("the log says who did what to whom, before and after, and why", async () => {
  const page = await (await visit(`/admin-dashboard/people/${town.plumber.id}`, { cookie: town.cookies.admin })).text();
  for (const text of [
    "suspended the account of",
    "suspended: false → suspended: true",
    "Did not come",
    "restored the account of",
  ])
    expect(page).toContain(text);
  const log = await (await visit("/admin-dashboard/log", { cookie: town.cookies.admin })).text();
  expect(log).toContain("assigned the booking");
  expect(log).not.toContain("Yes, on Tuesdays.");
});

test("someone who was an admin when the page was loaded, but isn't any more, changes nothing", async () => {
  const exAdmin = await createUser(town.context, "admin", { firstName: `Former ${newId().slice(0, 4)}` });
  await town.context.db.update(users).set({ role: "client" }).where(eq(users.id, exAdmin.id));
  const before = await logged();
  await suspendUser(town.context, exAdmin, town.otherClient.id, null);
  const id = await book(town.context, town.otherClient, town.otherPlumber, town.starts.at(-20)!);
  const found = async () => (await findBookingFor(town.context.db, { id: exAdmin.id, role: "admin" }, id))!;
  await transitionBooking(town.context, exAdmin, await found(), "cancel");
  await assignBooking(town.context, exAdmin, await found(), town.plumber, town.otherPlumber.id);
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
