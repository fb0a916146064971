import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readImageHeader } from "../../app/domain/photos/image-header";

const folder = new URL("./job-photos/", import.meta.url);
const files = readdirSync(folder);

test("five problems are drawn: the problem, the place before the work and after it, each in both sizes", () => {
  expect(files).toHaveLength(5 * 3 * 2);
});

test.each(files)("%s is a WebP of its size and of at most 17 kB", (file) => {
  const bytes = readFileSync(new URL(file, folder));
  const width = Number(/-(\d+)\.webp$/.exec(file)?.[1]);
  expect(readImageHeader(bytes)).toEqual({ type: "image/webp", width, height: (width * 3) / 4 });
  expect(bytes.length).toBeLessThanOrEqual(17_000);
});
