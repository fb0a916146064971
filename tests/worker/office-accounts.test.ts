import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, plumberProfiles, users } from "~/db/schema";
import type { AuthenticatedUser } from "~/domain/values/user";
import { requestBooking } from "~/domain/bookings/commands/booking-requests.server";
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
const profileOf = async (id: string) =>
  (await town.context.db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;

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
