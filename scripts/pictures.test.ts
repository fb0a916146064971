import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BLOG_POSTS } from "../app/content/blog-posts";
import { readImageHeader } from "../app/domain/photos/photo-store.server";
import { PHOTO_SIZES } from "../app/domain/photos/photo";
import { DEMO_CLIENTS, DEMO_PLUMBERS } from "./demo-town/demo-people";

/** Checks that each file is of its type, of the size that its name ends with, and not too heavy. */
function expectPictures(files: string[], heaviest: number, size: (width: number) => [width: number, height: number]) {
  for (const file of files) {
    const bytes = readFileSync(file);
    const [width, height] = size(Number(/-(\d+)\.webp$/.exec(file)?.[1]));
    const type = file.endsWith(".png") ? "image/png" : "image/webp";
    expect(readImageHeader(bytes), file).toEqual({ type, width, height });
    expect(bytes.length, file).toBeLessThanOrEqual(heaviest);
  }
}

const filesIn = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`);

test("pictures that messengers show are 1200 x 630 and at most 60 kB", () => {
  const names = ["share", "share-plumber", ...BLOG_POSTS.map(({ id }) => `posts/${id}`)];
  expectPictures(
    names.map((name) => `public/${name}.png`),
    60 * 1024,
    () => [1200, 630],
  );
});

test("each plumber and client with a portrait has a square one of at most 8 kB in both sizes", () => {
  const files = filesIn("scripts/demo-town/portraits");
  const users = DEMO_PLUMBERS.length + DEMO_CLIENTS.filter(({ hasPortrait }) => hasPortrait).length;
  expect(files).toHaveLength(users * PHOTO_SIZES.length);
  expectPictures(files, 8_000, (width) => [width, width]);
});

test("five problems have drawings of the problem, before and after, in both sizes, of at most 17 kB", () => {
  const files = filesIn("scripts/demo-town/job-photos");
  expect(files).toHaveLength(5 * 3 * 2);
  expectPictures(files, 17_000, (width) => [width, (width * 3) / 4]);
});
