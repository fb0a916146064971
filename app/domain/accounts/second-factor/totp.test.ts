import { expect, test } from "vitest";
import { appUrl, codeAt, newAppSecret, stepAt, stepOf, toBase32 } from "./totp";

const secret = new TextEncoder().encode("12345678901234567890");

test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("RFC 6238 at second %i", async (second, code) => {
  // Its codes have eight digits, ours are their last six.
  expect(await codeAt(secret, stepAt(second * 1000))).toBe(code.slice(2));
});

const now = 1_800_000_015_000;
test.each([
  [-60_000, false],
  [-30_000, true],
  [0, true],
  [30_000, true],
  [60_000, false],
])("the code of a clock that is %i ms off counts: %s", async (off, counts) => {
  const code = await codeAt(secret, stepAt(now + off));
  expect(await stepOf(secret, code, now)).toBe(counts ? stepAt(now + off) : null);
});

test("a code has six digits, also when it begins with zeros", async () => {
  for (let step = 0; step < 50; step++) expect(await codeAt(secret, step)).toMatch(/^\d{6}$/);
});

test("base32 is written as RFC 4648 has it", () => {
  const written = (text: string) => toBase32(new TextEncoder().encode(text));
  const texts = ["f", "fo", "foo", "foob", "fooba", "foobar"];
  expect(texts.map(written)).toEqual(["MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]);
  expect(toBase32(newAppSecret())).toMatch(/^[A-Z2-7]{32}$/);
});

test("the QR code names issuer and account", () => {
  expect(appUrl(secret, "grace@pombi.test", "Pombi")).toBe(
    "otpauth://totp/Pombi:grace%40pombi.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Pombi",
  );
});
