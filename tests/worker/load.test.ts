import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookingEvents, bookings, sessions, users } from "~/db/schema";
import { requestFields } from "../support/request-form";
import { createUser, signedIn } from "../support/users";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

test("200 clients book one slot at once through HTTP: one success, 199 clear refusals, one row", async () => {
  const town = await seedTown();
  const { context } = town;
  const cookies: string[] = [];
  for (let batch = 0; batch < 10; batch++) {
    const users = await Promise.all(Array.from({ length: 20 }, () => createUser(context, "client")));
    cookies.push(...(await Promise.all(users.map((user) => signedIn(context, user)))));
  }
  expect(await context.db.$count(sessions)).toBeGreaterThanOrEqual(200);
  expect(await context.db.$count(users)).toBeGreaterThanOrEqual(200);

  const start = town.starts[5]!;
  const form = requestFields(start);
  const answers = await Promise.all(
    cookies.map(async (cookie) => {
      const response = await visit(`/appointment/${town.otherPlumber.id}`, { cookie, form });
      return { status: response.status, text: await response.text(), to: response.headers.get("Location") };
    }),
  );
  const tally = Object.groupBy(answers, ({ status }) => String(status));
  expect(Object.fromEntries(Object.entries(tally).map(([status, list]) => [status, list?.length]))).toEqual({
    "303": 1,
    "409": 199,
  });
  expect(tally["303"]?.[0]?.to).toMatch(/^\/client-dashboard\/bookings\/\w+$/);
  for (const { text } of tally["409"] ?? [])
    expect(text).toContain("This time slot has just been booked. Please choose another.");
  const rows = await context.db.select().from(bookings).where(eq(bookings.plumberId, town.otherPlumber.id));
  expect(rows).toHaveLength(1);
  expect(await context.db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, rows[0]!.id))).toHaveLength(1);
});

test("25 confirms by the plumber and 25 cancels by the client at once through HTTP: one happens, one history row", async () => {
  const town = await seedTown();
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, turn) => {
      const response =
        turn % 2 === 0
          ? await visit(`/plumber-dashboard/jobs/${town.pending}`, {
              cookie: town.cookies.plumber,
              form: { intent: "confirm" },
            })
          : await visit(`/client-dashboard/bookings/${town.pending}/cancel`, { cookie: town.cookies.client, form: {} });
      return { side: turn % 2, status: response.status, text: await response.text() };
    }),
  );
  const [booking] = await town.context.db.select().from(bookings).where(eq(bookings.id, town.pending));
  const winner = booking?.status === "confirmed" ? 0 : 1;
  expect(["confirmed", "cancelled"]).toContain(booking?.status);
  for (const { side, status, text } of answers) {
    expect(status).toBe(side === winner ? 303 : 409);
    if (side !== winner)
      expect(text).toMatch(
        winner === 0
          ? /This is not possible: the booking is confirmed\. Tendai Own confirmed at \d+:\d\d [ap]m\./
          : /This is not possible: the booking is cancelled\. Rudo Own cancelled at \d+:\d\d [ap]m\./,
      );
  }
  const events = await town.context.db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, town.pending));
  expect(events.map(({ event }) => event).sort()).toEqual([winner === 0 ? "confirm" : "cancel", "request"]);
});
