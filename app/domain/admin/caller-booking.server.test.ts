import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { auditLog, bookings, claimLinks, consents, notices, users } from "~/db/schema";
import { contextAt } from "../../../tests/support/context";
import { tokenIn } from "../../../tests/support/sign-up";
import { book } from "../../../tests/support/town";
import { createUser } from "../../../tests/support/users";
import { TERMS_VERSION } from "../accounts/terms";
import { claimAccount, findClaimLink } from "../accounts/claim-links.server";
import { signIn } from "../accounts/sign-in.server";
import { suspendUser } from "./suspension.server";
import { listHistory } from "../bookings/queries/booking-details.server";
import { findBookablePlumber } from "../bookings/commands/booking-requests.server";
import { DAY, HOUR } from "../time/harare";
import { offeredStarts } from "../time/slots";
import type { AuthenticatedUser, SteppedUpUser } from "../values/user";
import { bookForCaller, type CallerBooking } from "./caller-booking.server";
import { listConsents, offerAccount, recordConsent } from "./caller-accounts.server";
import { eraseUser } from "../personal-data/erasure.server";
import { findUser } from "./users.server";

const context = contextAt();
const { db, now } = context;
const starts = offeredStarts(now);
let admin: SteppedUpUser;
let client: AuthenticatedUser;
let plumber: AuthenticatedUser;
let phones = 0;

beforeEach(async () => {
  await db.delete(notices);
  admin = await createUser(context, "admin");
  client = await createUser(context, "client", { firstName: "Rudo", lastName: "Moyo" });
  plumber = await createUser(context, "plumber");
});

const newCaller = (more: { email?: string | null; phone?: string } = {}) => ({
  firstName: "Chipo",
  lastName: "Dube",
  phone: `+26377${String(++phones).padStart(7, "0")}`,
  email: null,
  ...more,
});

const wish = {
  serviceType: "Leak Fixing" as const,
  suburb: "Avondale",
  street: "1 King George Road",
  pin: null,
  notes: null,
  city: "Harare",
};
const bookFor = async (
  caller: CallerBooking["caller"],
  more: { startsAt?: number; unassigned?: boolean; consent?: string; suburb?: null } = {},
) =>
  bookForCaller(context, admin, {
    caller,
    plumber: more.unassigned ? null : await findBookablePlumber(db, plumber.id),
    wish: { ...wish, ...("suburb" in more && { suburb: null }), startsAt: more.startsAt ?? starts.at(-1)! },
    consent: more.consent ?? null,
  });
const idOf = (result: Awaited<ReturnType<typeof bookFor>>) => {
  if (!result.ok) throw new Error(result.reason);
  return result.id;
};
const emailsTo = async (recipient: string) =>
  (
    await db.select({ kind: notices.kind, text: notices.text }).from(notices).where(eq(notices.recipient, recipient))
  ).map(({ kind }) => kind);
const bookingOf = async (id: string) => (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;

describe("the office books", () => {
  test("the plumber's email says where: the suburb, or without one the city, never the street (B18)", async () => {
    const told = async () =>
      (await db.select({ text: notices.text }).from(notices).where(eq(notices.recipient, plumber.email)))[0]?.text;
    await bookFor(client, { suburb: null });
    expect(await told()).toMatch(/^Where: Harare$/m);
    await db.delete(notices);
    await bookFor(client, { startsAt: starts.at(-2)! });
    expect(await told()).toMatch(/^Where: Avondale, Harare$/m);
  });

  test("for a client it knows: a pending request of our office's, in the log, with an email to both sides", async () => {
    const id = idOf(await bookFor(client));
    expect(await bookingOf(id)).toMatchObject({
      clientId: client.id,
      plumberId: plumber.id,
      status: "pending",
      suburb: "Avondale",
      street: "1 King George Road",
      fee: 2500,
    });
    expect(await listHistory(db, client, id)).toMatchObject([{ event: "request", actorRole: "admin" }]);
    expect(await emailsTo(plumber.email)).toEqual(["bookingRequested"]);
    expect(await emailsTo(client.email)).toEqual(["requestReceived"]);
    expect(await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).toMatchObject([
      { action: "bookingMade", adminId: admin.id, after: JSON.stringify({ client: client.id, plumber: plumber.id }) },
    ]);
    expect((await findUser(db, plumber.id))!.trade!.jobsTotal).toBe(1);
  });

  test("outside of the plumber's hours, and more often than a client may", async () => {
    const early = starts.at(-1)! - 12 * HOUR;
    expect(await bookFor(client, { startsAt: early })).toMatchObject({ ok: true });
    for (let at = 0; at < 6; at++) {
      expect(await bookFor(client, { startsAt: starts.at(-1)! - at * HOUR })).toMatchObject({ ok: true });
    }
  });

  test("without a plumber: the request is on Dispatch", async () => {
    const id = idOf(await bookFor(client, { unassigned: true, startsAt: now + 30 * DAY }));
    expect(await bookingOf(id)).toMatchObject({ plumberId: null, preferredPlumberId: null, fee: null });
    expect(await db.select().from(notices)).toMatchObject([{ recipient: client.email, kind: "requestReceived" }]);
  });

  test("for someone new, who gets an account that nobody can sign in to", async () => {
    const caller = newCaller();
    const id = idOf(await bookFor(caller, { consent: "Yes, do" }));
    const { clientId } = await bookingOf(id);
    expect(await findUser(db, clientId)).toMatchObject({ ...caller, role: "client", isVerified: false });
    expect(await listConsents(db, clientId)).toMatchObject([{ words: "Yes, do", at: now }]);
    const visitor = { clientAddress: "1.2.3.4", deviceToken: null };
    expect(await signIn(context, { email: "", password: "none" }, visitor)).toMatchObject({ ok: false });
  });

  test("the same booking again gives the first, for a known client and for someone new", async () => {
    const [caller, first] = [newCaller(), await bookFor(client)];
    expect(await bookFor(client)).toEqual({ ...first, repeated: true });
    const made = await bookFor(caller, { startsAt: starts.at(-3)! });
    expect(await bookFor(caller, { startsAt: starts.at(-3)! })).toEqual({ ...made, repeated: true });
    expect(await db.select().from(users).where(eq(users.phone, caller.phone))).toHaveLength(1);
  });

  test("ten callers at once for one slot: one gets it, and the others leave no account behind", async () => {
    const callers = Array.from({ length: 10 }, () => newCaller());
    const results = await Promise.all(callers.map((caller) => bookFor(caller)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const made = await db.all(sql`select 1 from users where phone in ${callers.map(({ phone }) => phone)}`);
    expect(made).toHaveLength(1);
  });
});

describe("the office is refused", () => {
  test("a taken start, a past one and one more than a year away", async () => {
    await book(context, client, plumber, starts.at(-1)!);
    expect(await bookFor(newCaller())).toEqual({ ok: false, reason: "slotTaken" });
    for (const startsAt of [now, now - HOUR, now + 400 * DAY])
      expect(await bookFor(client, { startsAt })).toEqual({ ok: false, reason: "startNotInFuture" });
  });

  test("a phone or an email that a client has already, with that client", async () => {
    const caller = newCaller();
    const { clientId } = await bookingOf(idOf(await bookFor(caller)));
    expect(await bookFor({ ...caller, firstName: "Another" }, { startsAt: starts.at(-4)! })).toEqual({
      ok: false,
      reason: "phoneTaken",
      client: expect.objectContaining({ id: clientId }),
    });
    expect(await bookFor(newCaller({ email: client.email }), { startsAt: starts.at(-4)! })).toEqual({
      ok: false,
      reason: "emailTaken",
      client: expect.objectContaining({ id: client.id, email: client.email }),
    });
  });

  test("a plumber as the caller, a suspended client, a plumber who is no longer listed", async () => {
    const other = await createUser(context, "plumber");
    expect(await bookFor(other)).toEqual({ ok: false, reason: "userNotFound" });
    const gone = await createUser(context, "client");
    await suspendUser(context, admin, gone.id, null);
    expect(await bookFor(gone)).toEqual({ ok: false, reason: "userNotFound" });
    const bookable = await findBookablePlumber(db, plumber.id);
    await suspendUser(context, admin, plumber.id, null);
    expect(
      await bookForCaller(context, admin, {
        caller: client,
        plumber: bookable,
        wish: { ...wish, startsAt: starts.at(-1)! },
        consent: null,
      }),
    ).toEqual({ ok: false, reason: "plumberNotFound" });
  });

  test("everything, once the admin no longer is one: nothing is written", async () => {
    await db.update(users).set({ role: "client" }).where(eq(users.id, admin.id));
    const caller = newCaller();
    expect(await bookFor(caller)).toMatchObject({ ok: false });
    expect(await db.select().from(users).where(eq(users.phone, caller.phone))).toEqual([]);
    expect(await db.select().from(auditLog).where(eq(auditLog.adminId, admin.id))).toEqual([]);
  });
});

describe("an account without an email", () => {
  let clientId: string;
  let reference: string;
  let email: string;

  beforeEach(async () => {
    ({ clientId, reference } = await bookingOf(idOf(await bookFor(newCaller()))));
    email = `chipo${clientId.toLowerCase()}@example.test`;
  });
  const tokenOf = async () =>
    tokenIn((await db.select().from(notices).where(eq(notices.recipient, email))).at(-1)?.text ?? "");
  const claim = (token: string, more: { reference?: string } = {}) =>
    claimAccount(context, token, {
      reference: more.reference ?? reference,
      password: "a fine password",
      termsVersion: TERMS_VERSION,
    });

  test("becomes the client's own by the emailed link, a reference of theirs and a password", async () => {
    expect(await offerAccount(context, admin, clientId, email)).toEqual({ ok: true });
    const token = await tokenOf();
    expect(await findClaimLink(db, token, now)).toEqual({ email });
    expect((await findUser(db, clientId))!.email).toBeNull();
    expect(await claim(token, { reference: "PB-222222" })).toEqual({ ok: false, reason: "notYourBooking" });
    expect(await claim(token)).toMatchObject({ ok: true });
    expect(await findUser(db, clientId)).toMatchObject({ email, isVerified: true });
    expect(await claim(token)).toEqual({ ok: false, reason: "linkInvalid" });
  });

  test("gets one with the booking when the caller gives an email; its text does not name the booking", async () => {
    const caller = newCaller({ email });
    const made = await bookingOf(idOf(await bookFor(caller, { startsAt: starts.at(-5)! })));
    const [offer] = await db.select().from(notices).where(eq(notices.recipient, email));
    expect(offer).toMatchObject({ kind: "accountOffered" });
    expect(offer!.text).not.toContain(made.reference);
    expect(offer!.text).not.toContain("Chipo");
    expect(await claim(await tokenOf(), { reference: made.reference })).toMatchObject({ ok: true });
  });

  test("a new link replaces the last, and ends after 48 hours", async () => {
    await offerAccount(context, admin, clientId, email);
    const first = await tokenOf();
    await offerAccount(context, admin, clientId, email);
    expect(await claim(first)).toEqual({ ok: false, reason: "linkInvalid" });
    const later = { ...context, now: now + 48 * HOUR };
    expect(
      await claimAccount(later, await tokenOf(), {
        reference,
        password: "a fine password",
        termsVersion: TERMS_VERSION,
      }),
    ).toEqual({
      ok: false,
      reason: "linkInvalid",
    });
  });

  test("wrong references count: the eleventh try is refused though it is right", async () => {
    await offerAccount(context, admin, clientId, email);
    const token = await tokenOf();
    for (let attempt = 0; attempt < 10; attempt++)
      expect(await claim(token, { reference: "PB-333333" })).toMatchObject({ reason: "notYourBooking" });
    expect(await claim(token)).toMatchObject({ ok: false, reason: "tooMany" });
  });

  test("is not offered for an email that has an account, nor to someone who has an email", async () => {
    expect(await offerAccount(context, admin, clientId, client.email)).toEqual({ ok: false, reason: "emailTaken" });
    expect(await offerAccount(context, admin, client.id, email)).toEqual({ ok: false, reason: "userNotFound" });
    await offerAccount(context, admin, clientId, email);
    await createUser(context, "client", { email });
    expect(await claim(await tokenOf())).toEqual({ ok: false, reason: "hasAccount" });
  });

  test("keeps consent in the client's words, only while it has no email, and loses it and its links when erased", async () => {
    expect(await recordConsent(context, admin, client.id, "Yes")).toEqual({ ok: false, reason: "userNotFound" });
    expect(await recordConsent(context, admin, clientId, "Yes, please")).toEqual({ ok: true });
    await offerAccount(context, admin, clientId, email);
    expect(await listConsents(db, clientId)).toMatchObject([{ words: "Yes, please" }]);
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.clientId, clientId));
    expect(await eraseUser(context, admin, (await findUser(db, clientId))!)).toEqual({ ok: true });
    expect(await db.select().from(consents).where(eq(consents.userId, clientId))).toEqual([]);
    expect(await db.select().from(claimLinks).where(eq(claimLinks.userId, clientId))).toEqual([]);
  });
});
