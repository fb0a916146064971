import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings, privatePhotos, rateLimitCounters, requestDrafts } from "~/db/schema";
import { LIMITS } from "~/domain/rate-limits/limits";
import { HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { photoFields } from "../support/job-photos";
import { png } from "../support/png";
import { visit } from "../support/site";
import { createUser, signedIn } from "../support/users";
import { currentInstant } from "../support/now";
import {
  town,
  image,
  page,
  db,
  answers,
  draftCookieOf,
  idOf,
  from,
  addPhoto,
  photosIn,
  expectFilledIn,
  seedDrafts,
} from "../support/request-drafts";

beforeAll(seedDrafts);

describe("a photo of a draft", () => {
  test("is added by a button, seen by that browser alone, and can be taken out again", async () => {
    const added = await addPhoto();
    expect([added.status, added.headers.get("Location")]).toEqual([303, `${page}#photos`]);
    const cookie = draftCookieOf(added);
    const html = await (await visit(page, { cookie })).text();
    expectFilledIn(html);
    const [photo] = photosIn(html);
    const see = async (more?: string) => (await visit(`/job-photos/${photo}-320.webp`, { cookie: more })).status;
    expect([await see(cookie), await see(), await see(`__Host-draft=${newId()}`)]).toEqual([200, 404, 404]);
    expect([await see(town.cookies.plumber), await see(town.cookies.admin)]).toEqual([404, 404]);
    const stranger = await visit(page, { cookie: `__Host-draft=${newId()}`, form: { intent: `remove:${photo}` } });
    expect(stranger.status).toBe(303);
    expect(await see(cookie)).toBe(200);
    await visit(page, { cookie, form: { intent: `remove:${photo}` } });
    expect(await see(cookie)).toBe(404);
  });

  test("sent twice is stored once, and the fifth is refused with its reason; the others and the text stay", async () => {
    const uploadId = newId();
    const cookie = draftCookieOf(await addPhoto({ fields: { uploadId } }));
    await addPhoto({ cookie, fields: { uploadId } });
    for (let more = 0; more < 3; more++) expect((await addPhoto({ cookie })).status).toBe(303);
    const fifth = await addPhoto({ cookie });
    expect(fifth.status).toBe(409);
    const html = await fifth.text();
    expect(html).toContain("There are four photos already.");
    expect(photosIn(html)).toHaveLength(4);
    expectFilledIn(html);
  });

  test("that can't be taken is refused with its reason; the others and the text stay", async () => {
    const cookie = draftCookieOf(await addPhoto());
    for (const [status, text, photo] of [
      [400, "Only image files are allowed.", new Blob(["<svg>"])],
      [413, "Image is too large. The limit is 12,000 pixels on each side.", await png(20_000, 1)],
      [413, "Image is too large. The limit is 5 MB.", new Blob([new Uint8Array(6 * 1024 * 1024)])],
      [400, "The file is empty. Please choose another.", new Blob([])],
    ] as const) {
      const response = await addPhoto({ cookie, photo });
      expect(response.status, text).toBe(status);
      const html = await response.text();
      expect(html).toContain(text);
      expect(photosIn(html)).toHaveLength(1);
      expectFilledIn(html);
    }
  });

  const isCounted = (subject: string, count: number) =>
    db()
      .insert(rateLimitCounters)
      .values({ subject, count, windowEndsAt: currentInstant() + HOUR })
      .onConflictDoUpdate({ target: rateLimitCounters.subject, set: { count } });

  test("counts for its draft, so that others behind the same address still add theirs", async () => {
    const headers = from("196.7.7.7");
    await isCounted("photoPerAddress:196.7.7.7", 100);
    const cookie = draftCookieOf(await addPhoto({ headers }));
    expect(cookie).not.toBe("");
    await isCounted(`photoPerDraft:${idOf(cookie)}`, LIMITS.photoPerDraft.max);
    const over = await addPhoto({ cookie, headers });
    expect(over.status).toBe(429);
    expect(await over.text()).toContain("Too many attempts.");
    expect(draftCookieOf(await addPhoto({ headers }))).not.toBe("");
  });

  test("counts for its address too, as does a new draft: beyond that a visitor signs in without one", async () => {
    await isCounted("photoPerAddress:196.7.7.8", LIMITS.photoPerAddress.max);
    expect((await addPhoto({ headers: from("196.7.7.8") })).status).toBe(429);
    const headers = from("196.8.8.8");
    await isCounted("draftPerAddress:196.8.8.8", LIMITS.draftPerAddress.max);
    expect((await addPhoto({ headers })).status).toBe(429);
    const sent = await visit(page, { form: answers(3), headers });
    expect([sent.status, draftCookieOf(sent)]).toEqual([303, ""]);
    expect(sent.headers.get("Location")).toContain("/signup");
  });

  test("of a plumber who is not listed is not found, and leaves nothing", async () => {
    const hidden = await createUser(town.context, "plumber", { listed: false });
    const before = await db().$count(requestDrafts);
    const response = await visit(`/appointment/${hidden.id}`, {
      headers: from(),
      form: photoFields(image, { intent: "photo", uploadId: newId() }),
    });
    expect([303, 404]).toContain(response.status);
    expect(await db().$count(requestDrafts)).toBe(before);
  });
});

test("a photo that was chosen without script waits once when something else is missing, and goes out with the next try", async () => {
  const client = await createUser(town.context, "client");
  const session = await signedIn(town.context, client);
  const missing = { ...answers(7), street: "" };
  const first = await visit(page, { cookie: session, headers: from(), form: photoFields(image, missing) });
  expect(first.status).toBe(400);
  const draft = draftCookieOf(first);
  expect(photosIn(await first.text())).toHaveLength(1);
  const second = await visit(page, { cookie: `${session}; ${draft}`, form: answers(7) });
  const [booking] = await db().select().from(bookings).where(eq(bookings.clientId, client.id));
  expect(second.headers.get("Location")).toBe(`/client-dashboard/bookings/${booking!.id}`);
  expect(await db().$count(privatePhotos, eq(privatePhotos.bookingId, booking!.id))).toBe(1);
});
