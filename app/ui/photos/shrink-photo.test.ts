import { expect, test } from "vitest";
import { openPage } from "../../../tests/support/browser-page";
import { fakeCanvas, photoOf, tellsPlace } from "../../../tests/support/fake-canvas";

const WANTED = 60_000;

interface Shrunk {
  file?: number;
  width: number;
  height: number;
  /** Of each try, in bytes. */
  tries: number[];
  canvases: [number, number][];
  size: number;
}

test.each<[what: string, shrunk: Shrunk]>([
  ["a wide one", { width: 4000, height: 3000, tries: [57_000], canvases: [[1024, 768]], size: 57_000 }],
  ["a tall one", { width: 3000, height: 4000, tries: [WANTED], canvases: [[768, 1024]], size: WANTED }],
  ["one of few pixels", { width: 640, height: 480, tries: [50_000], canvases: [[640, 480]], size: 50_000 }],
  ["a rich one", { width: 1024, height: 1024, tries: [WANTED + 1, WANTED], canvases: [[1024, 1024]], size: WANTED }],
  [
    "one that is large at each quality",
    { width: 2048, height: 2, tries: [300_000, 200_000, 100_000], canvases: [[1024, 1]], size: 100_000 },
  ],
  [
    "one that has to lose pixels",
    {
      width: 2048,
      height: 2048,
      tries: [300_000, 200_000, 100_001],
      canvases: [
        [1024, 1024],
        [768, 768],
        [576, 576],
        [432, 432],
        [324, 324],
      ],
      size: 100_001,
    },
  ],
])("%s is sent small, and without the place where it was taken", async (_, shrunk) => {
  const { file = 3_000_000, width, height, tries, canvases, size } = shrunk;
  await openPage("/", "");
  const { shrinkPhoto } = await import("./shrink-photo");
  const qualities = [0.6, 0.45, 0.3].slice(0, tries.length);
  const { drawn } = fakeCanvas({ width, height, sizes: Object.fromEntries(qualities.map((q, at) => [q, tries[at]!])) });
  const photo = photoOf(file);
  const result = await shrinkPhoto(photo);
  expect(drawn).toEqual(canvases.map((canvas) => ({ canvas, to: [0, 0, ...canvas], qualities })));
  expect([result.size, result.name, result.type]).toEqual([size, "photo.jpg", "image/jpeg"]);
  expect([await tellsPlace(photo), await tellsPlace(result)]).toEqual([true, false]);
});

test("a browser that really writes WebP sends it", async () => {
  await openPage("/", "");
  const { shrinkPhoto } = await import("./shrink-photo");
  fakeCanvas({ width: 4000, height: 3000, sizes: { 0.6: 47_000 }, writesWebp: true });
  const { size, name, type } = await shrinkPhoto(photoOf(400_000));
  expect([size, name, type]).toEqual([47_000, "photo.webp", "image/webp"]);
});

test.each<{ what: string; bytes: number; size: number | null }>([
  { what: "is small", bytes: WANTED, size: 1000 },
  { what: "would not become smaller", bytes: WANTED + 1, size: WANTED + 1 },
  { what: "can't be written", bytes: WANTED + 1, size: null },
])("a photo that $what is sent as it is", async ({ bytes, size }) => {
  await openPage("/", "");
  const { shrinkPhoto } = await import("./shrink-photo");
  const { decoded } = fakeCanvas({ width: 9, height: 9, sizes: { 0.6: size, 0.45: size, 0.3: size } });
  const photo = photoOf(bytes);
  expect(await shrinkPhoto(photo)).toBe(photo);
  expect(decoded).toHaveBeenCalledTimes(bytes > WANTED ? 1 : 0);
});

test("a file that this browser can't decode is sent as it is, and the server refuses it", async () => {
  await openPage("/", "");
  const { decoded } = fakeCanvas({ width: 9, height: 9, sizes: {} });
  decoded.mockRejectedValue(new Error("no photo"));
  const file = photoOf(WANTED + 1, "notes.txt");
  const { shrinkPhoto } = await import("./shrink-photo");
  expect(await shrinkPhoto(file)).toBe(file);
});
