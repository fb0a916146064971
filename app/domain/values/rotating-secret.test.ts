import { expect, test } from "vitest";
import { parseRotatingSecret } from "./rotating-secret";

test.each([
  ["one", ["one"]],
  ["new old", ["new", "old"]],
  ["new,old", ["new", "old"]],
  [" new,\n old ,older ", ["new", "old", "older"]],
  ["", null],
  [" , ", null],
])("the values of the secret %j", (text, values) => expect(parseRotatingSecret(text)).toEqual(values));
