import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings, plumberProfiles, users } from "~/db/schema";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { createUser, signedIn } from "../support/users";
import { createRegistration, emailsTo, verificationTokenFor } from "../support/sign-up";
import { textOf, visit } from "../support/site";
import { book, seedTownForAdmin } from "../support/town";

const town = await seedTownForAdmin();
const second = await createUser(town.context, "admin", { firstName: "Second" });

const page = async (path: string) => textOf(await visit(`/admin-dashboard/${path}`, { cookie: town.cookies.admin }));
const send = (path: string, form: Record<string, string> = {}, cookie = town.cookies.admin) =>
  visit(`/admin-dashboard/${path}`, { cookie, form });
/** Does something with an account by the button on its page. */
const act = ({ id }: { id: string }, verb: string, cookie?: string) => send(`people/${id}/${verb}`, {}, cookie);
const expectRefused = async (answer: Response, words: string) => {
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain(words);
};
const profileOf = async ({ id }: { id: string }) =>
  (await town.context.db.select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;

describe("suspending", () => {
  test("ends the sessions, unlists the plumber, and lists their open jobs for reassignment", async () => {
    const plumber = await createUser(town.context, "plumber", { firstName: "Suspendable" });
    const cookie = await signedIn(town.context, plumber);
    const id = await book(town.context, town.otherClient, plumber, town.starts.at(-11)!);
    expect((await act(plumber, "suspend")).status).toBe(303);
    expect((await visit("/plumber-dashboard", { cookie })).status).toBe(303);
    expect((await visit(`/appointment/${plumber.id}`)).status).toBeGreaterThanOrEqual(300);
    const dispatch = await page("dispatch");
    expect(dispatch).toContain("Suspendable is suspended");
    expect(dispatch).toContain(`/admin-dashboard/dispatch/${id}`);
    await act(plumber, "restore");
    expect((await profileOf(plumber)).listed).toBe(true);
    expect((await visit(`/appointment/${plumber.id}`)).status).toBe(200);
  });

  test("while a client books: either the booking is refused, or it is on the office's list", async () => {
    const { context, starts } = town;
    const wish = { startsAt: starts.at(-12)!, serviceType: null, suburb: null, street: null, pin: null, notes: null };
    for (let round = 0; round < 3; round++) {
      const [plumber, client] = [await createUser(context, "plumber"), await createUser(context, "client")];
      const bookable = await findBookablePlumber(context.db, plumber.id);
      const [booked] = await Promise.all([requestBooking(context, client, bookable, wish), act(plumber, "suspend")]);
      expect(await context.db.$count(bookings, eq(bookings.plumberId, plumber.id))).toBe(booked.ok ? 1 : 0);
      if (booked.ok) expect(await page("dispatch")).toContain(booked.reference);
      else expect(booked.reason).toBe("plumberNotFound");
    }
  });

  test("is not for one's own account", async () => {
    await expectRefused(await act(town.admin, "suspend"), "You cannot do this to your own account.");
  });
});

describe("the admin's role", () => {
  test("is granted to users without open bookings, and once revoked they are what they were", async () => {
    const plumber = await createUser(town.context, "plumber");
    const cookie = await signedIn(town.context, plumber);
    expect((await act(plumber, "make-admin")).status).toBe(303);
    expect((await visit("/plumber-dashboard", { cookie })).status).toBe(303);
    expect((await profileOf(plumber)).listed).toBe(false);
    expect((await act(plumber, "revoke-admin")).status).toBe(303);
    const [after] = await town.context.db.select({ role: users.role }).from(users).where(eq(users.id, plumber.id));
    expect([after, (await profileOf(plumber)).listed]).toEqual([{ role: "plumber" }, true]);
    await expectRefused(await act(town.plumber, "make-admin"), "There are open bookings.");
    await act(town.otherClient, "suspend");
    expect((await act(town.otherClient, "make-admin")).status).toBe(409);
  });

  test("when two admins take it from each other at once, one of them stays, who cannot give it up", async () => {
    const { context, admin, cookies } = town;
    const sessions = new Map([[admin.id, cookies.admin]]).set(second.id, await signedIn(context, second));
    await Promise.all([act(second, "revoke-admin"), act(admin, "revoke-admin", sessions.get(second.id))]);
    const isAdmin = sql`role = 'admin' and suspended_at is null`;
    const [left, ...others] = await context.db.select({ id: users.id }).from(users).where(isAdmin);
    expect(others).toEqual([]);
    const last = await act(left!, "revoke-admin", sessions.get(left!.id));
    await expectRefused(last, "Please make someone else an admin first.");
  });
});

describe("a caller whose email didn't arrive", () => {
  test("is found by name, email and phone, gets the email again, and is verified by hand", async () => {
    const { context } = town;
    const waiting = await createRegistration(context, "plumber");
    const known = sql`first_name = 'Wadzanai', phone = '+263779998877'`;
    await context.db.run(sql`update registrations set ${known} where id = ${waiting.id}`);
    for (const typed of ["wadza", waiting.email.slice(0, 8), "0779998877"]) {
      expect(await page(`registrations?q=${typed}`), typed).toContain(waiting.email);
      expect(await page(`search?q=${typed}`), typed).toContain(waiting.email);
    }
    expect((await send(`registrations/${waiting.id}/resend`)).status).toBe(303);
    expect(await verificationTokenFor(context, waiting.email)).not.toBe("");
    expect((await send(`registrations/${waiting.id}/verify`)).status).toBe(303);
    expect(await page(`people/${waiting.id}`)).toContain("verified by hand the email of");
    expect(await page("registrations")).not.toContain(waiting.email);
    expect((await send(`registrations/${waiting.id}/verify`)).status).toBe(404);
  });

  test("with the email of an account cannot be verified: the office sees why", async () => {
    const { context, waiting, client } = town;
    await context.db.run(sql`update registrations set email = ${client.email} where id = ${waiting.id}`);
    expect(await page(`registrations?q=${client.email}`)).toContain("This email already has an account");
    await expectRefused(await send(`registrations/${waiting.id}/verify`), "This email already has an account.");
    await send(`registrations/${waiting.id}/resend`);
    expect((await emailsTo(context, client.email))[0]?.kind).toBe("alreadyRegistered");
  });
});

test("a verified plumber waits for approval; with the setting turned off, those who wait are listed", async () => {
  const [one, two] = [town.waiting, await createRegistration(town.context, "plumber")];
  for (const { id } of [one, two]) {
    const verified = await send(`registrations/${id}/verify`);
    expect(verified.headers.get("Location")).toBe(`/admin-dashboard/people/${id}`);
    expect(await profileOf({ id })).toMatchObject({ listed: false, approval: "waiting" });
  }
  expect(await page("vetting")).toContain(`/admin-dashboard/vetting/${one.id}`);
  await act(one, "approve");
  expect([(await profileOf(one)).listed, (await profileOf(two)).listed]).toEqual([true, false]);
  await act(two, "suspend");
  await send("settings", { form: "approval", approval: "off" });
  expect(await profileOf(two)).toMatchObject({ listed: false, approval: "approved" });
});

test("accounts with the same phone, or the same name in the same city, are shown together", async () => {
  const phone = "+263771000111";
  const [one, two, three, other] = await Promise.all([
    createUser(town.context, "plumber", { firstName: "Twin", lastName: "Moyo", phone }),
    createUser(town.context, "plumber", { firstName: "twin", lastName: "moyo" }),
    createUser(town.context, "client", { phone }),
    createUser(town.context, "plumber", { firstName: "Twin", lastName: "Moyo", city: "Mutare" }),
  ]);
  const html = await page(`people/${one.id}`);
  for (const { email } of [two, three]) expect(html).toContain(email);
  expect(html).not.toContain(other.email);
});
