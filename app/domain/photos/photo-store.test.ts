import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readImageHeader } from "./photo-store.server";

/** Pictures of 301 by 17 pixels, written by libvips. */
const read = (file: string) => readFileSync(new URL(`../../../tests/support/images/${file}`, import.meta.url));

test.each([
  ["a PNG", "image/png", "plain.png"],
  ["a JPEG", "image/jpeg", "plain.jpg"],
  ["a progressive JPEG", "image/jpeg", "progressive.jpg"],
  ["a JPEG with EXIF", "image/jpeg", "exif.jpg"],
  ["a lossy WebP", "image/webp", "lossy.webp"],
  ["a lossless WebP", "image/webp", "lossless.webp"],
  ["an extended WebP", "image/webp", "extended.webp"],
])("the header of %s tells its type and size", (_, type, file) => {
  expect(readImageHeader(read(file))).toEqual({ type, width: 301, height: 17 });
});

test("the header of anything else, or one cut off anywhere, tells nothing and never throws", () => {
  for (const bytes of [read("plain.gif"), Buffer.from("<svg onload=alert(1)>"), Buffer.alloc(0)])
    expect(readImageHeader(bytes)).toBeNull();
  for (const whole of [read("plain.png"), read("plain.jpg"), read("lossless.webp")]) {
    for (let length = 0; length < 24; length++) expect(readImageHeader(whole.subarray(0, length))).toBeNull();
  }
});
