import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, notices, plumberProfiles, reviews, sessions, stagedPhotos, users } from "~/db/schema";
import { hashPassword } from "~/domain/accounts/passwords.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { createUser, signedIn } from "../support/users";
import { visit } from "../support/site";
import { book, completedJob, payFor, seedTown } from "../support/town";

const PASSWORD = "a fine password";
let town: Awaited<ReturnType<typeof seedTown>>;
let passwordHash: string;
beforeAll(async () => {
  [town, passwordHash] = await Promise.all([seedTown(), hashPassword(PASSWORD)]);
});

const rowOf = async (id: string) => (await town.context.db.select().from(users).where(eq(users.id, id)))[0]!;
const bookingOf = async (id: string) => (await town.context.db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
const remove = (cookie: string, fields: Record<string, string>, area = "client") =>
  visit(`/${area}-dashboard/settings`, { cookie, form: { ...fields } });

describe("deleting an account", () => {
  test("asks for the password and a tick, and says which is wrong", async () => {
    const client = await createUser(town.context, "client", { passwordHash });
    const cookie = await signedIn(town.context, client);
    const empty = await remove(cookie, {});
    expect(empty.status).toBe(400);
    const page = await empty.text();
    for (const text of ["Your current password is required.", "Please tick the box to delete your account."])
      expect(page).toContain(text);
    const wrong = await remove(cookie, { current: "not it", sure: "on" });
    expect([wrong.status, (await wrong.text()).includes("This is not your current password.")]).toEqual([400, true]);
    expect((await rowOf(client.id)).passwordHash).toBe(passwordHash);
  });

  test("erases what names a client, cancels pending requests, and leaves the other side its records", async () => {
    const { context } = town;
    const client = await createUser(context, "client", {
      passwordHash,
      firstName: "Secretname",
      lastName: "Gone",
      phone: "+263770000001",
      photoKey: "b".repeat(24),
    });
    const cookie = await signedIn(context, client);
    const [done, waiting] = [
      await completedJob(context, client, town.plumber),
      await book(context, client, town.plumber, town.starts.at(-6)!),
    ];
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
    expect(await context.db.select().from(reviews).where(eq(reviews.bookingId, done))).toMatchObject([
      { comment: "Well done" },
    ]);
    expect(await context.db.select().from(sessions).where(eq(sessions.userId, client.id))).toEqual([]);
    expect(await context.db.select().from(notices).where(eq(notices.recipient, client.email))).toEqual([]);
    expect(
      await context.db
        .select()
        .from(stagedPhotos)
        .where(eq(stagedPhotos.photoKey, "b".repeat(24))),
    ).toHaveLength(1);
    expect((await visit("/client-dashboard", { cookie })).status).toBe(303);
    expect((await visit("/signin", { form: { email: client.email, password: PASSWORD } })).status).toBe(400);
    const job = await (await visit(`/plumber-dashboard/jobs/${done}`, { cookie: town.cookies.plumber })).text();
    expect(job).toContain("Former client");
    for (const trace of ["Secretname", client.email, "+263770000001", "1 Secret Street"])
      expect(job).not.toContain(trace);
  });

  test("is refused while a confirmed appointment is ahead, and changes nothing", async () => {
    const client = await createUser(town.context, "client", { passwordHash });
    const [confirmed, pending] = [
      await book(town.context, client, town.otherPlumber, town.starts.at(-7)!),
      await book(town.context, client, town.otherPlumber, town.starts.at(-8)!),
    ];
    await transitionBooking(
      town.context,
      town.otherPlumber,
      (await findBookingFor(town.context.db, town.otherPlumber, confirmed))!,
      "confirm",
    );
    const answer = await remove(await signedIn(town.context, client), { current: PASSWORD, sure: "on" });
    expect([answer.status, (await answer.text()).includes("You still have a confirmed appointment.")]).toEqual([
      409,
      true,
    ]);
    expect((await bookingOf(pending)).status).toBe("pending");
    expect((await rowOf(client.id)).email).toBe(client.email);
  });

  test("takes a plumber out of the directory and refuses what waits", async () => {
    const plumber = await createUser(town.context, "plumber", { passwordHash, firstName: "Leaving", city: "Kariba" });
    const waiting = await book(town.context, town.otherClient, plumber, town.starts.at(-9)!);
    expect(
      (await remove(await signedIn(town.context, plumber), { current: PASSWORD, sure: "on" }, "plumber")).status,
    ).toBe(303);
    expect((await bookingOf(waiting)).status).toBe("refused");
    expect(
      (await town.context.db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, plumber.id)))[0],
    ).toMatchObject({ listed: false, about: "" });
    expect(await (await visit("/plumbers/kariba")).text()).toContain("No plumbers in Kariba yet.");
    expect((await visit(`/appointment/${plumber.id}`)).headers.get("Location")).toBe("/plumbers");
  });
});

test("signing out everywhere ends every session of that user and of nobody else", async () => {
  const client = await createUser(town.context, "client");
  const [here, there] = [await signedIn(town.context, client), await signedIn(town.context, client)];
  const answer = await visit("/client-dashboard/settings", { cookie: here, form: { intent: "signOutEverywhere" } });
  expect(answer.headers.get("Location")).toBe("/signin?reason=signedOut");
  for (const cookie of [here, there]) expect((await visit("/client-dashboard", { cookie })).status).toBe(303);
  expect((await visit("/client-dashboard", { cookie: town.cookies.otherClient })).status).toBe(200);
});

test("my data is mine: bookings, messages and reviews, and of others no more than the name", async () => {
  const answer = await visit("/my-data.json", { cookie: town.cookies.client });
  expect(answer.headers.get("Content-Disposition")).toContain("attachment");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const text = await answer.text();
  const { account, bookings: own } = JSON.parse(text) as {
    account: { email: string };
    bookings: { plumber: string }[];
  };
  expect(account.email).toBe(town.client.email);
  expect(own.map(({ plumber }) => plumber)).toContain("Tendai Own");
  for (const other of [town.plumber.email, town.otherClient.email, town.plumber.id]) expect(text).not.toContain(other);
  expect(text).not.toContain("passwordHash");
});

describe("lists by part", () => {
  test("upcoming, past and cancelled bookings of a client, and jobs of a plumber", async () => {
    const { context } = town;
    const [client, plumber] = [await createUser(context, "client"), await createUser(context, "plumber")];
    const [ahead, off] = [
      await book(context, client, plumber, town.starts.at(-1)!),
      await book(context, client, plumber, town.starts.at(-2)!),
    ];
    await transitionBooking(context, client, (await findBookingFor(context.db, client, off))!, "cancel");
    const past = await book(context, client, plumber, town.starts.at(-3)!);
    await context.db
      .update(bookings)
      .set({ startsAt: context.now - 86_400_000, status: "completed" })
      .where(eq(bookings.id, past));
    const [asClient, asPlumber] = [await signedIn(context, client), await signedIn(context, plumber)];
    for (const [show, shown] of [
      ["upcoming", [ahead]],
      ["past", [past]],
      ["cancelled", [off]],
      ["all", [ahead, off, past]],
      ["nonsense", [ahead, off, past]],
    ] as const) {
      const bookingsPage = await (await visit(`/client-dashboard/bookings?show=${show}`, { cookie: asClient })).text();
      const jobsPage = await (await visit(`/plumber-dashboard/jobs?show=${show}`, { cookie: asPlumber })).text();
      for (const id of [ahead, off, past]) {
        const expected = (shown as readonly string[]).includes(id);
        expect(bookingsPage.includes(`/client-dashboard/bookings/${id}"`), `${show} ${id}`).toBe(expected);
        // The card of the week, next to the list, names jobs too.
        expect(new RegExp(`href="/plumber-dashboard/jobs/${id}"[^>]*>View`).test(jobsPage), `${show} ${id}`).toBe(
          expected,
        );
      }
    }
    const week = await (await visit("/plumber-dashboard/calendar?week=2020-01-01", { cookie: asPlumber })).text();
    expect(week).toContain("Your calendar will appear here.");
  });
});
