import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, bookings, claimLinks, consents, notices, phoneChannels, users } from "~/db/schema";
import { PASSWORD, tokenIn } from "../../../../tests/support/sign-up";
import { book, makeTransition, rowOf } from "../../../../tests/support/town";
import { context, createUser, createUsers, db, now, rowsRead } from "../../../../tests/support/users";
import { TERMS_VERSION } from "../../accounts/account";
import { type CallerFacts, claimAccount, findClaimLink } from "../../accounts/claim-links.server";
import { deleteExpired } from "../../accounts/expiry.server";
import { signIn } from "../../accounts/sign-in.server";
import { findBookingFor, listHistory } from "../../bookings/queries/booking-details.server";
import { findClient, readSearch, searchClients } from "../people/search.server";
import { listTimeline } from "../people/timeline.server";
import { findCall, markTold } from "../desk/today.server";
import { suspendUser } from "../people/user-access.server";
import { findBookablePlumber } from "../../bookings/commands/booking-requests.server";
import { DAY, HOUR } from "../../time/harare";
import { offeredStarts } from "../../time/slots";
import { DeliveryError } from "../../notices/notice";
import { sendDueNotices } from "../../outbox/outbox.server";
import { newId } from "../../values/id";
import { selectedClient } from "./caller";
import { listChoices, bookForCaller, type CallerBooking } from "./caller-booking.server";
import { findNotice, resendNotice } from "../desk/system-health.server";
import { correctCaller, findCaller, listConsents, offerAccount, recordConsent } from "./caller-accounts.server";
import { eraseUser } from "../../personal-data/erasure.server";
import { availableAccountActions } from "../people/office-users";
import { findUser } from "../people/users.server";
import { noticesInWords } from "../../../../tests/support/notice-words";
import { listLastEntries } from "../../audit-log/audit-log-lists.server";

const starts = offeredStarts(now);
const [admin, plumber] = await createUsers(context, "admin", "plumber");
const client = await createUser(context, "client", { firstName: "Rudo", lastName: "Moyo" });
let phones = 0;

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
type More = Partial<Pick<CallerBooking, "plumber" | "consent"> & { startsAt: number }>;
const bookFor = async (caller: CallerBooking["caller"], more: More = {}) => {
  const { plumber: by = await findBookablePlumber(db, plumber.id), consent = null, startsAt = starts.at(-1)! } = more;
  return bookForCaller(context, admin, { caller, plumber: by, consent, wish: { ...wish, startsAt } });
};
const idOf = (result: Awaited<ReturnType<typeof bookFor>>) => {
  if (!result.ok) throw new Error(result.reason);
  return result.id;
};
const emailsTo = (recipient: string) => noticesInWords(db, eq(notices.recipient, recipient));

test("the office books a pending request for a known client, with an email to both sides", async () => {
  const id = idOf(await bookFor(client));
  expect(await rowOf(context, id)).toMatchObject({
    clientId: client.id,
    plumberId: plumber.id,
    status: "pending",
    fee: 2500,
    suburb: "Avondale",
    street: "1 King George Road",
    city: "Harare",
  });
  expect(await listHistory(db, client, id)).toMatchObject([{ event: "request", actorRole: "admin" }]);
  expect(await emailsTo(plumber.email)).toMatchObject([{ kind: "bookingRequested" }]);
  expect(await emailsTo(client.email)).toMatchObject([{ kind: "requestReceived" }]);
  expect((await findUser(db, plumber.id))!.trade!.jobsTotal).toBe(1);
});

test("the office books outside of the plumber's hours, and more often than a client may", async () => {
  for (const hours of [12, 0, 1, 2, 3, 4, 5]) idOf(await bookFor(client, { startsAt: starts.at(-1)! - hours * HOUR }));
});

test("the office books without a plumber: the request is on Dispatch", async () => {
  const id = idOf(await bookFor(client, { plumber: null, startsAt: now + 30 * DAY }));
  expect(await rowOf(context, id)).toMatchObject({ plumberId: null, preferredPlumberId: null, fee: null });
  expect(await emailsTo(client.email)).toMatchObject([{ kind: "requestReceived" }]);
  expect(await emailsTo(plumber.email)).toEqual([]);
});

test("the office books for someone new, who gets an account that no one can sign in to", async () => {
  const someone = newCaller();
  const made = await rowOf(context, idOf(await bookFor(someone, { consent: "Yes, do" })));
  expect(await findUser(db, made.clientId)).toMatchObject({ ...someone, role: "client", isVerified: false });
  expect(await listConsents(db, made.clientId)).toMatchObject([{ words: "Yes, do", at: now }]);
  expect(await signIn(context, { email: "", password: "none" }, null)).toMatchObject({ ok: false });
});

test("the same booking by the office again gives the first, for a known client and for someone new", async () => {
  const someone = newCaller();
  const first = await bookFor(client);
  expect(await bookFor(client)).toEqual({ ...first, repeated: true });
  const made = await bookFor(someone, { startsAt: starts.at(-3)! });
  expect(await bookFor(someone, { startsAt: starts.at(-3)! })).toEqual({ ...made, repeated: true });
  expect(await db.$count(users, eq(users.phone, someone.phone))).toBe(1);
});

test("one of ten callers at once for one slot gets it, and the others leave no account behind", async () => {
  const callers = Array.from({ length: 10 }, () => newCaller());
  const results = await Promise.all(callers.map((caller) => bookFor(caller)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.$count(users, sql`phone in ${callers.map(({ phone }) => phone)}`)).toBe(1);
});

test("a booking by the office is refused at a taken start, a past one and one more than a year away", async () => {
  await book(context, client, plumber, starts.at(-1)!);
  expect(await bookFor(newCaller())).toEqual({ ok: false, reason: "slotTaken" });
  for (const startsAt of [now, now - HOUR, now + 400 * DAY])
    expect(await bookFor(client, { startsAt })).toEqual({ ok: false, reason: "startNotInFuture" });
});

test("the office can't book for someone new whose phone or email a client has already", async () => {
  const someone = newCaller();
  const made = await rowOf(context, idOf(await bookFor(someone)));
  const startsAt = starts.at(-4)!;
  const another = await bookFor({ ...someone, firstName: "Another" }, { startsAt });
  expect(another).toMatchObject({ ok: false, reason: "phoneTaken", client: { id: made.clientId } });
  const { id, email } = client;
  const taken = await bookFor(newCaller({ email }), { startsAt });
  expect(taken).toMatchObject({ ok: false, reason: "emailTaken", client: { id, email } });
});

test("the office can't book for a plumber or suspended client, or with an unlisted plumber", async () => {
  const other = await createUser(context, "plumber");
  expect(await bookFor(other)).toEqual({ ok: false, reason: "userNotFound" });
  const bookable = await findBookablePlumber(db, other.id);
  for (const { id } of [client, other]) await suspendUser(context, admin, id, "Did not come");
  expect(await bookFor(client)).toMatchObject({ ok: false, reason: "clientSuspended" });
  expect(await bookFor(newCaller(), { plumber: bookable })).toEqual({ ok: false, reason: "plumberNotFound" });
});

test("a booking by someone who no longer is an admin writes nothing", async () => {
  await db.update(users).set({ role: "client" }).where(eq(users.id, admin.id));
  const someone = newCaller();
  const logged = await db.$count(auditLog);
  expect(await bookFor(someone)).toMatchObject({ ok: false });
  expect([await db.$count(users, eq(users.phone, someone.phone)), await db.$count(auditLog)]).toEqual([0, logged]);
});

const caller = newCaller();
const squatter = await createUser(context, "client", { firstName: "Zvikomborero", phone: caller.phone });

const consent = { channel: "whatsapp", phone: caller.phone, consentWords: "Yes.", verifiedAt: now } as const;
const confirm = () => db.insert(phoneChannels).values({ id: newId(), userId: squatter.id, ...consent });
const ANY = { client: null, city: "Harare", plumber: null } as const;
const search = () => listChoices(db, { ...ANY, q: caller.phone }, now);

test("a number that a client only wrote into their profile joins no account until the office decides", async () => {
  const owner = { id: squatter.id, isPhoneConfirmed: false };
  expect(await bookFor(caller, { plumber: null })).toMatchObject({ reason: "phoneNotVerified", client: owner });
  const made = await bookFor({ ...caller, isSure: true }, { plumber: null });
  expect(made).toMatchObject({ ok: true, repeated: false });
  expect((await rowOf(context, idOf(made))).clientId).not.toBe(squatter.id);
  // Sent again it is the same booking, and no third account has the number.
  expect(await bookFor({ ...caller, isSure: true }, { plumber: null })).toEqual({ ...made, repeated: true });
  expect(await db.$count(users, eq(users.phone, caller.phone))).toBe(2);
});

test("a number that a client only wrote into their profile chooses no one until it is confirmed", async () => {
  const found = await search();
  expect(found.clients).toMatchObject([{ id: squatter.id, isPhoneConfirmed: false }]);
  expect(selectedClient(found, undefined)).toBeNull();
  const byName = await listChoices(db, { ...ANY, q: `${squatter.firstName} ${squatter.lastName}` }, now);
  expect(selectedClient(byName, undefined), "the only one of that name").toMatchObject({ id: squatter.id });
  await confirm();
  expect(selectedClient(await search(), undefined)).toMatchObject({ id: squatter.id });
  const refused = await bookFor({ ...caller, isSure: true });
  expect(refused).toMatchObject({ ok: false, reason: "phoneTaken", client: { id: squatter.id } });
  // Others who only wrote it down stand behind, also by name.
  await createUser(context, "client", { firstName: "Aaron", phone: caller.phone });
  const shared = await search();
  expect(shared.clients.length).toBeGreaterThan(1);
  expect(selectedClient(shared, undefined)).toMatchObject({ id: squatter.id });
});

test("finding a caller by name reads no client of another name", async () => {
  const read = () => rowsRead((one) => searchClients(one, readSearch("Zvikomborero")!));
  await createUser(context, "client", { firstName: "Zvikomborero" });
  const before = await read();
  await Promise.all(Array.from({ length: 30 }, () => createUser(context, "client", { firstName: "Anna" })));
  expect(await read()).toBe(before);
});

const { clientId, reference } = await rowOf(context, idOf(await bookFor(newCaller(), { plumber: null })));

const email = "chipo@example.test";
const offer = async () => {
  expect(await offerAccount(context, admin, clientId, email)).toEqual({ ok: true });
  return tokenIn((await emailsTo(email)).at(-1)?.text);
};
const claim = (token: string, { of = reference, at = now } = {}) =>
  claimAccount({ ...context, now: at }, token, { reference: of, password: PASSWORD, termsVersion: TERMS_VERSION });

test("an account without an email gets a link with a booking's email, whose text does not name the booking", async () => {
  const made = await rowOf(context, idOf(await bookFor(newCaller({ email }), { startsAt: starts.at(-5)! })));
  const [offered] = await emailsTo(email);
  expect(offered).toMatchObject({ kind: "accountOffered" });
  for (const secret of [made.reference, "Chipo"]) expect(offered!.text).not.toContain(secret);
  expect(await findClaimLink(db, tokenIn(offered!.text), now)).toBe(email);
});

test("an account without an email has one link at a time, for its own bookings, which ends after 48 hours", async () => {
  const first = await offer();
  const second = await offer();
  expect(await claim(first)).toEqual({ ok: false, reason: "linkInvalid" });
  const { reference: someoneElses } = await rowOf(context, await book(context, client, plumber, starts.at(-7)!));
  expect(await claim(second, { of: someoneElses })).toMatchObject({ reason: "notYourBooking" });
  expect(await claim(second, { at: now + 48 * HOUR })).toEqual({ ok: false, reason: "linkInvalid" });
});

test("an account without an email gets another link when its email failed, and the failed one is void", async () => {
  const failed = await offer();
  const [notice] = await emailsTo(email);
  const sender = { send: () => Promise.reject(new DeliveryError("No such mailbox.", "final")) };
  await sendDueNotices(context, { email: sender });
  expect(await emailsTo(email)).toMatchObject([{ status: "failed", text: null, html: null }]);
  await resendNotice(context, admin, (await findNotice(db, notice!.id))!);
  const [again] = await emailsTo(email);
  expect(again).toMatchObject({ kind: "accountOffered", status: "queued" });
  expect(await findClaimLink(db, tokenIn(again!.text), now)).toBe(email);
  expect(await findClaimLink(db, failed, now)).toBeNull();
  expect((await findUser(db, clientId))!.email).toBeNull();
});

test("an account without an email gets another link as long as the failed email is listed", async () => {
  await offer();
  await db.update(notices).set({ status: "failed", facts: null });
  const [notice] = await emailsTo(email);
  const later = { ...context, now: now + 29 * DAY };
  await deleteExpired(db, later.now);
  await resendNotice(later, admin, (await findNotice(db, notice!.id))!);
  expect(await emailsTo(email)).toMatchObject([{ kind: "accountOffered", status: "queued", createdAt: later.now }]);
});

test("an account without an email is not offered for an account's email, nor to someone with an email", async () => {
  expect(await offerAccount(context, admin, clientId, client.email)).toEqual({ ok: false, reason: "emailTaken" });
  expect(await offerAccount(context, admin, client.id, email)).toEqual({ ok: false, reason: "userNotFound" });
  const token = await offer();
  await createUser(context, "client", { email });
  expect(await claim(token)).toEqual({ ok: false, reason: "hasAccount" });
});

test("an account without an email keeps consent in the client's words, and loses it and links when erased", async () => {
  expect(await recordConsent(context, admin, client.id, "Yes")).toEqual({ ok: false, reason: "userNotFound" });
  const offered = async () => {
    const actions = availableAccountActions((await findUser(db, clientId))!, admin.id);
    return actions.filter((action) => action.endsWith("consent"));
  };
  expect(await offered()).toEqual(["consent"]);
  expect(await recordConsent(context, admin, clientId, "Yes, please")).toEqual({ ok: true });
  expect(await offered()).toEqual(["end-consent"]);
  await offer();
  expect(await listConsents(db, clientId)).toMatchObject([{ words: "Yes, please" }]);
  await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.clientId, clientId));
  expect(await eraseUser(context, admin, (await findUser(db, clientId))!, "They asked us to")).toEqual({ ok: true });
  for (const table of [consents, claimLinks]) expect(await db.$count(table, eq(table.userId, clientId))).toBe(0);
});

const correct = async (id: string, change: Partial<CallerFacts>, drawn?: CallerFacts) => {
  const { facts, jobs } = (await findCaller(db, id))!;
  return correctCaller(context, admin, id, {
    drawn: drawn ?? facts,
    corrected: { ...(drawn ?? facts), ...change },
    jobs,
  });
};

test("the log and the person's page say where a claim link went, and the timeline that it was used", async () => {
  const made = await rowOf(context, idOf(await bookFor(newCaller({ email: "one@example.test" }), { plumber: null })));
  const emailedTo = async (id: string) => {
    const entries = await listLastEntries(db, [id], 10);
    return entries.flatMap(({ action, after }) => (action === "accountOffered" ? [after?.["email"]] : []));
  };
  expect(await emailedTo(made.clientId)).toEqual(["one@example.test"]);
  const token = await offer();
  expect(await emailedTo(clientId)).toEqual([email]);
  const asked = { db, viewer: admin, userId: clientId };
  const said = async () => JSON.stringify((await listTimeline(asked, "log", null)).entries);
  expect(await said()).not.toContain("Claimed the account");
  expect(await claim(token)).toMatchObject({ ok: true });
  expect(await said()).toContain("Claimed the account");
  expect(await said()).toContain(email);
  await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.clientId, clientId));
  await eraseUser(context, admin, (await findUser(db, clientId))!, "They asked us to");
  expect(await said()).not.toContain(email);
});

test("a caller's name, phone and address are corrected: calls follow, and plumbers hear what they may", async () => {
  const id = idOf(await bookFor(newCaller(), { startsAt: starts.at(-6)! }));
  const { clientId } = await rowOf(context, id);
  await makeTransition(context, plumber, id, "confirm");
  const phone = "+263779999001";
  const lastName = "Dziva";
  expect(await correct(clientId, { phone, lastName, addressLine1: "5 Rotten Row" })).toEqual({ ok: true });
  expect(await findUser(db, clientId)).toMatchObject({ phone, lastName, addressLine1: "5 Rotten Row" });
  expect((await findCall(db, id, now))?.phone).toBe(phone);
  const heard = async () => (await emailsTo(plumber.email)).filter(({ kind }) => kind === "bookingCorrected");
  const [notice, ...more] = await heard();
  expect(more).toEqual([]);
  expect(notice!.text).toContain("Our office has corrected the client's name and the client's phone.");
  const [entry] = await listLastEntries(db, [clientId], 1);
  expect(entry).toMatchObject({ action: "accountCorrected", before: { lastName: "Dube" }, after: { lastName, phone } });
  // The same again, and an address alone, are nothing to plumbers.
  expect(await correct(clientId, { addressLine1: "6 Rotten Row" })).toEqual({ ok: true });
  expect(await heard()).toHaveLength(1);
});

test("of a correction a plumber hears no more than they may, and none who has the job no longer", async () => {
  const heardBy = async ({ email }: { email: string }) =>
    (await emailsTo(email)).filter(({ kind }) => kind === "bookingCorrected").length;
  const { clientId } = await rowOf(context, idOf(await bookFor(newCaller(), { startsAt: starts.at(-6)! })));
  expect(await correct(clientId, { phone: "+263779999003" })).toEqual({ ok: true });
  expect(await heardBy(plumber)).toBe(0);
  const { facts, jobs } = (await findCaller(db, clientId))!;
  const other = await createUser(context, "plumber");
  await db.update(bookings).set({ plumberId: other.id }).where(eq(bookings.clientId, clientId));
  const corrected = { ...facts, lastName: "Dziva" };
  expect(await correctCaller(context, admin, clientId, { drawn: facts, corrected, jobs })).toEqual({ ok: true });
  expect([await heardBy(plumber), await heardBy(other)]).toEqual([0, 0]);
  expect(await correct(clientId, { lastName: "Dube" })).toEqual({ ok: true });
  expect([await heardBy(plumber), await heardBy(other)]).toEqual([0, 1]);
});

test("a corrected phone identifies no one until the office has reached someone there", async () => {
  const id = idOf(await bookFor(newCaller(), { startsAt: starts.at(-6)! }));
  const { clientId } = await rowOf(context, id);
  await correct(clientId, { phone: "+263779999002" });
  expect(await findClient(db, clientId)).toMatchObject({ isPhoneConfirmed: false });
  await makeTransition(context, plumber, id, "confirm");
  await markTold(context, admin, (await findBookingFor(db, admin, id))!, now);
  expect(await findClient(db, clientId)).toMatchObject({ isPhoneConfirmed: true });
});

test("the second of two corrections of a caller is refused, and any of someone with an email", async () => {
  const { facts } = (await findCaller(db, clientId))!;
  expect(await correct(clientId, { firstName: "Rudo" })).toEqual({ ok: true });
  const second = await correct(clientId, { firstName: "Ruth" }, facts);
  expect(second).toMatchObject({ reason: "changedMeanwhile", present: { firstName: "Rudo" } });
  expect(await correct(clientId, { firstName: "Rudo" }, facts)).toEqual({ ok: true });
  expect(await findCaller(db, client.id)).toBeNull();
  const { firstName, lastName, phone } = (await findUser(db, client.id))!;
  const drawn = { firstName, lastName, phone, addressLine1: null };
  const corrected = { ...drawn, firstName: "Stolen" };
  const refused = await correctCaller(context, admin, client.id, { drawn, corrected, jobs: [] });
  expect(refused).toEqual({ ok: false, reason: "userNotFound" });
  expect((await findUser(db, client.id))!.firstName).toBe("Rudo");
});

test("why an account was erased goes from the log where it names them", async () => {
  await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.clientId, clientId));
  await eraseUser(context, admin, (await findUser(db, clientId))!, "Chipo asked us to");
  const [entry] = await listLastEntries(db, [clientId], 1);
  expect(entry).toMatchObject({ action: "userErased", reason: null });
});

test("what was corrected of a caller goes from the log with their account; why it was erased stays", async () => {
  await correct(clientId, { lastName: "Zvobgo" });
  await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.clientId, clientId));
  await eraseUser(context, admin, (await findUser(db, clientId))!, "They asked us to");
  const log = JSON.stringify(await db.select().from(auditLog).where(eq(auditLog.subjectId, clientId)));
  expect(log).toContain("accountCorrected");
  expect(log).toContain("They asked us to");
  expect(log).not.toMatch(/Zvobgo|Dube/);
});
