import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { dateAt } from "~/domain/time/harare";
import { call, type ApiCall } from "../support/api";
import { failingD1, lostD1 } from "../support/failing-d1";
import { visit } from "../support/site";
import { completedJob, seedTownForAdmin, type TownUser } from "../support/town";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let toReview: string;
beforeAll(async () => {
  town = await seedTownForAdmin();
  toReview = await completedJob(town.context, town.client, town.plumber, 3);
});

/** The lines of the log. */
let log: Record<string, unknown>[] = [];
beforeEach(() => {
  log = [];
  vi.spyOn(console, "error").mockImplementation(
    (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>),
  );
});
afterEach(() => vi.restoreAllMocks());

/** Its own version of the Worker, which sees no other copies of pages. */
let versions = 0;
const newVersion = () => ({ VERSION: { id: `version ${++versions}` } });

describe("an action that breaks says what failed, with every value but secrets and the request's id", () => {
  const REGISTRATION = {
    role: "client",
    name: "Kept",
    username: "Answer",
    email: "kept@example.test",
    password: "a fine password",
    terms: "on",
  };
  const start = () => town.starts.at(-7)!;

  test.each<
    [what: string, TownUser | "visitor", path: () => string, form: () => Record<string, string>, answers: string[]]
  >([
    ["Registration failed", "visitor", () => "/signup", () => REGISTRATION, ["Kept", "Answer", "kept@example.test"]],
    [
      "Login failed",
      "visitor",
      () => "/signin",
      () => ({ email: "kept@example.test", password: "a fine password" }),
      ["kept@example.test"],
    ],
    [
      "Booking failed",
      "client",
      () => "/client-dashboard/book",
      () => ({
        serviceType: "Leak Fixing",
        appointmentDate: dateAt(start()),
        appointmentTime: "11:00",
        suburb: "Avondale",
        street: "7 StaticFragment Street",
        notes: "",
      }),
      ["7 StaticFragment Street"],
    ],
    [
      "Failed to submit review",
      "client",
      () => "/client-dashboard/reviews",
      () => ({ booking: toReview, rating: "4", comment: "A kept comment" }),
      ["A kept comment"],
    ],
    [
      "Failed to submit review",
      "client",
      () => `/appointment/${town.plumber.id}`,
      () => ({ intent: "review", booking: toReview, rating: "4", comment: "A kept comment" }),
      ["A kept comment"],
    ],
    [
      "Failed to update profile",
      "client",
      () => "/profile?edit",
      () => ({ name: "StaticFragment", username: "Answer", phone: "", addressLine1: "7 StaticFragment Street" }),
      ["7 StaticFragment Street"],
    ],
    [
      "Failed to update profile",
      "plumber",
      () => "/plumber-dashboard/profile?edit",
      () => ({ name: "Kept", username: "Answer", about: "A kept text" }),
      ["A kept text"],
    ],
    [
      "Your message was not sent",
      "visitor",
      () => "/contact",
      () => ({ form: "contact", name: "Kept", email: "kept@example.test", message: "A kept message" }),
      ["A kept message"],
    ],
    [
      "Failed to cancel booking",
      "client",
      () => `/client-dashboard/bookings/${town.pending}/cancel`,
      () => ({ reason: "", reasonText: "A kept reason" }),
      ["A kept reason"],
    ],
    [
      "Failed to refuse job",
      "plumber",
      () => `/plumber-dashboard/jobs/${town.pending}/refuse`,
      () => ({ reasonText: "A kept reason" }),
      ["A kept reason"],
    ],
    [
      "The email was not sent",
      "visitor",
      () => "/forgot-password",
      () => ({ email: "kept@example.test" }),
      ["kept@example.test"],
    ],
    [
      "The email was not sent",
      "visitor",
      () => "/resend-verification",
      () => ({ email: "kept@example.test" }),
      ["kept@example.test"],
    ],
    [
      "Failed to save your hours",
      "plumber",
      () => "/plumber-dashboard/availability",
      () => ({ opensAt: "660", closesAt: "1020", jobMinutes: "90", Sunday: "on", paused: "on" }),
      [],
    ],
    [
      "Failed to confirm job",
      "plumber",
      () => `/plumber-dashboard/jobs/${town.pending}`,
      () => ({ intent: "confirm" }),
      [],
    ],
  ])("%s, to a %s at %s", async (what, viewer, path, form, answers) => {
    const cookie = viewer === "visitor" ? undefined : town.cookies[viewer];
    // First only writes fail, so the page around the form is drawn; then nothing gets through at all.
    for (const DB of [failingD1((statements) => statements.some((query) => !/^\s*select/i.test(query))), lostD1()]) {
      log = [];
      const response = await visit(path(), { cookie, form: form(), settings: { DB, ...newVersion() } });
      const html = await response.text();
      expect(response.status).toBe(500);
      expect(html).toContain(what);
      expect(html).toContain("ry again");
      for (const answer of answers) expect(html).toContain(answer);
      expect(html).not.toContain("a fine password");
      expect(html).not.toContain("Network connection lost");
      expect(html).not.toContain("Failed to fetch");
      const line = log.find(({ event }) => event === "form failed");
      expect(line).toMatchObject({ what });
      expect(html).toContain(String(line?.["requestId"]));
    }
  });
});

describe("a call of the API that breaks says what failed, with the request's id", () => {
  const json = { appointmentDate: "2026-12-01", appointmentTime: "10:30 am" };

  test.each<[what: string, method: string, path: () => string, call: () => ApiCall]>([
    [
      "Registration failed",
      "POST",
      () => "/auth/register",
      () => ({
        form: {
          name: "Kept",
          username: "Answer",
          email: "kept-api@example.test",
          password: "a fine password",
          role: "client",
        },
      }),
    ],
    [
      "Login failed",
      "POST",
      () => "/auth/login",
      () => ({ json: { email: "kept@example.test", password: "a fine password" } }),
    ],
    [
      "Booking failed",
      "POST",
      () => "/api/bookings",
      () => ({ token: town.tokens.client, json: { ...json, plumber: town.plumber.id } }),
    ],
    [
      "Failed to submit review",
      "POST",
      () => `/api/bookings/${toReview}/review`,
      () => ({ token: town.tokens.client, json: { rating: 5, comment: "" } }),
    ],
    [
      "Failed to update profile",
      "PUT",
      () => "/api/auth/profile",
      () => ({ token: town.tokens.client, form: { name: "Kept" } }),
    ],
    ["Failed to fetch bookings", "GET", () => "/api/bookings/client", () => ({ token: town.tokens.client })],
    ["Something went wrong on our side", "GET", () => "/api/auth/plumbers", () => ({})],
  ])("%s: %s", async (what, method, path, asked) => {
    const { status, body } = await call(method, path(), { ...asked(), settings: { DB: lostD1() } });
    expect(status).toBe(500);
    expect(body).toMatchObject({
      code: "internal_error",
      message: expect.stringMatching(new RegExp(`^${what}\\. If you call our office, please quote [\\w-]+$`)),
    });
    expect(JSON.stringify(body)).not.toContain("Network connection lost");
  });
});
