import { beforeAll, expect, test } from "vitest";
import { bookings } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { createUser } from "../../../../tests/support/users";
import { DAY } from "../../time/harare";
import type { AuthenticatedUser, SessionClaims } from "../../values/user";
import type { Address } from "../address";
import { BOOKING_STATUSES, type BookingStatus } from "../booking";
import { findBookingFor } from "./booking-details.server";
import { listOwnBookings } from "./booking-lists.server";
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
async function add(id: string, status: BookingStatus, ago = 0, address: Partial<Address> = {}) {
  const startsAt = now - 40 * DAY + (await db.$count(bookings)) * DAY;
  const row = { id, reference: `PB-${id}`, clientId: client.id, plumberId: plumber.id, status, startsAt, ...address };
  const completedAt = status === "completed" ? now - ago : null;
  await db.insert(bookings).values({ ...row, completedAt, createdAt: now, updatedAt: now });
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

test("lists, and what commands are given, hold neither phones nor emails", async () => {
  for (const status of BOOKING_STATUSES) await add(status, status);
  const { bookings: own } = await listOwnBookings(db, { id: client.id, role: "client" }, "all", null, now);
  const { bookings: jobs } = await listOwnBookings(db, { id: plumber.id, role: "plumber" }, "all", null, now);
  for (const listed of [own, jobs]) {
    expect(listed.length).toBe(BOOKING_STATUSES.length);
    expect(JSON.stringify(listed)).not.toMatch(/\+2637|@/);
  }
  for (const owner of [client, plumber])
    expect(JSON.stringify(await findBookingFor(db, owner, "confirmed"))).not.toMatch(/\+2637|@/);
});

test("the plumber sees street and pin from confirmation on, until then the suburb, without one the city", async () => {
  const shares = ["confirmed", "in-progress", "completed"];
  for (const status of BOOKING_STATUSES) {
    await add(`where-${status}`, status, 5 * DAY, {
      suburb: "Avondale",
      street: "4 King George Rd",
      pin: "-17.80,31.04",
    });
    const whole = { location: "4 King George Rd, Avondale", pin: "-17.80,31.04" };
    const part = { location: "Avondale", pin: null };
    const view = (viewer: SessionClaims) => findBookingView(db, viewer, `where-${status}`, now);
    expect(await view(client)).toMatchObject(whole);
    expect(await view(admin)).toMatchObject(whole);
    expect(await view(plumber), status).toMatchObject(shares.includes(status) ? whole : part);
    const { bookings: jobs } = await listOwnBookings(db, { id: plumber.id, role: "plumber" }, "all", null, now);
    expect(jobs.find(({ id }) => id === `where-${status}`)?.location).toBe(
      shares.includes(status) ? whole.location : part.location,
    );
  }
  await add("where-unknown", "pending", 6 * DAY, { suburb: null, street: "4 King George Rd" });
  expect((await findBookingView(db, plumber, "where-unknown", now))?.location).toBe("Harare");
});
