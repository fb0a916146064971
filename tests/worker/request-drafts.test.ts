import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, privatePhotos, requestDrafts } from "~/db/schema";
import { resendVerification } from "~/domain/accounts/registration.server";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { privateKey } from "~/domain/photos/private-photos.server";
import { HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { logError } from "~/http/log";
import { png } from "../support/png";
import { runSchedule } from "../../workers/scheduled";
import { env } from "../support/env";
import { FORM_HEADER } from "~/realtime/own-headers";
import { photoFields } from "../support/job-photos";
import { emailsTo, newEmail, verificationTokenFor } from "../support/sign-up";
import { expectPage, cookieOf, depthOf, visit } from "../support/site";
import { seedTown, requestFields, VISIT, startFields } from "../support/town";
import { createSignedInUser, createUser, hashForTests } from "../support/users";

const [town, image] = await Promise.all([seedTown(), png(400, 300)]);
const { context, db } = town;
const page = `/appointment/${town.plumber.id}`;

const NOTES = "The geyser drips since Friday";
const answers = (at: number) => ({ ...requestFields(town.starts.at(-at)!), notes: NOTES });
const draftCookieOf = (response: Response) => cookieOf(response, "draft");
const idOf = (cookie: string) => cookie.slice(cookie.indexOf("=") + 1);
/** Each visitor has an address of their own: limits count by it. */
const from = (address = newId()) => ({ "CF-Connecting-IP": address });
type Fields = Record<string, string>;
type Sent = Partial<{ cookie: string; photo: Blob; fields: Fields; headers: Fields }>;
const addPhoto = ({ cookie, photo = image, fields, headers = from() }: Sent = {}) => {
  const form = photoFields(photo, { ...answers(3), intent: "photo", uploadId: newId(), ...fields });
  return visit(page, { cookie, headers, form });
};
const photosIn = (html: string) => [...html.matchAll(/\/job-photos\/([a-z0-9]{24})-320\.webp/g)].map(([, id]) => id!);

function expectFilledIn(html: string) {
  expect(html).toContain(NOTES);
  expect(html).toContain(`value="${VISIT.suburb}"`);
  expect(html).toContain(`value="${VISIT.street}"`);
  expect(html).toMatch(new RegExp(`<option value="${VISIT.serviceType}" selected`));
}

/** A client who is signed in on a phone that holds what they filled in as a visitor, with a photo (B28). */
async function createClientWithDraft() {
  const { cookie, ...client } = await createSignedInUser(context, "client");
  const draft = draftCookieOf(await addPhoto());
  return { client, draft, cookie: `${cookie}; ${draft}` };
}

const countDrafts = (cookie: string) => db.$count(requestDrafts, eq(requestDrafts.id, idOf(cookie)));

test("a visitor's draft survives sign-in by a cookie that holds only its id, and isn't sent by itself", async () => {
  const user = await createUser(context, "client", { passwordHash: await hashForTests("a fine password") });
  const sent = await visit(page, { form: answers(3), headers: from() });
  expect(sent.headers.get("Location")).toContain("/signup?redirectTo=");
  // A browser in which someone has signed in before.
  const again = await visit(page, { form: answers(3), headers: from(), cookie: "__Host-device=token" });
  expect(again.headers.get("Location")).toContain("/signin?redirectTo=");
  const cookie = draftCookieOf(sent);
  expect(cookie).toMatch(/^__Host-draft=[a-z0-9]{24}$/);
  const signed = await visit(again.headers.get("Location")!, {
    cookie,
    form: { email: user.email, password: "a fine password" },
  });
  const cookies = `${cookieOf(signed)}; ${cookie}`;
  const html = await (await visit(signed.headers.get("Location")!, { cookie: cookies })).text();
  expectFilledIn(html);
  for (const value of Object.values(startFields(town.starts.at(-3)!)))
    expect(html).toMatch(new RegExp(`<input(?=[^>]*value="${value}")[^>]*checked`));
  expect(await db.$count(bookings, eq(bookings.clientId, user.id))).toBe(0);
});

test("a page's script that sends a photo gets the photos alone, or what is wrong with this one", async () => {
  const headers = { ...from(), [FORM_HEADER]: "photos" };
  const sent = await addPhoto({ headers });
  expect(sent.headers.get("Location")).toBe(`${page}#photos`);
  const html = await (await visit(page, { cookie: draftCookieOf(sent), headers })).text();
  expect(html).toMatch(/^<fieldset id="photos".*<\/fieldset>$/s);
  expect(photosIn(html)).toHaveLength(1);
  const refused = await (await addPhoto({ headers, photo: new Blob(["no photo"]) })).text();
  expect(refused).toMatch(/^<fieldset id="photos".*Only image files are allowed\..*<\/fieldset>$/s);
});

test("only its own browser shows a visitor's draft, on another plumber's page without the time", async () => {
  const cookie = draftCookieOf(await visit(page, { form: answers(3), headers: from() }));
  expect(await (await visit(page)).text()).not.toContain(NOTES);
  expect(await (await visit(page, { cookie: `__Host-draft=${newId()}` })).text()).not.toContain(NOTES);
  const response = await visit(`/appointment/${town.otherPlumber.id}`, { cookie });
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  const other = await response.text();
  expectFilledIn(other);
  expect(other).not.toMatch(/<input(?=[^>]*name="appointmentTime")[^>]*checked/);
});

/** Signs up with a draft. Gives the emailed link and the draft's cookie. */
async function signUpWith(fields: Fields = {}, path = `/signup?redirectTo=${encodeURIComponent(page)}`) {
  const email = newEmail();
  const cookie = draftCookieOf(await addPhoto({ fields }));
  const signUp = { role: "client", name: "Rudo", username: "New", email, password: "a fine password", terms: "on" };
  const done = await visit(path, { cookie, form: signUp, headers: from() });
  expect(done.status).toBe(303);
  return { email, cookie, link: `/verify-email?token=${await verificationTokenFor(context, email)}` };
}
/** Everything that a response sets, ready to be sent back. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");

test("a visitor's draft returns after sign-in and sign-up, also by the email's link in another browser", async () => {
  const { email, cookie, link } = await signUpWith({}, "/signup");
  const form = { email, password: "a fine password" };
  const verified = await visit(link, { form });
  expect(verified.headers.get("Location")).toBe(`${page}#book`);
  expect(draftCookieOf(verified)).toBe(cookie);
  const html = await (await visit(page, { cookie: cookiesOf(verified) })).text();
  expectFilledIn(html);
  expect(photosIn(html)).toHaveLength(1);
  expect((await visit("/signin", { form, cookie })).headers.get("Location")).toBe(`${page}#book`);
  expect((await visit("/signin", { form })).headers.get("Location")).toBe("/client-dashboard");
});

test("the email's link sends a visitor's draft with its photo, and says so, unless something is missing", async () => {
  const { email, link } = await signUpWith(requestFields(town.starts[1]!));
  const [mail] = await emailsTo(context, email);
  expect(mail).toMatchObject({ subject: "One step is left: send your request" });
  expect(mail!.text).toContain("We've kept your request. It goes to the plumber once you have verified your email.");
  expect(await (await visit(link)).text()).toContain("Verify and send the request");
  const { email: other, link: incomplete } = await signUpWith({ street: "" });
  expect(await (await visit(incomplete)).text()).not.toContain("Verify and send");
  await resendVerification(context, email, null);
  const subjects = async (of: string) => (await emailsTo(context, of)).map(({ subject }) => subject);
  expect([await subjects(email), await subjects(other)]).toEqual([
    Array(2).fill("One step is left: send your request"),
    ["Verify your email for Pombi"],
  ]);
  const form = { password: "a fine password", intent: "send" };
  const sent = await visit(link, { form });
  const isTheirs = sql`client_id = (select id from users where email = ${email})`;
  const [booking] = await db.select().from(bookings).where(isTheirs);
  expect(booking).toMatchObject({ status: "pending", notes: NOTES, plumberId: town.plumber.id });
  expect(sent.headers.get("Location")).toBe(`/client-dashboard/bookings/${booking!.id}`);
  expect(await db.$count(privatePhotos, eq(privatePhotos.bookingId, booking!.id))).toBe(1);
  const ticket = await visit(sent.headers.get("Location")!, { cookie: cookiesOf(sent) });
  expect(await ticket.text()).toContain("Booking successful!");
  // A second press finds the email verified, and sends nothing.
  expect((await visit(link, { form })).headers.get("Location")).toContain("/signin?redirectTo=");
  expect(await db.$count(bookings, eq(bookings.notes, NOTES))).toBe(1);
});

test("a visitor's draft whose time is taken leads back to its page, which says so", async () => {
  const { link } = await signUpWith(requestFields(town.starts[2]!));
  await visit(page, { cookie: town.cookies.otherClient, form: requestFields(town.starts[2]!) });
  const verified = await visit(link, { form: { password: "a fine password", intent: "send" } });
  expect(verified.headers.get("Location")).toBe(page);
  const said = ["that time isn't free any more", "choose another time"];
  const html = await expectPage(visit(page, { cookie: cookiesOf(verified) }), 200, ...said);
  expect(html).not.toContain("check your request");
  expectFilledIn(html);
});

test("a visitor's draft is kept by a draft's form of any sort: what is wrong in it is left out", async () => {
  const fields = { appointmentDate: "nonsense", street: "", serviceType: "Spells", pin: "here" };
  const id = idOf(draftCookieOf(await addPhoto({ fields })));
  const [draft] = await db.select().from(requestDrafts).where(eq(requestDrafts.id, id));
  const empty = { startsAt: null, street: null, serviceType: null, pin: null };
  expect(draft).toMatchObject({ ...empty, suburb: VISIT.suburb, notes: NOTES });
});

test("a visitor's draft ends after 48 hours with its photos", async () => {
  const cookie = draftCookieOf(await addPhoto());
  const [photo] = photosIn(await (await visit(page, { cookie })).text());
  const run = (after: number) => {
    const later = { ...context, now: context.now + after };
    return runSchedule(later, {}, { reportError: logError, keepWords: true });
  };
  const left = async () => [
    await countDrafts(cookie),
    (await env.PHOTOS.list({ prefix: privateKey(photo!) })).objects.length,
    await db.$count(privatePhotos, eq(privatePhotos.id, photo!)),
  ];
  await run(47 * HOUR);
  expect(await left()).toEqual([1, 2, 1]);
  for (const after of [49 * HOUR, 49 * HOUR + 1]) await run(after);
  expect(await left()).toEqual([0, 0, 0]);
});

test("a draft's request takes its photos over in the same batch, ends the draft, and leads to the ticket", async () => {
  const { client, draft, cookie } = await createClientWithDraft();
  const response = await visit(page, { cookie, form: answers(4) });
  const [booking] = await db.select().from(bookings).where(eq(bookings.clientId, client.id));
  const ticket = `/client-dashboard/bookings/${booking!.id}`;
  expect([response.status, response.headers.get("Location"), depthOf(response)]).toEqual([303, ticket, 2]);
  expect(response.headers.getSetCookie().join()).toContain("__Host-draft=; ");
  expect(booking).toMatchObject({ ...VISIT, notes: NOTES, status: "pending" });
  const photos = await db.select().from(privatePhotos).where(eq(privatePhotos.bookingId, booking!.id));
  expect(photos).toMatchObject([{ kind: "problem", draftId: null, uploadedBy: client.id }]);
  const see = async (more: string) => (await visit(`/job-photos/${photos[0]!.id}-1280.webp`, { cookie: more })).status;
  expect([await see(town.cookies.plumber), await see(cookie)]).toEqual([200, 200]);
  // The browser's old cookie opens nothing any more.
  expect(await see(draft)).toBe(404);
  expect(await countDrafts(draft)).toBe(0);
});

test("the request that a draft becomes keeps the draft when it is refused", async () => {
  const { draft, cookie } = await createClientWithDraft();
  const html = await expectPage(visit(page, { cookie, form: answers(1) }), 409);
  expectFilledIn(html);
  expect(photosIn(html)).toHaveLength(1);
  expect(await countDrafts(draft)).toBe(1);
});

const endsDraft = (response: Response) =>
  response.headers.getSetCookie().some((one) => /^__Host-draft=;.*Max-Age=0/.test(one));

test("a draft on a phone disappears at the first dashboard or form once the session ended elsewhere", async () => {
  const { client, cookie } = await createClientWithDraft();
  await endAllSessions(context, client);
  expect(endsDraft(await visit("/client-dashboard", { cookie }))).toBe(true);
  const form = await visit(page, { cookie });
  expect([form.status, form.headers.get("Location"), endsDraft(form)]).toEqual([303, page, true]);
  expect(form.headers.getSetCookie().some((one) => /^__Host-session=;/.test(one))).toBe(true);
});

test("a draft kept on a phone stays for a visitor who is led to sign in", async () => {
  const { draft } = await createClientWithDraft();
  expect(endsDraft(await visit("/client-dashboard", { cookie: draft }))).toBe(false);
});

test("a private photo is kept for an hour, then checked, costs no bytes, and is gone with the session", async () => {
  const { client, cookie } = await createClientWithDraft();
  await visit(page, { cookie, form: answers(5) });
  const [photo] = await db.select().from(privatePhotos).where(eq(privatePhotos.uploadedBy, client.id));
  const path = `/job-photos/${photo!.id}-320.webp`;
  const first = await visit(path, { cookie });
  expect([first.status, first.headers.get("Cache-Control")]).toEqual([200, "private, max-age=3600"]);
  await first.arrayBuffer();
  const headers = { "If-None-Match": first.headers.get("ETag")! };
  const again = await visit(path, { cookie, headers });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await endAllSessions(context, client);
  expect((await visit(path, { cookie, headers })).status).toBe(404);
});

test("a draft's photo is added by a button, seen by that browser alone, and can be taken out again", async () => {
  const added = await addPhoto();
  expect([added.status, added.headers.get("Location")]).toEqual([303, `${page}#photos`]);
  const cookie = draftCookieOf(added);
  const html = await (await visit(page, { cookie })).text();
  expectFilledIn(html);
  const [photo] = photosIn(html);
  const see = async (more?: string) => (await visit(`/job-photos/${photo}-320.webp`, { cookie: more })).status;
  expect([await see(cookie), await see(), await see(`__Host-draft=${newId()}`)]).toEqual([200, 404, 404]);
  expect([await see(town.cookies.plumber), await see(town.cookies.admin)]).toEqual([404, 404]);
  for (const [by, status] of [
    [`__Host-draft=${newId()}`, 200],
    [cookie, 404],
  ] as const) {
    expect((await visit(page, { cookie: by, form: { intent: `remove:${photo}` } })).status).toBe(303);
    expect(await see(cookie)).toBe(status);
  }
});

test("a draft stores a photo once; a refused one, like the fifth, leaves the others and the text", async () => {
  const uploadId = newId();
  const cookie = draftCookieOf(await addPhoto({ fields: { uploadId } }));
  await addPhoto({ cookie, fields: { uploadId } });
  const expectRefused = async (status: number, text: string, shown: number, photo?: Blob) => {
    const html = await expectPage(addPhoto({ cookie, photo }), status, text);
    expect(photosIn(html)).toHaveLength(shown);
    expectFilledIn(html);
  };
  await expectRefused(400, "Only image files are allowed.", 1, new Blob(["<svg>"]));
  for (let more = 0; more < 3; more++) expect((await addPhoto({ cookie })).status).toBe(303);
  await expectRefused(409, "There are four photos already.", 4);
});

test("a visitor's first photo whose answer was lost is known again by its upload, with its draft", async () => {
  const fields = { uploadId: newId() };
  const lost = draftCookieOf(await addPhoto({ fields }));
  const drafts = await db.$count(requestDrafts);
  const again = await addPhoto({ fields: { ...fields, notes: "It drips more" } });
  expect([again.status, draftCookieOf(again)]).toEqual([303, lost]);
  const html = await (await visit(page, { cookie: lost })).text();
  expect(photosIn(html)).toHaveLength(1);
  expect(html).toContain("It drips more");
  expect(await db.$count(requestDrafts)).toBe(drafts);
  // Another browser's upload, and one that has become a booking's, open nothing.
  const { draft, cookie } = await createClientWithDraft();
  await visit(page, { cookie, form: answers(6) });
  const [photo] = await db
    .select()
    .from(privatePhotos)
    .where(sql`booking_id is not null`)
    .orderBy(sql`created_at desc`);
  const stranger = await addPhoto({ fields: { uploadId: photo!.uploadId } });
  expect([stranger.status, draftCookieOf(stranger)]).toEqual([400, ""]);
  expect(draft).not.toBe(lost);
});

test("a draft's photo for a plumber who is not listed is not found, and leaves nothing", async () => {
  const hidden = await createUser(context, "plumber", { listed: false });
  const before = await db.$count(requestDrafts);
  const form = photoFields(image, { intent: "photo", uploadId: newId() });
  const response = await visit(`/appointment/${hidden.id}`, { headers: from(), form });
  expect([303, 404]).toContain(response.status);
  expect(await db.$count(requestDrafts)).toBe(before);
});

test("a photo that was only chosen, without script, goes with the request or waits for the next try", async () => {
  for (const missing of [{}, { street: "" }]) {
    const { cookie, ...client } = await createSignedInUser(context, "client");
    const fields = answers("street" in missing ? 7 : 5);
    let sent = await visit(page, { cookie, headers: from(), form: photoFields(image, { ...fields, ...missing }) });
    expect(sent.status).toBe("street" in missing ? 400 : 303);
    if (sent.status === 400) {
      expect(photosIn(await sent.text())).toHaveLength(1);
      sent = await visit(page, { cookie: `${cookie}; ${draftCookieOf(sent)}`, form: fields });
    }
    const [booking] = await db.select().from(bookings).where(eq(bookings.clientId, client.id));
    expect(sent.headers.get("Location")).toBe(`/client-dashboard/bookings/${booking!.id}`);
    expect(await db.$count(privatePhotos, eq(privatePhotos.bookingId, booking!.id))).toBe(1);
  }
});
