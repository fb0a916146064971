import { expect, test } from "vitest";
import { bookings } from "~/db/schema";
import { insertBooking } from "../../../../tests/support/money-rows";
import { context, createCaller, createUser, createUsers, db, now } from "../../../../tests/support/users";
import { DAY, HOUR } from "../../time/harare";
import type { AuthenticatedUser, SessionClaims } from "../../values/user";
import { BOOKING_STATUSES, type BookingStatus } from "../booking";
import { findBookingFor } from "./booking-details.server";
import { listOwnBookings } from "./booking-lists.server";
import { findBookingView } from "./booking-views.server";
import { findPlumberDay, listUnseenJobs } from "./job-lists.server";
import { linkedStep } from "../next-step/next-step";

const PHONES = { client: "+263771000001", plumber: "+263771000002" };
type Address = Pick<typeof bookings.$inferInsert, "suburb" | "street" | "pin" | "city">;
const ADDRESS = { suburb: "Avondale", street: "4 King George Rd", pin: "-17.80,31.04" };
const client = await createUser(context, "client", { phone: PHONES.client });
const plumber = await createUser(context, "plumber", { phone: PHONES.plumber });
const [admin, stranger] = await createUsers(context, "admin", "client");
for (const status of BOOKING_STATUSES) await add(status, status);

/** From when on the sides see each other's phones, and the plumber the whole address (B18). */
const isShared = (status: BookingStatus) => ["confirmed", "in-progress", "completed"].includes(status);

/** A booking with this id and status, completed `ago` milliseconds before now if it is. */
async function add(id: string, status: BookingStatus, ago = 0, address: Partial<Address> = ADDRESS) {
  const startsAt = now - 40 * DAY + (await db.$count(bookings)) * DAY;
  const row = { id, reference: `PB-${id}`, clientId: client.id, plumberId: plumber.id, status, startsAt, ...address };
  const completedAt = status === "completed" ? now - ago : null;
  await db.insert(bookings).values({ ...row, completedAt, createdAt: now, updatedAt: now });
}

/** The people whose phones and emails a viewer finds in a booking. */
async function seenBy(viewer: AuthenticatedUser, id: string) {
  const view = await findBookingView(db, viewer, id, now);
  return view && { phones: [view.client.phone, view.plumber?.phone], emails: [view.client.email, view.plumber?.email] };
}

test("each side sees the other's phone while it is shared, and the office both with emails (B18)", async () => {
  const none = [null, null];
  for (const status of BOOKING_STATUSES) {
    const shared = isShared(status) ? PHONES : { client: null, plumber: null };
    const views = await Promise.all([client, plumber, admin, stranger].map((viewer) => seenBy(viewer, status)));
    expect(views, status).toEqual([
      { phones: [PHONES.client, shared.plumber], emails: none },
      { phones: [shared.client, PHONES.plumber], emails: none },
      { phones: [PHONES.client, PHONES.plumber], emails: [client.email, plumber.email] },
      null,
    ]);
  }
});

test("phones are shared for 30 days after completion, to the millisecond", async () => {
  await add("just", "completed", 30 * DAY);
  await add("over", "completed", 30 * DAY + 1);
  expect((await seenBy(client, "just"))?.phones).toEqual([PHONES.client, PHONES.plumber]);
  expect((await seenBy(client, "over"))?.phones).toEqual([PHONES.client, null]);
  expect((await seenBy(plumber, "over"))?.phones).toEqual([null, PHONES.plumber]);
});

test("lists hold no phone that isn't shared, and what commands are given holds none", async () => {
  const { bookings: own } = await listOwnBookings(db, { id: client.id, role: "client" }, "all", null, now);
  const { bookings: jobs } = await listOwnBookings(db, { id: plumber.id, role: "plumber" }, "all", null, now);
  for (const listed of [own, jobs]) {
    expect(listed.length).toBe(BOOKING_STATUSES.length);
    const hidden = listed.filter(({ id }) => !BOOKING_STATUSES.some((status) => status === id && isShared(status)));
    expect(JSON.stringify(hidden)).not.toMatch(/\+2637|@/);
  }
  for (const owner of [client, plumber])
    expect(JSON.stringify(await findBookingFor(db, owner, "confirmed"))).not.toMatch(/\+2637|@/);
});

test("the plumber sees street and pin from confirmation on, until then the suburb, without one the city", async () => {
  const whole = { location: "4 King George Rd, Avondale", pin: ADDRESS.pin };
  const part = { location: "Avondale", pin: null };
  const { bookings: jobs } = await listOwnBookings(db, { id: plumber.id, role: "plumber" }, "all", null, now);
  for (const status of BOOKING_STATUSES) {
    const view = (viewer: SessionClaims) => findBookingView(db, viewer, status, now);
    const shown = isShared(status) ? whole : part;
    expect([await view(client), await view(admin), await view(plumber)], status).toMatchObject([whole, whole, shown]);
    expect(jobs.find(({ id }) => id === status)?.location).toBe(shown.location);
  }
  await add("where-unknown", "pending", 0, { suburb: null, street: "4 King George Rd" });
  expect((await findBookingView(db, plumber, "where-unknown", now))?.location).toBe("Harare");
});

// D1 allows 50 bytes for a pattern: a city may have 60 letters, and "%" and "_" are letters of a name.
test.each([
  ["a".repeat(60), "Avondale", `Avondale, ${"a".repeat(60)}`],
  ["é".repeat(30), `Mount é${"é".repeat(29)}`, `Mount ${"é".repeat(30)}`],
  ["HARARE", "Avondale, Harare", "Avondale, Harare"],
  ["%", "Avondale", "Avondale, %"],
  ["H_rare", "Harare", "Harare, H_rare"],
  [null, "Avondale", "Avondale"],
])("an address in the city %j is read by everyone, and names the city once", async (city, suburb, location) => {
  await add("somewhere", "pending", 0, { suburb, street: null, pin: null, city });
  for (const viewer of [client, plumber, admin])
    expect((await findBookingView(db, viewer, "somewhere", now))?.location).toBe(location);
});

test("a card's step leads where the ticket's does, for each side, also to call a client without an email", async () => {
  const [other, ...clients] = await Promise.all([
    createUser(context, "plumber", { phone: "+263771000003" }),
    createUser(context, "client", { phone: "+263771000004" }),
    createCaller(context),
  ]);
  const starts = [-2 * DAY, -HOUR / 2, HOUR / 2, 5 * HOUR, 3 * DAY];
  for (const [person, { id: clientId }] of clients.entries())
    for (const [hour, start] of starts.entries())
      for (const status of ["pending", "confirmed", "in-progress", "completed"] as const)
        for (const street of [null, "4 King George Rd"]) {
          // No two at once.
          const startsAt = now + start + (person * 100 + status.length * 2 + (street ? 1 : 0)) * 1000 + hour;
          await insertBooking(context, { clientId, plumberId: other.id, status, startsAt, street });
        }
  const labels = new Set<string | undefined>();
  for (const viewer of [other, ...clients]) {
    const role = viewer.role === "plumber" ? "plumber" : "client";
    const { bookings: page, asked } = await listOwnBookings(db, { id: viewer.id, role }, "all", null, now);
    const cards = [...page, ...asked];
    if (role === "plumber") {
      const { waiting, today } = await findPlumberDay(db, viewer.id, now);
      cards.push(...waiting, ...today, ...(await listUnseenJobs(db, viewer.id, 100, now)));
    }
    for (const { id, step } of cards) {
      const view = (await findBookingView(db, viewer, id, now))!;
      const { primary, links } = linkedStep(view, role, now);
      expect.soft([step.action, step.link], `${role}, ${view.status}`).toEqual([primary, links.primary]);
      labels.add(step.link?.label);
    }
  }
  expect([...labels]).toEqual(expect.arrayContaining([expect.stringMatching(`^Call ${clients[1].firstName}`)]));
});
