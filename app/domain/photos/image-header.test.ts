import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readImageHeader } from "./image-header";

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } });

describe("the header of an image that another program made", () => {
  test.each([
    ["a PNG", "image/png", () => drawn(301, 17).png().toBuffer()],
    ["a JPEG", "image/jpeg", () => drawn(301, 17).jpeg().toBuffer()],
    ["a progressive JPEG", "image/jpeg", () => drawn(301, 17).jpeg({ progressive: true }).toBuffer()],
    [
      "a JPEG with EXIF",
      "image/jpeg",
      () =>
        drawn(301, 17)
          .jpeg()
          .withExif({ IFD0: { ImageDescription: "x".repeat(5000) } })
          .toBuffer(),
    ],
    ["a lossy WebP", "image/webp", () => drawn(301, 17).removeAlpha().webp().toBuffer()],
    ["a lossless WebP", "image/webp", () => drawn(301, 17).webp({ lossless: true }).toBuffer()],
    [
      "an extended WebP",
      "image/webp",
      () =>
        drawn(301, 17)
          .webp()
          .withExif({ IFD0: { ImageDescription: "x" } })
          .toBuffer(),
    ],
  ])("of %s tells its type and size", async (_, type, make) => {
    expect(readImageHeader(await make())).toEqual({ type, width: 301, height: 17 });
  });

  test("of anything else, or cut off anywhere, tells nothing and never throws", async () => {
    for (const bytes of [await drawn(9, 9).gif().toBuffer(), Buffer.from("<svg onload=alert(1)>"), Buffer.alloc(0)])
      expect(readImageHeader(bytes)).toBeNull();
    for (const whole of [
      await drawn(9, 9).png().toBuffer(),
      await drawn(9, 9).jpeg().toBuffer(),
      await drawn(9, 9).webp({ lossless: true }).toBuffer(),
    ]) {
      for (let length = 0; length < 24; length++) expect(readImageHeader(whole.subarray(0, length))).toBeNull();
    }
  });
});
