import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookings, notices, privatePhotos } from "~/db/schema";
import { findReleasablePhoto, releasePhoto } from "~/domain/bookings/commands/work-photos.server";
import { WORK_PHOTO_BYTES, WORK_PHOTO_SIZES, workPhotoUrl, type WorkPhotoSize } from "~/domain/photos/private-photo";
import { setPhotoHidden, findModeratedPhoto } from "~/domain/photos/photo-moderation.server";
import { privateKey } from "~/domain/photos/staged-photos.server";
import { newId } from "~/domain/values/id";
import type { AuthenticatedUser } from "~/domain/values/user";
import { env } from "../support/env";
import { png } from "../support/png";
import { depthOf, visit } from "../support/site";
import { book, seedTown } from "../support/town";
import { createUser } from "../support/users";

let town: Awaited<ReturnType<typeof seedTown>>;
let job: string;
beforeAll(async () => {
  town = await seedTown();
  job = await book(town.context, town.client, town.plumber, town.starts.at(-3)!);
  await town.context.db
    .update(bookings)
    .set({ status: "completed", completedAt: town.context.now, startsAt: town.context.now - 1 })
    .where(eq(bookings.id, job));
});

async function addPhoto(kind: "before" | "after" = "after"): Promise<string> {
  const id = newId();
  const { db, now, privatePhotos: store } = town.context;
  await store.save(privateKey(id), await png(1600, 400));
  await db
    .insert(privatePhotos)
    .values({ id, kind, bookingId: job, uploadedBy: town.plumber.id, uploadId: id, createdAt: now });
  return id;
}
const send = (path: string, intent: string, viewer: "client" | "plumber" | "otherClient" | "otherPlumber") =>
  visit(path, { cookie: town.cookies[viewer], form: { intent } });
const share = (verb: "share" | "unshare", viewer: "client" | "otherClient" = "client") =>
  send(`/client-dashboard/bookings/${job}/photos`, verb, viewer);
const release = (id: string, verb = "release", viewer: "plumber" | "otherPlumber" = "plumber") =>
  send("/plumber-dashboard/work-photos", `${verb}:${id}`, viewer);
const show = (id: string, accept = "image/avif,image/webp,*/*", size: WorkPhotoSize = 640) =>
  visit(workPhotoUrl(id, size), { headers: { Accept: accept } });
const releaseAs = async (plumber: AuthenticatedUser, id: string, now = town.context.now) =>
  releasePhoto({ ...town.context, now }, plumber, await findReleasablePhoto(town.context.db, plumber.id, id));
const isOnPage = async (id: string) => {
  const page = await visit(`/appointment/${town.plumber.id}`);
  return (await page.text()).includes(`/work-photos/${id}`);
};

test("a photo of finished work is public once plumber and client agree, small, and gone once one of them does not", async () => {
  const id = await addPhoto();
  expect((await show(id)).status).toBe(404);
  const released = await release(id);
  expect([released.status, depthOf(released)]).toEqual([303, 2]);
  expect([(await show(id)).status, await isOnPage(id)]).toEqual([404, false]);
  // Somebody else's word counts for nothing.
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
      expect([shown.status, shown.headers.get("Content-Type"), shown.headers.get("Vary")]).toEqual([
        200,
        type,
        expect.stringContaining("Accept"),
      ]);
      expect(depthOf(shown)).toBe(1);
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

test("the client is asked once, with the first photo that is released, and not where they have agreed already", async () => {
  const { context, client } = town;
  const asked = () =>
    context.db
      .select({ userId: notices.userId, bookingId: notices.bookingId })
      .from(notices)
      .where(and(eq(notices.kind, "photosReleased"), eq(notices.channel, "email")));
  await context.db.delete(notices).where(eq(notices.kind, "photosReleased"));
  await share("share");
  await release(await addPhoto());
  expect(await asked()).toEqual([]);
  await share("unshare");
  await release(await addPhoto());
  await release(await addPhoto());
  expect(await asked()).toEqual([{ userId: client.id, bookingId: job }]);
  await context.db.delete(privatePhotos).where(eq(privatePhotos.bookingId, job));
});

test("a photo that the office hides, or of a job that goes on, or of a plumber who is not listed, is not public", async () => {
  const id = await addPhoto();
  const { context, plumber } = town;
  await share("share");
  expect(await releaseAs(plumber, id)).toEqual({ ok: true });
  expect((await show(id)).status).toBe(200);
  const admin = await createUser(context, "admin");
  const photo = (await findModeratedPhoto(context.db, id))!;
  await setPhotoHidden(context, admin, photo, true);
  expect([(await show(id)).status, await isOnPage(id)]).toEqual([404, false]);
  expect(await releaseAs(plumber, id)).toEqual({ ok: false, reason: "photoNotReleasable" });
  await setPhotoHidden(context, admin, photo, false);
  expect((await show(id)).status).toBe(200);
  const set = (status: "completed" | "in-progress") =>
    context.db.update(bookings).set({ status, completedAt: null }).where(eq(bookings.id, job));
  await set("in-progress");
  expect((await show(id)).status).toBe(404);
  await set("completed");
  // What is deleted, by an erasure for example, leaves no copy.
  await context.privatePhotos.remove(privateKey(id));
  expect((await env.PHOTOS.list({ prefix: privateKey(id) })).objects).toEqual([]);
});

test("consent is taken back of a reopened job too, by the button on its page, and stays so when it is completed again", async () => {
  const { context } = town;
  const id = await addPhoto();
  expect(await releaseAs(town.plumber, id)).toEqual({ ok: true });
  await share("share");
  const set = (status: "completed" | "in-progress") =>
    context.db.update(bookings).set({ status, completedAt: null }).where(eq(bookings.id, job));
  const pageOfJob = async () =>
    (await visit(`/client-dashboard/bookings/${job}`, { cookie: town.cookies.client })).text();
  await set("in-progress");
  expect(await pageOfJob()).toContain('value="unshare"');
  const taken = await share("unshare");
  expect([taken.status, taken.headers.get("Set-Cookie")]).toEqual([303, expect.stringContaining("photosNotShared")]);
  expect(await pageOfJob()).not.toContain('value="unshare"');
  // What isn't finished is not agreed to, and nobody is told that it was.
  for (const viewer of ["client", "otherClient"] as const)
    expect((await share("share", viewer)).headers.get("Set-Cookie") ?? "").not.toContain("photosShared");
  await set("completed");
  expect((await show(id)).status).toBe(404);
});

test("a photo that the office hid, or of a reopened job, takes up none of the twelve places; no room, no copies", async () => {
  const { context, plumber } = town;
  const { db, now } = context;
  await db.update(privatePhotos).set({ releasedAt: null });
  const reopened = await book(context, town.client, plumber, town.starts.at(-4)!);
  const released = Array.from({ length: 12 }, () => newId());
  await db.batch([
    ...released.map((id) =>
      db.insert(privatePhotos).values({
        ...{ id, kind: "after", bookingId: job, uploadedBy: plumber.id, uploadId: id, createdAt: now, releasedAt: now },
      }),
    ),
  ] as never);
  const id = await addPhoto();
  expect(await releaseAs(plumber, id)).toEqual({ ok: false, reason: "enoughReleased" });
  const isCopied = async () =>
    (await env.PHOTOS.list({ prefix: privateKey(id) })).objects.some(({ key }) => key.includes("-work-"));
  expect(await isCopied()).toBe(false);
  await db.update(privatePhotos).set({ hiddenAt: now }).where(eq(privatePhotos.id, released[0]!));
  expect(await findReleasablePhoto(db, plumber.id, id)).toMatchObject({ hasRoom: true });
  await db.update(privatePhotos).set({ hiddenAt: null }).where(eq(privatePhotos.id, released[0]!));
  await db.update(privatePhotos).set({ bookingId: reopened }).where(eq(privatePhotos.id, released[1]!));
  expect(await releaseAs(plumber, id)).toEqual({ ok: true });
  expect(await isCopied()).toBe(true);
});

test("a plumber releases photos of their own finished work alone, twelve at most, and puts one first", async () => {
  const { context, plumber } = town;
  const other = await createUser(context, "plumber");
  await context.db.update(privatePhotos).set({ releasedAt: null });
  const ids = Array.from({ length: 12 }, () => newId());
  for (const [number, id] of ids.entries())
    await context.db.insert(privatePhotos).values({
      ...{ id, kind: "after", bookingId: job, uploadedBy: plumber.id, uploadId: id },
      ...{ createdAt: context.now, releasedAt: context.now + number },
    });
  ids.push(await addPhoto());
  expect(await releaseAs(other, ids[12]!)).toEqual({ ok: false, reason: "photoNotReleasable" });
  expect(await releaseAs(plumber, await addPhoto("before"))).toEqual({
    ok: false,
    reason: "photoNotReleasable",
  });
  expect(await releaseAs(plumber, ids[12]!)).toEqual({ ok: false, reason: "enoughReleased" });
  await share("share");
  expect(await releaseAs(plumber, ids[3]!, context.now + 20)).toEqual({ ok: true });
  const page = await (await visit(`/appointment/${plumber.id}`)).text();
  const shown = [...new Set([...page.matchAll(/work-photos\/([a-z0-9]{24})/g)].map(([, id]) => id))];
  expect(shown).toEqual([
    ids[3],
    ...ids
      .slice(0, 12)
      .reverse()
      .filter((id) => id !== ids[3]),
  ]);
});
