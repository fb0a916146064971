import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readImageHeader } from "../../app/domain/photos/image-header";
import { PHOTO_SIZES } from "../../app/domain/photos/photo";
import { DEMO_CLIENTS } from "./demo-clients";
import { DEMO_PLUMBERS } from "./demo-plumbers";

const folder = new URL("./portraits/", import.meta.url);
const files = readdirSync(folder);

test("there is a portrait in both sizes for each plumber, and for each client who has put one up", () => {
  const users = DEMO_PLUMBERS.length + DEMO_CLIENTS.filter(({ hasPortrait }) => hasPortrait).length;
  expect(files).toHaveLength(users * PHOTO_SIZES.length);
});

test.each(files)("%s is a square WebP of its size and of at most 8 kB", (file) => {
  const bytes = readFileSync(new URL(file, folder));
  const size = Number(/-(\d+)\.webp$/.exec(file)?.[1]);
  expect(readImageHeader(bytes)).toEqual({ type: "image/webp", width: size, height: size });
  expect(bytes.length).toBeLessThanOrEqual(8_000);
});
