import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings } from "~/db/schema";
import type { AuthenticatedUser } from "~/domain/values/user";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { findPlumber } from "~/domain/plumbers/plumber-profiles.server";
import { setAvailability } from "~/domain/plumbers/hours.server";
import { ALWAYS, isFreeStart, weekdayBit } from "~/domain/time/availability";
import { addDays, dateAt, instantOf, minuteAt } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { requestFields } from "../support/request-form";
import { contextAt } from "../support/context";
import { createUser, createKnownClient, signedIn } from "../support/users";
import { visit } from "../support/site";
import { currentInstant } from "../support/now";
import { wishFor } from "../support/wish";

const context = contextAt(currentInstant());
const { db, now } = context;
const starts = offeredStarts(now);
const tomorrow = addDays(dateAt(now), 1);
let plumber: AuthenticatedUser;
beforeAll(async () => {
  plumber = await createUser(context, "plumber", { city: "Chiredzi" });
});

const ask = async (start: number, trade = plumber) =>
  requestBooking(context, await createKnownClient(context), (await findBookablePlumber(db, trade.id))!, wishFor(start));
const reasonOf = async (start: number, trade = plumber) => {
  const result = await ask(start, trade);
  return result.ok ? "booked" : result.reason;
};

describe("a plumber's own hours", () => {
  test("refuse what lies outside, for the INSERT as for the page and its form, and let in what lies inside", async () => {
    await setAvailability(context, plumber, {
      ...ALWAYS,
      opensAt: 12 * 60,
      closesAt: 14 * 60,
      daysOff: weekdayBit(addDays(tomorrow, 1)),
    });
    expect(await reasonOf(instantOf(tomorrow, 11 * 60 + 30))).toBe("startNotOffered");
    expect(await reasonOf(instantOf(tomorrow, 14 * 60))).toBe("startNotOffered");
    expect(await reasonOf(instantOf(addDays(tomorrow, 1), 12 * 60))).toBe("startNotOffered");
    expect(await reasonOf(instantOf(tomorrow, 12 * 60))).toBe("booked");
    const seen = (await findPlumber(db, plumber.id, now))!;
    expect(minuteAt(seen.nextFree!)).toBeGreaterThanOrEqual(12 * 60);
    const open = starts.filter((start) => isFreeStart(seen.availability, seen.takenStarts, start));
    expect(open.every((start) => minuteAt(start) >= 720 && minuteAt(start) < 840)).toBe(true);
    const cookie = await signedIn(context, await createUser(context, "client"));
    const late = requestFields(instantOf(tomorrow, 18 * 60));
    const answer = await visit(`/appointment/${plumber.id}`, { cookie, form: late });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("That time is not available on the chosen day.");
  });

  test("a pause takes no new bookings and says so; cards show no free slot", async () => {
    await setAvailability(context, plumber, { ...ALWAYS, paused: true });
    expect(await reasonOf(instantOf(tomorrow, 15 * 60))).toBe("startNotOffered");
    expect(await (await visit("/plumbers/chiredzi")).text()).toContain("No free slots this week");
    expect(await (await visit(`/appointment/${plumber.id}`)).text()).toContain("Not taking bookings at the moment.");
  });
});

describe("jobs of 90 minutes", () => {
  test("close the starts around a booked one, and the nearest free ones are offered instead", async () => {
    const trade = await createUser(context, "plumber");
    await setAvailability(context, trade, { ...ALWAYS, jobMinutes: 90 });
    const booked = instantOf(tomorrow, 14 * 60);
    expect(await reasonOf(booked, trade)).toBe("booked");
    for (const minute of [13 * 60, 13 * 60 + 30, 14 * 60 + 30, 15 * 60])
      expect(await reasonOf(instantOf(tomorrow, minute), trade), String(minute)).toBe("slotTaken");
    const result = await ask(instantOf(tomorrow, 14 * 60 + 30), trade);
    expect("nearest" in result && result.nearest.every((start) => Math.abs(start - booked) >= 90 * 60_000)).toBe(true);
    expect(await reasonOf(instantOf(tomorrow, 15 * 60 + 30), trade)).toBe("booked");
    expect(await reasonOf(instantOf(tomorrow, 12 * 60 + 30), trade)).toBe("booked");
  });

  test("never overlap, however many clients ask at once", async () => {
    const trade = await createUser(context, "plumber");
    await setAvailability(context, trade, { ...ALWAYS, jobMinutes: 90 });
    const wanted = Array.from({ length: 12 }, (_, slot) => instantOf(tomorrow, 600 + 30 * slot));
    await Promise.all([...wanted, ...wanted].map((start) => ask(start, trade)));
    const rows = await db
      .select({ startsAt: bookings.startsAt })
      .from(bookings)
      .where(and(eq(bookings.plumberId, trade.id), sql`status = 'pending'`))
      .orderBy(bookings.startsAt);
    expect(rows.length).toBeGreaterThan(1);
    for (const [at, { startsAt }] of rows.entries())
      if (at > 0) expect(startsAt - rows[at - 1]!.startsAt).toBeGreaterThanOrEqual(90 * 60_000);
  });
});

describe("the page", () => {
  test("saves the hours, names the jobs outside them, and refuses nonsense with a message", async () => {
    const trade = await createUser(context, "plumber");
    const cookie = await signedIn(context, trade);
    await ask(instantOf(tomorrow, 20 * 60), trade);
    const saved = await visit("/plumber-dashboard/availability", {
      cookie,
      form: { opensAt: "600", closesAt: "1080", jobMinutes: "60", Sunday: "on" },
    });
    expect(saved.status).toBe(303);
    expect((await findPlumber(db, trade.id, now))?.availability).toEqual({
      ...{ opensAt: 600, closesAt: 1080, daysOff: 64, paused: false, jobMinutes: 60 },
    });
    expect(await (await visit("/plumber-dashboard/availability", { cookie })).text()).toContain("One job is");
    expect((await db.select().from(bookings).where(eq(bookings.plumberId, trade.id)))[0]?.status).toBe("pending");
    for (const [form, text] of [
      [{ opensAt: "1080", closesAt: "600", jobMinutes: "60" }, "The closing time must be after the opening time."],
      [{ opensAt: "0", closesAt: "600", jobMinutes: "60" }, "Please choose hours between 10:00 am and 9:00 pm."],
      [{ opensAt: "600", closesAt: "660", jobMinutes: "45" }, "Please choose how long a job takes."],
    ] as const) {
      const answer = await visit("/plumber-dashboard/availability", { cookie, form });
      expect([answer.status, (await answer.text()).includes(text)], text).toEqual([400, true]);
    }
  });
});
