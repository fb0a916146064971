import { eq, inArray } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { notices, users } from "~/db/schema";
import { dateAt, sayWhen } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { decideAboutPlumber } from "~/domain/vetting/approval.server";
import { png } from "../support/png";
import { resetClock, setClock } from "../support/clock";
import { visit, call, type One, withKey, expectAnswer } from "../support/site";
import { newEmail, PASSWORD as password, verificationTokenFor } from "../support/sign-up";
import { seedTown, setBooking, startFields } from "../support/town";
import { currentInstant } from "../support/now";
import { noticesInWords } from "../support/notice-words";

const town = await seedTown();
const { context, db } = town;
afterEach(resetClock);

const post = (path: string, json: object, token?: string) => call("POST", path, { json, token });

test("the main job is done from sign-up to review by calls alone", async () => {
  const plumberEmail = newEmail();
  const clientEmail = newEmail();
  const image = new File([await png(60, 60)], "me.png", { type: "image/png" });
  const trade = { speciality: "Other", experience: "5 Years", about: "About", fees: "25.50", city: "Mutare" };
  const asPlumber = { role: "Plumber", image, addressLine1: "1 Main Street", ...trade };
  for (const [path, form] of [
    ["/auth/register", { name: "Tapiwa", username: "Dube", email: plumberEmail, password, ...asPlumber }],
    ["/api/auth/register", { name: "Ruvimbo", username: "Phiri", role: "client", email: clientEmail, password }],
  ] as const)
    await expectAnswer(
      call("POST", path, { form }),
      201,
      "Registration successful! Please check your email to verify your account.",
    );
  await expectAnswer(
    post("/auth/login", { email: clientEmail, password }),
    403,
    "Please verify your email before signing in.",
  );
  for (const email of [plumberEmail, clientEmail]) {
    const token = await verificationTokenFor(context, email);
    await expectAnswer(call("GET", `/api/auth/verify-email?token=${token}`), 200, "Your email is verified.");
  }
  // The one step that is a person's: the office approves the plumber (O9).
  const [joined] = await db.select({ id: users.id }).from(users).where(eq(users.email, plumberEmail));
  await decideAboutPlumber(context, town.admin, joined!.id, "approve", { words: null, seen: [] });

  const signIn = async (email: string, path: string) =>
    (await post(path, { email, password })).body as { token: string; user: One; message: string };
  const plumber = await signIn(plumberEmail, "/api/auth/login");
  const client = await signIn(clientEmail, "/auth/login");
  expect(client).toMatchObject({
    message: "Sign-in successful!",
    user: { name: "Ruvimbo", username: "Phiri", role: "client", email: clientEmail },
  });
  expect(String(plumber.user["image"])).toMatch(/^https:\/\/pombi\.test\/photos\/[a-z0-9]{24}-800\.webp$/);
  expect((await visit(new URL(String(plumber.user["avatar"])).pathname)).status).toBe(200);
  expect((await call("GET", "/api/auth/plumbers?city=mutare")).body).toMatchObject([
    { _id: plumber.user._id, fees: 25.5, city: "Mutare" },
  ]);

  const start = town.starts[3]!;
  const slotsLeft = async () => (await call("GET", `/api/auth/plumbers/${plumber.user._id}/slots`)).body as One[];
  const slots = await slotsLeft();
  expect(slots.map(({ startsAt }) => Date.parse(String(startsAt)))).toEqual(offeredStarts(currentInstant()));
  expect(slots).toContainEqual({ ...startFields(start), startsAt: new Date(start).toISOString() });
  const request = { plumber: plumber.user._id, ...startFields(start) };
  const asked = await post("/api/bookings", { ...request, notes: "A tap drips" }, client.token);
  await expectAnswer(asked, 201, { status: "pending", notes: "A tap drips", ...startFields(start) });
  const booking = asked.body as One;
  const path = `/api/bookings/${booking._id}`;
  expect(asked.headers.get("Location")).toBe(path);
  expect(await slotsLeft()).toHaveLength(slots.length - 1);
  await expectAnswer(post("/api/bookings", request, client.token), 200, { _id: booking._id });

  const unseen = async () => (await call("GET", "/api/bookings/plumber/unseen", { token: plumber.token })).body;
  expect(await unseen()).toMatchObject([{ _id: booking._id }]);
  const seen = await call("PATCH", `${path}/seen`, { token: plumber.token });
  await expectAnswer(seen, 200, { seen: true });
  expect(await unseen()).toEqual([]);
  expect((await call("GET", `/api/reviews?job=${booking._id}`, { token: client.token })).status).toBe(404);
  const review = (json: object) => post(`${path}/review`, json, client.token);
  expect((await review({ rating: 5 })).status).toBe(404);

  const move = (status: string) => call("PATCH", `${path}/status`, { token: plumber.token, json: { status } });
  for (const status of ["confirmed", "confirmed"]) await expectAnswer(move(status), 200, { status });
  await expectAnswer(move("completed"), 409, `It's too early for this. You can do it from ${sayWhen(start)}.`);
  await setClock(start);
  await expectAnswer(move("completed"), 200, { status: "completed" });
  const message = expect.stringMatching(
    /^This is not possible: the booking is completed\. You finished the job for \$25\.50 at \d+:\d\d [ap]m\.$/,
  ) as string;
  await expectAnswer(move("refused"), 409, { message, code: "move_not_possible" });
  await expectAnswer(review({ rating: 5, comment: "On time" }), 201, {
    rating: 5,
    comment: "On time",
    job: booking["job"],
    client: { _id: client.user._id },
  });
  await expectAnswer(review({ rating: 1 }), 409, "You have already reviewed this plumber for this job.");

  // The emails are those of the site.
  const sent = await noticesInWords(db, inArray(notices.recipient, [plumberEmail, clientEmail]));
  expect(sent.map(({ kind }) => kind).sort()).toEqual([
    "bookingRequested",
    "bookingTransitioned",
    "bookingTransitioned",
    "plumberApproved",
    "requestReceived",
    "reviewInvited",
    "reviewLeft",
    "verification",
    "verification",
  ]);
});

test("a request without a plumber goes to the office; one in the past, or by a plumber, is refused", async () => {
  const { client, plumber } = town.tokens;
  const office = { plumber: "", serviceType: "Leak Fixing", location: "4 Main Street", notes: "" };
  const json = { ...office, ...startFields(town.starts.at(-6)!) };
  await expectAnswer(post("/api/bookings", json, client), 201, {
    plumber: null,
    location: "4 Main Street",
    address: "4 Main Street",
    notes: null,
  });
  await expectAnswer(
    post("/api/bookings", { ...json, appointmentDate: "2020-01-01" }, client),
    400,
    "Please choose a date and time in the future.",
  );
  await expectAnswer(post("/api/bookings", json, plumber), 403, "Only clients can book appointments.");
});

test("a job's money by calls: quote, acceptance, a higher final amount, agreement, payment, receipt", async () => {
  const { tokens, confirmed: id } = town;
  const { now } = context;
  await setBooking(context, id, { status: "in-progress", startsAt: now - 3_600_000 });
  type Side = "client" | "plumber";
  const send = (side: Side, method: "POST" | "PATCH", path: string, json: object, key?: string) =>
    call(method, `/api/bookings/${id}${path}`, { token: tokens[side], json, headers: key ? withKey(key) : {} });
  const get = async (side: Side, path: string) =>
    (await call("GET", `/api/bookings/${id}${path}`, { token: tokens[side] })).body as One[];
  const lines = [
    { what: "Valve", amount: 19.99 },
    { what: "Work", amount: 40 },
  ];
  const validUntil = dateAt(now + 86_400_000);
  await expectAnswer(send("plumber", "POST", "/quotes", { lines, validUntil }), 201, {
    version: 1,
    total: 59.99,
    lines,
    status: "open",
    validUntil,
  });
  for (const amount of [-1, 19.999, 100_001, "19"])
    expect(
      (await send("plumber", "POST", "/quotes", { lines: [{ what: "Work", amount }], validUntil })).status,
      `${amount}`,
    ).toBe(422);
  await expectAnswer(send("client", "PATCH", "/quotes/1", { answer: "accept" }), 200, { agreedPrice: 59.99 });
  const finish = (more: object) =>
    send("plumber", "PATCH", "/status", { status: "completed", finalAmount: 70, ...more });
  await expectAnswer(finish({}), 422, { code: "final_reason_required" });
  await expectAnswer(finish({ finalReason: "A second valve" }), 200, {
    finalAmount: 70,
    finalReason: "A second valve",
    due: 59.99,
    paidAmount: 0,
  });
  await expectAnswer(send("client", "PATCH", "/final-amount", { answer: "agree", amount: 70 }), 200, {
    finalAnswer: "agreed",
    due: 70,
  });
  const record = (key: string) => send("client", "POST", "/payments", { amount: 70, method: "cash" }, key);
  const first = await record("pay-once-0001");
  await expectAnswer(first, 201, { amount: 70, status: "open", receipt: null });
  await expectAnswer(record("pay-once-0001"), 201, first.body as object);
  const answer = (side: Side, { body }: { body: unknown }, json: object) =>
    send(side, "PATCH", `/payments/${String((body as One).id)}`, json);
  await expectAnswer(answer("client", first, { answer: "withdraw" }), 200, { status: "withdrawn", receipt: null });
  await expectAnswer(answer("plumber", first, { answer: "confirm" }), 409, {
    message: expect.stringMatching(/Rudo Own took back the payment of \$70 at \d+:\d\d [ap]m\.$/) as string,
  });
  const again = await record("pay-once-0002");
  const confirmed = await answer("plumber", again, { answer: "confirm" });
  await expectAnswer(confirmed, 200, { status: "confirmed" });
  const { receipt, id: payment } = confirmed.body as One;
  expect(receipt).toMatch(/^PR-\d+$/);
  expect(await get("client", "/receipts")).toEqual([
    { number: receipt, payment, amount: 70, voids: null, reason: null, issuedAt: expect.any(String) as string },
  ]);
  const history = await get("plumber", "/history");
  expect(history.slice(2).map(({ event, amount }) => [event, amount])).toEqual([
    ["quote", 59.99],
    ["accept-quote", 59.99],
    ["complete", 70],
    ["agree-final", 70],
    ["record-payment", 70],
    ["withdraw-payment", 70],
    ["record-payment", 70],
    ["confirm-payment", 70],
  ]);
});
