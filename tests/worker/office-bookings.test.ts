import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { CANCELLATION_REASONS } from "~/domain/bookings/booking";
import { dateAt, DAY, formatDate, instantOf } from "~/domain/time/harare";
import { bookings, consents, notices, phoneChannels, users } from "~/db/schema";
import { FORM_ID_FIELD } from "~/domain/idempotency/sent-form";
import { newId } from "~/domain/values/id";
import { tokenIn } from "../support/sign-up";
import { expectPage, cookieOf, textOf, visit } from "../support/site";
import { rowOf, seedTown, startFields } from "../support/town";
import { noticesInWords } from "../support/notice-words";
import { createCaller } from "../support/users";

const town = await seedTown();
const { context, db, cookies, client, otherClient, starts } = town;
const phone = "+263771234567";
await db.update(users).set({ phone }).where(eq(users.id, town.client.id));
// They have confirmed it with a code: else no one is chosen by it (B29).
const confirmed = { id: newId(), channel: "whatsapp" as const, consentWords: "Yes.", verifiedAt: context.now };
await db.insert(phoneChannels).values({ ...confirmed, userId: town.client.id, phone });

const NEW = "/admin-dashboard/bookings/new";
const send = (form: Record<string, string>) => visit(NEW, { cookie: cookies.admin, form });
const what = { city: "Harare", serviceType: "Leak Fixing", suburb: "Avondale", street: "1 King George Road" };
const someone = (phone: string) => ({ client: "new", firstName: "Chipo", lastName: "Dube", phone });
const bookingAt = (response: Response) => rowOf(context, response.headers.get("Location")!.split("/").at(-1)!);
const open = async (path: string, cookie = cookies.admin) => textOf(await visit(path, { cookie }));

const find = (form: Record<string, string>) => send({ intent: "show", city: "Harare", ...form }).then(textOf);
const filled = (html: string, name: string) =>
  html.match(new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`))?.[1];
const addressIn = (html: string) => ["suburb", "street", "filledIn"].map((name) => filled(html, name));
const cityIn = (html: string) =>
  /<option[^>]*selected=""[^>]*>([^<]*)/.exec(html.slice(html.indexOf('name="city"')))?.[1];
const chosenClient = (client: string) => new RegExp(`<input[^>]*name="client"[^>]*checked=""[^>]*value="${client}"`);

test("New booking finds a client by phone, never a plumber, chooses the only one, and asks for a time", async () => {
  const html = await find({ q: "077 123", searched: "" });
  expect(html).toContain("Rudo Own");
  expect(html).toMatch(chosenClient(town.client.id));
  expect(html).not.toContain("Kuda Other");
  expect(html).toContain('type="time"');
  expect(await open(`${NEW}?client=${town.otherPlumber.id}`)).not.toMatch(chosenClient(town.otherPlumber.id));
});

test("a new search chooses again and fills in the new name; the same search keeps choice and typed text", async () => {
  const form = { q: "rudo", client: "new" };
  expect(await find({ ...form, searched: "kuda" })).toMatch(chosenClient(town.client.id));
  expect(await find({ ...form, searched: "rudo" })).toMatch(chosenClient("new"));
  const nobody = { q: "Zanele Nobody", searched: "banda", client: "new" };
  const html = await find({ ...nobody, firstName: "banda", lastName: "", street: "9 Kept Street" });
  const shown = ["firstName", "lastName", "street"].map((name) => filled(html, name));
  expect(shown).toEqual(["Zanele", "Nobody", "9 Kept Street"]);
  expect(filled(await find({ ...nobody, firstName: "Zanele-Ann" }), "firstName")).toBe("Zanele-Ann");
});

test("New booking reads a name and a phone in one field, and chooses who has the phone or someone new", async () => {
  const caller = (html: string) => ["firstName", "lastName", "phone"].map((name) => filled(html, name));
  const unknown = await find({ q: "Chipo Dube 0772 123 999", searched: "" });
  expect(caller(unknown)).toEqual(["Chipo", "Dube", "0772 123 999"]);
  expect(unknown).toMatch(chosenClient("new"));
  const namesake = await find({ q: "+263772123999 Rudo Own", searched: "" });
  expect([...caller(namesake), chosenClient("new").test(namesake)]).toEqual(["Rudo", "Own", "+263772123999", true]);
  expect(namesake).toMatch(new RegExp(`No client has this phone\\..*value="${town.client.id}".*value="new"`, "s"));
  const nobody = await find({ q: "0779555111", searched: "" });
  expect(nobody).toContain("No client has this phone. Is it someone new?");
  expect(nobody.match(/name="client"/g)).toHaveLength(1);
  expect(nobody).toMatch(chosenClient("new"));
  const known = await find({ q: "Ruth Owen 0771234567", searched: "" });
  expect(known).toMatch(chosenClient(town.client.id));
  expect(await find({ q: "Rudo", searched: "" })).not.toMatch(chosenClient("new"));
});

test("New booking shows a suspended caller, says what the office can do, and books nothing for them", async () => {
  const caller = await createCaller(context, { firstName: "Gone", lastName: "Caller", phone: "+263772555666" });
  await db.update(users).set({ suspendedAt: context.now }).where(eq(users.id, caller.id));
  const isShown = (html: string) =>
    expect(html).toMatch(new RegExp(`Gone Caller.*Suspended\\..*href="/admin-dashboard/people/${caller.id}"`, "s"));
  const html = await find({ q: "0772555666", searched: "" });
  isShown(html);
  expect(html).not.toContain("No client found");
  expect(html).not.toMatch(chosenClient(caller.id));
  const someone = { client: "new", firstName: "Gone", lastName: "Caller", phone: "0772555666" };
  const sent = await send({ ...what, ...someone, ...startFields(town.starts.at(-13)!) });
  expect(sent.status).toBe(409);
  const refused = await textOf(sent);
  isShown(refused);
  expect(refused).toContain("account is suspended, so nothing can be booked for them.");
  expect((await send({ ...what, client: caller.id, ...startFields(town.starts.at(-13)!) })).status).toBe(409);
  expect(await db.$count(bookings, eq(bookings.clientId, caller.id))).toBe(0);
});

test("the office cancels a booking for one of its reasons or in its own words, and not without", async () => {
  const path = `/admin-dashboard/bookings/${town.pending}/cancel`;
  const form = await open(path);
  for (const reason of CANCELLATION_REASONS.admin) expect(form).toContain(`>${reason}</option>`);
  expect(form).not.toContain("No reason");
  const refused = visit(path, { cookie: cookies.admin, form: { reason: "", reasonText: " " } });
  await expectPage(refused, 400, "Reason is required", "Yes, cancel");
  expect((await rowOf(context, town.pending)).status).toBe("pending");
  const done = await visit(path, { cookie: cookies.admin, form: { reason: CANCELLATION_REASONS.admin[0] } });
  expect([done.status, (await rowOf(context, town.pending)).status]).toEqual([303, "cancelled"]);
  expect(await open(`/client-dashboard/bookings/${town.pending}`, cookies.client)).toContain("The client asked us to");
});

test("New booking fills in the chosen client's address, keeps typed text, and drops another client's", async () => {
  const lines = { addressLine1: "22 Lomagundi Road", addressLine2: "Avondale, Harare" };
  await db.update(users).set(lines).where(eq(users.id, client.id));
  await db.update(users).set({ addressLine1: "Green gate, Unki Mine" }).where(eq(users.id, otherClient.id));
  const own = addressIn(await open(`${NEW}?client=${client.id}`));
  expect(own.slice(0, 2)).toEqual(["Avondale", "22 Lomagundi Road"]);
  const shown = { client: client.id, suburb: own[0]!, street: own[1]!, filledIn: own[2]! };
  const other = "Green gate, Unki Mine";
  for (const [form, address] of [
    [{ client: client.id }, own],
    [{ client: "", q: "rudo", searched: "" }, own],
    [shown, own],
    [{ ...shown, client: otherClient.id }, ["", other, other]],
    [{ ...shown, client: "new" }, ["", "", ""]],
    [{ ...shown, q: "Nobody Known", searched: "rudo" }, ["", "", ""]],
    [{ client: client.id, street: "9 Typed Street" }, ["", "9 Typed Street", ""]],
    [{ ...shown, street: "9 Typed Street" }, [own[0], "9 Typed Street", own[2]]],
  ] as const)
    expect(addressIn(await find(form)), JSON.stringify(form)).toEqual(address);
});

test("New booking fills in the city of the chosen client once, and their latest address if they have none", async () => {
  const there = { ...what, city: "Bulawayo", suburb: "Hillside", street: "14 Fife Street" };
  await send({ ...there, client: client.id, ...startFields(starts.at(-8)! + 30 * DAY) });
  const form = { client: client.id, suburb: "", street: "", filledIn: "" };
  const address = ["Hillside", "14 Fife Street", "14 Fife Street, Hillside"];
  const html = await find(form);
  expect([cityIn(html), ...addressIn(html)]).toEqual(["Bulawayo", ...address]);
  const shown = { ...form, suburb: address[0]!, street: address[1]!, filledIn: address[2]! };
  const elsewhere = await find({ ...shown, city: "Gweru" });
  expect([cityIn(elsewhere), ...addressIn(elsewhere)], "no street of another city").toEqual([
    "Gweru",
    "",
    "",
    address[2],
  ]);
  const again = { ...form, filledIn: address[2]! };
  expect(cityIn(await find({ ...again, city: "Gweru" }))).toBe("Gweru");
  expect(addressIn(await find({ ...again, city: "Bulawayo" }))).toEqual(address);
  expect(cityIn(await find({ ...form, street: "9 Typed Street" }))).toBe("Harare");
  const file = await open(`/admin-dashboard/people/${client.id}`);
  const [, link] = /href="([^"]*bookings\/new\?client[^"]*)"/.exec(file)!;
  const page = await open(link!.replaceAll("&amp;", "&"));
  expect([cityIn(page), ...addressIn(page)]).toEqual(["Bulawayo", ...address]);
});

const errorAt = (html: string, field: string) =>
  new RegExp(`id="new-booking-${field}-error"[^>]*>(?:<svg.*?</svg>)?([^<]*)`).exec(html)?.[1]?.trim();
const optionsOf = (html: string, field: string) =>
  html.slice(html.indexOf(`<select class="input" id="new-booking-${field}"`)).split("</select>")[0]!;

test("New booking drops no plumber without a word: one of another city is named, and nothing is made", async () => {
  const name = `${town.plumber.firstName} ${town.plumber.lastName}`;
  const chosen = { ...what, ...someone("0772000222"), city: "Masvingo", plumber: town.plumber.id };
  const said = `${name} isn't among the plumbers of Masvingo.`;
  const shown = await find(chosen);
  expect(errorAt(shown, "plumber")?.replace("&#x27;", "'")).toContain(said);
  expect(optionsOf(shown, "plumber")).not.toContain(town.plumber.id);
  expect(shown).toContain('type="time"');
  const before = await db.$count(bookings);
  await expectPage(send({ ...chosen, ...startFields(starts.at(-7)!) }), 400, said);
  expect(await db.$count(bookings)).toBe(before);
});

test("free times without a plumber say what is missing; the errors of a refused form stay until right", async () => {
  const form = { ...what, ...someone(""), isRefused: "on" };
  const shown = await find(form);
  expect(errorAt(shown, "plumber")).toBe("Please choose a plumber to see their free times.");
  expect([errorAt(shown, "phone"), errorAt(shown, "firstName")]).toEqual(["Phone is required.", undefined]);
  expect(errorAt(await find({ ...form, intent: "find" }), "plumber")).toBeUndefined();
  expect(shown).toContain('name="isRefused"');
  const looked = await find({ ...what, ...someone("") });
  expect(errorAt(looked, "phone")).toBeUndefined();
  // A lookup that lacks a plumber is no refused form: the next one asks for nothing else.
  expect(errorAt(looked, "plumber")).toBe("Please choose a plumber to see their free times.");
  expect(looked).not.toContain('name="isRefused"');
});

test("New booking says what is missing at each field, and nothing is made", async () => {
  const missing = ["First name", "Last name", "Phone", "Street or landmark"].map((field) => `${field} is required.`);
  const empty = send({ client: "new", city: "Harare" });
  await expectPage(empty, 400, ...missing, "Day is required.", "Service is required.");
  const nobody = send({ ...what, ...startFields(town.starts.at(-9)!) });
  await expectPage(nobody, 400, "Please find the client, or choose Someone new.");
  const before = await db.$count(bookings);
  await db.update(users).set({ addressLine1: "22 Lomagundi Road, Avondale, Harare" }).where(eq(users.id, client.id));
  const q = `${town.client.firstName} ${town.client.lastName}`;
  const { street: _, suburb: _suburb, ...typed } = what;
  const found = await textOf(await send({ ...typed, q, ...startFields(town.starts.at(-9)!) }));
  expect(errorAt(found, "client")).toContain(`We found ${q}. Is this the client?`);
  expect(errorAt(found, "street"), "said of a field that the answer fills in").toBeUndefined();
  expect(await db.$count(bookings)).toBe(before);
});

test("New booking says its errors in the order of the page", async () => {
  const html = await textOf(await send({ client: "new", city: "Harare" }));
  const summary = html.slice(html.indexOf("problem-summary"), html.indexOf("<form"));
  const said = [...html.matchAll(/href="#new-booking-(\w+)"/g)].map(([, field]) => field);
  expect(said, summary).toEqual([
    "firstName",
    "lastName",
    "phone",
    "serviceType",
    "street",
    "appointmentDate",
    "appointmentTime",
  ]);
});

test("New booking records a consent in the caller's words alone: it asks for them, and fills in none", async () => {
  const form = { ...what, ...someone("0772000333"), agreed: "on", ...startFields(starts.at(-11)!) };
  const drawn = await find({});
  expect(drawn).toContain('name="words"');
  expect(filled(drawn, "words") ?? "").toBe("");
  const before = await db.$count(bookings);
  await expectPage(send({ ...form, words: " " }), 400, "Their words are required.");
  await expectPage(send({ client: "new", agreed: "on" }), 400, "Their words are required.", "Phone is required.");
  expect(await db.$count(bookings)).toBe(before);
  const { clientId } = await bookingAt(await send({ ...form, words: "You can text me" }));
  const kept = await db.select().from(consents).where(eq(consents.userId, clientId));
  expect(kept.map(({ words }) => words)).toEqual(["You can text me"]);
});

test("New booking offers the client who has the phone already, chosen, and misses a plumber who is gone", async () => {
  const start = startFields(town.starts.at(-9)!);
  const known = send({ ...what, ...someone("0771234567"), ...start });
  await expectPage(known, 409, "A client has this phone already.", chosenClient(town.client.id));
  expect((await send({ ...what, ...start, client: town.otherClient.id, plumber: "nobody" })).status).toBe(404);
});

test("a caller without an email claims the account that the office offered, with the booking's reference", async () => {
  const made = await bookingAt(await send({ ...what, ...someone("0772000111"), ...startFields(town.starts.at(-9)!) }));
  const user = `/admin-dashboard/people/${made.clientId}`;
  const act = (verb: string, form: Record<string, string>) => visit(`${user}/${verb}`, { cookie: cookies.admin, form });
  expect((await act("consent", { words: "Yes, text me" })).status).toBe(303);
  await expectPage(visit(user, { cookie: cookies.admin }), 200, "By phone", "Yes, text me");
  expect((await act("offer-account", { email: "nonsense" })).status).toBe(400);
  expect((await act("offer-account", { email: "chipo@example.test" })).status).toBe(303);

  const [mail] = await noticesInWords(db, eq(notices.recipient, "chipo@example.test"));
  const link = `/claim-account?token=${tokenIn(mail?.text)}`;
  const page = await visit(link);
  expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
  await expectPage(page, 200, "chipo@example.test");
  const password = "a fine password";
  const wrong = visit(link, { form: { reference: "PB-222222", password, terms: "on" } });
  const marked = /<input(?=[^>]* name="reference")[^>]* aria-invalid="true"/;
  await expectPage(wrong, 400, "the reference of one of your bookings", marked);
  const right = { reference: made.reference.toLowerCase().replace("-", " "), password };
  expect(await textOf(await visit(link, { form: right }))).toContain("You must accept the terms");
  const form = { ...right, terms: "on", [FORM_ID_FIELD]: newId() };
  const claimed = await visit(link, { form });
  expect([claimed.status, claimed.headers.get("Location")]).toEqual([303, "/client-dashboard"]);
  expect(await open(`/client-dashboard/bookings/${made.id}`, cookieOf(claimed))).toContain(made.reference);
  expect((await visit(link)).status).toBe(400);
  // Its answer was lost, and the page sends it again.
  expect((await visit(link, { form })).headers.get("Location")).toBe("/signin?reason=verified");
  expect((await visit(link, { form: { ...form, [FORM_ID_FIELD]: newId() } })).status).toBe(400);
});

const inDays = (days: number) => instantOf(dateAt(context.now + days * DAY), 14 * 60);
const slotAt = (html: string, time: string) =>
  new RegExp(`<label class="slot ([^"]*)"><input[^>]*value="${time}"`).exec(html)?.[1]?.split(" ") ?? [];

test("another day than the seven shows its free times by its address or by the button, and is booked", async () => {
  const start = inDays(200);
  const address = `${NEW}?city=Harare&plumber=${town.plumber.id}&otherDate=${dateAt(start)}`;
  const html = await open(address);
  expect(html).toMatch(new RegExp(`<input[^>]*name="appointmentDate"[^>]*checked=""[^>]*value="${dateAt(start)}"`));
  expect(slotAt(html, "2:00 pm")).not.toContain("not-0");
  expect(html).not.toContain('type="time"');
  const form = { ...what, plumber: town.plumber.id, otherDate: dateAt(start) };
  expect(slotAt(await find(form), "2:00 pm")).not.toContain("not-0");
  const made = await send({ ...form, shownDay: dateAt(start), ...someone("077 765 1122"), ...startFields(start) });
  expect(made.status).toBe(303);
  expect((await bookingAt(made)).startsAt).toBe(start);
  expect(slotAt(await open(address), "2:00 pm")).toContain("not-0");
});

test("yesterday and days over a year ahead are refused with the days that can be chosen; the seven stay", async () => {
  for (const days of [-1, 367]) {
    const shown = await find({ ...what, plumber: town.plumber.id, otherDate: dateAt(inDays(days)) });
    expect(shown).toContain(`Please choose a day from today to ${formatDate(dateAt(inDays(366)))}.`);
    expect(shown).toMatch(new RegExp(`name="appointmentDate"[^>]*value="${dateAt(inDays(0))}"`));
  }
});

test("another day may be typed day first, and one that can't be read is refused", async () => {
  const day = dateAt(inDays(50));
  const form = { ...what, plumber: town.plumber.id };
  const shown = await find({ ...form, otherDate: day.split("-").reverse().join(".") });
  expect(shown).toMatch(new RegExp(`name="appointmentDate"[^>]*value="${day}"`));
  expect(await find({ ...form, otherDate: "soon" })).toContain("Please write 2 December 2026 as 02.12.2026");
});

test("a day that was typed but not shown yet is never booked as the day that was shown", async () => {
  const form = { ...what, ...someone("077 765 1133"), plumber: town.plumber.id };
  const otherDate = dateAt(inDays(50));
  const sent = send({ ...form, ...startFields(town.starts.at(-7)!), otherDate });
  const shownDay = new RegExp(`name="appointmentDate"[^>]*value="${otherDate}"`);
  await expectPage(sent, 400, "Please choose a time on that day.", shownDay);
});
