import { expect, test } from "vitest";
import { mergeOrder, type MergeSide } from "./account-merges";

const client: MergeSide = {
  id: "client",
  role: "client",
  email: "a@example.test",
  isErased: false,
  isSuspended: false,
  mergedInto: null,
};
const caller: MergeSide = { ...client, id: "caller", email: null };

test("an account that nobody can sign in to goes into another client's, whichever is named first", () => {
  for (const order of [mergeOrder(caller, client), mergeOrder(client, caller)])
    expect([order?.merged.id, order?.survivor.id]).toEqual(["caller", "client"]);
  expect(mergeOrder(caller, { ...caller, id: "other" })?.merged.id).toBe("caller");
});

test.each<[string, MergeSide, MergeSide]>([
  ["two accounts that can sign in", client, { ...client, id: "other" }],
  ["an account and itself", caller, caller],
  ["a caller and a plumber", caller, { ...client, role: "plumber" }],
  ["a caller and an admin", caller, { ...client, role: "admin" }],
  ["an erased account", caller, { ...client, isErased: true }],
  ["a suspended account", { ...caller, isSuspended: true }, client],
  ["an account that was merged already", { ...caller, mergedInto: "x" }, client],
])("%s can't be merged", (_, one, other) => {
  expect(mergeOrder(one, other)).toBeNull();
});
