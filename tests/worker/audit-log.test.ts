import { eq, sql, type SQL } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { auditLog, authenticatorApps, bookingEvents, disputes, users, privatePhotos } from "~/db/schema";
import { AUDIT_ACTIONS, type AuditAction } from "~/domain/audit-log/audit-log";
import { writeQuote } from "~/domain/money/quotes.server";
import { dateAt, DAY, timeAt } from "~/domain/time/harare";
import { fullName, type AuthenticatedUser, type SteppedUpUser } from "~/domain/values/user";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { suspendUser } from "~/domain/admin/suspension.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { atTime } from "../support/clock";
import { env } from "../support/env";
import { setUpApp } from "../support/second-factor";
import { seedPayouts } from "../support/payouts";
import { createUser, signedInEarlier } from "../support/users";
import { createRegistration } from "../support/sign-up";
import { visit } from "../support/site";
import { book, payFor, seedTownForAdmin } from "../support/town";

// Every write of an admin leaves one line in the log, in the batch of its effect.
let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let newcomer: { id: string; email: string };
let plumberNobodyApproved: AuthenticatedUser;
let plumberToRefuse: AuthenticatedUser;
let plumberWithPapers: AuthenticatedUser;
let colleague: AuthenticatedUser;
let toErase: SteppedUpUser;
/** A client whom the office books for on the phone. */
let byPhone: AuthenticatedUser;
/** Their booking, with a quote that they are to be called about. */
let spoken: string;
/** The same client, by phone. */
let duplicate: AuthenticatedUser;
let receipt: number;
const denied = newId();
let money: Awaited<ReturnType<typeof seedPayouts>>;
const anotherBatch = newId();
const lost = newId();
const note = newId();
let reference: string;
beforeAll(async () => {
  town = await seedTownForAdmin();
  const { context } = town;
  newcomer = await createRegistration(context, "plumber");
  plumberNobodyApproved = await createUser(context, "plumber");
  plumberToRefuse = await createUser(context, "plumber");
  plumberWithPapers = await createUser(context, "plumber");
  colleague = await createUser(context, "client");
  toErase = await createUser(context, "client");
  await setUpApp(context, toErase);
  // Set up as the others are, it would ask for its code from now on.
  await context.db.insert(authenticatorApps).values({ userId: town.admin.id, secret: "one", confirmedAt: context.now });
  byPhone = await createUser(context, "client");
  await context.db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none', phone = '+263772111222' where id = ${byPhone.id}`,
  );
  const theirs = await createUser(context, "plumber");
  spoken = await book(context, byPhone, theirs, town.starts.at(-1)!);
  const shown = (await findBookingFor(context.db, theirs, spoken))!;
  await writeQuote(context, theirs, shown, {
    lines: [{ what: "New cartridge", amount: 60_00 }],
    deposit: null,
    note: null,
    validUntil: context.now + DAY,
  });
  duplicate = await createUser(context, "client");
  await context.db.run(
    sql`update users set email = null, email_verified_at = null, password_hash = 'none' where id = ${duplicate.id}`,
  );
  receipt = await payFor(context, town, town.reviewed, 10_00);
  money = await seedPayouts(town);
  const [pending] = await context.db.all<{ reference: string }>(
    sql`select reference from bookings where id = ${town.pending}`,
  );
  reference = pending!.reference;
  await context.db.insert(bookingEvents).values({
    id: denied,
    bookingId: town.reviewed,
    event: "deny-payment",
    actorRole: "plumber",
    actorId: town.plumber.id,
    toStatus: "completed",
    amount: 5_00,
    at: context.now,
  });
  await context.db.insert(disputes).values({ id: denied, bookingId: town.reviewed, openedAt: context.now });
  await context.db.run(
    sql`update plumber_profiles set listed = 0, approval = 'waiting' where user_id in (${plumberNobodyApproved.id}, ${plumberToRefuse.id})`,
  );
  await context.db.run(sql`update plumber_profiles set queued_at = 1 where user_id = ${plumberWithPapers.id}`);
  await context.db.insert(privatePhotos).values({
    id: "aphoto",
    kind: "problem",
    bookingId: town.pending,
    uploadId: "anupload",
    createdAt: context.now,
  });
  await context.db.run(
    sql`insert into reviews (id, booking_id, client_id, plumber_id, rating, created_at, hidden_at, held_at)
      select 'heldreview', id, client_id, plumber_id, 5, 1, 1, 1 from bookings
      where status = 'completed' and id not in (select booking_id from reviews) limit 1`,
  );
  await context.db.run(
    sql`insert into notices (id, kind, topic, channel, cause_id, recipient, subject, text, status, attempts, next_attempt_at, created_at) values ('failedmail', 'bookingTransitioned', 'changes', 'email', 'c', 'r@example.test', 'S', 'T', 'failed', 6, 0, 0)`,
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
const vettingPage = () => `/admin-dashboard/vetting/${plumberWithPapers.id}`;
const profile = (id: () => string) => () =>
  sql`select approval, queued_at, office_words, checks from plumber_profiles where user_id = ${id()}`;

// In an order in which each is possible after those before it.
const AUDITED_ACTIONS: AuditedAction[] = [
  {
    action: "clientNotReached",
    path: () => "/admin-dashboard/calls",
    form: () => ({ intent: `no-answer:${spoken}`, until: String(town.context.now) }),
    effect: () => sql`select attempts from notices where booking_id = ${spoken} and channel = 'call'`,
  },
  {
    action: "clientTold",
    path: () => "/admin-dashboard/calls",
    form: () => ({ intent: `told:${spoken}`, until: String(town.context.now) }),
    effect: () => sql`select status from notices where booking_id = ${spoken} and channel = 'call'`,
  },
  {
    action: "spokeForClient",
    path: () => `/admin-dashboard/bookings/${spoken}/money/accept-quote`,
    form: () => ({ version: "1" }),
    effect: booking(() => spoken, "agreed_price"),
  },
  {
    action: "plumberReminded",
    path: () => `/admin-dashboard/bookings/${town.pending}`,
    form: () => ({ intent: "remindPlumber" }),
    effect: () => sql`select count(*) from notices where booking_id = ${town.pending} and kind = 'requestUnanswered'`,
  },
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
    action: "consentEnded",
    path: accountPage("end-consent", () => byPhone.id),
    effect: () => sql`select count(*) from phone_channels where user_id = ${byPhone.id} and ended_at is not null`,
  },
  {
    action: "accountOffered",
    path: accountPage("offer-account", () => byPhone.id),
    form: () => ({ email: "by-phone@example.test" }),
    effect: () => sql`select token_hash from claim_links where user_id = ${byPhone.id}`,
  },
  {
    action: "disputeResolved",
    path: () => "/admin-dashboard/disputes",
    form: () => ({ intent: `resolve:${denied}`, booking: town.reviewed }),
    effect: () => sql`select closed_at from disputes where id = ${denied}`,
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
    form: () => ({ amount: "20", reason: "We saw it", shown: "2500...0" }),
    effect: booking(() => town.reviewed, "final_amount"),
  },
  {
    action: "payoutSent",
    path: () => `/admin-dashboard/payouts/${money.batch}`,
    form: () => ({ intent: "sent", reference: "B1" }),
    effect: () => sql`select reference from payout_batches where id = ${money.batch}`,
  },
  {
    action: "payoutReturned",
    path: () => `/admin-dashboard/payouts/${money.batch}`,
    form: () => ({ intent: `returned:${money.payout}`, reason: "Wrong number" }),
    effect: () => sql`select status from payouts where id = ${money.payout}`,
  },
  {
    action: "payoutPrepared",
    path: () => "/admin-dashboard/payouts",
    form: () => ({ id: anotherBatch, method: "ecocash" }),
    effect: () => sql`select count(*) from payouts where batch_id = ${anotherBatch}`,
  },
  {
    action: "payoutCancelled",
    path: () => `/admin-dashboard/payouts/${anotherBatch}`,
    form: () => ({ intent: "cancel" }),
    effect: () => sql`select cancelled_at from payout_batches where id = ${anotherBatch}`,
  },
  {
    action: "payoutsStopped",
    path: () => "/admin-dashboard/payouts/stop",
    form: () => ({ form: "stop", reason: "Restored" }),
    effect: () => sql`select value from settings where name = 'payoutsStopped'`,
  },
  {
    action: "pastPayoutNoted",
    path: () => "/admin-dashboard/payouts/stop",
    form: () => ({ plumber: town.plumber.id, amount: "5", method: "ecocash", reference: "B0" }),
    effect: () => sql`select count(*) from payouts where amount = 500`,
  },
  {
    action: "paymentTakenUp",
    path: () => "/admin-dashboard/payouts/stop",
    form: () => ({ form: "payment", payment: lost, booking: reference, amount: "5", method: "card" }),
    effect: () => sql`select status from online_payments where id = ${lost}`,
  },
  {
    action: "payoutsResumed",
    path: () => "/admin-dashboard/payouts/stop",
    form: () => ({ form: "resume" }),
    effect: () => sql`select value from settings where name = 'payoutsStopped'`,
  },
  {
    action: "refundSent",
    path: () => `/admin-dashboard/refunds/${money.refund}`,
    form: () => ({ reference: "R1" }),
    effect: () => sql`select reference from refunds where id = ${money.refund}`,
  },
  {
    action: "arrivalNoted",
    path: () => "/admin-dashboard/books",
    form: () => ({ arrived: "10", fee: "1", reference: "A1" }),
    effect: () => sql`select count(*) from ledger_transfers where credit = 'clearing'`,
  },
  {
    action: "arrivalVoided",
    path: () => "/admin-dashboard/books",
    form: () => ({ intent: "void:A1", reason: "Another day's" }),
    effect: () => sql`select count(*) from ledger_transfers where debit = 'clearing'`,
  },
  {
    action: "paymentReviewed",
    path: () => "/admin-dashboard/payments/online",
    form: () => ({ intent: `reviewed:${money.toReview}`, booking: money.job }),
    effect: () => sql`select reviewed_by from online_payments where id = ${money.toReview}`,
  },
  {
    action: "moneyShared",
    path: () => `/admin-dashboard/bookings/${money.missed}/money/decide`,
    form: () => ({ amount: "", held: "split", toPlumber: "5", reason: "He was late", shown: money.missedAs }),
    effect: booking(() => money.missed, "held_amount"),
  },
  {
    action: "commissionChanged",
    path: () => "/admin-dashboard/settings",
    form: () => ({ form: "commission", percent: "12" }),
    effect: () => sql`select value from settings where name = 'commissionPercent'`,
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
    effect: () => sql`select count(*) from notices where recipient = ${newcomer.email}`,
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
    action: "plumberRefused",
    path: accountPage("refuse", () => plumberToRefuse.id),
    form: () => ({ words: "The name is another one." }),
    effect: profile(() => plumberToRefuse.id),
  },
  {
    action: "checkRecorded",
    path: vettingPage,
    form: () => ({
      kind: "certificate",
      lastDay: "2099-01-31",
      note: "Journeyman",
      nameKey: fullName(plumberWithPapers).toLowerCase(),
    }),
    effect: profile(() => plumberWithPapers.id),
  },
  {
    action: "checkRemoved",
    path: vettingPage,
    form: () => ({ intent: "remove:certificate" }),
    effect: profile(() => plumberWithPapers.id),
  },
  {
    action: "papersSettled",
    path: accountPage("finish-papers", () => plumberWithPapers.id),
    effect: profile(() => plumberWithPapers.id),
  },
  {
    action: "papersAsked",
    path: accountPage("ask-papers", () => plumberWithPapers.id),
    form: () => ({ words: "The other side, please." }),
    effect: profile(() => plumberWithPapers.id),
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
    action: "factorResetStarted",
    path: accountPage("turn-off-second-factor", () => toErase.id),
    effect: () => sql`select started_by from second_factor_resets where user_id = ${toErase.id}`,
  },
  {
    action: "factorResetStopped",
    path: accountPage("keep-second-factor", () => toErase.id),
    effect: () => sql`select started_by from second_factor_resets where user_id = ${toErase.id}`,
  },
  {
    action: "secondFactorChanged",
    path: () => "/security",
    form: () => ({ intent: "removeApp" }),
    effect: () => sql`select confirmed_at from authenticator_apps where user_id = ${town.admin.id}`,
  },
  {
    action: "userErased",
    path: accountPage("erase", () => toErase.id),
    form: () => ({ sure: "on" }),
    effect: user(() => toErase.id, "email"),
  },
  {
    action: "approvalSwitched",
    path: () => "/admin-dashboard/settings",
    form: () => ({ form: "approval", approval: "off" }),
    effect: () => sql`select value from settings where name = 'approvePlumbers'`,
  },
  {
    action: "emailFrameChanged",
    path: () => "/admin-dashboard/settings",
    form: () => ({ form: "email-frame", greeting: "Good day {name},", closing: "" }),
    effect: () => sql`select value from settings where name = 'emailFrame'`,
  },
  {
    action: "quietHoursChanged",
    path: () => "/admin-dashboard/settings",
    form: () => ({ form: "quiet-hours", quietFrom: "1260", quietUntil: "390" }),
    effect: () => sql`select value from settings where name = 'quietHours'`,
  },
  {
    action: "socialLinksChanged",
    path: () => "/admin-dashboard/settings",
    form: () => ({ Facebook: "https://facebook.com/pombi" }),
    effect: () => sql`select value from settings where name = 'socialLinks'`,
  },
  {
    action: "budgetsChanged",
    path: () => "/admin-dashboard/settings",
    form: () => ({ form: "budgets", whatsapp: "40", sms: "20" }),
    effect: () => sql`select value from settings where name = 'smsBudget'`,
  },
  {
    action: "feeModeChanged",
    path: () => "/admin-dashboard/settings",
    form: () => ({ form: "fee-mode", feeMode: "optional" }),
    effect: () => sql`select value from settings where name = 'feeMode'`,
  },
  {
    action: "noticeResent",
    path: () => "/admin-dashboard/system",
    form: () => ({ intent: "resend:failedmail" }),
    effect: () => sql`select attempts < 6 as anew from notices where id = 'failedmail'`,
  },
  {
    action: "accountsMerged",
    path: () => `/admin-dashboard/people/${duplicate.id}/merge/${town.client.id}`,
    form: () => ({ form: "merge" }),
    effect: user(() => duplicate.id, "merged_into"),
  },
  {
    action: "mergeUndone",
    path: () => `/admin-dashboard/people/${duplicate.id}/merge/${town.client.id}`,
    form: () => ({ form: "undo" }),
    effect: user(() => duplicate.id, "merged_into"),
  },
  {
    action: "noteAdded",
    path: () => `/admin-dashboard/people/${town.client.id}`,
    form: () => ({ form: "note", id: note, words: "Prefers mornings" }),
    effect: () => sql`select words from office_notes where id = ${note}`,
  },
  {
    action: "noteEdited",
    path: () => `/admin-dashboard/people/${town.client.id}/notes/${note}`,
    form: () => ({ words: "Prefers evenings" }),
    effect: () => sql`select words from office_notes where id = ${note}`,
  },
  {
    action: "noteDeleted",
    path: () => `/admin-dashboard/people/${town.client.id}/notes/${note}`,
    form: () => ({ intent: "delete" }),
    effect: () => sql`select count(*) from office_notes where id = ${note}`,
  },
  {
    action: "conversationOpened",
    path: () => `/admin-dashboard/conversations/${conversationIdOf(town.client.id, town.plumber.id)}`,
    form: () => ({ kind: "dispute", words: "They disagree about the price" }),
    effect: () => sql`select count(*) from conversation_openings`,
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
    action: "reviewShown",
    path: () => "/admin-dashboard/reviews",
    form: () => ({ intent: "show:heldreview" }),
    effect: () => sql`select hidden_at, held_at from reviews where id = 'heldreview'`,
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

test("the ledger's statement is one line, and none where it was not given", async () => {
  const before = await logged();
  await visit("/ledger.csv", { cookie: await signedInEarlier(town.context, town.admin) });
  expect(await logged()).toEqual(before);
  await (await visit("/ledger.csv", { cookie: town.cookies.admin })).text();
  expect(await logged()).toEqual([...before, { action: "dataExported", adminId: town.admin.id }]);
});

test("a payout's file is one line", async () => {
  const before = await logged();
  const take = (cookie: string) => visit(`/payout-files/${money.batch}`, { cookie });
  expect((await take(await signedInEarlier(town.context, town.admin))).status).toBe(303);
  expect(await (await take(town.cookies.admin)).text()).toContain("0772000567,45.00,T Ncube");
  expect(await logged()).toEqual([...before, { action: "payoutDownloaded", adminId: town.admin.id }]);
});

test("nothing that the log knows is left out here", () => {
  // What the schedule does for an admin a day later: factor-resets.server.test.ts; who looks at papers: vetting.test.ts;
  // what takes a move back: undo-move.server.test.ts.
  const elsewhere = ["changeUndone", "dataExported", "payoutDownloaded", "factorReset", "paperViewed"];
  expect([...AUDITED_ACTIONS.map(({ action }) => action), ...elsewhere].sort()).toEqual(
    Object.keys(AUDIT_ACTIONS).sort(),
  );
});

test("the log says who did what to whom, before and after, and why", async () => {
  const page = await (await visit(`/admin-dashboard/people/${town.plumber.id}`, { cookie: town.cookies.admin })).text();
  for (const text of [
    "suspended the account of",
    "suspended: no → suspended: yes",
    "Did not come",
    "restored the account of",
  ])
    expect(page).toContain(text);
  const read = async (path: string) => (await visit(path, { cookie: town.cookies.admin })).text();
  const newest = await read("/admin-dashboard/log");
  // There are more actions than fit on a page.
  const [, earlier = ""] = /href="([^"]*\?cursor=[^"]+)"/.exec(newest) ?? [];
  const log = newest + (await read(earlier));
  expect(log).toContain("assigned the booking");
  for (const amounts of [`receipt: ${receipt}, amount: $10 → amount: $0`, "amount: $25 → amount: $20"])
    expect(log).toContain(amounts);
  expect(log).not.toContain("Yes, on Tuesdays.");
});

test("the log of one setting has its changes alone, and an unknown one is none", async () => {
  const read = async (query: string) =>
    (await visit(`/admin-dashboard/log${query}`, { cookie: town.cookies.admin })).text();
  const log = await read("?setting=commission");
  expect(log).toContain("Setting: Commission");
  expect(log.split("</main>")[0]).toContain("changed the commission");
  expect(log.split("</main>")[0]).not.toContain("changed the quiet hours");
  expect(await read("?setting=passwords")).not.toContain("Setting:");
});

test("the log of one kind of action has that alone, and an unknown one is none", async () => {
  const read = async (query: string) =>
    (await (await visit(`/admin-dashboard/log${query}`, { cookie: town.cookies.admin })).text()).split("</main>")[0]!;
  const rows = (page: string) => page.split("<tbody")[1] ?? "";
  expect(rows(await read("?action=commissionChanged"))).toContain("changed the commission");
  expect(rows(await read("?action=commissionChanged"))).not.toContain("changed the quiet hours");
  expect(await read("?action=nothing")).toContain("Everyone");
  expect(await read("?action=toString")).toContain("Everyone");
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
