import { eq } from "drizzle-orm";
import { expect, test } from "vitest";

import { bookings, users } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { DAY } from "~/domain/time/harare";
import { expectPage, textOf, visit, call } from "../support/site";
import { seedTown, requestFields, startFields } from "../support/town";
import { createSignedInUser } from "../support/users";

const town = await seedTown();

const bookingsOf = ({ id }: { id: string }) => town.db.select().from(bookings).where(eq(bookings.clientId, id));

const newClient = () => createSignedInUser(town.context, "client");

/** The form of a request that our office finds a plumber for. */
const request = (suburb: string, city?: string) => ({
  ...startFields(town.context.now + 2 * DAY),
  serviceType: "Inspection",
  suburb,
  street: "5 Bath Road",
  ...(city !== undefined && { city }),
});

test("the address of a booking names its city to everyone who may see it, and directions lead to that city", async () => {
  const { cookie: plumberCookie, ...plumber } = await createSignedInUser(town.context, "plumber", { city: "Bulawayo" });
  const { cookie, ...client } = await newClient();
  const form = { ...requestFields(town.starts.at(-4)!), suburb: "Hillside", street: "5 Bath Road" };
  await expectPage(visit(`/appointment/${plumber.id}`, { cookie }), 200, "In Bulawayo.");
  expect((await visit(`/appointment/${plumber.id}`, { cookie, form })).status).toBe(303);
  const [made] = await bookingsOf(client);
  expect(made).toMatchObject({ suburb: "Hillside", street: "5 Bath Road", city: "Bulawayo" });
  const job = `/plumber-dashboard/jobs/${made!.id}`;
  expect(await textOf(await visit(job, { cookie: plumberCookie }))).toContain(">Hillside, Bulawayo<");
  const confirmable = (await findBookingFor(town.context.db, plumber, made!.id))!;
  expect(confirmable).toMatchObject({ location: "5 Bath Road, Hillside, Bulawayo" });
  await transitionBooking(town.context, plumber, confirmable, "confirm");
  const directions = encodeURIComponent("5 Bath Road, Hillside, Bulawayo, Zimbabwe");
  await expectPage(visit(job, { cookie: plumberCookie }), 200, "5 Bath Road, Hillside, Bulawayo<", directions);
  const ticket = `/client-dashboard/bookings/${made!.id}`;
  expect(await textOf(await visit(ticket, { cookie }))).toContain("5 Bath Road, Hillside, Bulawayo<");
});

test("a suburb that names its city is parted from it, and one without a city is asked for it", async () => {
  const { cookie, ...client } = await newClient();
  const send = (suburb: string) => visit("/client-dashboard/book", { cookie, form: request(suburb) });
  for (const suburb of ["Hillside", "Rimuka"]) await expectPage(send(suburb), 400, "City is required.");
  expect((await send("Hillside, Bulawayo")).status).toBe(303);
  const stored = { suburb: "Hillside", city: "Bulawayo", cityKey: "bulawayo" };
  expect(await bookingsOf(client)).toEqual([expect.objectContaining(stored)]);
});

test("the form of a request is filled in with the parts of the profile's address", async () => {
  const { cookie, ...client } = await newClient();
  const profile = { addressLine1: "5 Bath Road, Hillside, Bulawayo" };
  await town.db.update(users).set(profile).where(eq(users.id, client.id));
  const page = await textOf(await visit("/client-dashboard/book", { cookie }));
  for (const [name, value] of [
    ["city", "Bulawayo"],
    ["suburb", "Hillside"],
    ["street", "5 Bath Road"],
  ])
    expect(page).toMatch(new RegExp(`<input[^>]*name="${name}"[^>]*value="${value}"`));
});

test("a program may name the city; its address line stays as it gave it", async () => {
  const { cookie, ...client } = await newClient();
  const { appointmentDate, appointmentTime, serviceType } = request("");
  const address = { location: "5 Bath Road, Hillside", city: "Bulawayo" };
  const json = { appointmentDate, appointmentTime, serviceType, plumber: "", ...address };
  const made = await call("POST", "/api/bookings", { token: cookie.slice(cookie.indexOf("=") + 1), json });
  expect(made).toMatchObject({ status: 201, body: address });
  expect(await bookingsOf(client)).toEqual([expect.objectContaining({ city: "Bulawayo", cityKey: "bulawayo" })]);
});

test("the office's booking keeps the city that was chosen", async () => {
  const client = await newClient();
  const form = { ...request("Hillside", "Bulawayo"), client: client.id, plumber: "" };
  expect((await visit("/admin-dashboard/bookings/new", { cookie: town.cookies.admin, form })).status).toBe(303);
  const [made] = await bookingsOf(client);
  expect(made).toMatchObject({ suburb: "Hillside", city: "Bulawayo" });
  const page = visit(`/admin-dashboard/bookings/${made!.id}`, { cookie: town.cookies.admin });
  await expectPage(page, 200, "5 Bath Road, Hillside, Bulawayo<");
});
