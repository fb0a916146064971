import { beforeAll, expect, test } from "vitest";
import { bookingEvents, bookings } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { createUser } from "../../../../tests/support/users";
import { DAY } from "../../time/harare";
import type { AuthenticatedUser } from "../../values/user";
import { BOOKING_STATUSES, type BookingStatus } from "../booking";
import { findBookingFor } from "./booking-details.server";
import { listClientBookings, listJobs } from "./booking-lists.server";
import { findBookingView } from "./booking-views.server";

const context = contextAt();
const { db, now } = context;
const PHONES = { client: "+263771000001", plumber: "+263771000002" };
let client: AuthenticatedUser;
let plumber: AuthenticatedUser;
let admin: AuthenticatedUser;
let stranger: AuthenticatedUser;

beforeAll(async () => {
  client = await createUser(context, "client", { phone: PHONES.client });
  plumber = await createUser(context, "plumber", { phone: PHONES.plumber });
  admin = await createUser(context, "admin");
  stranger = await createUser(context, "client");
});

/** A booking with this id and status, completed `ago` milliseconds before now if it is. */
async function add(id: string, status: BookingStatus, ago = 0) {
  const startsAt = now - 40 * DAY + (await db.$count(bookings)) * DAY;
  const row = { id, reference: `PB-${id}`, clientId: client.id, plumberId: plumber.id, status, startsAt };
  await db.insert(bookings).values({ ...row, createdAt: now, updatedAt: now });
  if (status !== "completed") return;
  const event = { id: `e-${id}`, bookingId: id, event: "complete", actorRole: "plumber", actorId: plumber.id } as const;
  await db.insert(bookingEvents).values({ ...event, toStatus: status, at: now - ago });
}

/** Whose phones and emails a viewer finds in a booking. */
async function seenBy(viewer: AuthenticatedUser, id: string) {
  const view = await findBookingView(db, viewer, id, now);
  return view && { phones: [view.client.phone, view.plumber?.phone], emails: [view.client.email, view.plumber?.email] };
}

test.each(BOOKING_STATUSES)(
  "of a %s booking each side sees the other's phone while it is shared (B18)",
  async (status) => {
    await add(status, status);
    const isShared = ["confirmed", "in-progress", "completed"].includes(status);
    const emails = [null, null];
    expect(await seenBy(client, status)).toEqual({
      phones: [PHONES.client, isShared ? PHONES.plumber : null],
      emails,
    });
    expect(await seenBy(plumber, status)).toEqual({
      phones: [isShared ? PHONES.client : null, PHONES.plumber],
      emails,
    });
    expect(await seenBy(admin, status)).toEqual({
      phones: [PHONES.client, PHONES.plumber],
      emails: [client.email, plumber.email],
    });
    expect(await seenBy(stranger, status)).toBeNull();
  },
);

test("phones are shared for 30 days after completion, to the millisecond", async () => {
  await add("just", "completed", 30 * DAY);
  await add("over", "completed", 30 * DAY + 1);
  expect((await seenBy(client, "just"))?.phones).toEqual([PHONES.client, PHONES.plumber]);
  expect((await seenBy(client, "over"))?.phones).toEqual([PHONES.client, null]);
});

test("a client's list shows a plumber's phone where the one view does, and no email", async () => {
  const { bookings: listed } = await listClientBookings(db, { id: client.id, role: "client" }, "all", null, now);
  expect(listed.length).toBeGreaterThan(BOOKING_STATUSES.length);
  for (const { id, plumber } of listed)
    expect(plumber?.phone, id).toBe((await findBookingView(db, client, id, now))?.plumber?.phone);
  expect(listed.some(({ plumber }) => plumber?.phone)).toBe(true);
  expect(JSON.stringify(listed)).not.toContain("@");
});

test("a plumber's list, and what commands are given, hold neither phones nor emails", async () => {
  const { bookings: jobs } = await listJobs(db, { id: plumber.id, role: "plumber" }, "all", null);
  expect(jobs.length).toBeGreaterThan(BOOKING_STATUSES.length);
  expect(JSON.stringify(jobs)).not.toMatch(/\+2637|@/);
  for (const owner of [client, plumber])
    expect(JSON.stringify(await findBookingFor(db, owner, "confirmed"))).not.toMatch(/\+2637|@/);
});
