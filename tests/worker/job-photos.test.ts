import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { auditLog, bookingEvents, bookings, privatePhotos, stagedPhotos } from "~/db/schema";
import { findUser } from "~/domain/admin/people/users.server";
import type { BookingStatus } from "~/domain/bookings/booking";
import { JOB_PHOTO_KINDS } from "~/domain/bookings/job-photos";
import { eraseUser } from "~/domain/personal-data/erasure.server";
import { newId } from "~/domain/values/id";
import { png } from "../support/png";
import { env } from "../support/env";
import { photoFields, sendJobPhoto } from "../support/job-photos";
import { callsOf, depthOf, expectPage, textOf, visit } from "../support/site";
import { seedTown, rowOf } from "../support/town";
import { signedIn } from "../support/users";

const [town, image] = await Promise.all([seedTown(), png(40, 30)]);
const booking = town.pending;

const db = () => town.context.db;
type Viewer = keyof typeof town.cookies;
const send = (sender: Viewer = "client", more: Parameters<typeof sendJobPhoto>[3] = {}, photo = image) =>
  sendJobPhoto(booking, town.cookies[sender], photo, more);
const idOf = async (response: Response) => ((await response.json()) as { id: string }).id;
const add = async (...sent: Parameters<typeof send>) => idOf(await send(...sent));
const photosOf = async (bookingId = booking) =>
  (await db().select().from(privatePhotos).where(eq(privatePhotos.bookingId, bookingId))).map(({ id }) => id);
const setStatus = (status: BookingStatus) => db().update(bookings).set({ status }).where(eq(bookings.id, booking));
const statusFor = async (viewer: Viewer, id: string) =>
  (await visit(`/job-photos/${id}-320.webp`, { cookie: town.cookies[viewer] })).status;
const page = () => `/client-dashboard/bookings/${booking}/photos`;
const readPage = async (path = page()) => textOf(await visit(path, { cookie: town.cookies.client }));
const press = (intent: string) => visit(page(), { cookie: town.cookies.client, form: { intent } });
const eventsAbout = async (word: string) =>
  (await db().select().from(bookingEvents).where(eq(bookingEvents.bookingId, booking)))
    .map(({ event }) => event)
    .filter((event) => event.includes(word));

const PRIVATE = {
  "Cache-Control": "private, max-age=3600",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

test("a job's photo is kept at 1,280 and 320 pixels, and only both sides and the office see it", async () => {
  const id = await add("client", {}, await png(1600, 400));
  for (const [size, width, height] of [
    [1280, 1280, 320],
    [320, 320, 80],
  ]) {
    for (const viewer of ["client", "plumber", "admin"] as const) {
      const shown = await visit(`/job-photos/${id}-${size}.webp`, { cookie: town.cookies[viewer] });
      expect([viewer, shown.status, depthOf(shown), callsOf(shown)]).toEqual([viewer, 200, 1, 1]);
      for (const [name, value] of Object.entries(PRIVATE)) expect(shown.headers.get(name)).toBe(value);
      expect(await env.IMAGES.info(shown.body!)).toMatchObject({ format: "image/webp", width, height });
    }
    for (const cookie of [undefined, town.cookies.otherClient, town.cookies.otherPlumber])
      expect((await visit(`/job-photos/${id}-${size}.webp`, { cookie })).status).toBe(404);
  }
  const others = [`/photos/private/${id}-1280.webp`, `/photos/private%2F${id}-1280.webp`];
  for (const path of [...others, `/job-photos/${id}-800.webp`, `/job-photos/${newId()}-320.webp`])
    expect((await visit(path, { cookie: town.cookies.client })).status, path).toBe(404);
});

test("a photo of a request that waits for the office is not for the plumber asked for, until it is theirs", async () => {
  const id = await add();
  const set = (change: Partial<typeof bookings.$inferInsert>) =>
    db().update(bookings).set(change).where(eq(bookings.id, booking));
  const statuses = () => Promise.all((["client", "plumber", "admin"] as const).map((viewer) => statusFor(viewer, id)));
  await set({ plumberId: null, preferredPlumberId: town.plumber.id });
  expect(await statuses()).toEqual([200, 404, 200]);
  await set({ plumberId: town.plumber.id, preferredPlumberId: null });
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("a photo of a job sent again, even at once, is stored once; its id serves no other photo", async () => {
  const uploadId = newId();
  const both = await Promise.all([1, 2].map(() => add("client", { uploadId })));
  const again = await add("client", { uploadId });
  expect([...both, ...(await photosOf())]).toEqual([again, again, again]);
  expect((await sendJobPhoto(town.confirmed, town.cookies.client, image, { uploadId })).status).toBe(400);
  expect(await photosOf(town.confirmed)).toEqual([]);
});

test("a job's fifth photo is refused, of six at once too; the page then offers only to remove one", async () => {
  const ticket = `/client-dashboard/bookings/${booking}`;
  expect(await readPage(ticket)).toContain("Add photos");
  const answers = await Promise.all(Array.from({ length: 6 }, () => send()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409]);
  const fifth = await send();
  expect([fifth.status, await fifth.json()]).toEqual([409, { problem: "There are four photos already." }]);
  expect(await photosOf()).toHaveLength(4);
  expect(await readPage(ticket)).not.toContain("Add photos");
  expect(await readPage(ticket)).toContain("Remove a photo");
  expect(await readPage()).not.toContain('type="file"');
});

test("a photo of a job that cannot be stored is refused with its reason, and nothing of it stays", async () => {
  for (const [photo, status, problem] of [
    [new Blob(["<svg onload=alert(1)>"]), 400, "Only image files are allowed."],
    [await png(20_000, 1), 413, "Image is too large. The limit is 12,000 pixels on each side."],
    [new Blob([new Uint8Array(6 * 1024 * 1024)]), 413, "Image is too large. The limit is 5 MB."],
    [new Blob([]), 400, "The file is empty. Please choose another."],
    [new Blob(["\0\0\0\x18ftypmif1\0\0\0\0mif1heic"]), 400, "We can't read HEIC. Send it as JPEG."],
  ] as const) {
    const response = await send("client", {}, photo);
    expect([response.status, await response.json()]).toEqual([status, { problem }]);
  }
  expect(await photosOf()).toEqual([]);
});

test("a photo of a job waits for its end when photos can't be decoded right now, and can be sent again", async () => {
  const uploadId = newId();
  const input = vi.fn().mockThrow(Object.assign(new Error("ERROR 9422: no"), { code: 9422 }));
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  const failed = await send("client", { uploadId, settings: { IMAGES: { input } } });
  expect([failed.status, await failed.json()]).toEqual([503, { problem: "Photos can't be added right now." }]);
  expect((await send("client", { uploadId })).status).toBe(200);
  expect(await photosOf()).toHaveLength(1);
});

test("a photo of a job is in its sender's own data, and in no one else's", async () => {
  const id = await add();
  // Claimed: no sweep of what no one claimed takes it.
  expect(await db().$count(stagedPhotos)).toBe(0);
  const ownData = async (viewer: Viewer) => (await visit("/my-data.json", { cookie: town.cookies[viewer] })).text();
  const { photos } = JSON.parse(await ownData("client")) as { photos: { of: string; address: string }[] };
  expect(photos).toMatchObject([{ of: "problem", address: `/job-photos/${id}-1280.webp` }]);
  expect(await ownData("plumber")).not.toContain(id);
});

test("the client adds photos while the booking is open, the plumber before and after the work (P5)", async () => {
  for (const [status, accepted] of [
    ["pending", ["client problem"]],
    ["confirmed", ["client problem", "plumber before"]],
    ["in-progress", ["client problem", "plumber before", "plumber after"]],
    ["cancelled", []],
  ] as const) {
    await setStatus(status);
    const sent: string[] = [];
    for (const sender of ["client", "plumber"] as const)
      for (const kind of JOB_PHOTO_KINDS) {
        const answer = await send(sender, { kind });
        if (answer.ok) sent.push(`${sender} ${kind}`);
        else expect(answer.status).toBe(409);
      }
    expect(sent, status).toEqual(accepted);
  }
  expect(await (await send()).json()).toEqual({ problem: "This is not possible: the booking is cancelled." });
});

test("adding photos is for no stranger, visitor or ended session", async () => {
  for (const stranger of ["otherClient", "otherPlumber"] as const) expect((await send(stranger)).status).toBe(404);
  const ended = await signedIn(town.context, town.client);
  await visit("/signout", { cookie: ended, form: {} });
  for (const cookie of ["", ended]) expect((await sendJobPhoto(booking, cookie, image)).status).toBe(401);
  expect(await photosOf()).toEqual([]);
});

test("adding photos takes a form without script two calls to D1", async () => {
  const uploadId = /name="uploadId" value="([a-z0-9]{24})"/.exec(await readPage())?.[1] ?? "";
  const submit = (photo: Blob, id: string) =>
    visit(page(), { cookie: town.cookies.client, form: photoFields(photo, { kind: "problem", uploadId: id }) });
  const added = await submit(image, uploadId);
  expect([added.status, depthOf(added), callsOf(added)]).toEqual([303, 2, 2]);
  const bad = submit(new Blob(["no"]), newId());
  await expectPage(bad, 400, "Only image files are allowed.", "The problem, photo 1 of 1");
});

const erase = async (side: "client" | "plumber") =>
  eraseUser(town.context, town.admin, { ...town[side], ...(await findUser(db(), town[side].id))! }, "They asked us to");

test("the office hides a photo from both sides and shows it again, and both are in its log", async () => {
  const id = await add();
  const decide = (intent: string, of = booking, viewer: Viewer = "admin") =>
    visit(`/admin-dashboard/bookings/${of}/photos`, { cookie: town.cookies[viewer], form: { intent } });
  const hidden = await decide(`hide:${id}`);
  expect([hidden.status, depthOf(hidden)]).toEqual([303, 2]);
  const statuses = [await statusFor("client", id), await statusFor("plumber", id), await statusFor("admin", id)];
  expect(statuses).toEqual([404, 404, 200]);
  expect(await readPage()).not.toContain(id);
  await decide(`hide:${id}`);
  await decide(`show:${id}`);
  expect(await statusFor("plumber", id)).toBe(200);
  const log = await db().select().from(auditLog).where(eq(auditLog.subjectId, booking));
  expect(log.map(({ action }) => action)).toEqual(["photoHidden", "photoShown"]);
  expect((await decide(`hide:${id}`, town.confirmed)).status).toBe(404);
  expect((await decide(`hide:${id}`, booking, "client")).status).toBe(404);
});

test("a client removes a photo of their own while the booking is open; the history says so", async () => {
  const first = await add();
  const second = await add();
  expect(await readPage()).toContain(`value="remove:${first}"`);
  for (const time of [1, 2]) expect((await press(`remove:${first}`)).status, `time ${time}`).toBe(303);
  expect(await photosOf()).toEqual([second]);
  expect(await eventsAbout("photo")).toEqual(["remove-photo"]);
  expect(await statusFor("plumber", first)).toBe(404);
});

test("a client removes only their own photos, none that the office hid, and none of an ended booking", async () => {
  const own = await add();
  await setStatus("confirmed");
  await press(`remove:${await add("plumber", { kind: "before" })}`);
  await db().update(privatePhotos).set({ hiddenAt: 1 }).where(eq(privatePhotos.id, own));
  await press(`remove:${own}`);
  await db().update(privatePhotos).set({ hiddenAt: null }).where(eq(privatePhotos.id, own));
  await setStatus("cancelled");
  await press(`remove:${own}`);
  expect(await photosOf()).toHaveLength(2);
  expect(await eventsAbout("photo")).toEqual([]);
});

test("a plumber's account takes along what the plumber sent, and leaves the client's photos", async () => {
  const problem = await add();
  await setStatus("confirmed");
  await add("plumber", { kind: "before" });
  await db().update(bookings).set({ status: "cancelled" });
  expect(await erase("plumber")).toEqual({ ok: true });
  expect(await photosOf()).toEqual([problem]);
});

test("a client changes the mark of their place while the booking is open, and the history records it", async () => {
  const path = `/client-dashboard/bookings/${booking}/pin`;
  const pinOf = async () => (await rowOf(town.context, booking)).pin;
  const submit = async (form: Record<string, string>) =>
    (await visit(path, { cookie: town.cookies.client, form })).status;
  await db().update(bookings).set({ pin: "-17.80,31.04" }).where(eq(bookings.id, booking));
  expect([await submit({ intent: "remove" }), await pinOf()]).toEqual([303, null]);
  expect([await submit({ pin: "-17.81,31.05" }), await pinOf()]).toEqual([303, "-17.81,31.05"]);
  expect(await submit({ pin: "the moon" })).toBe(400);
  expect((await eventsAbout("pin")).sort()).toEqual(["remove-pin", "set-pin"]);
  await setStatus("cancelled");
  expect(await submit({ intent: "remove" })).toBe(409);
});
