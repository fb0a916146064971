import { describe, expect, test } from "vitest";
import { isTooLong } from "./address-length";
import { readJsonBody } from "./json-body";

const read = (body: string) => readJsonBody(new Request("https://pombi.test/api", { method: "POST", body }));

describe("JSON", () => {
  test("is read as it was sent", async () =>
    expect(await read('{"a":["[{,\\"",{"b":1}]}')).toEqual({ a: ['[{,"', { b: 1 }] }));

  test.each([
    ["too long", JSON.stringify("x".repeat(65 * 1024)), 413],
    ["too deep", "[".repeat(11) + "]".repeat(11), 413],
    ["of too many values", JSON.stringify(Array.from({ length: 2001 }, () => 1)), 413],
    ["none", "{", 400],
    ["none, and nothing but beginnings", "[".repeat(60_000), 413],
    ["nothing", "", 400],
  ])("that is %s is refused", async (_, body, status) => {
    await expect(read(body)).rejects.toMatchObject({ status });
  });

  test("of ten levels and 2,000 values is taken", async () => {
    const deep = "[".repeat(10) + "]".repeat(10);
    expect(JSON.stringify(await read(deep))).toBe(deep);
    expect(await read(JSON.stringify(Array.from({ length: 2000 }, () => ",")))).toHaveLength(2000);
  });
});

describe("an address", () => {
  const parameters = (count: number) =>
    new URL(`https://pombi.test/plumbers?${Array.from({ length: count }, () => "a=1").join("&")}`);
  test.each([
    ["of ours", new URL("https://pombi.test/plumbers/Harare?cursor=x&city=y"), false],
    ["with many parameters", parameters(50), false],
    ["with too many", parameters(51), true],
    ["with 60,000", parameters(60_000), true],
    ["with a long path", new URL(`https://pombi.test/${"x".repeat(9000)}`), true],
    ["with a long query", new URL(`https://pombi.test/?q=${"x".repeat(9000)}`), true],
  ])("%s", (_, url, expected) => expect(isTooLong(url)).toBe(expected));
});
