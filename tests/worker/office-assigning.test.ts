import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, notices, plumberProfiles, users } from "~/db/schema";
import type { AuthenticatedUser } from "~/domain/values/user";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { HOUR } from "~/domain/time/harare";
import { createUser, signedIn } from "../support/users";
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

  test("a booking that is over, or a plumber who is not listed, is refused with the reason", async () => {
    const id = await request(60);
    const plumber = await createUser(town.context, "plumber", { listed: false });
    const unlisted = await send(`/admin-dashboard/dispatch/${id}`, { plumber: plumber.id, from: "" });
    expect([unlisted.status, (await unlisted.text()).includes("Plumber not found.")]).toEqual([404, true]);
    await send(`/admin-dashboard/bookings/${id}/cancel`, {});
    const over = await send(`/admin-dashboard/dispatch/${id}`, { plumber: town.plumber.id, from: "" });
    expect([over.status, (await over.text()).includes("the booking is cancelled")]).toEqual([409, true]);
  });
});
