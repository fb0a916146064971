import { expect, test } from "vitest";
import { call, type ApiCall, tokenOf, withKey, expectAnswer } from "../support/site";
import { createUser } from "../support/users";
import { leaveAttempts, seedTownForAdmin, type TownUser, startFields } from "../support/town";

// Errors and headers as programs read them.

const town = await seedTownForAdmin();
const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

test("an error names each field that is missing or wrong; its message is that of the first", async () => {
  const form = {
    role: "plumber",
    name: " ",
    username: "Ncube",
    email: "nobody",
    password: "short",
    image: new File(["x"], "a.png"),
    speciality: "Other",
    experience: "",
    about: "x",
    fees: "-1",
    addressLine1: "1",
    city: "Harare",
  };
  const { status, body } = await call("POST", "/auth/register", { form });
  const errors = [
    { field: "name", code: "required", message: "First name is required." },
    { field: "email", code: "invalid_format", message: "Please enter a valid email address." },
    { field: "password", code: "too_small", message: "Please use at least 8 characters." },
    { field: "experience", code: "required", message: "Experience is required for plumbers." },
    { field: "fees", code: "invalid", message: "Please enter an amount from 0 to 10,000 with at most 2 decimals." },
  ];
  await expectAnswer({ status, body }, 422, { message: "First name is required.", code: "invalid_fields" });
  for (const error of errors) expect((body as { errors: unknown[] }).errors).toContainEqual(error);
});

test("an error of a booking is about the form that it was meant to be", async () => {
  const errorsOf = async (json: unknown) =>
    ((await call("POST", "/api/bookings", as("client", { json }))).body as { errors: unknown }).errors;
  expect(await errorsOf({ plumber: town.plumber.id, ...startFields(town.starts[0]!), notes: 5 })).toMatchObject([
    { field: "notes", code: "invalid_type" },
  ]);
  expect(await errorsOf({ plumber: "", ...startFields(town.starts[0]!), serviceType: "Other" })).toEqual([
    { field: "location", code: "required", message: "Please fill all required fields." },
  ]);
  expect(await errorsOf({ plumber: {} })).toEqual([
    { field: "plumber", code: "invalid", message: "Please name the plumber by their id, or leave it empty." },
  ]);
  expect(await errorsOf("x")).toMatchObject([{ field: "" }]);
});

test("an error in the address names the field there", async () => {
  expect((await call("GET", "/api/auth/plumbers?limit=0")).body).toEqual({
    message: "Please ask for 1 to 200 at once.",
    code: "invalid_fields",
    errors: [{ field: "limit", code: "invalid", message: "Please ask for 1 to 200 at once." }],
  });
  expect((await call("GET", `/api/auth/plumbers?city=${"x".repeat(100)}`)).body).toMatchObject({
    message: expect.stringMatching(/^city: /) as string,
  });
});

test("an error of the domain has the code of its reason, and the field where it is about one", async () => {
  const refused = async (method: string, path: string, request: ApiCall) => (await call(method, path, request)).body;
  expect(await refused("POST", "/auth/login", { json: { email: "nobody@example.test", password: "wrong" } })).toEqual({
    message: "Invalid email or password.",
    code: "wrong_credentials",
    errors: [],
  });
  const profile = as("plumber", { form: { name: "Tendai", addressLine1: "" } });
  const missing = { message: "Address Line 1 is required for plumbers.", code: "address_required" };
  const errors = [{ field: "addressLine1", ...missing }];
  expect(await refused("PUT", "/api/auth/profile", profile)).toEqual({ ...missing, errors });
  expect(await refused("GET", "/api/bookings/nobody", as("client"))).toMatchObject({ code: "booking_not_found" });
  expect(await refused("GET", "/api/nothing", {})).toEqual({ message: "Not found.", code: "not_found", errors: [] });
  expect(await refused("GET", "/api/bookings/client", {})).toMatchObject({ code: "not_signed_in" });
});

test("a taken slot comes with the nearest free starts, in the form that booking accepts", async () => {
  const starts = town.starts.slice(8, 20);
  const taken = starts[5]!;
  const request = (user: TownUser, startsAt: number) =>
    call("POST", "/api/bookings", as(user, { json: { plumber: town.otherPlumber.id, ...startFields(startsAt) } }));
  expect((await request("client", taken)).status).toBe(201);
  const { status, body } = await request("otherClient", taken);
  const { nearest, ...rest } = body as { nearest: Record<string, string>[] };
  expect({ status, ...rest }).toEqual({
    status: 409,
    message: "This time slot has just been booked. Please choose another.",
    code: "slot_taken",
    errors: [],
  });
  expect(nearest.length).toBeGreaterThan(0);
  for (const slot of nearest)
    expect(slot).toEqual({ ...startFields(Date.parse(slot["startsAt"]!)), startsAt: slot["startsAt"] });
  expect(nearest.map(({ startsAt }) => startsAt)).not.toContain(new Date(taken).toISOString());
  // The first of them can be booked as it is.
  const json = { plumber: town.otherPlumber.id, startsAt: nearest[0]!["startsAt"] };
  expect((await call("POST", "/api/bookings", as("otherClient", { json }))).status).toBe(201);
});

const ask = (accept: string, path = "/api/bookings/nobody") =>
  call("GET", path, as("client", { headers: { Accept: accept, "CF-Ray": "8f2b-HRE" } }));

test("problem details have the general case as title, the present one as detail, and the message", async () => {
  const { status, headers, body } = await ask("application/problem+json");
  expect({ status, type: headers.get("Content-Type") }).toEqual({ status: 404, type: "application/problem+json" });
  expect(body).toEqual({
    type: "https://pombi.test/api#booking_not_found",
    title: "Job not found.",
    status: 404,
    detail: "Job not found.",
    instance: "8f2b-HRE",
    message: "Job not found.",
    code: "booking_not_found",
    errors: [],
  });
  expect((await ask("application/problem+json", "/api/auth/plumbers?limit=0")).body).toMatchObject({
    title: "A field is missing or wrong; the message says which.",
    detail: "Please ask for 1 to 200 at once.",
    errors: [{ field: "limit" }],
  });
});

test("problem details come to those who prefer them, and for errors alone", async () => {
  for (const [accept, type] of [
    ["", "application/json"],
    ["*/*", "application/json"],
    ["application/json", "application/json"],
    ["application/json, application/problem+json", "application/problem+json"],
    ["application/problem+json;q=0.5, application/json", "application/json"],
    ["application/problem+json;q=0", "application/json"],
    ["Application/Problem+JSON; q=0.9", "application/problem+json"],
    ["nonsense;q=x, ,", "application/json"],
  ] as const)
    expect((await ask(accept)).headers.get("Content-Type"), accept).toBe(type);
  const profile = await ask("application/problem+json", "/api/auth/profile");
  expect(profile.headers.get("Content-Type")).toBe("application/json");
});

test("problem details of a kept response are those of the repeated request", async () => {
  const json = { plumber: "nobody", ...startFields(town.starts[0]!) };
  const request = (accept: string) =>
    call("POST", "/api/bookings", as("client", { json, headers: { ...withKey("asked-for-twice"), Accept: accept } }));
  const first = await request("*/*");
  const second = await request("application/problem+json");
  expect(first.body).toEqual({ message: "Plumber not found.", code: "plumber_not_found", errors: [] });
  expect(second.headers.get("Idempotency-Replayed")).toBe("true");
  expect(second.body).toMatchObject({ status: 404, detail: "Plumber not found.", code: "plumber_not_found" });
});

test("limits say what remains on success, and on 429 when to try again", async () => {
  const user = await createUser(town.context, "client");
  const token = await tokenOf(town.context, user);
  const write = () => call("POST", "/api/messages", { token, json: { recipient: town.admin.id, content: "Hello" } });
  await leaveAttempts(town.context, ["messagePerUser", user.id], 2);
  for (const [wanted, left] of [
    [201, 1],
    [201, 0],
    [429, 0],
  ] as const) {
    const { status, headers, body } = await write();
    expect(status).toBe(wanted);
    expect(headers.get("RateLimit-Policy")).toBe('"message_per_user";q=30;w=60');
    expect(headers.get("RateLimit")).toMatch(new RegExp(`^"message_per_user";r=${left};t=\\d+$`));
    if (status !== 429) continue;
    expect(headers.get("Retry-After")).toBe(/t=(\d+)/.exec(headers.get("RateLimit")!)![1]);
    const message = "Too many attempts. Please try again in a minute.";
    expect(body).toEqual({ message, code: "too_many", errors: [] });
  }
});

test("limits count refusals too, reveal nothing of others' tries, and don't touch unlimited calls", async () => {
  const wrong = await call("POST", "/auth/login", {
    json: { email: "nobody@example.test", password: "wrong" },
    headers: { "CF-Connecting-IP": "196.9.9.8" },
  });
  expect(wrong.status).toBe(400);
  expect(wrong.headers.get("RateLimit")).toMatch(/^"sign_in_per_user";r=9;t=\d+$/);
  const sent = await call("POST", "/api/contact", {
    json: { name: "Chipo", email: "chipo@example.test", subject: "A question", message: "Do you come to Norton?" },
  });
  expect(sent.status).toBe(201);
  expect(sent.headers.get("RateLimit-Policy")).toBe('"contact_per_address";q=50;w=3600');
  const ticket = await call("POST", "/api/socket-ticket", as("client"));
  expect(ticket.headers.get("RateLimit")).toMatch(/^"socket_ticket_per_user";r=59;t=\d+$/);
  for (const path of ["/api/auth/plumbers", "/api/nothing"])
    expect((await call("GET", path)).headers.get("RateLimit")).toBeNull();
});

test("a list says whether it goes on; an object says nothing", async () => {
  for (const [path, user] of [
    ["/api/bookings/client", "client"],
    ["/api/bookings/plumber", "plumber"],
    ["/api/auth/users", "admin"],
    ["/api/auth/plumbers", "client"],
    ["/api/messages/conversations", "plumber"],
  ] as const) {
    const whole = await call("GET", path, as(user));
    expect([whole.headers.get("Has-More"), whole.headers.get("Link")], path).toEqual(["false", null]);
    const part = await call("GET", `${path}?limit=1`, as(user));
    const goesOn = (whole.body as unknown[]).length > 1;
    expect([part.headers.get("Has-More"), part.headers.get("Link") !== null], path).toEqual([String(goesOn), goesOn]);
  }
  expect((await call("GET", `/api/auth/plumbers/${town.plumber.id}/slots`)).headers.get("Has-More")).toBe("false");
  expect((await call("GET", "/api/auth/profile", as("client"))).headers.get("Has-More")).toBeNull();
});

const book = (json: object) =>
  call("POST", "/api/bookings", as("otherClient", { json: { plumber: town.otherPlumber.id, ...json } }));

test("a start is accepted as an instant, with or without the day and time", async () => {
  const start = startFields(town.starts[6]!);
  const startsAt = new Date(town.starts[6]!).toISOString();
  const response = await book({ startsAt });
  await expectAnswer(response, 201, { ...start, startsAt });
  // The same, worded differently, is the same booking.
  const again = await book({ startsAt: startsAt.replace(".000Z", "+00:00"), ...start });
  await expectAnswer(again, 200, { id: (response.body as { id: string }).id });
});

test("a start that is incomplete, no instant or another one than the day and time is refused at its field", async () => {
  const { starts } = town;
  const day = { field: "appointmentDate", message: "Day is required." };
  const instant = {
    field: "startsAt",
    message: "Please give the start as an instant of a whole minute, like 2026-11-20T08:30:00Z.",
  };
  for (const [wrong, error] of [
    [
      { ...startFields(starts[7]!), startsAt: new Date(starts[8]!).toISOString() },
      { field: "startsAt", message: "The instant is not that day and time." },
    ],
    [{ startsAt: "tomorrow" }, instant],
    [{ startsAt: "2026-11-20T10:30:00" }, instant],
    [{ startsAt: "2026-11-20T10:30:01Z" }, instant],
    [{ appointmentTime: "10:30 am" }, day],
    [
      { appointmentDate: startFields(starts[7]!).appointmentDate },
      { field: "appointmentTime", message: "Please select a time slot." },
    ],
    [{}, day],
  ] as const)
    expect(await book(wrong), JSON.stringify(wrong)).toMatchObject({
      status: 422,
      body: { message: error.message, errors: [error] },
    });
});

test("a start of a request for the office is an instant as well", async () => {
  const startsAt = new Date(town.starts.at(-7)!).toISOString();
  const json = { plumber: "", serviceType: "Inspection", location: "4 Main Street", startsAt };
  await expectAnswer(call("POST", "/api/bookings", as("otherClient", { json })), 201, { startsAt, plumber: null });
});
