import { expect, test } from "vitest";
import { openPage } from "../../../tests/support/browser-page";
import { fakeCanvas, photoOf, tellsPlace } from "../../../tests/support/fake-canvas";
import { shrinkPhoto } from "./shrink-photo";

const LIMIT = 300_000;

test.each<{
  what: string;
  file: number;
  width: number;
  height: number;
  sizes: number[];
  canvas: [number, number];
  size: number;
}>([
  { what: "a wide one", file: LIMIT, width: 4000, height: 3000, sizes: [200_000], canvas: [1280, 960], size: 200_000 },
  { what: "a tall one", file: 3_000_000, width: 3000, height: 4000, sizes: [LIMIT], canvas: [960, 1280], size: LIMIT },
  {
    what: "one of few pixels",
    file: 400_000,
    width: 640,
    height: 480,
    sizes: [100_000],
    canvas: [640, 480],
    size: 100_000,
  },
  {
    what: "one that is large at first",
    file: 3_000_000,
    width: 1280,
    height: 1280,
    sizes: [LIMIT + 1, LIMIT],
    canvas: [1280, 1280],
    size: LIMIT,
  },
  {
    what: "one that stays large",
    file: 3_000_000,
    width: 2560,
    height: 1,
    sizes: [900_000, 700_000, 500_000],
    canvas: [1280, 1],
    size: 500_000,
  },
])(
  "$what is sent at the size that was asked for, and without the place where it was taken",
  async ({ file, width, height, sizes, canvas, size }) => {
    await openPage("/", "");
    const qualities = [0.75, 0.6, 0.45].slice(0, sizes.length);
    const { drawn } = fakeCanvas({
      width,
      height,
      sizes: Object.fromEntries(qualities.map((q, at) => [q, sizes[at]!])),
    });
    const photo = photoOf(file);
    const shrunk = await shrinkPhoto(photo, 1280);
    expect(drawn).toEqual([{ canvas, to: [0, 0, ...canvas], qualities }]);
    expect([shrunk.size, shrunk.name, shrunk.type]).toEqual([size, "photo.jpg", "image/jpeg"]);
    expect([await tellsPlace(photo), await tellsPlace(shrunk)]).toEqual([true, false]);
  },
);

test.each<{ what: string; bytes: number; size: number | null }>([
  { what: "is small", bytes: LIMIT - 1, size: 1000 },
  { what: "would not become smaller", bytes: LIMIT, size: LIMIT },
  { what: "can't be written", bytes: LIMIT, size: null },
])("a photo that $what is sent as it is", async ({ bytes, size }) => {
  await openPage("/", "");
  const { decoded } = fakeCanvas({ width: 9, height: 9, sizes: { 0.75: size, 0.6: size, 0.45: size } });
  const photo = photoOf(bytes);
  expect(await shrinkPhoto(photo, 1280)).toBe(photo);
  expect(decoded).toHaveBeenCalledTimes(bytes < LIMIT ? 0 : 1);
});

test("a file that this browser can't decode is sent as it is, and the server refuses it", async () => {
  await openPage("/", "");
  const { decoded } = fakeCanvas({ width: 9, height: 9, sizes: {} });
  decoded.mockRejectedValue(new Error("no photo"));
  const file = photoOf(LIMIT, "notes.txt");
  expect(await shrinkPhoto(file, 1280)).toBe(file);
});
