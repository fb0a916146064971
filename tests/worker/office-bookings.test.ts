import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { dateAt, DAY, formatDate, instantOf } from "~/domain/time/harare";
import { bookings, notices, phoneChannels, users } from "~/db/schema";
import { newId } from "~/domain/values/id";
import { tokenIn } from "../support/sign-up";
import { startFields } from "../support/request-form";
import { cookieOf, textOf, visit } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
  const { db, now } = town.context;
  const phone = "+263771234567";
  await db.update(users).set({ phone }).where(eq(users.id, town.client.id));
  // They have confirmed it with a code: else nobody is chosen by it (B29).
  const confirmed = { id: newId(), channel: "whatsapp" as const, consentWords: "Yes.", verifiedAt: now };
  await db.insert(phoneChannels).values({ ...confirmed, userId: town.client.id, phone });
});

const NEW = "/admin-dashboard/bookings/new";
const send = (form: Record<string, string>) => visit(NEW, { cookie: town.cookies.admin, form });
const what = { city: "Harare", serviceType: "Leak Fixing", suburb: "Avondale", street: "1 King George Road" };
const someone = (phone: string) => ({ client: "new", firstName: "Chipo", lastName: "Dube", phone });
const bookingAt = async (response: Response) => {
  const id = response.headers.get("Location")!.split("/").at(-1)!;
  return (await town.context.db.select().from(bookings).where(eq(bookings.id, id)))[0]!;
};

describe("New booking", () => {
  test("finds a client by phone, chooses the only one, and keeps what was typed", async () => {
    const response = await send({
      intent: "show",
      q: "077 123",
      searched: "",
      street: "9 Kept Street",
      city: "Harare",
    });
    expect(response.status).toBe(200);
    const html = await textOf(response);
    expect(html).toContain("Rudo Own");
    expect(html).toMatch(new RegExp(`<input type="radio" name="client"[^>]*checked=""[^>]*value="${town.client.id}"`));
    expect(html).toContain("9 Kept Street");
    expect(html).not.toContain("Kuda Other");
  });

  test("a new search chooses anew, the same one keeps the choice", async () => {
    const chosen = (client: string) => new RegExp(`name="client"[^>]*checked=""[^>]*value="${client}"`);
    const form = { intent: "show", q: "rudo", city: "Harare", client: "new" };
    expect(await textOf(await send({ ...form, searched: "kuda" }))).toMatch(chosen(town.client.id));
    expect(await textOf(await send({ ...form, searched: "rudo" }))).toMatch(chosen("new"));
  });

  test("a new search fills in the new name; what was typed stays", async () => {
    const form = { intent: "show", q: "Zanele Nobody", searched: "banda", city: "Harare", client: "new" };
    const filled = (name: string, value: string) => new RegExp(`name="${name}"[^>]*value="${value}"`);
    const anew = await textOf(await send({ ...form, firstName: "banda", lastName: "" }));
    expect(anew).toMatch(filled("firstName", "Zanele"));
    expect(anew).toMatch(filled("lastName", "Nobody"));
    expect(await textOf(await send({ ...form, firstName: "Zanele-Ann" }))).toMatch(filled("firstName", "Zanele-Ann"));
  });

  test("fills in the address of the client who is chosen; what was typed stays, and another client's goes", async () => {
    const addresses = {
      [town.client.id]: "22 Lomagundi Road, Avondale",
      [town.otherClient.id]: "Green gate, Unki Mine",
    };
    for (const [id, addressLine1] of Object.entries(addresses))
      await town.context.db.update(users).set({ addressLine1 }).where(eq(users.id, id));
    const form = { intent: "show", city: "Harare", client: town.client.id };
    const addressAfter = async (more: Record<string, string>) => {
      const html = await textOf(await send({ ...form, ...more }));
      return ["suburb", "street", "filledIn"].map(
        (name) => html.match(new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`))?.[1],
      );
    };
    const own = ["Avondale", "22 Lomagundi Road", "22 Lomagundi Road, Avondale"];
    const filled = Object.fromEntries(["suburb", "street", "filledIn"].map((name, at) => [name, own[at]!]));
    expect(await addressAfter({})).toEqual(own);
    expect(await addressAfter({ client: "", q: "rudo", searched: "" })).toEqual(own);
    expect(await addressAfter(filled)).toEqual(own);
    const other = "Green gate, Unki Mine";
    expect(await addressAfter({ ...filled, client: town.otherClient.id })).toEqual(["", other, other]);
    expect(await addressAfter({ ...filled, client: "new" })).toEqual(["", "", ""]);
    expect(await addressAfter({ ...filled, q: "Nobody Known", searched: "rudo" })).toEqual(["", "", ""]);
    expect(await addressAfter({ street: "9 Typed Street" })).toEqual(["", "9 Typed Street", ""]);
    expect(await addressAfter({ ...filled, street: "9 Typed Street" })).toEqual([own[0], "9 Typed Street", own[2]]);
  });

  test("goes to the city of the client who is chosen, once, with the address of the latest booking of who has none", async () => {
    const { db } = town.context;
    await db.update(users).set({ addressLine1: null }).where(eq(users.id, town.client.id));
    const made = await send({
      ...what,
      city: "Bulawayo",
      suburb: "Hillside",
      street: "14 Fife Street",
      client: town.client.id,
      ...startFields(town.starts.at(-8)! + 30 * DAY),
    });
    expect(made.status).toBe(303);
    const form = { intent: "show", city: "Harare", client: town.client.id, suburb: "", street: "", filledIn: "" };
    const shown = (html: string) => [
      /<option[^>]*selected=""[^>]*>([^<]*)/.exec(html.slice(html.indexOf('name="city"')))?.[1],
      ...["suburb", "street", "filledIn"].map(
        (name) => html.match(new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`))?.[1],
      ),
    ];
    const address = ["Hillside", "14 Fife Street", "14 Fife Street, Hillside"];
    const filled = { suburb: address[0]!, street: address[1]!, filledIn: address[2]! };
    expect(shown(await textOf(await send(form)))).toEqual(["Bulawayo", ...address]);
    expect(shown(await textOf(await send({ ...form, ...filled, city: "Gweru" })))[0]).toBe("Gweru");
    expect(shown(await textOf(await send({ ...form, street: "9 Typed Street" })))[0]).toBe("Harare");
    const file = await visit(`/admin-dashboard/people/${town.client.id}`, { cookie: town.cookies.admin });
    const [, link] = /href="([^"]*bookings\/new\?client[^"]*)"/.exec(await file.text())!;
    const page = await visit(link!.replaceAll("&amp;", "&"), { cookie: town.cookies.admin });
    expect(shown(await textOf(page))).toEqual(["Bulawayo", ...address]);
  });

  test("comes with both lines of the client's address", async () => {
    const lines = { addressLine1: "22 Lomagundi Road", addressLine2: "Avondale, Harare" };
    await town.context.db.update(users).set(lines).where(eq(users.id, town.client.id));
    const html = await textOf(await visit(`${NEW}?client=${town.client.id}`, { cookie: town.cookies.admin }));
    const address = ["suburb", "street"].map(
      (name) => html.match(new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`))?.[1],
    );
    expect(address).toEqual(["Avondale", "22 Lomagundi Road"]);
  });

  test("shows the chosen plumber's free starts, and a date and a time without a plumber", async () => {
    const form = { intent: "show", city: "Harare" };
    expect(await textOf(await send(form))).toContain('type="time"');
    const html = await textOf(await send({ ...form, plumber: town.plumber.id }));
    expect(html).not.toContain('type="time"');
    expect(html).toContain('class="slots"');
  });

  test("comes with the client from a user's page, but not with a plumber", async () => {
    const page = async (id: string) => textOf(await visit(`${NEW}?client=${id}`, { cookie: town.cookies.admin }));
    const user = await visit(`/admin-dashboard/people/${town.client.id}`, { cookie: town.cookies.admin });
    expect(await user.text()).toContain(`${NEW}?client=${town.client.id}`);
    expect(await page(town.client.id)).toContain("Rudo Own");
    expect(await page(town.otherPlumber.id)).not.toContain(`value="${town.otherPlumber.id}" checked`);
  });

  test("books for a known client; the history says that our office did, and the plumber answers as always", async () => {
    const made = await send({
      ...what,
      client: town.client.id,
      plumber: town.plumber.id,
      ...startFields(town.starts.at(-8)!),
    });
    expect(made.status).toBe(303);
    const { id, plumberId, status } = await bookingAt(made);
    expect([plumberId, status]).toEqual([town.plumber.id, "pending"]);
    const ticket = await textOf(await visit(`/client-dashboard/bookings/${id}`, { cookie: town.cookies.client }));
    expect(ticket).toMatch(/Our office<\/b> sent the request/);
    const confirmed = await visit(`/plumber-dashboard/jobs/${id}/confirm`, { cookie: town.cookies.plumber, form: {} });
    expect(confirmed.status).toBe(303);
  });

  test("says what is missing at each field, and nothing is made", async () => {
    const response = await send({ client: "new", city: "Harare" });
    expect(response.status).toBe(400);
    const html = await textOf(response);
    for (const text of [
      "First name is required.",
      "Last name is required.",
      "Phone is required.",
      "Please select a day.",
      "Please choose a service.",
      "Street or landmark is required.",
    ])
      expect(html).toContain(text);
    const nobody = await send({ ...what, ...startFields(town.starts.at(-9)!) });
    expect(nobody.status).toBe(400);
    expect(await textOf(nobody)).toContain("Please find the client, or choose Someone new.");
  });

  test("offers the client who has the phone already, chosen", async () => {
    const response = await send({ ...what, ...someone("0771234567"), ...startFields(town.starts.at(-9)!) });
    expect(response.status).toBe(409);
    const html = await textOf(response);
    expect(html).toContain("A client has this phone already.");
    expect(html).toMatch(new RegExp(`<input type="radio" name="client"[^>]*checked=""[^>]*value="${town.client.id}"`));
  });

  test("says when the start has just been taken, and when the plumber is gone", async () => {
    const taken = await send({
      ...what,
      client: town.otherClient.id,
      plumber: town.plumber.id,
      ...startFields(town.starts.at(-1)!),
    });
    expect(taken.status).toBe(409);
    expect(await textOf(taken)).toContain("This time slot has just been booked.");
    const gone = await send({
      ...what,
      client: town.client.id,
      plumber: "nobody",
      ...startFields(town.starts.at(-9)!),
    });
    expect(gone.status).toBe(404);
  });
});

test("plumber and office read on the booking of a client without an email that they call; no other booking says so", async () => {
  const { id } = await bookingAt(
    await send({ ...what, ...someone("0778 765 432"), plumber: town.plumber.id, ...startFields(town.starts.at(-12)!) }),
  );
  const see = async (path: string, who: "plumber" | "admin") =>
    textOf(await visit(path, { cookie: town.cookies[who] }));
  const note = "Booked by phone, without an email address: please call.";
  const ticket = await see(`/plumber-dashboard/jobs/${id}`, "plumber");
  expect(ticket).toContain(note);
  expect(ticket).not.toMatch(/href="\/plumber-dashboard\/messages\/[a-z0-9]+"/);
  expect(await see(`/admin-dashboard/bookings/${id}`, "admin")).toContain(note);
  expect(await see(`/plumber-dashboard/jobs/${town.confirmed}`, "plumber")).not.toContain(note);
});

test("a caller without an email becomes the owner of the account: offered by the office, claimed with the reference", async () => {
  const { db } = town.context;
  const made = await bookingAt(await send({ ...what, ...someone("0772000111"), ...startFields(town.starts.at(-9)!) }));
  const user = `/admin-dashboard/people/${made.clientId}`;
  const office = (path: string, form?: Record<string, string>) => visit(path, { cookie: town.cookies.admin, form });
  expect(await textOf(await office(user))).toContain("By phone");
  expect((await office(`${user}/consent`, { words: "Yes, text me" })).status).toBe(303);
  expect(await textOf(await office(user))).toContain("Yes, text me");
  expect((await office(`${user}/offer-account`, { email: town.client.email })).status).toBe(409);
  expect((await office(`${user}/offer-account`, { email: "nonsense" })).status).toBe(400);
  expect((await office(`${user}/offer-account`, { email: "chipo@example.test" })).status).toBe(303);

  const [mail] = await db.select().from(notices).where(eq(notices.recipient, "chipo@example.test"));
  const link = `/claim-account?token=${tokenIn(mail?.text)}`;
  const page = await visit(link);
  expect([page.status, page.headers.get("Referrer-Policy")]).toEqual([200, "same-origin"]);
  expect(await textOf(page)).toContain("chipo@example.test");
  const password = "a fine password";
  const wrong = await visit(link, { form: { reference: "PB-222222", password, terms: "on" } });
  expect([wrong.status, (await textOf(wrong)).includes("the reference of one of your bookings")]).toEqual([400, true]);
  const right = { reference: made.reference.toLowerCase().replace("-", " "), password };
  expect(await textOf(await visit(link, { form: right }))).toContain("You must accept the terms");
  const claimed = await visit(link, { form: { ...right, terms: "on" } });
  expect([claimed.status, claimed.headers.get("Location")]).toEqual([303, "/client-dashboard"]);
  const ticket = await visit(`/client-dashboard/bookings/${made.id}`, { cookie: cookieOf(claimed) });
  expect(await textOf(ticket)).toContain(made.reference);
  expect((await visit(link)).status).toBe(400);
  const signedIn = await visit("/signin", { form: { email: "chipo@example.test", password } });
  expect(signedIn.status).toBe(303);
});

describe("another day than the seven", () => {
  const inDays = (days: number) => instantOf(dateAt(town.context.now + days * DAY), 14 * 60);
  const chosen = (date: string) => new RegExp(`<input[^>]*name="appointmentDate"[^>]*checked=""[^>]*value="${date}"`);
  const slotAt = (html: string, time: string) =>
    new RegExp(`<label class="slot ([^"]*)"><input[^>]*value="${time}"`).exec(html)?.[1]?.split(" ") ?? [];

  test("shows that day's free times by its address or by the button, and is booked", async () => {
    const start = inDays(200);
    const address = `${NEW}?city=Harare&plumber=${town.plumber.id}&otherDate=${dateAt(start)}`;
    const html = await textOf(await visit(address, { cookie: town.cookies.admin }));
    expect(html).toMatch(chosen(dateAt(start)));
    expect(slotAt(html, "2:00 pm")).not.toContain("not-0");
    const form = { ...what, plumber: town.plumber.id, otherDate: dateAt(start) };
    expect(await textOf(await send({ ...form, intent: "show", street: "9 Kept Street" }))).toContain("9 Kept Street");
    const made = await send({ ...form, shownDay: dateAt(start), ...someone("077 765 1122"), ...startFields(start) });
    expect(made.status).toBe(303);
    expect((await bookingAt(made)).startsAt).toBe(start);
    const again = await textOf(await visit(address, { cookie: town.cookies.admin }));
    expect(slotAt(again, "2:00 pm")).toContain("not-0");
  });

  test.each([
    ["yesterday", -1],
    ["more than twelve months ahead", 367],
  ])("is refused %s, with the days that can be chosen; the seven stay", async (_, days) => {
    const form = { ...what, plumber: town.plumber.id, otherDate: dateAt(inDays(days)) };
    const shown = await textOf(await send({ ...form, intent: "show" }));
    expect(shown).toContain(`Please choose a day from today to ${formatDate(dateAt(inDays(366)))}.`);
    expect(shown).toMatch(new RegExp(`name="appointmentDate"[^>]*value="${dateAt(inDays(0))}"`));
  });

  test("that was typed but not shown yet is never booked as the day that was shown", async () => {
    const form = { ...what, ...someone("077 765 1133"), plumber: town.plumber.id };
    const sent = await send({ ...form, ...startFields(town.starts.at(-7)!), otherDate: dateAt(inDays(50)) });
    expect(sent.status).toBe(400);
    const html = await textOf(sent);
    expect(html).toContain("Please choose a time on that day.");
    expect(html).toMatch(new RegExp(`name="appointmentDate"[^>]*value="${dateAt(inDays(50))}"`));
  });
});
