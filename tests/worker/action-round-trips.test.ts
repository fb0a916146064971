import { expect, test } from "vitest";
import { rateLimitCounters } from "~/db/schema";
import { newId } from "~/domain/values/id";
import { FORM_ID_FIELD } from "~/domain/idempotency/sent-form";
import { allRows } from "../support/all-rows";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { seedPayouts } from "../support/payouts";
import { clientForm, newEmail, PASSWORD, register, verificationTokenFor } from "../support/sign-up";
import { callsOf, visit } from "../support/site";
import { completedJob, seedTownForAdmin, type TownUser, requestFields } from "../support/town";
import { createUser, hashForTests } from "../support/users";

// D1 may be far away: an action calls it twice, and the page of a refused form once more (law 6). A line may lose the
// answer: the same form sent again does nothing more, and mails no one (C12).

const town = await seedTownForAdmin();
const { context, client, plumber, otherPlumber, pending, starts, request } = town;
const money = await seedPayouts(town);

/** How many rows each table has, notices too, and how many attempts are counted. */
async function countRows(): Promise<Record<string, number>> {
  const [rows, attempts] = await Promise.all([allRows(), context.db.select().from(rateLimitCounters)]);
  const counts = Object.entries(rows).map(([table, { length }]) => [table, length] as const);
  return { ...Object.fromEntries(counts), attempts: attempts.reduce((sum, { count }) => sum + count, 0) };
}

/** What no state of a booking or account keeps from being done twice: a repeat of the form is known by its id alone. */
const COUNTS_ONCE = ["/signup", "/forgot-password", "/resend-verification", "/?index", "/contact", "/service-details"];

/** Sends a form whose action ends with `status`, after at most `calls` to D1. */
async function act(
  viewer: TownUser | "visitor",
  path: string,
  form: Record<string, string>,
  { status = 303, calls = 2 } = {},
): Promise<Response> {
  const cookie = viewer === "visitor" ? undefined : town.cookies[viewer];
  const sent = { cookie, form: { ...form, [FORM_ID_FIELD]: newId() }, settings: PAYNOW_SETTINGS };
  const response = await visit(path, sent);
  await response.text();
  const action = `${path} ${new URLSearchParams(form)}`;
  expect(response.status, action).toBe(status);
  expect(callsOf(response), action).toBeLessThanOrEqual(calls);
  const first = await countRows();
  const again = await visit(path, sent);
  const second = await countRows();
  // Each sign-in has a session of its own: whose answer was lost has no cookie of the first one.
  if (path === "/signin") delete second["sessions"];
  if (!COUNTS_ONCE.includes(path)) delete second["attempts"];
  expect.soft(first, `again: ${action}`).toMatchObject(second);
  if (COUNTS_ONCE.includes(path) || path.endsWith("/reviews")) expect(again.status, `again: ${action}`).toBe(status);
  return response;
}

test("an action of an account calls D1 twice, and one that only writes or refuses once", async () => {
  const user = await createUser(context, "client", { passwordHash: await hashForTests(PASSWORD) });
  const waiting = newEmail();
  await register(context, clientForm(waiting));
  const token = await verificationTokenFor(context, waiting);
  const newcomer = { role: "client", name: "A", username: "B", email: newEmail(), password: PASSWORD, terms: "on" };

  await act("visitor", "/signup", newcomer);
  await act("visitor", `/verify-email?token=${token}`, { password: PASSWORD });
  await act("visitor", "/signin", { email: user.email!, password: PASSWORD });
  await act("visitor", "/signin", { email: "nobody@example.test", password: "wrong" }, { status: 400, calls: 1 });
  for (const path of ["/forgot-password", "/resend-verification"])
    await act("visitor", path, { email: client.email! }, { status: 200, calls: 1 });
  await act("visitor", "/reset-password?token=nonsense", { password: PASSWORD }, { status: 400 });
  await act("client", "/change-password", { current: "wrong", password: PASSWORD }, { status: 400 });
  await act("client", "/profile", { name: "Rudo", username: "Own", phone: "", addressLine1: "" });
  const enquiry = { form: "home", name: "A", email: newEmail(), subject: "S", message: "M" };
  await act("visitor", "/?index", enquiry, { calls: 1 });
  await act("visitor", "/contact", { ...enquiry, form: "contact", subject: "" }, { calls: 1 });
  await act("visitor", "/service-details", { ...enquiry, form: "quote" }, { calls: 1 });
});

test("an action of a booking calls D1 twice, and one more time for the page of a refusal", async () => {
  const question = { id: "question-0001", content: "Do you do copper?" };
  const asked = await act("otherClient", `/appointment/${otherPlumber.id}/ask`, question);
  expect(asked.headers.get("Location")).toBe(`/client-dashboard/messages/${otherPlumber.id}`);
  const ask = `/appointment/${plumber.id}/ask`;
  const kept = await act("visitor", ask, question, { calls: 1 });
  expect(kept.headers.get("Location")).toBe(`/signup?redirectTo=${encodeURIComponent(ask)}&reason=ask`);

  const slot = requestFields(starts.at(-3)!);
  await act("client", `/appointment/${plumber.id}`, slot);
  await act("otherClient", `/appointment/${plumber.id}`, slot, { status: 409, calls: 3 });
  await act("plumber", `/plumber-dashboard/jobs/${pending}`, { intent: "confirm" });
  await act("plumber", `/plumber-dashboard/jobs/${pending}/refuse`, {}, { status: 409, calls: 3 });
  await act("plumber", "/plumber-dashboard/notifications", { booking: pending });
  const toReview = await completedJob(context, client, plumber, 3);
  await act("client", "/client-dashboard/reviews", { booking: toReview, rating: "4", comment: "Fine" });
});

// The others are in the audit log, whose test counts their calls.
test("an action of the office on its lists calls D1 twice", async () => {
  const assignment = { plumber: otherPlumber.id, from: "" };
  const actions: [path: string, form: Record<string, string>][] = [
    [`/dispatch/${request}`, assignment],
    ["/dispatch", { intent: `remind:${request}` }],
    ["/lists/bookings", { intent: "save", name: "Late", query: "status=pending" }],
    ["/lists/bookings", { intent: "columns", all: "city,price", column: "city" }],
    ["/bookings/chosen/remind", { id: request }],
    ["/bookings/chosen/reassign", { id: request, ...assignment }],
  ];
  for (const [path, form] of actions) await act("admin", `/admin-dashboard${path}`, form);
});

test("an action with one's own money calls D1 twice", async () => {
  await act("client", `/client-dashboard/bookings/${money.job}/release`, {});
  const details = { method: "ecocash", phone: "0772000567", holder: "T Ncube" };
  await act("plumber", "/plumber-dashboard/settings/payouts", details);
});
