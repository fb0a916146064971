import { beforeAll, describe, expect, test } from "vitest";
import { call, type ApiCall, wish } from "../support/api";
import { seedTownForAdmin, type TownUser } from "../support/town";

// What programs read when something goes wrong.

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});
const as = (user: TownUser, more: ApiCall = {}): ApiCall => ({ token: town.tokens[user], ...more });

describe("an error", () => {
  test("names each field that is missing or wrong; its message is that of the first", async () => {
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
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { message: "First name is required.", code: "invalid_fields" },
    });
    for (const error of errors) expect((body as { errors: unknown[] }).errors).toContainEqual(error);
  });

  test("of a booking is about the form that it was meant to be", async () => {
    const errorsOf = async (json: unknown) =>
      ((await call("POST", "/api/bookings", as("client", { json }))).body as { errors: unknown }).errors;
    expect(await errorsOf({ plumber: town.plumber.id, ...wish(town.starts[0]!), notes: 5 })).toMatchObject([
      { field: "notes", code: "invalid_type" },
    ]);
    expect(await errorsOf({ plumber: "", ...wish(town.starts[0]!), serviceType: "Other" })).toEqual([
      { field: "location", code: "required", message: "Please fill all required fields." },
    ]);
    expect(await errorsOf({ plumber: {} })).toEqual([
      { field: "plumber", code: "invalid", message: "Please name the plumber by their id, or leave it empty." },
    ]);
    expect(await errorsOf("x")).toMatchObject([{ field: "" }]);
  });

  test("in the address names the field there", async () => {
    expect((await call("GET", "/api/auth/plumbers?limit=0")).body).toEqual({
      message: "Please ask for 1 to 200 at once.",
      code: "invalid_fields",
      errors: [{ field: "limit", code: "invalid", message: "Please ask for 1 to 200 at once." }],
    });
  });

  test("of the domain has the code of its reason, and the field where it is about one", async () => {
    const refused = async (method: string, path: string, request: ApiCall) => (await call(method, path, request)).body;
    expect(await refused("POST", "/auth/login", { json: { email: "nobody@example.test", password: "wrong" } })).toEqual(
      { message: "Invalid email or password.", code: "wrong_credentials", errors: [] },
    );
    expect(
      await refused("PUT", "/api/auth/profile", as("plumber", { form: { name: "Tendai", addressLine1: "" } })),
    ).toEqual({
      message: "Address Line 1 is required for plumbers.",
      code: "address_required",
      errors: [
        { field: "addressLine1", code: "address_required", message: "Address Line 1 is required for plumbers." },
      ],
    });
    expect(await refused("GET", "/api/bookings/nobody", as("client"))).toMatchObject({ code: "booking_not_found" });
    expect(await refused("GET", "/api/nothing", {})).toEqual({ message: "Not found.", code: "not_found", errors: [] });
    expect(await refused("GET", "/api/bookings/client", {})).toMatchObject({ code: "not_signed_in" });
  });
});

describe("a refusal says what helps:", () => {
  test("a taken slot comes with the nearest free starts, in the form that booking accepts", async () => {
    const starts = town.starts.slice(8, 20);
    const taken = starts[5]!;
    const request = (user: TownUser, startsAt: number) =>
      call("POST", "/api/bookings", as(user, { json: { plumber: town.otherPlumber.id, ...wish(startsAt) } }));
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
      expect(slot).toEqual({ ...wish(Date.parse(slot["startsAt"]!)), startsAt: slot["startsAt"] });
    expect(nearest.map(({ startsAt }) => startsAt)).not.toContain(new Date(taken).toISOString());
    // The first of them can be booked as it is.
    expect(
      (
        await call(
          "POST",
          "/api/bookings",
          as("otherClient", { json: { plumber: town.otherPlumber.id, startsAt: nearest[0]!["startsAt"] } }),
        )
      ).status,
    ).toBe(201);
  });

  test("a transition that never was possible does not say 'any more'", async () => {
    const transition = (user: TownUser, id: string, status: string) =>
      call("PATCH", `/api/bookings/${id}/status`, as(user, { json: { status } }));
    const never = {
      status: 409,
      body: { message: "This is not possible: the booking is pending.", code: "move_not_possible" },
    };
    expect(await transition("plumber", town.pending, "completed")).toMatchObject(never);
    expect(await transition("client", town.pending, "confirmed")).toMatchObject(never);
    expect(await transition("plumber", town.reviewed, "confirmed")).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          /^This is not possible: the booking is completed\. You finished the job for \$25 on \w+ \d+ \w+ at \d+:\d\d [ap]m\.$/,
        ) as string,
      },
    });
  });
});

describe("problem details", () => {
  const ask = (accept: string, path = "/api/bookings/nobody") =>
    call("GET", path, as("client", { headers: { Accept: accept, "CF-Ray": "8f2b-HRE" } }));

  test("are sent to clients that accept them, with the message", async () => {
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
  });

  test("say what is always so as title, and what is so now as detail", async () => {
    const { body } = await call("GET", "/api/auth/plumbers?limit=0", {
      headers: { Accept: "application/problem+json" },
    });
    expect(body).toMatchObject({
      title: "A field is missing or wrong; the message says which.",
      detail: "Please ask for 1 to 200 at once.",
      errors: [{ field: "limit" }],
    });
  });

  test.each([
    ["", "application/json"],
    ["*/*", "application/json"],
    ["application/json", "application/json"],
    ["application/json, application/problem+json", "application/problem+json"],
    ["application/problem+json;q=0.5, application/json", "application/json"],
    ["application/problem+json;q=0", "application/json"],
    ["Application/Problem+JSON; q=0.9", "application/problem+json"],
    ["nonsense;q=x, ,", "application/json"],
  ])("with Accept: %s come as %s", async (accept, type) => {
    expect((await ask(accept)).headers.get("Content-Type")).toBe(type);
  });

  test("are for errors alone", async () => {
    expect((await ask("application/problem+json", "/api/auth/profile")).headers.get("Content-Type")).toBe(
      "application/json",
    );
  });

  test("of a kept response are those of the repeated request", async () => {
    const request = (accept: string) =>
      call(
        "POST",
        "/api/bookings",
        as("client", {
          json: { plumber: "nobody", ...wish(town.starts[0]!) },
          headers: { "Idempotency-Key": "asked-for-twice", Accept: accept },
        }),
      );
    const first = await request("*/*");
    const second = await request("application/problem+json");
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    expect(first.body).toEqual({ message: "Plumber not found.", code: "plumber_not_found", errors: [] });
    expect(second.body).toMatchObject({
      status: 404,
      detail: "Plumber not found.",
      message: "Plumber not found.",
      code: "plumber_not_found",
    });
  });
});
