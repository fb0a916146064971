import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, notices, plumberProfiles, reviews, sessions, stagedPhotos, users } from "~/db/schema";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { createUser, signedIn, hashForTests } from "../support/users";
import { visit } from "../support/site";
import { book, completedJob, payFor, seedTown } from "../support/town";

const PASSWORD = "a fine password";
const town = await seedTown();
const passwordHash = await hashForTests(PASSWORD);
const { context, cookies } = town;
const { db } = context;

const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]!;
const bookingOf = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const remove = (cookie: string, fields: Record<string, string>, area = "client") =>
  visit(`/${area}-dashboard/settings`, { cookie, form: fields });

test("deleting an account asks for the password and a tick, and says which is wrong", async () => {
  const client = await createUser(context, "client", { passwordHash });
  const cookie = await signedIn(context, client);
  const empty = await remove(cookie, {});
  expect(empty.status).toBe(400);
  const page = await empty.text();
  for (const text of ["Your current password is required.", "Please tick the box to delete your account."])
    expect(page).toContain(text);
  const wrong = await remove(cookie, { current: "not it", sure: "on" });
  expect([wrong.status, (await wrong.text()).includes("This is not your current password.")]).toEqual([400, true]);
  expect((await rowOf(client.id)).passwordHash).toBe(passwordHash);
});

test("deleting an account erases what names a client, cancels pending requests, and leaves the other side its records", async () => {
  const client = await createUser(context, "client", {
    passwordHash,
    firstName: "Secretname",
    lastName: "Gone",
    phone: "+263770000001",
    photoKey: "b".repeat(24),
  });
  const cookie = await signedIn(context, client);
  const done = await completedJob(context, client, town.plumber);
  const waiting = await book(context, client, town.plumber, town.starts.at(-6)!);
  await leaveReview(context, client, { bookingId: done, rating: 5, comment: "Well done" });
  await payFor(context, { client, plumber: town.plumber }, done, 25_00);

  const answer = await remove(cookie, { current: PASSWORD, sure: "on" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/signin?reason=erased"]);
  expect(await rowOf(client.id)).toMatchObject({
    firstName: "Former",
    lastName: "client",
    email: `${client.id}@erased.invalid`,
    phone: null,
    photoKey: null,
    passwordHash: "erased",
  });
  expect(await bookingOf(waiting)).toMatchObject({ status: "cancelled", street: null, notes: null });
  expect(await bookingOf(done)).toMatchObject({ status: "completed", street: null });
  expect(await db.select().from(reviews).where(eq(reviews.bookingId, done))).toMatchObject([{ comment: "Well done" }]);
  expect(await db.$count(sessions, eq(sessions.userId, client.id))).toBe(0);
  expect(await db.$count(notices, eq(notices.recipient, client.email))).toBe(0);
  expect(await db.$count(stagedPhotos, eq(stagedPhotos.photoKey, "b".repeat(24)))).toBe(1);
  expect((await visit("/client-dashboard", { cookie })).status).toBe(303);
  expect((await visit("/signin", { form: { email: client.email, password: PASSWORD } })).status).toBe(400);
  const job = await (await visit(`/plumber-dashboard/jobs/${done}`, { cookie: cookies.plumber })).text();
  expect(job).toContain("Former client");
  for (const trace of ["Secretname", client.email, "+263770000001", "1 Secret Street"])
    expect(job).not.toContain(trace);
});

test("deleting an account is refused while a confirmed appointment is ahead, and changes nothing", async () => {
  const client = await createUser(context, "client", { passwordHash });
  const { otherPlumber } = town;
  const confirmed = await book(context, client, otherPlumber, town.starts.at(-7)!);
  const pending = await book(context, client, otherPlumber, town.starts.at(-8)!);
  await transitionBooking(context, otherPlumber, (await findBookingFor(db, otherPlumber, confirmed))!, "confirm");
  const answer = await remove(await signedIn(context, client), { current: PASSWORD, sure: "on" });
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("You still have a confirmed appointment.");
  expect((await bookingOf(pending)).status).toBe("pending");
  expect((await rowOf(client.id)).email).toBe(client.email);
});

test("deleting an account takes a plumber out of the directory and refuses the requests that wait", async () => {
  const plumber = await createUser(context, "plumber", { passwordHash, firstName: "Leaving", city: "Kariba" });
  const waiting = await book(context, town.otherClient, plumber, town.starts.at(-9)!);
  const cookie = await signedIn(context, plumber);
  expect((await remove(cookie, { current: PASSWORD, sure: "on" }, "plumber")).status).toBe(303);
  expect((await bookingOf(waiting)).status).toBe("refused");
  const [profile] = await db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id));
  expect(profile).toMatchObject({ listed: false, about: "" });
  expect(await (await visit("/plumbers/kariba")).text()).toContain("No plumbers in Kariba yet.");
  expect((await visit(`/appointment/${plumber.id}`)).headers.get("Location")).toBe("/plumbers");
});

test("my data is mine: bookings, messages and reviews, and of others no more than the name", async () => {
  const answer = await visit("/my-data.json", { cookie: cookies.client });
  expect(answer.headers.get("Content-Disposition")).toContain("attachment");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    account: { email: town.client.email },
    bookings: expect.arrayContaining([expect.objectContaining({ plumber: "Tendai Own" })]),
  });
  for (const other of [town.plumber.email, town.otherClient.email, town.plumber.id]) expect(text).not.toContain(other);
  expect(text).not.toContain("passwordHash");
});

test("a list of bookings and one of jobs show the part that their address names, else everything", async () => {
  const [client, plumber] = [await createUser(context, "client"), await createUser(context, "plumber")];
  const off = await book(context, client, plumber, town.starts.at(-2)!);
  await transitionBooking(context, client, (await findBookingFor(db, client, off))!, "cancel");
  for (const [user, list] of [
    [client, "/client-dashboard/bookings"],
    [plumber, "/plumber-dashboard/jobs"],
  ] as const) {
    const cookie = await signedIn(context, user);
    const shown = [];
    for (const show of ["cancelled", "upcoming", "nonsense"])
      shown.push((await (await visit(`${list}?show=${show}`, { cookie })).text()).includes(`${list}/${off}"`));
    expect(shown, list).toEqual([true, false, true]);
  }
});
