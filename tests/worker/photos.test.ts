import { expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { registrations, stagedPhotos } from "~/db/schema";
import { openPhotoStore } from "~/domain/photos/photo-store.server";
import { privateKey, stagePhoto } from "~/domain/photos/private-photos.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { logError } from "~/http/log";
import { runSchedule } from "../../workers/scheduled";
import { png } from "../support/png";
import { newEmail, PLUMBER_FIELDS } from "../support/sign-up";
import { expectRedirect, expectPage, formDataOf, visit } from "../support/site";
import { env } from "../support/env";
import { createUser, contextAt } from "../support/users";

const context = contextAt();
const { db, photos, privatePhotos } = context;
const image = await png(40, 20);
const TOO_LARGE = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]);

test("a photo is kept as WebP at both sizes and served for good, as nothing but an image", async () => {
  const key = newId();
  expect(await photos.save(key, image)).toEqual({ ok: true });
  for (const size of [800, 160]) {
    const response = await visit(`/photos/${key}-${size}.webp`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/webp");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await env.IMAGES.info(response.body!)).toMatchObject({ format: "image/webp", width: size, height: size });
  }
});

test("a photo of another name or size is not found", async () => {
  for (const file of ["../../etc/passwd", "x.webp", "x-161.webp", "%2e%2e-160.webp"])
    expect((await visit(`/photos/${file}`)).status, file).toBe(404);
});

test("a photo is judged by its bytes, not by its name", async () => {
  const junk = new Uint8Array(500).fill(7);
  for (const [reason, ...parts] of [
    ["notAnImage", "<svg onload=alert(1)>"],
    ["photoDamaged", new Uint8Array([0xff, 0xd8, 0xff]), junk],
    ["photoDamaged", (await image.arrayBuffer()).slice(0, 60)],
    ["photoEmpty"],
    ["gifPhoto", "GIF89a", junk],
    ["avifPhoto", "\0\0\0\x1cftypmif1\0\0\0\0mif1avif"],
    ["heicPhoto", "\0\0\0\x18ftypheic\0\0\0\0"],
    ["notAnImage", "\0\0\0\x18ftypisom\0\0\0\0"],
  ] as const)
    expect(await photos.save(newId(), new Blob(parts, { type: "image/png" }))).toEqual({ ok: false, reason });
});

test("a photo of more than 12,000 px or 5 MB is refused by its header, and nothing is decoded or stored", async () => {
  const key = newId();
  const decoded = images(() => env.IMAGES.input(image.stream()));
  const store = openPhotoStore(env.PHOTOS, decoded.binding);
  for (const photo of [await png(12_001, 1), await png(1, 12_001)])
    expect(await store.save(key, photo)).toEqual({ ok: false, reason: "imageTooWide" });
  expect(decoded.calls()).toBe(0);
  expect(await photos.save(key, TOO_LARGE)).toEqual({ ok: false, reason: "imageTooLarge" });
  expect((await env.PHOTOS.list({ prefix: key })).objects).toEqual([]);
});

const filled = (more: Record<string, string>, photo?: Blob) =>
  formDataOf({
    ...PLUMBER_FIELDS,
    ...more,
    ...(photo && { image: new File([photo], "me.png", { type: "image/png" }) }),
  });

/** The Images binding with something else behind `input`, and how often it was asked. */
function images(input: () => ImageTransformer) {
  let calls = 0;
  const counted = () => {
    calls += 1;
    return input();
  };
  const binding = { input: counted } as Partial<ImagesBinding> as ImagesBinding;
  return { binding, calls: () => calls };
}

const failing = (code?: number) =>
  images(() => {
    throw Object.assign(new Error(`ERROR ${code}: no`), code && { code });
  }).binding;

test("a photo that Cloudflare Images refuses is told what is wrong with it; other reasons go to the log", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const key = newId();
  for (const { reason, codes } of [
    { reason: "photoDamaged", codes: [9412, 9520, 9523] },
    { reason: "imageTooWide", codes: [9413] },
    { reason: "photosUnavailable", codes: [9422, 9432, 9529, undefined] },
  ] as const)
    for (const code of codes)
      expect(await openPhotoStore(env.PHOTOS, failing(code)).save(key, image)).toEqual({ ok: false, reason });
  expect(log.mock.calls.map(([line]: unknown[]) => JSON.parse(String(line)) as object)).toEqual(
    [9422, 9432, 9529, undefined].map((code) => ({
      event: "photo not stored",
      code: code ?? null,
      error: `ERROR ${code}: no`,
    })),
  );
  log.mockRestore();
  expect((await env.PHOTOS.list({ prefix: key })).objects).toEqual([]);
});

/** A JPEG with a text in an EXIF segment, as phones write where it was taken. */
async function jpegWithPlace(): Promise<Blob> {
  const jpeg = await env.IMAGES.input(image.stream()).output({ format: "image/jpeg" });
  const plain = new Uint8Array(await jpeg.response().arrayBuffer());
  const short = (value: number) => [value >> 8, value & 255];
  const long = (value: number) => [...short(value >> 16), ...short(value & 65535)];
  const bytes = (text: string) => [...new TextEncoder().encode(text)];
  const text = bytes("12 Secret Road, Harare\0");
  // One entry, the image's description, behind the directory.
  const entry = [...short(0x010e), ...short(2), ...long(text.length), ...long(26)];
  const directory = [...short(1), ...entry, ...long(0)];
  const exif = [...bytes("Exif\0\0MM"), ...short(42), ...long(8), ...directory, ...text];
  return new Blob([
    plain.slice(0, 2),
    new Uint8Array([0xff, 0xe1, ...short(exif.length + 2), ...exif]),
    plain.slice(2),
  ]);
}

test("a photo's location and text metadata don't reach the site", async () => {
  const taken = await jpegWithPlace();
  const bytes = async (body: Blob | Response) => new TextDecoder("latin1").decode(await body.arrayBuffer());
  for (const trace of ["Exif", "Secret Road"]) expect(await bytes(taken)).toContain(trace);
  const key = newId();
  expect(await photos.save(key, taken)).toEqual({ ok: true });
  for (const size of [800, 160]) {
    const shown = await bytes(await visit(`/photos/${key}-${size}.webp`));
    expect(shown).toMatch(/^RIFF....WEBP/s);
    for (const trace of ["Exif", "EXIF", "Secret Road", "XMP "]) expect(shown).not.toContain(trace);
  }
});

test("cron deletes a photo, private or not, 24 hours after it was sent if no form uses it", async () => {
  const waiting = newId();
  const claimed = newId();
  for (const key of [waiting, privateKey(waiting), claimed]) {
    await stagePhoto(db, key, context.now);
    expect(await (key === privateKey(waiting) ? privatePhotos : photos).save(key, image)).toEqual({ ok: true });
  }
  await db.delete(stagedPhotos).where(eq(stagedPhotos.photoKey, claimed));
  const countOf = async (prefix: string) => (await env.PHOTOS.list({ prefix })).objects.length;
  const left = () => Promise.all([...[waiting, privateKey(waiting), claimed].map(countOf), db.$count(stagedPhotos)]);
  const run = (now: number) => runSchedule(contextAt(now), {}, { reportError: logError, keepWords: true });
  await run(context.now + DAY - 1);
  expect(await left()).toEqual([2, 2, 2, 2]);
  await run(context.now + DAY);
  expect(await left()).toEqual([0, 0, 2, 0]);
});

test("a plumber's sign-up names what is wrong with its photo and keeps the other values, but no password", async () => {
  vi.spyOn(console, "error").mockImplementationOnce(() => undefined);
  for (const { status, text, photo, settings } of [
    { status: 400, text: "Plumber image is required." },
    { status: 400, text: "Only image files are allowed.", photo: new Blob(["no image"]) },
    { status: 413, text: "Image is too large. The limit is 5 MB.", photo: TOO_LARGE },
    { status: 503, text: "Photos can't be added right now.", photo: image, settings: { IMAGES: failing(9422) } },
  ] as const) {
    const page = visit("/signup", { form: filled({ email: newEmail() }, photo), settings });
    expect(await expectPage(page, status, text, "1 Main Street")).not.toContain("a fine password");
  }
});

test("a plumber's sign-up keeps a good photo when something else is wrong, and claims it once all is right", async () => {
  const address = newEmail();
  const first = await visit("/signup", { form: filled({ email: address, fees: "much" }, image) });
  expect(first.status).toBe(400);
  const photoKey = /name="photoKey" value="([a-z0-9]{24})"/.exec(await first.text())?.[1] ?? "";
  expect(await db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey))).toHaveLength(1);
  await expectRedirect(visit("/signup", { form: filled({ email: address, photoKey }) }), "/signup/done");
  expect((await db.select().from(registrations).where(eq(registrations.email, address)))[0]?.photoKey).toBe(photoKey);
  expect(await db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey))).toEqual([]);
  // Claimed is claimed: the same key serves no one else.
  const third = visit("/signup", { form: filled({ email: newEmail(), photoKey }) });
  await expectPage(third, 400, "Please choose your photo again.");
});

test("the page after sign-up moves on after two seconds, and sign-in shows the message again", async () => {
  const page = await visit("/signup/done?redirectTo=%2Fplumbers");
  expect(page.headers.get("Refresh")).toBe("2; url=/signin?redirectTo=%2Fplumbers&reason=registered");
  const message = "Registration successful! Please check your email to verify your account.";
  expect(await page.text()).toContain(message);
  expect(await (await visit("/signin?reason=registered")).text()).toContain(message);
});

const pictureOf = async (plumberId: string) => {
  const html = await (await visit(`/appointment/${plumberId}`)).text();
  return /property="og:image" content="https:\/\/pombi\.test([^"]+)"/.exec(html)?.[1];
};

// Local Images draws nothing over anything: that the photo hangs in the frame is left to the platform.
test("a plumber's page has a picture to share of 1200 x 630, at most 60 kB, cached like the photo", async () => {
  const key = newId();
  expect(await photos.save(key, await png(40, 40))).toEqual({ ok: true });
  const plumber = await createUser(context, "plumber", { photoKey: key });
  const path = await pictureOf(plumber.id);
  expect(path).toBe(`/photos/${key}-share.jpg`);
  const response = await visit(path!);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/jpeg");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const bytes = await response.arrayBuffer();
  expect(bytes.byteLength).toBeLessThan(60 * 1024);
  const shown = { format: "image/jpeg", width: 1200, height: 630 };
  expect(await env.IMAGES.info(new Blob([bytes]).stream())).toMatchObject(shown);
});

test("the picture is drawn once, kept beside the photo, and goes with it", async () => {
  const key = newId();
  expect(await photos.save(key, await png(40, 40))).toEqual({ ok: true });
  const path = `/photos/${key}-share.jpg`;
  const first = await (await visit(path)).arrayBuffer();
  const kept = await env.PHOTOS.get(`${key}-share.jpg`);
  expect(new Uint8Array(await kept!.arrayBuffer())).toEqual(new Uint8Array(first));
  // The stored picture is served, whatever the address ends with.
  await env.PHOTOS.put(`${key}-share.jpg`, "kept");
  expect(await (await (await visit(`${path}?x=1`)).blob()).text()).toBe("kept");
  await photos.remove(key);
  expect((await visit(path)).status).toBe(404);
  expect((await env.PHOTOS.list({ prefix: key })).objects).toEqual([]);
  // One that was drawn while its photo was removed isn't kept.
  await photos.save(key, await png(40, 40));
  await photos.openSharePicture(key, async () => {
    await photos.remove(key);
    return (await png(1200, 630)).stream();
  });
  expect((await visit(path)).status).toBe(404);
});

test("a share picture without a photo is a drawing; a photo that is gone has no picture", async () => {
  const plumber = await createUser(context, "plumber");
  expect(await pictureOf(plumber.id)).toBe("/share-plumber.png");
  for (const name of [newId(), "../x", "X"]) expect((await visit(`/photos/${name}-share.jpg`)).status).toBe(404);
});
