import { expect, test } from "vitest";
import { errorsLogged, failingD1, lostD1, newVersion } from "../support/failing-d1";
import { visit, call, expectPage, type ApiCall } from "../support/site";
import { completedJob, seedTownForAdmin, type TownUser, requestFields, startFields } from "../support/town";

const town = await seedTownForAdmin();
const toReview = await completedJob(town.context, town.client, town.plumber, 3);

const log = errorsLogged();
test("an action that breaks says what failed, with every value but secrets and the request's id", async () => {
  const email = "kept@example.test";
  const password = "a fine password";
  const kept = { name: "Kept name", username: "Kept" };
  const registration = { ...kept, role: "client", email, terms: "on", password };
  const request = { ...requestFields(town.starts.at(-7)!), street: "7 Kept Street", notes: "" };
  const review = { booking: toReview, rating: "4", comment: "A kept comment" };
  const reason = { reason: "", reasonText: "A kept reason" };
  const enquiry = { form: "contact", name: "Kept", email, message: "A kept message" };
  const hours = { opensAt: "660", closesAt: "1020", jobMinutes: "90", Sunday: "on", paused: "on" };
  const client = "/client-dashboard";
  const plumber = "/plumber-dashboard";
  const page = `/appointment/${town.plumber.id}`;
  const actions: [what: string, TownUser | "visitor", path: string, form: Record<string, string>][] = [
    ["Registration failed", "visitor", "/signup", registration],
    ["Login failed", "visitor", "/signin", { email, password }],
    ["Booking failed", "client", `${client}/book`, request],
    ["Failed to submit review", "client", `${client}/reviews`, review],
    ["Failed to submit review", "client", page, { intent: "review", ...review }],
    ["Failed to update profile", "client", "/profile?edit", { ...kept, phone: "", addressLine1: "7 Kept Street" }],
    ["Failed to update profile", "plumber", `${plumber}/profile?edit`, { ...kept, about: "A kept text" }],
    ["Your message was not sent", "visitor", "/contact", enquiry],
    ["Failed to cancel booking", "client", `${client}/bookings/${town.pending}/cancel`, reason],
    ["Failed to refuse job", "plumber", `${plumber}/jobs/${town.pending}/refuse`, reason],
    ["The email was not sent", "visitor", "/forgot-password", { email }],
    ["The email was not sent", "visitor", "/resend-verification", { email }],
    ["Failed to save your hours", "plumber", `${plumber}/availability`, hours],
    ["Failed to confirm job", "plumber", `${plumber}/jobs/${town.pending}`, { intent: "confirm" }],
  ];
  for (const [what, viewer, path, form] of actions)
    // First only writes fail, so the page around the form is drawn; then nothing gets through at all.
    for (const DB of [failingD1((statements) => statements.some((query) => !/^\s*select/i.test(query))), lostD1()]) {
      log.length = 0;
      const cookie = viewer === "visitor" ? undefined : town.cookies[viewer];
      const response = await visit(path, { cookie, form, settings: { DB, ...newVersion() } });
      const html = await response.text();
      const name = `${what}, to a ${viewer} at ${path}`;
      expect(response.status, name).toBe(503);
      for (const text of ["ry again", what, ...Object.values(form).filter((value) => /kept/i.test(value))])
        expect(html, name).toContain(text);
      for (const text of [password, "Network connection lost", "Failed to fetch"])
        expect(html, name).not.toContain(text);
      const line = log.find(({ event }) => event === "form failed");
      expect(line, name).toMatchObject({ what });
      expect(html, name).toContain(String(line?.["requestId"]));
    }
});

test("a link to verify an email says that the verification failed, and offers to try again", async () => {
  const page = await visit("/verify-email?token=a-token", { settings: { DB: lostD1() } });
  const requestId = page.headers.get("Request-Id")!;
  const html = await expectPage(page, 503, "Verification failed.", "Try again", requestId);
  expect(html).not.toContain("Unexpected Application Error!");
  expect(log).toMatchObject([{ event: "verification failed", requestId }]);
});

test("a page that has nothing of its own to say breaks with the words of the rules, and its request's id", async () => {
  const page = await visit("/security", { cookie: town.cookies.client, settings: { DB: lostD1() } });
  const requestId = page.headers.get("Request-Id")!;
  const html = await expectPage(page, 503, /<h1>Unexpected Application Error!<\/h1>/, "Try again", requestId);
  expect(html).toContain("<title>Unexpected Application Error!");
  expect(html).not.toContain("Network connection lost");
});

test("a call never says that it failed once its booking is stored", async () => {
  let isStored = false;
  const DB = failingD1((statements) => {
    const fails = isStored;
    isStored ||= statements.some((query) => query.startsWith('insert into "bookings"'));
    return fails;
  });
  const json = { ...startFields(town.starts.at(-8)!), plumber: town.plumber.id };
  const stored = await call("POST", "/api/bookings", { token: town.tokens.otherClient, json, settings: { DB } });
  expect([stored.status, stored.body]).toEqual([202, { message: expect.stringContaining("This is stored") }]);
  const shown = await call("GET", stored.headers.get("Location")!, { token: town.tokens.otherClient });
  expect([shown.status, shown.body]).toMatchObject([200, { status: "pending" }]);
});

test("a call of the API that breaks says what failed, with the request's id", async () => {
  const token = town.tokens.client;
  const review = { rating: 5, comment: "" };
  const when = { appointmentDate: "2026-12-01", appointmentTime: "10:30 am" };
  const password = "a fine password";
  const newcomer = { name: "Kept", username: "Answer", email: "kept-api@example.test", password, role: "client" };
  for (const [what, method, path, asked] of [
    ["Registration failed", "POST", "/auth/register", { form: newcomer }],
    ["Login failed", "POST", "/auth/login", { json: { email: "kept@example.test", password } }],
    ["Booking failed", "POST", "/api/bookings", { token, json: { ...when, plumber: town.plumber.id } }],
    ["Failed to submit review", "POST", `/api/bookings/${toReview}/review`, { token, json: review }],
    ["Failed to update profile", "PUT", "/api/auth/profile", { token, form: { name: "Kept" } }],
    ["Failed to fetch bookings", "GET", "/api/bookings/client", { token }],
    ["Failed to fetch jobs", "GET", "/api/bookings/plumber", { token: town.tokens.plumber }],
    ["Verification failed", "GET", "/api/auth/verify-email?token=a-token", {}],
    ["Something went wrong on our side", "GET", "/api/auth/plumbers", {}],
  ] as [what: string, method: string, path: string, asked: ApiCall][]) {
    const { status, body } = await call(method, path, { ...asked, settings: { DB: lostD1() } });
    const message = new RegExp(`^${what}\\. If you call our office, please quote [\\w-]+$`);
    expect([status, body], path).toMatchObject([503, { code: "unavailable", message: expect.stringMatching(message) }]);
    expect(JSON.stringify(body)).not.toContain("Network connection lost");
  }
});
