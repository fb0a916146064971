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
  approval: null,
  isQueued: false,
  isErased: false,
  mergedInto: null,
  hasSecondFactor: false,
  factorResetDueAt: null,
  ...more,
});

const CASES: [who: string, Partial<Account>, AccountAction[]][] = [
  ["a client", {}, ["suspend", "make-admin", "erase"]],
  [
    "a suspended plumber",
    { role: "plumber", approval: "approved", isSuspended: true },
    ["restore", "ask-papers", "erase"],
  ],
  [
    "a plumber who waits for approval",
    { role: "plumber", approval: "waiting", isQueued: true },
    ["suspend", "approve", "ask-papers", "refuse", "make-admin", "erase"],
  ],
  [
    "a plumber who was asked for more",
    { role: "plumber", approval: "asked" },
    ["suspend", "approve", "ask-papers", "refuse", "make-admin", "erase"],
  ],
  [
    "a plumber who was refused",
    { role: "plumber", approval: "refused" },
    ["suspend", "approve", "ask-papers", "make-admin", "erase"],
  ],
  [
    "a plumber who was refused and whose newest paper nobody has seen",
    { role: "plumber", approval: "refused", isQueued: true },
    ["suspend", "approve", "ask-papers", "refuse", "make-admin", "erase"],
  ],
  [
    "a listed plumber who has sent papers",
    { role: "plumber", approval: "approved", isQueued: true },
    ["suspend", "ask-papers", "finish-papers", "make-admin", "erase"],
  ],
  ["an admin who was a plumber", { role: "admin", approval: "approved", isQueued: true }, ["suspend", "revoke-admin"]],
  ["another admin", { role: "admin" }, ["suspend", "revoke-admin"]],
  ["oneself", { id: "me", role: "admin" }, ["revoke-admin"]],
  ["a suspended admin", { role: "admin", isSuspended: true }, ["restore", "revoke-admin"]],
  [
    "a client without an email",
    { email: null, isVerified: false },
    ["suspend", "offer-account", "consent", "end-consent", "erase"],
  ],
  [
    "an admin with a second factor",
    { role: "admin", hasSecondFactor: true },
    ["suspend", "revoke-admin", "turn-off-second-factor"],
  ],
  [
    "an admin who loses it tomorrow",
    { role: "admin", hasSecondFactor: true, factorResetDueAt: 1 },
    ["suspend", "revoke-admin", "keep-second-factor"],
  ],
  ["oneself with a second factor", { id: "me", role: "admin", hasSecondFactor: true }, ["revoke-admin"]],
  ["who is erased", { isErased: true, isVerified: false }, []],
];

test.each(CASES)("what the office can do with %s", (_, more, actions) => {
  expect(availableAccountActions(user(more), "me")).toEqual(actions);
});

test("each action is possible for someone", () => {
  expect([...new Set(CASES.flatMap(([, , actions]) => actions))].sort()).toEqual([...ACCOUNT_ACTIONS].sort());
});
