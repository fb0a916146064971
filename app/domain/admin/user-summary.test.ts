import { expect, test } from "vitest";
import { availableAccountActions, ACCOUNT_ACTIONS, type AccountAction } from "./user-summary";

type Account = Parameters<typeof availableAccountActions>[0];
const user = (more: Partial<Account> = {}): Account => ({
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

test.each<[string, Partial<Account>, AccountAction[]]>([
  ["a client", {}, ["suspend", "make-admin", "erase"]],
  ["a suspended plumber", { role: "plumber", isSuspended: true }, ["restore", "erase"]],
  [
    "a plumber who waits for approval",
    { role: "plumber", awaitsApproval: true },
    ["suspend", "approve", "make-admin", "erase"],
  ],
  ["another admin", { role: "admin" }, ["suspend", "revoke-admin"]],
  ["oneself", { id: "me", role: "admin" }, ["revoke-admin"]],
  ["a suspended admin", { role: "admin", isSuspended: true }, ["restore", "revoke-admin"]],
  ["a client without an email", { email: null, isVerified: false }, ["suspend", "offer-account", "consent", "erase"]],
  ["who is erased", { isErased: true, isVerified: false }, []],
])("what the office can do with %s", (_, more, actions) => {
  expect(availableAccountActions(user(more), "me")).toEqual(actions);
});

test("each action is possible for someone", () => {
  const all = [
    {},
    { isSuspended: true },
    { isVerified: false },
    { email: null },
    { awaitsApproval: true },
    { role: "admin" as const },
  ].flatMap((more) => availableAccountActions(user(more), "me"));
  expect([...new Set(all)].sort()).toEqual([...ACCOUNT_ACTIONS].sort());
});
