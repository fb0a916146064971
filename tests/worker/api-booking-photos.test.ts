import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { call, type One } from "../support/api";
import { sendJobPhoto } from "../support/job-photos";
import { png } from "../support/png";
import { callsOf } from "../support/site";
import { seedTownForAdmin, type TownUser } from "../support/town";

interface Photo {
  id: string;
  kind: string;
  url: string;
}
let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let photos: string[];
beforeAll(async () => {
  town = await seedTownForAdmin();
  await town.context.db.run(
    sql`update bookings set street = '1 Secret Street', suburb = 'Avondale', pin = '-17.8,31.05' where id = ${town.pending}`,
  );
  photos = [];
  for (let turn = 0; turn < 2; turn++) {
    const sent = await sendJobPhoto(town.pending, town.cookies.client, await png(40, 40));
    photos.push(((await sent.json()) as { id: string }).id);
  }
});

const get = (path: string, user: TownUser) => call("GET", path, { token: town.tokens[user] });
const bookingFor = async (user: TownUser) => (await get(`/api/bookings/${town.pending}`, user)).body as One;
const photosFor = async (user: TownUser) => (await bookingFor(user))["photos"] as Photo[];

test("a booking of the API has its photos for both sides and the office, and a list reads them in the same query", async () => {
  for (const user of ["client", "plumber", "admin"] as const) {
    const shown = await photosFor(user);
    expect(shown.map(({ id, kind }) => [id, kind])).toEqual(photos.map((id) => [id, "problem"]));
    const opened = await get(new URL(shown[0]!.url).pathname, user);
    expect([opened.status, opened.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect((opened.body as Blob).size).toBeGreaterThan(20);
  }
  for (const user of ["client", "plumber"] as const) {
    const { body, headers } = await get(`/api/bookings/${user}`, user);
    expect(Math.max(...(body as One[]).map((one) => (one["photos"] as Photo[]).length))).toBe(2);
    expect(callsOf({ headers })).toBe(1);
  }
});

test("a hidden photo is the office's alone", async () => {
  await town.context.db.run(sql`update private_photos set hidden_at = 1 where id = ${photos[1]}`);
  expect(await photosFor("client")).toHaveLength(1);
  expect(await photosFor("plumber")).toHaveLength(1);
  expect(await photosFor("admin")).toHaveLength(2);
  expect((await get(`/api/photos/${photos[1]}`, "plumber")).status).toBe(404);
});

test("a program of the plumber gets street and pin from confirmation on, its client's always", async () => {
  const pin = { latitude: -17.8, longitude: 31.05 };
  expect(await bookingFor("client")).toMatchObject({ pin, address: "1 Secret Street, Avondale" });
  expect(await bookingFor("plumber")).toMatchObject({ pin: null, address: "Avondale" });
  const { context, plumber } = town;
  await transitionBooking(context, plumber, (await findBookingFor(context.db, plumber, town.pending))!, "confirm");
  expect(await bookingFor("plumber")).toMatchObject({ pin, address: "1 Secret Street, Avondale" });
});
