import { expect, test } from "vitest";
import { newId } from "~/domain/values/id";
import { contextAt } from "../support/context";
import { env } from "../support/env";
import { png } from "../support/png";
import { visit } from "../support/site";
import { createUser } from "../support/users";

const context = contextAt();
const pictureOf = async (plumberId: string) => {
  const html = await (await visit(`/appointment/${plumberId}`)).text();
  return /property="og:image" content="https:\/\/pombi\.test([^"]+)"/.exec(html)?.[1];
};

// Local Images draws nothing over anything: that the photo hangs in the frame is left to the platform.
test("a plumber's page has a picture to share of 1200 x 630, at most 60 kB, cached like the photo", async () => {
  const key = newId();
  expect(await context.photos.save(key, await png(40, 40))).toEqual({ ok: true });
  const plumber = await createUser(context, "plumber", { photoKey: key });
  const path = await pictureOf(plumber.id);
  expect(path).toBe(`/photos/${key}-share.jpg`);
  const response = await visit(path!);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("image/jpeg");
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const bytes = await response.arrayBuffer();
  expect(bytes.byteLength).toBeLessThan(60 * 1024);
  expect(await env.IMAGES.info(new Blob([bytes]).stream())).toMatchObject({
    format: "image/jpeg",
    width: 1200,
    height: 630,
  });
});

test("the picture is drawn once, kept beside the photo, and goes with it", async () => {
  const key = newId();
  expect(await context.photos.save(key, await png(40, 40))).toEqual({ ok: true });
  const path = `/photos/${key}-share.jpg`;
  const first = await (await visit(path)).arrayBuffer();
  const kept = await env.PHOTOS.get(`${key}-share.jpg`);
  expect(new Uint8Array(await kept!.arrayBuffer())).toEqual(new Uint8Array(first));
  // What is there is what is served, whatever the address ends with.
  await env.PHOTOS.put(`${key}-share.jpg`, "kept");
  expect(await (await (await visit(`${path}?x=1`)).blob()).text()).toBe("kept");
  await context.photos.remove(key);
  expect((await visit(path)).status).toBe(404);
  expect((await env.PHOTOS.list({ prefix: key })).objects).toEqual([]);
  // One that was drawn while its photo was removed isn't kept.
  await context.photos.save(key, await png(40, 40));
  await context.photos.openSharePicture(key, async () => {
    await context.photos.remove(key);
    return (await png(1200, 630)).stream();
  });
  expect((await visit(path)).status).toBe(404);
});

test("without a photo it is a drawing; a photo that is gone has no picture", async () => {
  const plumber = await createUser(context, "plumber");
  expect(await pictureOf(plumber.id)).toBe("/share-plumber.png");
  for (const name of [newId(), "../x", "X"]) expect((await visit(`/photos/${name}-share.jpg`)).status).toBe(404);
});
