import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, notices, plumberProfiles, reviews, users } from "~/db/schema";
import type { AuthenticatedUser } from "~/domain/values/user";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { DAY, HOUR } from "~/domain/time/harare";
import { createUser, signedIn } from "../support/users";
import { createRegistration, emailsTo as emailRowsTo, verificationTokenFor } from "../support/sign-up";
import { visit } from "../support/site";
import { book, seedTownForAdmin } from "../support/town";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let second: AuthenticatedUser;
let secondCookie: string;
beforeAll(async () => {
  town = await seedTownForAdmin();
  second = await createUser(town.context, "admin", { firstName: "Second" });
  secondCookie = await signedIn(town.context, second);
});

const answerOf = async (path: string, cookie = town.cookies.admin) => (await visit(path, { cookie })).text();
/** The text of a page, without the data for its script. */
const page = async (path: string, cookie?: string) =>
  (await answerOf(path, cookie)).replace(/<script[^]*?<\/script>/g, "");
const send = (path: string, form: Record<string, string>, cookie = town.cookies.admin) => visit(path, { cookie, form });
const bookingOf = async (id: string) => (await town.context.db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const profileOf = async (id: string) =>
  (await town.context.db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;
const emailsTo = async (recipient: string) =>
  (
    await town.context.db.select({ subject: notices.subject }).from(notices).where(eq(notices.recipient, recipient))
  ).map(({ subject }) => subject.replace(/ \(.*| for .*/, ""));

/** An unassigned request of someone new. */
async function request(
  hours: number,
  serviceType = "Leak Fixing",
  location = "4 Samora Machel Ave, Harare",
): Promise<string> {
  const client = await createUser(town.context, "client");
  const result = await requestBooking(town.context, client, null, {
    startsAt: town.context.now + hours * HOUR,
    serviceType,
    suburb: null,
    street: location,
    pin: null,
    notes: null,
  });
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}

describe("dispatch", () => {
  test("suggests plumbers of the city that the address names, with reasons, and who is busy cannot be chosen", async () => {
    const here = { city: "Masvingo", speciality: "Leak Repair" };
    await createUser(town.context, "plumber", { ...here, firstName: "Free" });
    const busy = await createUser(town.context, "plumber", { ...here, firstName: "Busy" });
    await createUser(town.context, "plumber", { firstName: "Faraway", city: "Mutare" });
    // Within the plumbers' hours, whatever the hour is now.
    const hours = (town.starts.at(-33)! - town.context.now) / HOUR;
    const id = await request(hours, "Leak Fixing", "4 Main Street, Masvingo");
    await town.context.db.insert(bookings).values({
      id: "busy".padEnd(24, "0"),
      reference: "PB-BUSY22",
      clientId: town.otherClient.id,
      plumberId: busy.id,
      status: "confirmed",
      startsAt: (await bookingOf(id)).startsAt,
      createdAt: 1,
      updatedAt: 1,
    });
    const html = await page(`/admin-dashboard/dispatch/${id}`);
    for (const text of ["Plumbers in Masvingo", "Assign Free", "Leak Repair", "Free at"]) expect(html).toContain(text);
    expect(html).not.toContain("Busy until");
    const all = await page(`/admin-dashboard/dispatch/${id}?show=all`);
    expect(all).toContain("Busy until");
    expect(all).not.toContain("Assign Busy");
    expect(html).not.toContain("Faraway");
    expect(await page(`/admin-dashboard/dispatch/${id}?city=Mutare`)).toContain("Assign Faraway");
  });

  test("assigns a request to a plumber: everyone is told, the two may write to each other, figures follow", async () => {
    const id = await request(50);
    const plumber = await createUser(town.context, "plumber", { firstName: "Given" });
    const answer = await send(`/admin-dashboard/dispatch/${id}`, { plumber: plumber.id, from: "" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/admin-dashboard/bookings/${id}`]);
    const booking = await bookingOf(id);
    expect(booking).toMatchObject({ plumberId: plumber.id, status: "pending", seenAt: null, cityKey: "harare" });
    expect((await profileOf(plumber.id)).jobsTotal).toBe(1);
    expect(await emailsTo(plumber.email)).toEqual(["Our office has assigned you a job"]);
    const [client] = await town.context.db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, booking.clientId));
    expect(await emailsTo(client!.email!)).toEqual(["We have your request", "We've found you a plumber"]);
    expect(await page(`/plumber-dashboard/jobs/${id}`, await signedIn(town.context, plumber))).toContain("Confirm");
    expect(
      await town.context.db.all(
        sql`select 1 from contacts where user_id = ${booking.clientId} and other_id = ${plumber.id}`,
      ),
    ).toHaveLength(1);
  });

  test("reassigns a confirmed job: its status stays, and the first plumber loses it and is told", async () => {
    const [first, next] = [await createUser(town.context, "plumber"), await createUser(town.context, "plumber")];
    const id = await book(town.context, await createUser(town.context, "client"), first, town.starts.at(-9)!);
    await transitionBooking(town.context, first, (await findBookingFor(town.context.db, first, id))!, "confirm");
    expect((await send(`/admin-dashboard/dispatch/${id}`, { plumber: next.id, from: first.id })).status).toBe(303);
    expect(await bookingOf(id)).toMatchObject({ plumberId: next.id, status: "confirmed" });
    expect([(await profileOf(first.id)).jobsTotal, (await profileOf(next.id)).jobsTotal]).toEqual([0, 1]);
    expect(await emailsTo(first.email)).toContain("A job was reassigned");
    expect((await visit(`/plumber-dashboard/jobs/${id}`, { cookie: await signedIn(town.context, first) })).status).toBe(
      404,
    );
    const told = async () => (await page(`/admin-dashboard/bookings/${id}`)).replace(/<[^>]+>/g, "");
    expect(await told()).toContain(`assigned it to ${next.firstName} ${next.lastName}`);
    expect(await told()).toContain(
      `plumber: ${first.firstName} ${first.lastName} → ${next.firstName} ${next.lastName}`,
    );
    expect((await send(`/admin-dashboard/people/${first.id}/erase`, { sure: "on" })).status).toBe(303);
    expect(await told()).toContain(`plumber: Former plumber → ${next.firstName}`);
  });

  test("by two admins at once: one wins, and the other is told who has it", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await request(100 + 2 * round);
      const [one, two] = [
        await createUser(town.context, "plumber", { firstName: "One" }),
        await createUser(town.context, "plumber", { firstName: "Two" }),
      ];
      const answers = await Promise.all([
        send(`/admin-dashboard/dispatch/${id}`, { plumber: one.id, from: "" }),
        send(`/admin-dashboard/dispatch/${id}`, { plumber: two.id, from: "" }, secondCookie),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
      const winner = answers[0]!.status === 303 ? one : two;
      const told = await answers.find(({ status }) => status === 409)!.text();
      expect(told).toContain(`Someone else has just assigned this booking to ${winner.firstName} plumber.`);
      expect((await bookingOf(id)).plumberId).toBe(winner.id);
      expect([
        (await profileOf(one.id)).jobsTotal + (await profileOf(two.id)).jobsTotal,
        (await town.context.db.all(sql`select 1 from booking_events where booking_id = ${id} and event = 'assign'`))
          .length,
      ]).toEqual([1, 1]);
    }
  });

  test("two bookings at the same time can't be assigned to one plumber", async () => {
    const plumber = await createUser(town.context, "plumber");
    const [one, two] = [await request(200), await request(200)];
    const answers = await Promise.all(
      [one, two].map((id) => send(`/admin-dashboard/dispatch/${id}`, { plumber: plumber.id, from: "" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await profileOf(plumber.id)).jobsTotal).toBe(1);
  });

  test("a booking that is over, or a plumber who is not listed, is refused with what is the matter", async () => {
    const id = await request(60);
    const plumber = await createUser(town.context, "plumber", { listed: false });
    const unlisted = await send(`/admin-dashboard/dispatch/${id}`, { plumber: plumber.id, from: "" });
    expect([unlisted.status, (await unlisted.text()).includes("Plumber not found.")]).toEqual([404, true]);
    await send(`/admin-dashboard/bookings/${id}/cancel`, {});
    const over = await send(`/admin-dashboard/dispatch/${id}`, { plumber: town.plumber.id, from: "" });
    expect([over.status, (await over.text()).includes("the booking is cancelled")]).toEqual([409, true]);
  });
});

describe("suspending", () => {
  test("ends the sessions, unlists the plumber, and lists their open jobs for reassignment", async () => {
    const plumber = await createUser(town.context, "plumber", { firstName: "Suspendable" });
    const cookie = await signedIn(town.context, plumber);
    const id = await book(town.context, await createUser(town.context, "client"), plumber, town.starts.at(-11)!);
    expect((await send(`/admin-dashboard/people/${plumber.id}/suspend`, { reason: "Did not come twice" })).status).toBe(
      303,
    );
    expect((await visit("/plumber-dashboard", { cookie })).status).toBe(303);
    expect((await visit(`/appointment/${plumber.id}`)).status).toBeGreaterThanOrEqual(300);
    const dispatch = await page("/admin-dashboard/dispatch");
    expect(dispatch).toContain("Suspendable is suspended");
    expect(dispatch).toContain(`/admin-dashboard/dispatch/${id}`);
    await send(`/admin-dashboard/people/${plumber.id}/restore`, {});
    expect((await profileOf(plumber.id)).listed).toBe(true);
    expect((await visit(`/appointment/${plumber.id}`)).status).toBe(200);
  });

  test("while a client books: either the booking is refused, or it is on the office's list", async () => {
    for (let round = 0; round < 10; round++) {
      const [plumber, client] = [await createUser(town.context, "plumber"), await createUser(town.context, "client")];
      const bookable = {
        id: plumber.id,
        firstName: plumber.firstName,
        lastName: plumber.lastName,
        email: plumber.email,
      };
      const wish = {
        startsAt: town.starts.at(-12)!,
        serviceType: null,
        suburb: null,
        street: null,
        pin: null,
        notes: null,
      };
      const [booked] = await Promise.all([
        requestBooking(town.context, client, { ...bookable, city: "Harare", fee: 2500 }, wish),
        send(`/admin-dashboard/people/${plumber.id}/suspend`, {}),
      ]);
      const rows = await town.context.db.select().from(bookings).where(eq(bookings.plumberId, plumber.id));
      if (booked.ok) expect(await page("/admin-dashboard/dispatch")).toContain(booked.reference);
      else expect([booked.reason, rows]).toEqual(["plumberNotFound", []]);
      expect(rows).toHaveLength(booked.ok ? 1 : 0);
    }
  });

  test("nobody suspends himself", async () => {
    const answer = await send(`/admin-dashboard/people/${town.admin.id}/suspend`, {});
    expect([answer.status, (await answer.text()).includes("You cannot do this to your own account.")]).toEqual([
      409,
      true,
    ]);
  });
});

describe("the admin's role", () => {
  test("is granted to users without open bookings, and once revoked they are what they were", async () => {
    const plumber = await createUser(town.context, "plumber");
    const cookie = await signedIn(town.context, plumber);
    expect((await send(`/admin-dashboard/people/${plumber.id}/make-admin`, {})).status).toBe(303);
    expect((await visit("/plumber-dashboard", { cookie })).status).toBe(303);
    expect((await profileOf(plumber.id)).listed).toBe(false);
    expect((await send(`/admin-dashboard/people/${plumber.id}/revoke-admin`, {})).status).toBe(303);
    const [after] = await town.context.db.select({ role: users.role }).from(users).where(eq(users.id, plumber.id));
    expect([after, (await profileOf(plumber.id)).listed]).toEqual([{ role: "plumber" }, true]);
    const busy = await send(`/admin-dashboard/people/${town.plumber.id}/make-admin`, {});
    expect([busy.status, (await busy.text()).includes("There are open bookings.")]).toEqual([409, true]);
    const suspended = await createUser(town.context, "client");
    await send(`/admin-dashboard/people/${suspended.id}/suspend`, {});
    expect((await send(`/admin-dashboard/people/${suspended.id}/make-admin`, {})).status).toBe(409);
  });

  test("when two admins take it from each other at once, one of them stays", async () => {
    await town.context.db.run(
      sql`update users set suspended_at = 1 where role = 'admin' and id not in (${town.admin.id}, ${second.id})`,
    );
    await Promise.all([
      send(`/admin-dashboard/people/${second.id}/revoke-admin`, {}),
      send(`/admin-dashboard/people/${town.admin.id}/revoke-admin`, {}, secondCookie),
    ]);
    const left = await town.context.db
      .select({ id: users.id })
      .from(users)
      .where(sql`role = 'admin' and suspended_at is null`);
    expect(left).toHaveLength(1);
  });

  test("the last admin keeps it, and is told why", async () => {
    await town.context.db.update(users).set({ suspendedAt: 1 }).where(eq(users.id, second.id));
    const answer = await send(`/admin-dashboard/people/${town.admin.id}/revoke-admin`, {});
    expect([answer.status, (await answer.text()).includes("Please make someone else an admin first.")]).toEqual([
      409,
      true,
    ]);
  });
});

describe("a caller whose email didn't arrive", () => {
  test("is found by name, email and phone, gets the email again, and is verified by hand", async () => {
    const { context } = town;
    const waiting = await createRegistration(context, "plumber");
    await context.db.run(
      sql`update registrations set first_name = 'Wadzanai', phone = '+263779998877' where id = ${waiting.id}`,
    );
    for (const typed of ["wadza", waiting.email.slice(0, 8), "0779998877"]) {
      expect(await page(`/admin-dashboard/registrations?q=${typed}`), typed).toContain(waiting.email);
      expect(await page(`/admin-dashboard/search?q=${typed}`), typed).toContain(waiting.email);
    }
    expect((await send(`/admin-dashboard/registrations/${waiting.id}/resend`, {})).status).toBe(303);
    expect(await verificationTokenFor(context, waiting.email)).not.toBe("");
    expect((await send(`/admin-dashboard/registrations/${waiting.id}/verify`, {})).status).toBe(303);
    expect(await page(`/admin-dashboard/people/${waiting.id}`)).toContain("verified by hand the email of");
    expect(await page("/admin-dashboard/registrations")).not.toContain(waiting.email);
    expect((await send(`/admin-dashboard/registrations/${waiting.id}/verify`, {})).status).toBe(404);
  });

  test("with the email of an account cannot be verified: the office sees why", async () => {
    const { context } = town;
    const waiting = await createRegistration(context, "client");
    await context.db.run(sql`update registrations set email = ${town.client.email} where id = ${waiting.id}`);
    expect(await page(`/admin-dashboard/registrations?q=${town.client.email}`)).toContain(
      "This email already has an account",
    );
    const answer = await send(`/admin-dashboard/registrations/${waiting.id}/verify`, {});
    expect([answer.status, (await answer.text()).includes("This email already has an account.")]).toEqual([409, true]);
    await send(`/admin-dashboard/registrations/${waiting.id}/resend`, {});
    expect((await emailRowsTo(context, town.client.email))[0]?.kind).toBe("alreadyRegistered");
  });
});

test("a verified plumber waits for approval; with the setting turned off, those who wait are listed", async () => {
  const [one, two] = [
    await createRegistration(town.context, "plumber"),
    await createRegistration(town.context, "plumber"),
  ];
  for (const { id } of [one, two])
    expect((await send(`/admin-dashboard/registrations/${id}/verify`, {})).headers.get("Location")).toBe(
      `/admin-dashboard/people/${id}`,
    );
  expect([await profileOf(one.id), await profileOf(two.id)]).toMatchObject([
    { listed: false, approval: "waiting" },
    { listed: false, approval: "waiting" },
  ]);
  expect(await page("/admin-dashboard/vetting")).toContain(`/admin-dashboard/vetting/${one.id}`);
  await send(`/admin-dashboard/people/${one.id}/approve`, {});
  expect([(await profileOf(one.id)).listed, (await profileOf(two.id)).listed]).toEqual([true, false]);
  await send(`/admin-dashboard/people/${two.id}/suspend`, {});
  await send("/admin-dashboard/settings", { form: "approval", approval: "off" });
  expect(await profileOf(two.id)).toMatchObject({ listed: false, approval: "approved" });
});

describe("reviews", () => {
  const figures = async () => {
    const { ratingSum, ratingCount, rated2, rankScore } = await profileOf(town.plumber.id);
    const [tally] = await town.context.db.all<{ reviews: number; rating_sum: number }>(
      sql`select sum(reviews) as reviews, sum(rating_sum) as rating_sum from daily_tallies where plumber_id = ${town.plumber.id}`,
    );
    return { ratingSum, ratingCount, rated2, rankScore, ...tally };
  };

  test("hidden, one leaves the rating, the day's figures and every page but its writer's; shown again, all is as it was", async () => {
    const before = await figures();
    expect(before).toEqual({
      ratingSum: 2,
      ratingCount: 1,
      rated2: 1,
      rankScore: Math.floor(22000 / 6),
      reviews: 1,
      rating_sum: 2,
    });
    const empty = await send(`/admin-dashboard/reviews/${town.review}/hide`, { reason: "" });
    expect([empty.status, (await empty.text()).includes("Please say why.")]).toEqual([400, true]);
    await send(`/admin-dashboard/reviews/${town.review}/hide`, { reason: "Names a neighbour" });
    expect(await figures()).toEqual({
      ratingSum: 0,
      ratingCount: 0,
      rated2: 0,
      rankScore: 4000,
      reviews: 0,
      rating_sum: 0,
    });
    expect(await page(`/appointment/${town.plumber.id}`)).not.toContain("He was late.");
    expect(await page("/plumber-dashboard/reviews", town.cookies.plumber)).not.toContain("He was late.");
    expect(await page("/client-dashboard/reviews", town.cookies.client)).toContain("Names a neighbour");
    await send("/admin-dashboard/reviews", { intent: `restore:${town.review}` });
    expect(await figures()).toEqual(before);
    expect(await page(`/appointment/${town.plumber.id}`)).toContain("He was late.");
  });

  test("a plumber answers once, in public; nobody else does", async () => {
    const path = `/plumber-dashboard/reviews/${town.review}/answer`;
    expect((await send(path, { answer: "Mine!" }, town.cookies.otherPlumber)).status).toBe(404);
    expect((await send(path, { answer: "The road was closed." }, town.cookies.plumber)).status).toBe(303);
    expect((await send(path, { answer: "The road was closed." }, town.cookies.plumber)).status).toBe(303);
    expect((await send(path, { answer: "Something else" }, town.cookies.plumber)).status).toBe(409);
    expect(await page(`/appointment/${town.plumber.id}`)).toContain("The road was closed.");
  });

  test("a signed-in user reports a review once, with a reason, and it is on the office's list", async () => {
    await send("/admin-dashboard/reviews", { intent: `keep:${town.review}` });
    const path = `/reviews/${town.review}/report`;
    expect((await send(path, { reason: "" }, town.cookies.otherClient)).status).toBe(400);
    for (let again = 0; again < 2; again++)
      expect(
        (await send(path, { reason: "It is insulting", reasonText: "To his mother" }, town.cookies.otherClient)).status,
      ).toBe(303);
    const html = await page("/admin-dashboard/reviews?show=reported");
    expect(html.match(/It is insulting: To his mother/g)).toHaveLength(1);
    const [row] = await town.context.db
      .select({ comment: reviews.comment })
      .from(reviews)
      .where(eq(reviews.id, town.review));
    expect(row).toEqual({ comment: "He was late." });
  });
});

describe("search", () => {
  test.each([
    ["a first name", "Chenaimwari"],
    ["the last name first", "muchaneta chen"],
    ["in any letter case", "CHENAIMWARI MUCH"],
    ["an email", "chenai.much"],
    ["a phone as people dial it", "0772 999"],
    ["a phone in full", "+263772999888"],
  ])("finds a person and their bookings by %s", async (_, words) => {
    const [known] = await town.context.db.select().from(users).where(eq(users.email, "chenai.much@example.test"));
    if (!known) {
      const client = await createUser(town.context, "client", {
        firstName: "Chenaimwari",
        lastName: "Muchaneta",
        email: "chenai.much@example.test",
        phone: "+263772999888",
      });
      await book(town.context, client, town.plumber, town.starts.at(-14)!);
    }
    const html = await page(`/admin-dashboard/search?q=${encodeURIComponent(words)}`);
    expect(html.match(/chenai\.much@example\.test/g)?.length).toBe(1);
    expect(html).toMatch(/bookings\/[a-z0-9]{24}/);
  });

  test("finds a booking by its reference, with and without PB, and a city's", async () => {
    const { reference } = await bookingOf(town.pending);
    for (const words of [reference, reference.slice(3).toLowerCase(), reference.replace("-", " ")])
      expect(await page(`/admin-dashboard/search?q=${encodeURIComponent(words)}`)).toContain(reference);
    expect(await page("/admin-dashboard/search?q=harare")).toContain("Bookings");
    // Without a script, the palette's pages and actions too.
    const found = await page("/admin-dashboard/search?q=refu");
    expect(found).toContain('href="/admin-dashboard/refunds" class="chip"');
    expect(found).not.toContain('href="/admin-dashboard/books" class="chip"');
    for (const words of ["", "a", "%", "'; drop table users --", "\u0000", "x".repeat(500)])
      expect(
        (await visit(`/admin-dashboard/search?q=${encodeURIComponent(words)}`, { cookie: town.cookies.admin })).status,
      ).toBe(200);
  });
});

test("the list of bookings is narrowed by state, city, plumber and day, and pages on", async () => {
  const list = async (query: string) =>
    [
      ...(await page(`/admin-dashboard/bookings${query}`)).matchAll(
        /href="\/admin-dashboard\/bookings\/([a-z0-9]{24})"/g,
      ),
    ].map((match) => match[1]);
  const all = await town.context.db
    .select()
    .from(bookings)
    .orderBy(sql`starts_at desc, id desc`);
  const expected = (keep: (row: (typeof all)[number]) => boolean) =>
    all
      .filter(keep)
      .slice(0, 50)
      .map(({ id }) => id);
  expect(await list("")).toEqual(expected(() => true));
  expect(await list("?sort=start")).toEqual(
    all
      .toReversed()
      .slice(0, 50)
      .map(({ id }) => id),
  );
  expect(await page("/admin-dashboard/bookings?sort=start")).toMatch(
    /aria-sort="ascending"><a [^>]*href="[^"]*\?sort=-start"/,
  );
  expect(await list("?status=cancelled")).toEqual(expected(({ status }) => status === "cancelled"));
  expect(await list("?city=harare&status=pending")).toEqual(
    expected(({ cityKey, status }) => cityKey === "harare" && status === "pending"),
  );
  expect(await list(`?plumber=${town.plumber.id}`)).toEqual(expected(({ plumberId }) => plumberId === town.plumber.id));
  const day = new Date(all[3]!.startsAt + 2 * HOUR).toISOString().slice(0, 10);
  const from = Date.parse(`${day}T00:00:00Z`) - 2 * HOUR;
  expect(await list(`?day=${day}`)).toEqual(expected(({ startsAt }) => startsAt >= from && startsAt < from + DAY));
  expect(await list("?status=nonsense&day=31-31&plumber=%27")).toEqual(expected(() => true));
});

test("a plumber's file shows how they work, excluding client cancellations", async () => {
  const { context } = town;
  const plumber = await createUser(context, "plumber");
  const outcomes = [
    "completed",
    "completed",
    "refused",
    "cancelled by the client",
    "cancelled by the plumber",
  ] as const;
  for (const [at, outcome] of outcomes.entries()) {
    const client = await createUser(context, "client");
    const id = await book(context, client, plumber, town.starts.at(-16 - at)!);
    const later = { ...context, now: context.now + (at + 1) * 10 * 60_000 };
    const afterwards = { ...context, now: town.starts.at(-16 - at)! + HOUR };
    const transition = async (actor: AuthenticatedUser, name: "confirm" | "refuse" | "complete" | "cancel") =>
      transitionBooking(
        name === "complete" ? afterwards : later,
        actor,
        (await findBookingFor(context.db, actor, id))!,
        name,
      );
    if (outcome === "refused") await transition(plumber, "refuse");
    else if (outcome === "cancelled by the client") await transition(client, "cancel");
    else
      await transition(plumber, "confirm").then(() =>
        transition(plumber, outcome === "completed" ? "complete" : "cancel"),
      );
  }
  const html = (await page(`/admin-dashboard/people/${plumber.id}`))
    .replace(/<svg.*?<\/svg>|<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  // Answered: three confirmed, one refused; after 10, 20, 30 and 50 minutes.
  expect(html).toContain("Acceptance rate 75%");
  expect(html).toContain("Usual response time 25 min");
  expect(html).toContain("Completion Rate 40%");
  expect(html).toContain("Completion rate (excluding client cancellations) 50%");
});

test("accounts with the same phone, or the same name in the same city, are shown together", async () => {
  const [one, two, three, other] = await Promise.all([
    createUser(town.context, "plumber", { firstName: "Twin", lastName: "Moyo", phone: "+263771000111" }),
    createUser(town.context, "plumber", { firstName: "twin", lastName: "moyo" }),
    createUser(town.context, "client", { phone: "+263771000111" }),
    createUser(town.context, "plumber", { firstName: "Twin", lastName: "Moyo", city: "Mutare" }),
  ]);
  const html = await page(`/admin-dashboard/people/${one.id}`);
  for (const { email } of [two, three]) expect(html).toContain(email);
  expect(html).not.toContain(other.email);
});

test("a file of bookings is text that no spreadsheet runs", async () => {
  await town.context.db
    .update(bookings)
    .set({ street: '=HYPERLINK("http://x","y")' })
    .where(eq(bookings.id, town.pending));
  const file = await visit("/admin-export/bookings.csv", { cookie: town.cookies.admin });
  expect(file.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect([...new Uint8Array(await file.clone().arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(1 + (await town.context.db.$count(bookings)));
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""http://x"",""y"")"`))).toBe(true);
  expect((await visit("/admin-export/secrets.csv", { cookie: town.cookies.admin })).status).toBe(404);
});

test("a failed email is shown without its body and can be resent; one with a token is issued again", async () => {
  const waiting = await createRegistration(town.context, "client");
  await town.context.db.insert(notices).values([
    {
      id: "plain",
      topic: "account",
      channel: "email",
      kind: "bookingTransitioned",
      causeId: "x",
      recipient: "plain@example.test",
      subject: "Plain",
      text: "THE BODY",
      status: "failed",
      attempts: 6,
      nextAttemptAt: 0,
      lastError: "No such mailbox",
      lastErrorCode: "E_RECIPIENT_SUPPRESSED",
      createdAt: 1,
    },
    {
      id: "token",
      topic: "account",
      channel: "email",
      kind: "verification",
      causeId: "y",
      recipient: waiting.email,
      subject: "Verify",
      status: "failed",
      attempts: 6,
      nextAttemptAt: 0,
      createdAt: 1,
    },
  ]);
  const html = await answerOf("/admin-dashboard/system");
  expect(html).toContain("No such mailbox");
  expect(html).toContain("E_RECIPIENT_SUPPRESSED");
  expect(html).not.toContain("THE BODY");
  for (const email of ["plain", "token"])
    expect((await send("/admin-dashboard/system", { intent: `resend:${email}` })).status).toBe(303);
  const rows = await town.context.db
    .select({ id: notices.id, status: notices.status, kind: notices.kind })
    .from(notices)
    .where(sql`recipient in ('plain@example.test', ${waiting.email})`);
  expect(rows.map(({ kind }) => kind).sort()).toEqual(["bookingTransitioned", "verification"]);
  expect(rows.some(({ id, status }) => id === "token" || status === "failed")).toBe(false);
  expect((await send("/admin-dashboard/system", { intent: "resend:nobody" })).status).toBe(404);
});
