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
  const actions: { what: string; who: TownUser | "visitor"; path: string; form: Record<string, string> }[] = [
    { what: "Registration failed", who: "visitor", path: "/signup", form: registration },
    { what: "Login failed", who: "visitor", path: "/signin", form: { email, password } },
    { what: "Booking failed", who: "client", path: `${client}/book`, form: request },
    { what: "Failed to submit review", who: "client", path: `${client}/reviews`, form: review },
    { what: "Failed to submit review", who: "client", path: page, form: { intent: "review", ...review } },
    {
      what: "Failed to update profile",
      who: "client",
      path: "/profile?edit",
      form: { ...kept, phone: "", addressLine1: "7 Kept Street" },
    },
    {
      what: "Failed to update profile",
      who: "plumber",
      path: `${plumber}/profile?edit`,
      form: { ...kept, about: "A kept text" },
    },
    { what: "Your message was not sent", who: "visitor", path: "/contact", form: enquiry },
    {
      what: "Failed to cancel booking",
      who: "client",
      path: `${client}/bookings/${town.pending}/cancel`,
      form: reason,
    },
    { what: "Failed to refuse job", who: "plumber", path: `${plumber}/jobs/${town.pending}/refuse`, form: reason },
    { what: "The email was not sent", who: "visitor", path: "/forgot-password", form: { email } },
    { what: "The email was not sent", who: "visitor", path: "/resend-verification", form: { email } },
    { what: "Failed to save your hours", who: "plumber", path: `${plumber}/availability`, form: hours },
    {
      what: "Failed to confirm job",
      who: "plumber",
      path: `${plumber}/jobs/${town.pending}`,
      form: { intent: "confirm" },
    },
  ];
  for (const { what, who: viewer, path, form } of actions)
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
  expect(log).toContainEqual(expect.objectContaining({ event: "verification failed", requestId }));
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
  for (const { what, method, path, asked } of [
    { what: "Registration failed", method: "POST", path: "/auth/register", asked: { form: newcomer } },
    {
      what: "Login failed",
      method: "POST",
      path: "/auth/login",
      asked: { json: { email: "kept@example.test", password } },
    },
    {
      what: "Booking failed",
      method: "POST",
      path: "/api/bookings",
      asked: { token, json: { ...when, plumber: town.plumber.id } },
    },
    {
      what: "Failed to submit review",
      method: "POST",
      path: `/api/bookings/${toReview}/review`,
      asked: { token, json: review },
    },
    {
      what: "Failed to update profile",
      method: "PUT",
      path: "/api/auth/profile",
      asked: { token, form: { name: "Kept" } },
    },
    { what: "Failed to fetch bookings", method: "GET", path: "/api/bookings/client", asked: { token } },
    {
      what: "Failed to fetch jobs",
      method: "GET",
      path: "/api/bookings/plumber",
      asked: { token: town.tokens.plumber },
    },
    { what: "Verification failed", method: "GET", path: "/api/auth/verify-email?token=a-token" },
    { what: "Something went wrong on our side", method: "GET", path: "/api/auth/plumbers" },
  ] as { what: string; method: string; path: string; asked?: ApiCall }[]) {
    const { status, body } = await call(method, path, { ...asked, settings: { DB: lostD1() } });
    const message = new RegExp(`^${what}\\. If you call our office, please quote [\\w-]+$`);
    expect([status, body], path).toMatchObject([503, { code: "unavailable", message: expect.stringMatching(message) }]);
    expect(JSON.stringify(body)).not.toContain("Network connection lost");
  }
});
