import { expect, test } from "vitest";
import { isTooLong } from "./request";
import { readJsonBody } from "./body";

const read = (body: string) => readJsonBody(new Request("https://pombi.test/api", { method: "POST", body }));

test("JSON is read as it was sent, to ten levels and 2,000 values", async () => {
  expect(await read('{"a":["[{,\\"",{"b":1}]}')).toEqual({ a: ['[{,"', { b: 1 }] });
  const deep = "[".repeat(10) + "]".repeat(10);
  expect(JSON.stringify(await read(deep))).toBe(deep);
  expect(await read(JSON.stringify(Array.from({ length: 2000 }, () => ",")))).toHaveLength(2000);
});

test.each([
  ["too long", JSON.stringify("x".repeat(65 * 1024)), 413],
  ["too deep", "[".repeat(11) + "]".repeat(11), 413],
  ["of too many values", JSON.stringify(Array.from({ length: 2001 }, () => 1)), 413],
  ["broken", "{", 400],
  ["nothing but beginnings", "[".repeat(60_000), 413],
  ["empty", "", 400],
])("JSON that is %s is refused", async (_, body, status) => {
  await expect(read(body)).rejects.toMatchObject({ status });
});

test("an address has at most fifty parameters, and a path and a query of bounded length", () => {
  const withParameters = (count: number) => `plumbers?${"a=1&".repeat(count - 1)}a=1`;
  for (const [address, expected] of [
    ["plumbers/Harare?cursor=x&city=y", false],
    [withParameters(50), false],
    [withParameters(51), true],
    [withParameters(60_000), true],
    ["x".repeat(9000), true],
    [`?q=${"x".repeat(9000)}`, true],
  ] as const)
    expect(isTooLong(new URL(`https://pombi.test/${address}`)), address.slice(0, 40)).toBe(expected);
});
