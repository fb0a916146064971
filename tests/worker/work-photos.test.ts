import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, notices, plumberProfiles, privatePhotos } from "~/db/schema";
import { findReleasablePhoto, releasePhoto } from "~/domain/bookings/commands/work-photos.server";
import { WORK_PHOTO_BYTES, WORK_PHOTO_SIZES, workPhotoUrl, type WorkPhotoSize } from "~/domain/photos/photo";
import { setPhotoHidden, findModeratedPhoto, privateKey } from "~/domain/photos/private-photos.server";
import { newId } from "~/domain/values/id";
import { env } from "../support/env";
import { insertBooking } from "../support/money-rows";
import { png } from "../support/png";
import { depthOf, visit } from "../support/site";
import { seedTown, type TownUser } from "../support/town";

const town = await seedTown();
const { context, db, client, plumber, otherPlumber } = town;
const finished = { status: "completed", completedAt: context.now, startsAt: context.now - 1 } as const;
const job = await insertBooking(context, { clientId: client.id, plumberId: plumber.id, ...finished });
/** Stored and released, with its copies; its client has not agreed. */
const released = await addPhoto({ releasedAt: context.now });
await context.privatePhotos.save(privateKey(released), await png(40, 30));
await context.privatePhotos.publish(privateKey(released));

/** The row of a photo of the finished job. */
async function addPhoto(changed: Partial<typeof privatePhotos.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const photo = { id, kind: "after", bookingId: job, uploadedBy: plumber.id, uploadId: id } as const;
  await db.insert(privatePhotos).values({ ...photo, createdAt: context.now, ...changed });
  return id;
}
const setPhoto = (id: string, changed: Partial<typeof privatePhotos.$inferInsert>) =>
  db.update(privatePhotos).set(changed).where(eq(privatePhotos.id, id));
const setStatus = (status: "completed" | "in-progress") =>
  db.update(bookings).set({ status, completedAt: null }).where(eq(bookings.id, job));
const send = (path: string, intent: string, viewer: TownUser) =>
  visit(path, { cookie: town.cookies[viewer], form: { intent } });
const share = (verb: "share" | "unshare", viewer: "client" | "otherClient" = "client") =>
  send(`/client-dashboard/bookings/${job}/photos`, verb, viewer);
const release = (id: string, verb = "release", viewer: "plumber" | "otherPlumber" = "plumber") =>
  send("/plumber-dashboard/work-photos", `${verb}:${id}`, viewer);
const show = (id: string, accept = "image/avif,image/webp,*/*", size: WorkPhotoSize = 640) =>
  visit(workPhotoUrl(id, size), { headers: { Accept: accept } });
const releaseAs = async (plumber: typeof town.plumber, id: string, now = town.context.now) =>
  releasePhoto({ ...town.context, now }, plumber, await findReleasablePhoto(db, plumber.id, id));
const shownOnPage = async () => {
  const page = await (await visit(`/appointment/${town.plumber.id}`)).text();
  return [...new Set([...page.matchAll(/work-photos\/([a-z0-9]{24})/g)].map(([, id]) => id!))];
};
const isOnPage = async (id: string) => (await shownOnPage()).includes(id);
const isCopied = async (id: string) =>
  (await env.PHOTOS.list({ prefix: privateKey(id) })).objects.some(({ key }) => key.includes("-work-"));

test("a finished job's photo is public, and small, while both plumber and client agree", async () => {
  const id = await addPhoto();
  await town.context.privatePhotos.save(privateKey(id), await png(1600, 400));
  expect((await show(id)).status).toBe(404);
  const released = await release(id);
  expect([released.status, depthOf(released)]).toEqual([303, 2]);
  expect([(await show(id)).status, await isOnPage(id)]).toEqual([404, false]);
  // Someone else's word counts for nothing.
  await share("share", "otherClient");
  expect((await show(id)).status).toBe(404);
  expect((await share("share")).status).toBe(303);
  expect(await isOnPage(id)).toBe(true);
  for (const size of WORK_PHOTO_SIZES)
    for (const [accept, type] of [
      ["image/avif,image/webp,*/*", "image/avif"],
      ["image/webp,*/*", "image/webp"],
    ] as const) {
      const shown = await show(id, accept, size);
      expect([shown.status, shown.headers.get("Content-Type"), depthOf(shown)]).toEqual([200, type, 1]);
      expect(shown.headers.get("Vary")).toContain("Accept");
      const bytes = await shown.blob();
      expect(bytes.size).toBeLessThanOrEqual(WORK_PHOTO_BYTES[size]);
      expect(await env.IMAGES.info(bytes.stream())).toMatchObject({ width: size, height: (size / 4) * 3 });
    }

  await share("unshare");
  expect([(await show(id)).status, await isOnPage(id)]).toEqual([404, false]);
  await share("share");
  await release(id, "withdraw", "otherPlumber");
  expect((await show(id)).status).toBe(200);
  await release(id, "withdraw");
  expect([(await show(id)).status, await isOnPage(id)]).toEqual([404, false]);
});

test("a public photo shows beside the first from before the job, with suburb, date and price", async () => {
  const facts = { serviceType: "Leak Fixing", suburb: "Avondale", agreedPrice: 85_00, finalAmount: 85_00 };
  await db.update(bookings).set(facts).where(eq(bookings.id, job));
  // Of another job of the same plumber, and earlier.
  await addPhoto({ kind: "before", bookingId: town.confirmed, createdAt: context.now - 1 });
  const before = await addPhoto({ kind: "before" });
  const later = await addPhoto({ kind: "before", createdAt: context.now + 1 });
  const id = await addPhoto();
  for (const one of [before, id]) await context.privatePhotos.save(privateKey(one), await png(40, 30));
  await release(released, "withdraw");
  await share("share");
  expect((await show(before)).status).toBe(404);
  await release(id);
  expect([(await show(before)).status, (await show(later)).status]).toEqual([200, 404]);
  const page = await (await visit(`/appointment/${plumber.id}`)).text();
  expect(page.indexOf(workPhotoUrl(before, 320))).toBeLessThan(page.indexOf(workPhotoUrl(id, 320)));
  expect(page).toMatch(/>Leak Fixing, Avondale, [\w ]+, \$85</);
  const hide = (photo: string, hiddenAt: number | null) => () => setPhoto(photo, { hiddenAt });
  for (const [end, again] of [
    [() => share("unshare"), () => share("share")],
    [hide(before, context.now), hide(before, null)],
    [hide(id, context.now), hide(id, null)],
    [() => release(id, "withdraw"), () => release(id)],
  ] as const) {
    await end();
    expect([(await show(before)).status, await isOnPage(before)]).toEqual([404, false]);
    await again();
    expect((await show(before)).status).toBe(200);
  }
});

test("the client is asked once, with the first released photo, and not where they have agreed already", async () => {
  const asked = () =>
    db
      .select({ userId: notices.userId, bookingId: notices.bookingId })
      .from(notices)
      .where(and(eq(notices.kind, "photosReleased"), eq(notices.channel, "email")));
  await share("share");
  await release(released);
  expect(await asked()).toEqual([]);
  await share("unshare");
  await release(released);
  await release(released);
  expect(await asked()).toEqual([{ userId: town.client.id, bookingId: job }]);
});

test("a hidden photo, one of an unfinished job or of an unlisted plumber is not public", async () => {
  await share("share");
  expect((await show(released)).status).toBe(200);
  const photo = (await findModeratedPhoto(db, released))!;
  await setPhotoHidden(town.context, town.admin, photo, true);
  expect([(await show(released)).status, await isOnPage(released)]).toEqual([404, false]);
  expect(await releaseAs(town.plumber, released)).toEqual({ ok: false, reason: "photoNotReleasable" });
  await setPhotoHidden(town.context, town.admin, photo, false);
  expect((await show(released)).status).toBe(200);
  await setStatus("in-progress");
  expect((await show(released)).status).toBe(404);
  await setStatus("completed");
  await db.update(plumberProfiles).set({ listed: false }).where(eq(plumberProfiles.userId, town.plumber.id));
  expect((await show(released)).status).toBe(404);
});

test("the page's button takes consent back of a reopened job too, for good when it is completed again", async () => {
  await share("share");
  const { client: cookie } = town.cookies;
  const pageOfJob = async () => (await visit(`/client-dashboard/bookings/${job}`, { cookie })).text();
  await setStatus("in-progress");
  expect(await pageOfJob()).toContain('value="unshare"');
  const taken = await share("unshare");
  expect([taken.status, taken.headers.get("Set-Cookie")]).toEqual([303, expect.stringContaining("photosNotShared")]);
  expect(await pageOfJob()).not.toContain('value="unshare"');
  // An unfinished job is not agreed to, and no one is told that it was.
  for (const viewer of ["client", "otherClient"] as const)
    expect((await share("share", viewer)).headers.get("Set-Cookie") ?? "").not.toContain("photosShared");
  await setStatus("completed");
  expect((await show(released)).status).toBe(404);
});

test("a plumber releases photos of their own finished work alone, twelve at most, and puts one first", async () => {
  await share("share");
  const shown = [released];
  for (let nth = 1; nth < 12; nth++) shown.unshift(await addPhoto({ releasedAt: context.now + nth }));
  const id = await addPhoto();
  await context.privatePhotos.save(privateKey(id), await png(40, 30));
  expect(await releaseAs(otherPlumber, id)).toEqual({ ok: false, reason: "photoNotReleasable" });
  const before = await addPhoto({ kind: "before", uploadedBy: otherPlumber.id });
  for (const other of [plumber, otherPlumber])
    expect(await releaseAs(other, before)).toEqual({ ok: false, reason: "photoNotReleasable" });
  expect(await releaseAs(plumber, id)).toEqual({ ok: false, reason: "enoughReleased" });
  expect(await isCopied(id)).toBe(false);
  expect(await releaseAs(plumber, released, context.now + 20)).toEqual({ ok: true });
  expect(await shownOnPage()).toEqual([released, ...shown.slice(0, -1)]);

  // Neither one that the office hid nor one of a reopened job takes up a place.
  await setPhoto(shown[0]!, { hiddenAt: context.now });
  expect(await findReleasablePhoto(db, plumber.id, id)).toMatchObject({ hasRoom: true });
  await setPhoto(shown[0]!, { hiddenAt: null });
  await setPhoto(shown[1]!, { bookingId: town.confirmed });
  expect(await releaseAs(plumber, id)).toEqual({ ok: true });
  expect(await isCopied(id)).toBe(true);
  // A photo that is deleted, by an erasure for example, leaves no copy.
  await context.privatePhotos.remove(privateKey(id));
  expect(await isCopied(id)).toBe(false);
});
