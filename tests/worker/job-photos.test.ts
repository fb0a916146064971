import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { auditLog, bookingEvents, bookings, privatePhotos, rateLimitCounters } from "~/db/schema";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import { HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { AuthenticatedUser } from "~/domain/values/user";
import { env } from "../support/env";
import { photoFields, sendJobPhoto } from "../support/job-photos";
import { png } from "../support/png";
import { callsOf, depthOf, visit } from "../support/site";
import { book, seedTown } from "../support/town";
import { signedIn } from "../support/users";
import { currentInstant } from "../support/now";

let town: Awaited<ReturnType<typeof seedTown>>;
let image: Blob;
beforeAll(async () => {
  [town, image] = await Promise.all([seedTown(), png(1600, 400)]);
  // Only two requests may wait for one plumber (B9).
  await db().run(sql`update bookings set status = 'cancelled' where status = 'pending'`);
});

const db = () => town.context.db;

const photosOf = (bookingId: string) => db().select().from(privatePhotos).where(eq(privatePhotos.bookingId, bookingId));
let day = 3;
/** A new pending booking of the town's first two. */
const newBooking = () => book(town.context, town.client, town.plumber, town.starts.at(-day++)!);
const transition = async (actor: AuthenticatedUser, id: string, name: "confirm" | "cancel") =>
  transitionBooking(town.context, actor, (await findBookingFor(db(), actor, id))!, name);
const idOf = async (response: Response) => ((await response.json()) as { id: string }).id;

describe("a photo of a job", () => {
  test("is kept at 1,280 and 320 pixels, and its booking's two sides and the office see it, nobody else", async () => {
    const booking = await newBooking();
    const response = await sendJobPhoto(booking, town.cookies.client, image);
    expect(response.status).toBe(200);
    const id = await idOf(response);
    for (const [size, width, height] of [
      [1280, 1280, 320],
      [320, 320, 80],
    ]) {
      for (const viewer of ["client", "plumber", "admin"] as const) {
        const shown = await visit(`/job-photos/${id}-${size}.webp`, { cookie: town.cookies[viewer] });
        expect([viewer, shown.status]).toEqual([viewer, 200]);
        expect(shown.headers.get("Cache-Control")).toBe("private, no-cache");
        expect(shown.headers.get("X-Content-Type-Options")).toBe("nosniff");
        expect(shown.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
        expect([depthOf(shown), callsOf(shown)]).toEqual([1, 1]);
        expect(await env.IMAGES.info(shown.body!)).toMatchObject({ format: "image/webp", width, height });
      }
      for (const cookie of [undefined, town.cookies.otherClient, town.cookies.otherPlumber])
        expect((await visit(`/job-photos/${id}-${size}.webp`, { cookie })).status).toBe(404);
    }
    expect((await visit(`/photos/private/${id}-1280.webp`, { cookie: town.cookies.client })).status).toBe(404);
    expect((await visit(`/photos/private%2F${id}-1280.webp`)).status).toBe(404);
    expect((await visit(`/job-photos/${id}-800.webp`, { cookie: town.cookies.client })).status).toBe(404);
    expect((await visit(`/job-photos/${newId()}-320.webp`, { cookie: town.cookies.client })).status).toBe(404);
  });

  test("sent again, even at once, is stored once; its id serves no other photo", async () => {
    const booking = await newBooking();
    const uploadId = newId();
    const both = await Promise.all([1, 2].map(() => sendJobPhoto(booking, town.cookies.client, image, { uploadId })));
    const again = await sendJobPhoto(booking, town.cookies.client, image, { uploadId });
    const ids = await Promise.all([...both, again].map(idOf));
    expect(new Set(ids).size).toBe(1);
    expect(await photosOf(booking)).toHaveLength(1);
    const other = await newBooking();
    expect((await sendJobPhoto(other, town.cookies.client, image, { uploadId })).status).toBe(400);
    expect(await photosOf(other)).toEqual([]);
  });

  test("the fifth is refused, and of six sent at once four stay", async () => {
    const booking = await newBooking();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sendJobPhoto(booking, town.cookies.client, image)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409]);
    const fifth = await sendJobPhoto(booking, town.cookies.client, image);
    expect([fifth.status, await fifth.json()]).toEqual([409, { problem: "There are four photos already." }]);
    expect(await photosOf(booking)).toHaveLength(4);
  });

  test.each([
    ["no image", 400, "Only image files are allowed.", () => new Blob(["<svg onload=alert(1)>"])],
    ["20,000 pixels wide", 413, "Image is too large. The limit is 12,000 pixels on each side.", () => png(20_000, 1)],
    ["6 MB", 413, "Image is too large. The limit is 5 MB.", () => new Blob([new Uint8Array(6 * 1024 * 1024)])],
    ["nothing", 400, "Please choose a photo.", () => new Blob([])],
  ])("that is %s is refused with its reason, and nothing of it stays", async (_, status, problem, photo) => {
    const booking = await newBooking();
    const response = await sendJobPhoto(booking, town.cookies.client, await photo());
    expect([response.status, await response.json()]).toEqual([status, { problem }]);
    expect(await photosOf(booking)).toEqual([]);
  });

  test("waits for its end when photos can't be decoded right now, and can be sent again", async () => {
    const booking = await newBooking();
    const uploadId = newId();
    const IMAGES = {
      input: () => {
        throw Object.assign(new Error("ERROR 9422: no"), { code: 9422 });
      },
    };
    vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
    const failed = await sendJobPhoto(booking, town.cookies.client, image, { uploadId, settings: { IMAGES } });
    expect([failed.status, await failed.json()]).toEqual([503, { problem: "Photos can't be added right now." }]);
    expect((await sendJobPhoto(booking, town.cookies.client, image, { uploadId })).status).toBe(200);
    expect(await photosOf(booking)).toHaveLength(1);
  });
});

test("a user sends 60 photos an hour, of jobs and messages together; then 429 with the time to wait", async () => {
  const booking = await newBooking();
  const subject = `photoPerUser:${town.client.id}`;
  const windowEndsAt = currentInstant() + HOUR;
  await db().delete(rateLimitCounters).where(eq(rateLimitCounters.subject, subject));
  await db().insert(rateLimitCounters).values({ subject, count: 59, windowEndsAt });
  expect((await sendJobPhoto(booking, town.cookies.client, image)).status).toBe(200);
  const over = await sendJobPhoto(booking, town.cookies.client, image);
  expect(over.status).toBe(429);
  expect(Number(over.headers.get("Retry-After"))).toBeGreaterThan(3500);
  const message = photoFields(image, { id: newId(), content: "Look" });
  expect((await visit(`/messages/${town.plumber.id}`, { cookie: town.cookies.client, form: message })).status).toBe(
    429,
  );
  expect(await photosOf(booking)).toHaveLength(1);
  await db().delete(rateLimitCounters).where(eq(rateLimitCounters.subject, subject));
});

describe("who adds photos", () => {
  test("the client of the problem while the booking is open, the plumber before once it is confirmed", async () => {
    const booking = await newBooking();
    const { client, plumber } = town.cookies;
    const send = async (cookie: string, kind: string) => (await sendJobPhoto(booking, cookie, image, { kind })).status;
    expect([await send(client, "problem"), await send(client, "before"), await send(plumber, "before")]).toEqual([
      200, 409, 409,
    ]);
    await transition(town.plumber, booking, "confirm");
    expect([
      await send(client, "problem"),
      await send(plumber, "before"),
      await send(plumber, "after"),
      await send(plumber, "problem"),
      await send(client, "after"),
    ]).toEqual([200, 200, 409, 409, 409]);
    await transition(town.client, booking, "cancel");
    const late = await sendJobPhoto(booking, client, image);
    expect([late.status, await late.json()]).toEqual([
      409,
      { problem: "This is not possible: the booking is cancelled." },
    ]);
    expect(await send(plumber, "before")).toBe(409);
  });

  test("the plumber after the work once it has begun", async () => {
    const booking = await newBooking();
    const send = async () => (await sendJobPhoto(booking, town.cookies.plumber, image, { kind: "after" })).status;
    await transition(town.plumber, booking, "confirm");
    expect(await send()).toBe(409);
    await db().update(bookings).set({ status: "in-progress" }).where(eq(bookings.id, booking));
    expect(await send()).toBe(200);
  });

  test("strangers find no booking, visitors have to sign in, an ended session adds nothing", async () => {
    const booking = await newBooking();
    for (const cookie of [town.cookies.otherClient, town.cookies.otherPlumber])
      expect((await sendJobPhoto(booking, cookie, image)).status).toBe(404);
    expect((await sendJobPhoto(booking, "", image)).status).toBe(401);
    const ended = await signedIn(town.context, town.client);
    await visit("/signout", { cookie: ended, form: {} });
    expect((await sendJobPhoto(booking, ended, image)).status).toBe(401);
    expect(await photosOf(booking)).toEqual([]);
  });

  test("a form without script adds one and comes back, in two calls to D1", async () => {
    const booking = await newBooking();
    const page = `/client-dashboard/bookings/${booking}/photos`;
    const html = await (await visit(page, { cookie: town.cookies.client })).text();
    const uploadId = /name="uploadId" value="([a-z0-9]{24})"/.exec(html)?.[1] ?? "";
    const form = (photo: Blob) => photoFields(photo, { kind: "problem", uploadId });
    const added = await visit(page, { cookie: town.cookies.client, form: form(image) });
    expect([added.status, depthOf(added), callsOf(added)]).toEqual([303, 2, 2]);
    const bad = await visit(page, {
      cookie: town.cookies.client,
      form: photoFields(new Blob(["no"]), { kind: "problem", uploadId: newId() }),
    });
    expect(bad.status).toBe(400);
    const said = await bad.text();
    expect(said).toContain("Only image files are allowed.");
    expect(said).toContain("The problem, photo 1 of 1");
  });
});

test("a user's own data names the photos of their bookings", async () => {
  const booking = await newBooking();
  const id = await idOf(await sendJobPhoto(booking, town.cookies.client, image));
  const ownData = async (cookie: string) => (await visit("/my-data.json", { cookie })).text();
  const { photos } = JSON.parse(await ownData(town.cookies.client)) as { photos: { of: string; address: string }[] };
  expect(photos.filter(({ address }) => address === `/job-photos/${id}-1280.webp`)).toMatchObject([{ of: "problem" }]);
  expect(await ownData(town.cookies.plumber)).not.toContain(id);
});

describe("the office", () => {
  test("hides a photo from both sides and shows it again, and both are in its log", async () => {
    const booking = await newBooking();
    const id = await idOf(await sendJobPhoto(booking, town.cookies.client, image));
    const page = `/admin-dashboard/bookings/${booking}/photos`;
    const decide = (intent: string) => visit(page, { cookie: town.cookies.admin, form: { intent } });
    const statusFor = async (viewer: "client" | "plumber" | "admin") =>
      (await visit(`/job-photos/${id}-320.webp`, { cookie: town.cookies[viewer] })).status;
    const hidden = await decide(`hide:${id}`);
    expect([hidden.status, depthOf(hidden)]).toEqual([303, 2]);
    expect([await statusFor("client"), await statusFor("plumber"), await statusFor("admin")]).toEqual([404, 404, 200]);
    expect(await listJobPhotos(db(), town.plumber, booking)).toEqual([]);
    expect(await listJobPhotos(db(), town.admin, booking)).toMatchObject([{ id, isHidden: true }]);
    await decide(`hide:${id}`);
    await decide(`show:${id}`);
    expect(await statusFor("plumber")).toBe(200);
    const log = await db().select().from(auditLog).where(eq(auditLog.subjectId, booking));
    expect(log.map(({ action }) => action)).toEqual(["photoHidden", "photoShown"]);
    const elsewhere = await visit(`/admin-dashboard/bookings/${town.pending}/photos`, {
      cookie: town.cookies.admin,
      form: { intent: `hide:${id}` },
    });
    expect(elsewhere.status).toBe(404);
    expect((await visit(page, { cookie: town.cookies.client, form: { intent: `hide:${id}` } })).status).toBe(404);
  });
});

describe("a client", () => {
  const photosPage = (id: string) => `/client-dashboard/bookings/${id}/photos`;
  const press = (id: string, intent: string, cookie = town.cookies.client) =>
    visit(photosPage(id), { cookie, form: { intent } });
  const eventsOf = async (id: string) =>
    (await db().select({ event: bookingEvents.event }).from(bookingEvents).where(eq(bookingEvents.bookingId, id)))
      .map(({ event }) => event)
      .filter((event) => event.includes("photo"));

  test("removes a photo of their own while the booking is open; the history says so", async () => {
    const booking = await newBooking();
    const [first, second] = [
      await idOf(await sendJobPhoto(booking, town.cookies.client, image)),
      await idOf(await sendJobPhoto(booking, town.cookies.client, image)),
    ];
    const dialog = await (await visit(photosPage(booking), { cookie: town.cookies.client })).text();
    expect(dialog).toContain(`value="remove:${first}"`);
    await press(booking, `remove:${first}`, town.cookies.otherClient);
    expect(await photosOf(booking)).toHaveLength(2);
    expect((await press(booking, `remove:${first}`)).status).toBe(303);
    expect((await press(booking, `remove:${first}`)).status).toBe(303);
    expect((await photosOf(booking)).map(({ id }) => id)).toEqual([second]);
    expect(await eventsOf(booking)).toEqual(["remove-photo"]);
    expect((await visit(`/job-photos/${first}-320.webp`, { cookie: town.cookies.plumber })).status).toBe(404);
  });

  test("removes no photo of the plumber's, none that the office has hidden, and none once the booking has ended", async () => {
    const booking = await newBooking();
    const own = await idOf(await sendJobPhoto(booking, town.cookies.client, image));
    await transition(town.plumber, booking, "confirm");
    const before = await idOf(await sendJobPhoto(booking, town.cookies.plumber, image, { kind: "before" }));
    await press(booking, `remove:${before}`);
    await db().update(privatePhotos).set({ hiddenAt: 1 }).where(eq(privatePhotos.id, own));
    await press(booking, `remove:${own}`);
    await db().update(privatePhotos).set({ hiddenAt: null }).where(eq(privatePhotos.id, own));
    await transition(town.client, booking, "cancel");
    await press(booking, `remove:${own}`);
    expect(await photosOf(booking)).toHaveLength(2);
    expect(await eventsOf(booking)).toEqual([]);
  });

  test("with four photos is offered no fifth, but to remove one", async () => {
    const booking = await newBooking();
    const ticket = async () =>
      (await (await visit(`/client-dashboard/bookings/${booking}`, { cookie: town.cookies.client })).text()).replace(
        /<script[^]*?<\/script>/g,
        "",
      );
    expect(await ticket()).toContain("Add photos");
    for (let count = 0; count < 4; count++) await sendJobPhoto(booking, town.cookies.client, image);
    expect(await ticket()).not.toContain("Add photos");
    expect(await ticket()).toContain("Remove a photo");
    const dialog = await (await visit(photosPage(booking), { cookie: town.cookies.client })).text();
    expect(dialog).not.toContain('type="file"');
  });
});

test("a client removes the mark of their place or sets it anew while the booking is open; the history says so", async () => {
  const booking = await newBooking();
  const path = `/client-dashboard/bookings/${booking}`;
  const pinOf = async () => (await db().select().from(bookings).where(eq(bookings.id, booking)))[0]!.pin;
  const press = (form: Record<string, string>, cookie = town.cookies.client) => visit(`${path}/pin`, { cookie, form });
  await db().update(bookings).set({ pin: "-17.80,31.04" }).where(eq(bookings.id, booking));
  expect((await press({ intent: "remove" }, town.cookies.otherClient)).status).toBe(404);
  expect(await pinOf()).toBe("-17.80,31.04");
  const shown = await visit(`${path}/pin`, { cookie: town.cookies.client });
  expect(shown.headers.get("Permissions-Policy")).toContain("geolocation=(self)");
  expect((await press({ intent: "remove" })).status).toBe(303);
  expect(await pinOf()).toBeNull();
  expect((await press({ pin: "-17.81,31.05" })).status).toBe(303);
  expect(await pinOf()).toBe("-17.81,31.05");
  expect((await press({ pin: "the moon" })).status).toBe(400);
  const events = await db().select().from(bookingEvents).where(eq(bookingEvents.bookingId, booking));
  expect(
    events
      .map(({ event }) => event)
      .filter((event) => event.includes("pin"))
      .sort(),
  ).toEqual(["remove-pin", "set-pin"]);
  await transition(town.client, booking, "cancel");
  expect((await press({ intent: "remove" })).status).toBe(409);
});
