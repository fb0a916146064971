import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { sameSitePath } from "~/http/return-to";
import { REVALIDATION_HEADER } from "~/realtime/revalidation";
import worker from "../../workers/app";
import { VISIT } from "../support/request-form";
import { cookieOf, visit } from "../support/site";
import { seedTown } from "../support/town";
import { hashPassword } from "~/domain/accounts/passwords.server";
import { createUser } from "../support/users";
import { env } from "../support/env";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

describe("settings", () => {
  const ask = (change: Record<string, unknown>, path = "/dev/mailbox") => {
    const request = new Request(`${env.ORIGIN}${path}`) as Parameters<typeof worker.fetch>[0];
    return worker.fetch(request, { ...env, ...change }, createExecutionContext());
  };

  test.each([
    ["ORIGIN", undefined],
    ["SESSION_SECRET", undefined],
    ["SESSION_SECRET", "short"],
    ["ORIGIN", "nonsense"],
  ])("without a right %s (%s) every answer is 500", async (name, value) => {
    const response = await ask({ [name]: value }, "/");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain(name);
  });

  test("outside local mode there is no mailbox and no timing", async () => {
    for (const path of ["/dev/mailbox", "/dev/mailbox.json"])
      expect((await ask({ LOCAL_MODE: undefined }, path)).status).toBe(404);
    const home = await ask({ LOCAL_MODE: undefined }, "/");
    expect(home.status).toBe(200);
    expect(home.headers.get("Server-Timing")).toBeNull();
  });
});

describe("a form from elsewhere is refused before anything runs", () => {
  const form = { intent: "confirm" };
  test.each([
    ["a foreign origin", { Origin: "https://evil.test" }],
    ["no origin to speak of", { Origin: "null" }],
    ["another port", { Origin: `${"https://pombi.test"}:444` }],
    ["a cross-site fetch", { "Sec-Fetch-Site": "cross-site" }],
  ])("%s", async (_, headers) => {
    const response = await visit(`/plumber-dashboard/jobs/${town.pending}`, {
      cookie: town.cookies.plumber,
      form,
      headers,
    });
    expect(response.status).toBe(403);
  });
  test("and the booking is as it was", async () => {
    const page = await visit(`/plumber-dashboard/jobs/${town.pending}`, { cookie: town.cookies.plumber });
    expect(await page.text()).toContain("wants to book you");
  });
});

describe("headers", () => {
  test("a public page has a policy without nonce and no script but enhance", async () => {
    for (const path of [
      "/",
      "/plumbers",
      `/appointment/${town.plumber.id}`,
      "/signup",
      "/signin",
      "/forgot-password",
      "/nope",
    ]) {
      const response = await visit(path);
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      expect(policy, path).toContain("script-src 'self';");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      const scripts = [...(await response.text()).matchAll(/<script\b(?! type="application\/ld\+json")[^>]*>/g)].map(
        ([tag]) => tag,
      );
      expect(
        scripts.every((tag) => /src="\/assets\/enhance-/.test(tag)),
        path,
      ).toBe(true);
      expect(scripts.length, path).toBeLessThanOrEqual(1);
    }
  });

  test("a dashboard page has a fresh nonce on each of its scripts", async () => {
    const [one, two] = await Promise.all([1, 2].map(() => visit("/client-dashboard", { cookie: town.cookies.client })));
    const nonceOf = (response: Response) =>
      /'nonce-([\w-]+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1];
    expect(nonceOf(one!)).toBeTruthy();
    expect(nonceOf(one!)).not.toBe(nonceOf(two!));
    const scripts = [...(await one!.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(0);
    for (const tag of scripts) expect(tag).toContain(`nonce="${nonceOf(one!)}"`);
  });
});

describe("a visitor of a dashboard", () => {
  test("is sent to sign in and comes back to where he was going", async () => {
    const user = await createUser(town.context, "client", { passwordHash: await hashPassword("a fine password") });
    const sent = await visit("/client-dashboard/bookings?cursor=ahead.1.x");
    const signIn = sent.headers.get("Location")!;
    expect(signIn).toBe("/signin?redirectTo=%2Fclient-dashboard%2Fbookings%3Fcursor%3Dahead.1.x&reason=area");
    const back = await visit(signIn, { form: { email: user.email.toUpperCase(), password: "a fine password" } });
    expect([back.status, back.headers.get("Location")]).toEqual([303, "/client-dashboard/bookings?cursor=ahead.1.x"]);
    const cookie = cookieOf(back);
    expect(back.headers.getSetCookie().find((one) => one.startsWith("__Host-session"))).toMatch(
      /HttpOnly; Secure; SameSite=Lax/,
    );
    const dashboard = await visit("/client-dashboard", { cookie: `${cookie}; __Host-flash=signedIn` });
    expect(await dashboard.text()).toContain("Sign-in successful!");
    expect(dashboard.headers.getSetCookie().join()).toContain("__Host-flash=;");

    const out = await visit("/signout", { cookie, form: {} });
    expect(out.headers.get("Location")).toBe("/signin?reason=signedOut");
    expect((await visit("/client-dashboard", { cookie })).headers.get("Location")).toContain("/signin");
  });

  test("sees a flash message once, on the page they are on their way to, not on another page's revalidation", async () => {
    const cookie = `${town.cookies.client}; __Host-flash=signedIn`;
    const revalidation = await visit("/client-dashboard.data", { cookie, headers: { [REVALIDATION_HEADER]: "1" } });
    expect(await revalidation.text()).not.toContain("Sign-in successful!");
    expect(revalidation.headers.getSetCookie().join()).not.toContain("__Host-flash");
    const page = await visit("/client-dashboard.data", { cookie });
    expect(await page.text()).toContain("Sign-in successful!");
    expect(page.headers.getSetCookie().join()).toContain("__Host-flash=;");
  });

  test.each([
    "//evil.test",
    "https://evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "javascript:alert(1)",
    "",
    "x",
    "/.//evil.test",
    "/..//evil.test",
    "/x/..//evil.test",
    "/%2e//evil.test",
  ])("is never led to %j", (path) => expect(sameSitePath(path)).toBeNull());
  test("is led to pages of this site", () =>
    expect(sameSitePath("/appointment/x?day=2026-11-21&time=10:30+am#book")).toBe(
      "/appointment/x?day=2026-11-21&time=10:30+am#book",
    ));
});

test("the visitor's Book leads to sign-in with day and time", async () => {
  const response = await visit(`/appointment/${town.plumber.id}`, {
    form: { appointmentDate: "2026-11-21", appointmentTime: "10:30 am", ...VISIT },
  });
  expect(response.status).toBe(303);
  const location = new URL(response.headers.get("Location")!, env.ORIGIN);
  expect(location.searchParams.get("reason")).toBe("book");
  expect(location.searchParams.get("redirectTo")).toBe(
    `/appointment/${town.plumber.id}?day=2026-11-21&time=10%3A30+am#book`,
  );
  expect(await (await visit(location.pathname + location.search)).text()).toContain("You must be logged in to book.");
});

describe("the appointment page says", () => {
  const send = (form: Record<string, string>, cookie = town.cookies.otherClient) =>
    visit(`/appointment/${town.plumber.id}`, { cookie, form });

  test.each([
    [{ appointmentDate: "2026-11-21" }, 400, "Please select a time slot."],
    [
      { appointmentDate: "2031-01-01", appointmentTime: "10:30 am" },
      400,
      "That time is not available on the chosen day.",
    ],
    [{ appointmentDate: "nonsense", appointmentTime: "10:30 am" }, 400, "Please select a day."],
  ])("what is wrong with %j", async (form, status, text) => {
    const response = await send({ ...VISIT, ...form, notes: "my answers stay" } as Record<string, string>);
    expect(response.status).toBe(status);
    const page = await response.text();
    expect(page).toContain(text);
    expect(page).toContain("my answers stay");
  });

  test("that only clients can book", async () => {
    for (const viewer of ["plumber", "admin"] as const) {
      const response = await send(
        { appointmentDate: "2026-11-21", appointmentTime: "10:30 am", ...VISIT },
        town.cookies[viewer],
      );
      expect(response.status).toBe(403);
      expect(await response.text()).toContain("Only clients can book appointments.");
    }
  });

  test("nothing about a plumber who doesn't exist or isn't listed: it leads to the directory", async () => {
    const hidden = await createUser(town.context, "plumber", { listed: false });
    for (const id of ["nobody", hidden.id]) {
      const response = await visit(`/appointment/${id}`);
      expect([response.status, response.headers.get("Location")]).toEqual([303, "/plumbers"]);
    }
  });
});

test("cities are matched without letter case, trimmed and decoded; an unknown one is empty with 404", async () => {
  await createUser(town.context, "plumber", { city: "Victoria Falls", firstName: "Falls", lastName: "Plumber" });
  expect(await (await visit("/plumbers/victoria%20FALLS%20")).text()).toContain("Falls Plumber");
  const nowhere = await visit("/plumbers/Atlantis");
  expect(nowhere.status).toBe(404);
  expect(await nowhere.text()).toContain("No plumbers in Atlantis yet.");
});

test("no public page shows anyone's email, phone or address", async () => {
  const secret = await createUser(town.context, "plumber", {
    phone: "+263771112223",
    email: "very-secret@example.test",
  });
  for (const path of ["/", "/plumbers", `/appointment/${secret.id}`]) {
    const page = await (await visit(path)).text();
    expect(page).not.toContain("771112223");
    expect(page).not.toContain("very-secret");
  }
});
