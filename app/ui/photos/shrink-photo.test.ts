import { expect, test } from "vitest";
import { openPage } from "../../../tests/support/browser-page";
import { fakeCanvas, photoOf, tellsPlace } from "../../../tests/support/fake-canvas";
import { shrinkPhoto } from "./shrink-photo";

const LIMIT = 300_000;

test.each<
  [what: string, file: number, width: number, height: number, sizes: number[], canvas: [number, number], size: number]
>([
  ["a wide one", LIMIT, 4000, 3000, [200_000], [1280, 960], 200_000],
  ["a tall one", 3_000_000, 3000, 4000, [LIMIT], [960, 1280], LIMIT],
  ["one of few pixels", 400_000, 640, 480, [100_000], [640, 480], 100_000],
  ["one that is large at first", 3_000_000, 1280, 1280, [LIMIT + 1, LIMIT], [1280, 1280], LIMIT],
  ["one that stays large", 3_000_000, 2560, 1, [900_000, 700_000, 500_000], [1280, 1], 500_000],
])("%s is sent at the size that was asked for, and without the place where it was taken", async (...row) => {
  const [, file, width, height, sizes, canvas, size] = row;
  await openPage("/", "");
  const qualities = [0.75, 0.6, 0.45].slice(0, sizes.length);
  const { drawn } = fakeCanvas({ width, height, sizes: Object.fromEntries(qualities.map((q, at) => [q, sizes[at]!])) });
  const photo = photoOf(file);
  const shrunk = await shrinkPhoto(photo, 1280);
  expect(drawn).toEqual([{ canvas, to: [0, 0, ...canvas], qualities }]);
  expect([shrunk.size, shrunk.name, shrunk.type]).toEqual([size, "photo.jpg", "image/jpeg"]);
  expect([await tellsPlace(photo), await tellsPlace(shrunk)]).toEqual([true, false]);
});

test.each<[what: string, file: number, size: number | null]>([
  ["is small", LIMIT - 1, 1000],
  ["would not become smaller", LIMIT, LIMIT],
  ["can't be written", LIMIT, null],
])("a photo that %s is sent as it is", async (_, bytes, size) => {
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
