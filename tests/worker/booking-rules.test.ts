import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, users } from "~/db/schema";
import type { AuthenticatedUser } from "~/domain/values/user";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { expireRequests, transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { addDays, dateAt, DAY, sayWhen, HOUR, instantOf } from "~/domain/time/harare";
import { requestFields } from "../support/request-form";
import { atTime } from "../support/clock";
import { createUser, signedIn } from "../support/users";
import { visit } from "../support/site";
import { book, completedJob, seedTown } from "../support/town";
import { currentInstant } from "../support/now";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const read = async (path: string, cookie?: string) => (await visit(path, { cookie })).text();
const words = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<script.*?<\/script>|<style.*?<\/style>|<svg.*?<\/svg>|<[^>]+>/gs, " ")
    .replace(/&#x27;/g, "'")
    .replace(/[\s\u00a0]+/g, " ");
const statusOf = async (id: string) =>
  (await town.context.db.select().from(bookings).where(eq(bookings.id, id)))[0]?.status;

describe("before a job's start", () => {
  const start = () => town.starts.at(-2)!;
  const job = () => `/plumber-dashboard/jobs/${town.confirmed}`;

  test("its plumber reads what becomes possible next in place of buttons", async () => {
    const page = await read(job(), town.cookies.plumber);
    expect(words(page)).toContain("On the day you can tell Rudo that you're on the way.");
    expect(page).not.toContain("/finish");
    expect(page).not.toContain('value="start"');
  });

  test.each([
    ["plumber", () => job(), { intent: "complete" }],
    ["plumber", () => `${job()}/complete`, {}],
    ["admin", () => `/admin-dashboard/bookings/${town.confirmed}/complete`, {}],
  ] as const)("nobody completes it: %s at %s is refused, with the time", async (who, path, form) => {
    const answer = await visit(path(), { cookie: town.cookies[who], form });
    expect(answer.status).toBe(409);
    expect(words(await answer.text())).toContain(`It's too early for this. You can do it from ${sayWhen(start())}.`);
    expect(await statusOf(town.confirmed)).toBe("confirmed");
  });

  test("the admin's question says so too, and offers no button", async () => {
    const page = await read(`/admin-dashboard/bookings/${town.confirmed}/complete`, town.cookies.admin);
    expect(words(page)).toContain(`You can do it from ${sayWhen(start())}.`);
    expect(words(page)).not.toContain("Yes, mark completed");
  });

  test("from an hour before it, its plumber starts it, and from its start on completes it", async () => {
    await atTime(start() - HOUR, async () => {
      expect(await read(job(), town.cookies.plumber)).toContain('value="start"');
      expect((await visit(job(), { cookie: town.cookies.plumber, form: { intent: "start" } })).status).toBe(303);
      expect(await statusOf(town.confirmed)).toBe("in-progress");
      expect((await visit(job(), { cookie: town.cookies.plumber, form: { intent: "complete" } })).status).toBe(409);
    });
    await atTime(start(), async () => {
      expect(await read(job(), town.cookies.plumber)).toContain(`${job()}/finish`);
      expect((await visit(job(), { cookie: town.cookies.plumber, form: { intent: "complete" } })).status).toBe(303);
    });
    expect(await statusOf(town.confirmed)).toBe("completed");
  });
});

describe("a new client's request beyond the third of a plumber's day", () => {
  let plumber: AuthenticatedUser;
  let last: { user: AuthenticatedUser; cookie: string; id: string };
  beforeAll(async () => {
    const { context, starts } = town;
    plumber = await createUser(context, "plumber", { firstName: "Wanted", lastName: "Much" });
    const day = starts.filter((start) => dateAt(start) === dateAt(starts.at(-1)!));
    for (let at = 0; at < 3; at++) await book(context, await createUser(context, "client"), plumber, day[at]!);
    const user = await createUser(context, "client", { firstName: "Fresh", lastName: "Account" });
    const cookie = await signedIn(context, user);
    const start = day[3]!;
    const form = requestFields(start);
    const answer = await visit(`/appointment/${plumber.id}`, { cookie, form });
    const [row] = await context.db.select().from(bookings).where(eq(bookings.clientId, user.id));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/client-dashboard/bookings/${row!.id}`]);
    expect(answer.headers.getSetCookie().join()).toContain("requestChecked");
    last = { user, cookie, id: row!.id };
  });

  test("is 'We're checking your request' for the client, and nothing yet for the plumber", async () => {
    const page = words(await read("/client-dashboard/bookings", last.cookie));
    expect(page).toContain("We're checking your request");
    expect(words(await read(`/client-dashboard/bookings/${last.id}`, last.cookie))).toContain(
      "We're checking your request. You asked for Wanted Much.",
    );
    expect(page).toContain("To be assigned");
    const cookie = await signedIn(town.context, plumber);
    for (const path of ["/plumber-dashboard", "/plumber-dashboard/jobs", "/plumber-dashboard/notifications"])
      expect(await read(path, cookie)).not.toContain("Fresh Account");
    expect((await visit(`/plumber-dashboard/jobs/${last.id}`, { cookie })).status).toBe(404);
    expect((await visit(`/plumber-dashboard/jobs/${last.id}`, { cookie, form: { intent: "confirm" } })).status).toBe(
      404,
    );
  });

  test("is in Dispatch as 'asked for Wanted Much', and one click assigns it to them", async () => {
    const page = await read("/admin-dashboard/dispatch", town.cookies.admin);
    expect(words(page)).toContain("asked for Wanted Much");
    const form =
      page.match(
        new RegExp(`<form[^>]*action="/admin-dashboard/dispatch/${last.id}\\?back=dispatch".*?</form>`, "s"),
      )?.[0] ?? "";
    expect(form).toContain(`value="${plumber.id}"`);
    const answer = await visit(`/admin-dashboard/dispatch/${last.id}?back=dispatch`, {
      cookie: town.cookies.admin,
      form: { from: "", plumber: plumber.id },
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin-dashboard/dispatch"]);
    expect(await read("/admin-dashboard/dispatch", town.cookies.admin)).not.toContain("asked for Wanted Much");
    expect(words(await read("/client-dashboard/bookings", last.cookie))).not.toContain("We're checking your request");
    expect(await read("/plumber-dashboard/jobs", await signedIn(town.context, plumber))).toContain("Fresh Account");
  });
});

describe("someone who can't book reads why before filling anything in", () => {
  test.each([
    ["plumber", "Your jobs"],
    ["admin", "Open Dispatch"],
  ] as const)("%s, on the appointment page and on the book form", async (who, instead) => {
    for (const path of [`/appointment/${town.otherPlumber.id}`, "/only-clients"]) {
      const page = await read(path, town.cookies[who]);
      expect(page).toMatch(/role="alert"[^>]*>(?:(?!<\/div>).)*<div[^>]*>Only clients can book appointments\./s);
      expect(words(page)).toContain(instead);
      expect(page).not.toContain('name="appointmentTime"');
    }
    const form = await visit("/client-dashboard/book", { cookie: town.cookies[who] });
    expect([form.status, form.headers.get("Location")]).toEqual([303, "/only-clients"]);
  });

  test("clients and visitors have the form", async () => {
    for (const cookie of [undefined, town.cookies.client]) {
      const page = await read(`/appointment/${town.otherPlumber.id}`, cookie);
      expect(page).toContain('name="appointmentTime"');
      expect(page).not.toContain("Only clients can book appointments.");
    }
    expect((await visit("/client-dashboard/book", { cookie: town.cookies.client })).status).toBe(200);
    expect((await visit("/only-clients", { cookie: town.cookies.client })).status).toBe(303);
  });
});

describe("the chips of today", () => {
  const tomorrow = () => addDays(dateAt(currentInstant()), 1);
  const chips = async () => {
    const page = await read(`/appointment/${town.otherPlumber.id}`);
    return [...page.matchAll(/<label class="slot ([^"]*)"><input[^>]*value="([^"]+)"/g)].map(([, classes, time]) => ({
      time: time!,
      passed: classes!.split(" ").includes("passed"),
      taken: classes!.split(" ").includes("not-0"),
    }));
  };

  test("leave out the starts that have passed, and show those that are taken", async () => {
    const noon = instantOf(tomorrow(), 12 * 60);
    await book(town.context, await createUser(town.context, "client"), town.otherPlumber, noon + 3 * HOUR);
    await atTime(noon, async () => {
      const all = await chips();
      expect(all).toHaveLength(22);
      // Noon: the first start on offer is 1 pm (T5).
      expect(all.filter(({ passed }) => passed).map(({ time }) => time)).toEqual([
        "10:00 am",
        "10:30 am",
        "11:00 am",
        "11:30 am",
        "12:00 pm",
        "12:30 pm",
      ]);
      expect(all.find(({ time }) => time === "3:00 pm")).toEqual({ time: "3:00 pm", passed: false, taken: true });
      expect(all.find(({ time }) => time === "4:00 pm")).toEqual({ time: "4:00 pm", passed: false, taken: false });
    });
  });

  test.each([
    [19, 59, false],
    [20, 0, true],
  ])("at %d:%d: 'No more slots today' is %s", async (hour, minute, isOver) => {
    await atTime(instantOf(tomorrow(), hour * 60 + minute), async () => {
      expect((await read(`/appointment/${town.otherPlumber.id}`)).includes("No more slots today")).toBe(isOver);
    });
  });
});

describe("reviews on the appointment page", () => {
  test("who comes with a job and is not signed in reads 'You must be logged in to leave a review.' and goes on to that job", async () => {
    const page = await read(`/appointment/${town.plumber.id}?job=PB-ABC234`);
    expect(page).toMatch(/role="alert"(?:(?!<\/div><\/div>).)*You must be logged in to leave a review\./s);
    const link = /href="(\/signin\?[^"]*reason=review)"/.exec(page)?.[1]?.replace(/&amp;/g, "&") ?? "";
    expect(new URLSearchParams(link.split("?")[1]).get("redirectTo")).toBe(
      `/appointment/${town.plumber.id}?job=PB-ABC234#review`,
    );
    expect(await read(link)).toMatch(/role="alert"(?:(?!<\/div><\/div>).)*You must be logged in to leave a review\./s);
    expect(await read(`/appointment/${town.plumber.id}`)).not.toContain("You must be logged in to leave a review.");
  });

  test("the reviews page, and a review sent without a session, lead to the same message", async () => {
    const sent = await visit(`/appointment/${town.plumber.id}`, {
      form: { intent: "review", booking: "any", rating: "5" },
    });
    for (const answer of [await visit("/client-dashboard/reviews"), sent]) {
      expect(answer.status).toBe(303);
      const to = answer.headers.get("Location") ?? "";
      expect(to).toContain("reason=review");
      expect(await read(to)).toContain("You must be logged in to leave a review.");
    }
  });

  test("'You must be logged in to book.' is an alert", async () => {
    const start = town.starts.at(-3)!;
    const answer = await visit(`/appointment/${town.otherPlumber.id}`, {
      form: requestFields(start),
    });
    expect(await read(answer.headers.get("Location") ?? "")).toMatch(
      /role="alert"(?:(?!<\/div><\/div>).)*You must be logged in to book\./s,
    );
  });

  test("says that the plumber has been reviewed already, with and without the job; a job without a review brings the form", async () => {
    const { context } = town;
    const [client, plumber] = [await createUser(context, "client"), await createUser(context, "plumber")];
    const cookie = await signedIn(context, client);
    const said = "You have already reviewed this plumber for this job.";
    const page = (job = "") => read(`/appointment/${plumber.id}${job && `?job=${job}`}`, cookie);
    const first = await completedJob(context, client, plumber, 4);
    const { reference } = (await context.db.select().from(bookings).where(eq(bookings.id, first)))[0]!;
    expect(await page()).not.toContain(said);
    expect(await page()).toContain("Leave a Review for Completed Jobs");

    await leaveReview(context, client, { bookingId: first, rating: 4, comment: null });
    for (const html of [await page(), await page(reference), await page(first)]) {
      expect(html).toContain(said);
      expect(html).not.toContain("Leave a Review for Completed Jobs");
    }
    await completedJob(context, client, plumber, 2);
    expect(await page()).not.toContain(said);
    expect(await page()).toContain("Leave a Review for Completed Jobs");
    expect(await page(reference)).toContain(said);
  });
});

describe("with nothing to show", () => {
  test.each([
    ["client", "/client-dashboard/bookings", "No bookings found."],
    ["client", "/client-dashboard/bookings?show=past", "No bookings found."],
    ["client", "/bookings", "No bookings found."],
    ["plumber", "/bookings", "No bookings found."],
    ["client", "/client-dashboard/reviews", "You have not reviewed any jobs yet."],
  ] as const)("a new %s reads at %s: %s", async (role, path, text) => {
    const user = await createUser(town.context, role);
    expect(await read(path, await signedIn(town.context, user))).toContain(text);
  });

  test("a plumber without clients, on a site without admins, reads: No contacts yet.", async () => {
    const { db } = town.context;
    const cookie = await signedIn(town.context, await createUser(town.context, "plumber"));
    expect(await read("/plumber-dashboard/messages", cookie)).not.toContain("No contacts yet.");
    const admins = await db
      .update(users)
      .set({ suspendedAt: currentInstant() })
      .where(eq(users.role, "admin"))
      .returning({ id: users.id });
    expect(await read("/plumber-dashboard/messages", cookie)).toContain("No contacts yet.");
    for (const { id } of admins) await db.update(users).set({ suspendedAt: null }).where(eq(users.id, id));
  });
});

test("phones are hidden from both sides 30 days after completion", async () => {
  const { context } = town;
  const [client, plumber] = [
    await createUser(context, "client", { phone: "+263772000001" }),
    await createUser(context, "plumber", { phone: "+263772000002" }),
  ];
  const id = await completedJob(context, client, plumber, 2);
  const { updatedAt: completedAt } = (await context.db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
  const shown = async (at: number) => {
    const later = { ...context, now: at };
    const [asClient, asPlumber] = [await signedIn(later, client), await signedIn(later, plumber)];
    return atTime(at, async () => [
      (await read(`/client-dashboard/bookings/${id}`, asClient)).includes("tel:+263772000002"),
      (await read(`/plumber-dashboard/jobs/${id}`, asPlumber)).includes("tel:+263772000001"),
    ]);
  };
  expect(await shown(completedAt + 30 * DAY - 5 * 60_000)).toEqual([true, true]);
  expect(await shown(completedAt + 30 * DAY + 60_000)).toEqual([false, false]);
});

test("a request unanswered by its start is refused as expired, and both sides are told", async () => {
  const { context } = town;
  const [client, plumber] = [await createUser(context, "client"), await createUser(context, "plumber")];
  const start = town.starts.at(-6)!;
  const result = await requestBooking(context, client, await findBookablePlumber(context.db, plumber.id), {
    startsAt: start,
    serviceType: null,
    suburb: null,
    street: null,
    pin: null,
    notes: null,
  });
  if (!result.ok) throw new Error(result.reason);
  await expireRequests({ ...context, now: start });
  expect(await statusOf(result.id)).toBe("refused");
  expect(words(await read(`/plumber-dashboard/jobs/${result.id}`, await signedIn(context, plumber)))).toContain(
    "refused the request: nobody answered in time",
  );
  expect(words(await read("/client-dashboard/bookings", await signedIn(context, client)))).toContain("refused");
  expect(
    await transitionBooking(
      { ...context, now: start },
      plumber,
      (await findBookingFor(context.db, plumber, result.id))!,
      "confirm",
    ),
  ).toMatchObject({ ok: false, reason: "transitionNotAllowed" });
});
