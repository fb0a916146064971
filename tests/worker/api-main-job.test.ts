import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { notices, users } from "~/db/schema";
import { sayWhen } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { newId } from "~/domain/values/id";
import { approvePlumber } from "~/domain/vetting/approval.server";
import { call, tokenOf, type ApiCall, type One, wish } from "../support/api";
import { resetClock, setClock } from "../support/clock";
import { createUser } from "../support/users";
import { png } from "../support/png";
import { visit } from "../support/site";
import { seedTownForAdmin, type TownUser } from "../support/town";
import { currentInstant } from "../support/now";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
  await town.context.db
    .update(users)
    .set({ phone: "+263771234567" })
    .where(sql`true`);
});

afterEach(resetClock);

const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

describe("the main job", () => {
  test("is done from sign-up to review by calls alone", async () => {
    const password = "a fine password";
    const [plumberEmail, clientEmail] = [`${newId()}@example.test`, `${newId()}@example.test`];
    const image = new File([await png(60, 60)], "me.png", { type: "image/png" });
    const registered = [
      await call("POST", "/auth/register", {
        form: {
          name: "Tapiwa",
          username: "Dube",
          email: plumberEmail,
          password,
          role: "Plumber",
          image,
          speciality: "Other",
          experience: "5 Years",
          about: "About",
          fees: "25.50",
          addressLine1: "1 Main Street",
          city: "Mutare",
        },
      }),
      await call("POST", "/api/auth/register", {
        form: { name: "Ruvimbo", username: "Phiri", role: "client", email: clientEmail, password },
      }),
    ];
    for (const { status, body } of registered)
      expect({ status, body }).toEqual({
        status: 201,
        body: { message: "Registration successful! Please check your email to verify your account." },
      });
    expect(await call("POST", "/auth/login", { json: { email: clientEmail, password } })).toMatchObject({
      status: 403,
      body: { message: "Please verify your email before signing in." },
    });
    for (const email of [plumberEmail, clientEmail]) {
      const [sent] = await town.context.db
        .select()
        .from(notices)
        .where(sql`recipient = ${email}`);
      const token = /token=([\w-]+)/.exec(sent?.text ?? "")![1]!;
      expect(await call("GET", `/api/auth/verify-email?token=${token}`)).toMatchObject({
        status: 200,
        body: { message: "Your email is verified." },
      });
    }
    // The one step that is a person's: the office approves the plumber (O9).
    const [joined] = await town.context.db
      .select({ id: users.id })
      .from(users)
      .where(sql`email = ${plumberEmail}`);
    await approvePlumber(town.context, town.admin, joined!.id, []);
    const signIn = async (email: string, path: string) =>
      (await call("POST", path, { json: { email, password } })).body as { token: string; user: One; message: string };
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

    const slots = (await call("GET", `/api/auth/plumbers/${plumber.user._id}/slots`)).body as One[];
    expect(slots.map(({ startsAt }) => Date.parse(String(startsAt)))).toEqual(offeredStarts(currentInstant()));
    expect(slots).toContainEqual({ ...wish(town.starts[3]!), startsAt: new Date(town.starts[3]!).toISOString() });
    const asked = await call("POST", "/api/bookings", {
      token: client.token,
      json: { plumber: plumber.user._id, ...wish(town.starts[3]!), notes: "A dripping tap" },
    });
    const booking = asked.body as One;
    expect(asked).toMatchObject({
      status: 201,
      body: { status: "pending", notes: "A dripping tap", ...wish(town.starts[3]!) },
    });
    expect(asked.headers.get("Location")).toBe(`/api/bookings/${booking._id}`);
    const free = (await call("GET", `/api/auth/plumbers/${plumber.user._id}/slots`)).body as One[];
    expect(free).toHaveLength(slots.length - 1);
    const again = await call("POST", "/api/bookings", {
      token: client.token,
      json: { plumber: plumber.user._id, ...wish(town.starts[3]!) },
    });
    expect(again).toMatchObject({ status: 200, body: { _id: booking._id } });
    expect((await call("GET", "/api/bookings/plumber/unseen", { token: plumber.token })).body).toMatchObject([
      { _id: booking._id },
    ]);
    expect(await call("PATCH", `/api/bookings/${booking._id}/seen`, { token: plumber.token })).toMatchObject({
      status: 200,
      body: { seen: true },
    });
    expect((await call("GET", "/api/bookings/plumber/unseen", { token: plumber.token })).body).toEqual([]);
    expect((await call("GET", `/api/reviews?job=${booking._id}`, { token: client.token })).status).toBe(404);
    expect(
      (await call("POST", `/api/bookings/${booking._id}/review`, { token: client.token, json: { rating: 5 } })).status,
    ).toBe(404);
    for (const status of ["confirmed", "confirmed"]) {
      expect(
        await call("PATCH", `/api/bookings/${booking._id}/status`, { token: plumber.token, json: { status } }),
      ).toMatchObject({ status: 200, body: { status } });
    }
    const complete = () =>
      call("PATCH", `/api/bookings/${booking._id}/status`, { token: plumber.token, json: { status: "completed" } });
    expect(await complete()).toMatchObject({
      status: 409,
      body: { message: `It's too early for this. You can do it from ${sayWhen(town.starts[3]!)}.` },
    });
    await setClock(town.starts[3]!);
    expect(await complete()).toMatchObject({ status: 200, body: { status: "completed" } });
    expect(
      await call("PATCH", `/api/bookings/${booking._id}/status`, { token: plumber.token, json: { status: "refused" } }),
    ).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          /^This is not possible: the booking is completed\. You finished the job for \$25\.50 at \d+:\d\d [ap]m\.$/,
        ) as string,
      },
    });
    const review = await call("POST", `/api/bookings/${booking._id}/review`, {
      token: client.token,
      json: { rating: 5, comment: "On time" },
    });
    expect(review).toMatchObject({
      status: 201,
      body: { rating: 5, comment: "On time", job: booking["job"], client: { _id: client.user._id } },
    });
    expect(
      await call("POST", `/api/bookings/${booking._id}/review`, { token: client.token, json: { rating: 1 } }),
    ).toMatchObject({
      status: 409,
      body: { message: "You have already reviewed this plumber for this job." },
    });
    // Told by email as on the site.
    const kinds = (
      await town.context.db
        .select()
        .from(notices)
        .where(sql`recipient in (${plumberEmail}, ${clientEmail})`)
    ).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(
      [
        "bookingTransitioned",
        "bookingTransitioned",
        "bookingRequested",
        "plumberApproved",
        "requestReceived",
        "reviewInvited",
        "reviewLeft",
        "verification",
        "verification",
      ].sort(),
    );
  });

  test("an unassigned request goes to the office; in the past it is refused", async () => {
    const json = {
      plumber: "",
      serviceType: "Leak Fixing",
      location: "4 Main Street",
      notes: "",
      ...wish(town.starts.at(-6)!),
    };
    expect(await call("POST", "/api/bookings", as("otherClient", { json }))).toMatchObject({
      status: 201,
      body: { plumber: null, location: "4 Main Street", address: "4 Main Street", notes: null },
    });
    expect(await call("POST", "/api/bookings", as("otherClient", { json: { ...json, location: " " } }))).toMatchObject({
      status: 422,
      body: { message: "Please fill all required fields." },
    });
    expect(
      await call("POST", "/api/bookings", as("otherClient", { json: { ...json, appointmentDate: "2020-01-01" } })),
    ).toMatchObject({ status: 400, body: { message: "Please choose a date and time in the future." } });
    expect(
      await call("POST", "/api/bookings", as("otherClient", { json: { plumber: "nobody", ...wish(town.starts[0]!) } })),
    ).toMatchObject({ status: 404, body: { message: "Plumber not found." } });
    expect(await call("POST", "/api/bookings", as("plumber", { json }))).toMatchObject({
      status: 403,
      body: { message: "Only clients can book appointments." },
    });
  });

  test("a taken slot is refused with 409, and only one of many requests at once gets it", async () => {
    const start = town.starts[5]!;
    const crowd = await Promise.all(
      Array.from({ length: 8 }, async () => tokenOf(town.context, await createUser(town.context, "client"))),
    );
    const answers = await Promise.all(
      crowd.map((token) =>
        call("POST", "/api/bookings", { token, json: { plumber: town.otherPlumber.id, ...wish(start) } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      message: "This time slot has just been booked. Please choose another.",
      code: "slot_taken",
    });
  });
});
