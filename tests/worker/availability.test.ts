import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "~/db/schema";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { setAvailability, findPlumber } from "~/domain/plumbers/plumber-profiles.server";
import { ALWAYS, isFreeStart, weekdayBit } from "~/domain/time/availability";
import { addDays, dateAt, instantOf, MINUTE, minuteAt } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { currentInstant } from "../support/now";
import { expectPage, visit } from "../support/site";
import { assignTo, requestFields, wishFor } from "../support/town";
import { createKnownClient, createSignedInUser, createUser, contextAt } from "../support/users";

const context = contextAt(currentInstant());
const { db, now } = context;
const tomorrow = addDays(dateAt(now), 1);
const tomorrowAt = (hour: number) => instantOf(tomorrow, hour * 60);
const { cookie, ...plumber } = await createSignedInUser(context, "plumber", { city: "Chiredzi" });
const bookable = await findBookablePlumber(db, plumber.id);

const ask = async (start: number) =>
  requestBooking(context, await createKnownClient(context), bookable, wishFor(start));
const reasonOf = async (start: number) => {
  const result = await ask(start);
  return result.ok ? "booked" : result.reason;
};
const expectAll = async (reason: string, hours: number[]) => {
  for (const hour of hours) expect(await reasonOf(tomorrowAt(hour)), String(hour)).toBe(reason);
};
async function bookedStarts() {
  const isTheirs = and(eq(bookings.plumberId, plumber.id), eq(bookings.status, "pending"));
  return (await db.select().from(bookings).where(isTheirs).orderBy(bookings.startsAt)).map(({ startsAt }) => startsAt);
}

test("a plumber's own hours refuse what lies outside, in the INSERT, the page and its form alike", async () => {
  const daysOff = weekdayBit(addDays(tomorrow, 1));
  await setAvailability(context, plumber, { ...ALWAYS, opensAt: 12 * 60, closesAt: 14 * 60, daysOff });
  for (const start of [tomorrowAt(11.5), tomorrowAt(14), instantOf(addDays(tomorrow, 1), 12 * 60)])
    expect(await reasonOf(start)).toBe("startNotOffered");
  expect(await reasonOf(tomorrowAt(12))).toBe("booked");
  const seen = (await findPlumber(db, plumber.id, now))!;
  expect(minuteAt(seen.nextFree!)).toBeGreaterThanOrEqual(12 * 60);
  const open = offeredStarts(now).filter((start) => isFreeStart(seen.availability, seen.takenTimes, start));
  expect(open.every((start) => minuteAt(start) >= 720 && minuteAt(start) < 840)).toBe(true);
  const { cookie } = await createSignedInUser(context, "client");
  const answer = visit(`/appointment/${plumber.id}`, { cookie, form: requestFields(tomorrowAt(18)) });
  await expectPage(answer, 400, "That time is not available on the chosen day.");
});

test("a pause takes no new bookings and says so; cards show no free slot", async () => {
  await setAvailability(context, plumber, { ...ALWAYS, paused: true });
  expect(await reasonOf(tomorrowAt(15))).toBe("startNotOffered");
  expect(await (await visit("/plumbers/chiredzi")).text()).toContain("No free slots this week");
  expect(await (await visit(`/appointment/${plumber.id}`)).text()).toContain("Not taking bookings at the moment.");
});

test("jobs of 90 minutes close the starts around a booked one; the nearest free ones are offered", async () => {
  await setAvailability(context, plumber, { ...ALWAYS, jobMinutes: 90 });
  await expectAll("booked", [14]);
  await expectAll("slotTaken", [13, 13.5, 14.5, 15]);
  const result = await ask(tomorrowAt(14.5));
  const nearest = "nearest" in result ? result.nearest : [];
  expect(nearest).toHaveLength(3);
  expect(nearest.filter((start) => Math.abs(start - tomorrowAt(14)) < 90 * MINUTE)).toEqual([]);
  await expectAll("booked", [15.5, 12.5]);
});

test("a booked job keeps its length, whatever the plumber changes later, and the time after it is free", async () => {
  const withLength = (jobMinutes: 30 | 120) => setAvailability(context, plumber, { ...ALWAYS, jobMinutes });
  await withLength(120);
  expect(await reasonOf(tomorrowAt(14))).toBe("booked");
  await withLength(30);
  const [booking] = await db.select().from(bookings).where(eq(bookings.plumberId, plumber.id));
  const admin = await createUser(context, "admin");
  const other = await createUser(context, "plumber");
  const shown = async () => (await findBookingFor(db, admin, booking!.id))!;
  await expectAll("slotTaken", [14.5, 15, 15.5]);
  await expectAll("booked", [13.5, 16]);
  const seen = (await findPlumber(db, plumber.id, now))!;
  expect(isFreeStart(seen.availability, seen.takenTimes, tomorrowAt(15.5))).toBe(false);
  // A longer time per job is not in its way when it moves, and it takes its length along.
  expect(await rescheduleBooking(context, admin, await shown(), tomorrowAt(18))).toEqual({ ok: true });
  await expectAll("slotTaken", [19.5]);
  await expectAll("booked", [20]);
  expect(await assignTo(context, admin, booking!.id, { to: other.id, from: plumber.id })).toEqual({ ok: true });
  expect((await shown()).jobMinutes).toBe(ALWAYS.jobMinutes);
});

test("jobs of 90 minutes never overlap, however many clients ask at once", async () => {
  await setAvailability(context, plumber, { ...ALWAYS, jobMinutes: 90 });
  const wanted = Array.from({ length: 8 }, (_, slot) => tomorrowAt(10 + slot / 2));
  await Promise.all([...wanted, ...wanted].map(ask));
  const booked = await bookedStarts();
  expect(booked.length).toBeGreaterThan(1);
  for (const [at, start] of booked.slice(1).entries()) expect(start - booked[at]!).toBeGreaterThanOrEqual(90 * MINUTE);
});

test("the page saves the hours, names the jobs outside them, and refuses hours that are turned round", async () => {
  const save = (form: Record<string, string>) => visit("/plumber-dashboard/availability", { cookie, form });
  await ask(tomorrowAt(20));
  expect((await save({ opensAt: "600", closesAt: "1080", jobMinutes: "60", Sunday: "on" })).status).toBe(303);
  const hours = { opensAt: 600, closesAt: 1080, daysOff: 64, paused: false, jobMinutes: 60 };
  expect((await findPlumber(db, plumber.id, now))?.availability).toEqual(hours);
  expect(await (await visit("/plumber-dashboard/availability", { cookie })).text()).toContain("One job is");
  expect(await bookedStarts()).toEqual([tomorrowAt(20)]);
  const turned = save({ opensAt: "1080", closesAt: "600", jobMinutes: "60" });
  await expectPage(turned, 400, "The closing time must be after the opening time.");
});
