import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { privatePhotos, stagedPhotos } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { findUser } from "~/domain/admin/users.server";
import { privateKey, stagePhoto } from "~/domain/photos/staged-photos.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { AuthenticatedUser } from "~/domain/values/user";
import { logError } from "~/http/log";
import { runSchedule } from "../../workers/scheduled";
import { env } from "../support/env";
import { sendJobPhoto } from "../support/job-photos";
import { png } from "../support/png";
import { book, seedTown } from "../support/town";
import { createUser, signedIn } from "../support/users";

let town: Awaited<ReturnType<typeof seedTown>>;
let image: Blob;
beforeAll(async () => {
  [town, image] = await Promise.all([seedTown(), png(1600, 400)]);
  // Only two requests may wait for one plumber (B9).
  await db().run(sql`update bookings set status = 'cancelled' where status = 'pending'`);
});

const db = () => town.context.db;

const photosOf = (bookingId: string) => db().select().from(privatePhotos).where(eq(privatePhotos.bookingId, bookingId));
const objectsOf = async (id: string) => (await env.PHOTOS.list({ prefix: privateKey(id) })).objects.length;
const stagedCount = () => db().$count(stagedPhotos);
let day = 3;
/** A new pending booking of the town's first two. */
const newBooking = () => book(town.context, town.client, town.plumber, town.starts.at(-day++)!);
const transition = async (actor: AuthenticatedUser, id: string, name: "confirm" | "cancel") =>
  transitionBooking(town.context, actor, (await findBookingFor(db(), actor, id))!, name);
const idOf = async (response: Response) => ((await response.json()) as { id: string }).id;

describe("photos that end", () => {
  const senders = {};
  const sweep = (now: number) =>
    runSchedule({ ...town.context, now }, senders, { reportError: logError, keepBodies: true });

  test("an upload that was never finished is swept after a day, and its object with it", async () => {
    const id = newId();
    await stagePhoto(db(), privateKey(id), town.context.now);
    await town.context.privatePhotos.save(privateKey(id), image);
    expect(await objectsOf(id)).toBe(2);
    await sweep(town.context.now + DAY);
    expect(await objectsOf(id)).toBe(0);
  });

  test("a client's account takes the photos of their bookings along, rows at once and objects with the next run", async () => {
    const client = await createUser(town.context, "client");
    const cookie = await signedIn(town.context, client);
    const booking = await book(town.context, client, town.otherPlumber, town.starts.at(-9)!);
    const id = await idOf(await sendJobPhoto(booking, cookie, image));
    await transition(client, booking, "cancel");
    const user = (await findUser(db(), client.id))!;
    expect(await eraseUser(town.context, town.admin, { ...client, ...user })).toEqual({ ok: true });
    expect(await photosOf(booking)).toEqual([]);
    await sweep(town.context.now + 1);
    expect(await objectsOf(id)).toBe(0);
    expect(await db().all(sql`select suburb, street, pin from bookings where id = ${booking}`)).toEqual([
      { suburb: null, street: null, pin: null },
    ]);
  });

  test("a plumber's account takes along what the plumber sent, and leaves the client's photos", async () => {
    const plumber = await createUser(town.context, "plumber");
    const booking = await book(town.context, town.otherClient, plumber, town.starts.at(-9)!);
    const problem = await idOf(await sendJobPhoto(booking, town.cookies.otherClient, image));
    await transition(plumber, booking, "confirm");
    await sendJobPhoto(booking, await signedIn(town.context, plumber), image, { kind: "before" });
    await transition(town.otherClient, booking, "cancel");
    const user = (await findUser(db(), plumber.id))!;
    expect(await eraseUser(town.context, town.admin, { ...plumber, ...user })).toEqual({ ok: true });
    expect((await photosOf(booking)).map(({ id }) => id)).toEqual([problem]);
  });

  test("every object has a row: what was claimed is staged no more", async () => {
    const before = await stagedCount();
    const id = await idOf(await sendJobPhoto(await newBooking(), town.cookies.client, image));
    expect(await stagedCount()).toBe(before);
    await sweep(town.context.now + 2 * DAY);
    expect(await objectsOf(id)).toBe(2);
  });
});
