import { expect, test } from "vitest";
import { availableAccountActions, ACCOUNT_ACTIONS, type AccountAction } from "./user-summary";

type Person = Parameters<typeof availableAccountActions>[0];
const person = (more: Partial<Person> = {}): Person => ({
  id: "them",
  role: "client",
  firstName: "N",
  lastName: "U",
  email: "e",
  phone: null,
  photoKey: null,
  createdAt: 0,
  isVerified: true,
  isSuspended: false,
  city: null,
  awaitsApproval: false,
  isErased: false,
  ...more,
});

test.each<[string, Partial<Person>, AccountAction[]]>([
  ["a client", {}, ["suspend", "make-admin", "erase"]],
  ["a suspended plumber", { role: "plumber", isSuspended: true }, ["restore", "erase"]],
  [
    "a plumber who waits for approval",
    { role: "plumber", awaitsApproval: true },
    ["suspend", "approve", "make-admin", "erase"],
  ],
  ["another admin", { role: "admin" }, ["suspend", "unmake-admin"]],
  ["oneself", { id: "me", role: "admin" }, ["unmake-admin"]],
  ["a suspended admin", { role: "admin", isSuspended: true }, ["restore", "unmake-admin"]],
  ["who is erased", { isErased: true, isVerified: false }, []],
])("what the desk can do with %s", (_, more, deeds) => {
  expect(availableAccountActions(person(more), "me")).toEqual(deeds);
});

test("each deed is possible for somebody", () => {
  const all = [
    {},
    { isSuspended: true },
    { isVerified: false },
    { awaitsApproval: true },
    { role: "admin" as const },
  ].flatMap((more) => availableAccountActions(person(more), "me"));
  expect([...new Set(all)].sort()).toEqual([...ACCOUNT_ACTIONS].sort());
});
