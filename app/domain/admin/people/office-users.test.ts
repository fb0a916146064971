import { expect, test } from "vitest";
import type { UserDetails } from "./users.server";
import {
  ACCOUNT_ACTIONS,
  availableAccountActions,
  lookLikeOne,
  mergeOrder,
  nextAction,
  joinNotices,
  parseTimelineKind,
  type TimelineEntry,
} from "./office-users";

type Some = Partial<UserDetails>;
const user = (more: Some = {}) =>
  ({
    id: "them",
    role: "client",
    email: "e",
    isVerified: true,
    isSuspended: false,
    approval: null,
    isQueued: false,
    isErased: false,
    mergedInto: null,
    hasSecondFactor: false,
    factorResetDueAt: null,
    hasConsent: false,
    address: null,
    ...more,
  }) as UserDetails;

const plumber = (approval: Some["approval"], isQueued = false): Some => ({ role: "plumber", approval, isQueued });
const admin = (more: Some = {}): Some => ({ role: "admin", ...more });
const TO_DECIDE = "suspend approve ask-papers refuse make-admin erase";

const CASES: [who: string, Some, actions: string][] = [
  ["a client", {}, "suspend make-admin erase"],
  ["a suspended plumber", { ...plumber("approved"), isSuspended: true }, "restore ask-papers erase"],
  ["a plumber who waits for approval", plumber("waiting", true), TO_DECIDE],
  ["a plumber who was asked for more", plumber("asked"), TO_DECIDE],
  ["a plumber who was refused", plumber("refused"), "suspend approve ask-papers make-admin erase"],
  ["a plumber who was refused and whose newest paper nobody has seen", plumber("refused", true), TO_DECIDE],
  ["a listed plumber with papers", plumber("approved", true), "suspend ask-papers finish-papers make-admin erase"],
  ["an admin who was a plumber", admin({ approval: "approved", isQueued: true }), "suspend revoke-admin"],
  ["another admin", admin(), "suspend revoke-admin"],
  ["oneself", admin({ id: "me" }), "revoke-admin"],
  ["a suspended admin", admin({ isSuspended: true }), "restore revoke-admin"],
  ["a client without an email", { email: null, isVerified: false }, "suspend offer-account consent erase"],
  [
    "one who agreed to texts",
    { email: null, isVerified: false, hasConsent: true },
    "suspend offer-account end-consent erase",
  ],
  ["an admin with a second factor", admin({ hasSecondFactor: true }), "suspend revoke-admin turn-off-second-factor"],
  ["an admin who loses it tomorrow", admin({ factorResetDueAt: 1 }), "suspend revoke-admin keep-second-factor"],
  ["oneself with a second factor", admin({ id: "me", hasSecondFactor: true }), "revoke-admin"],
  ["an erased account", { isErased: true, isVerified: false }, ""],
];

test.each(CASES)("the office has its actions for %s", (_, more, actions) =>
  expect(availableAccountActions(user(more), "me").join(" ")).toBe(actions),
);

test("each action is possible for someone", () => {
  const possible = new Set(CASES.flatMap(([, , actions]) => actions.split(" ")).filter(Boolean));
  expect([...possible].sort()).toEqual([...ACCOUNT_ACTIONS].sort());
});

const pending = { id: "b", reference: "PB-1", plumberId: null };
const answering = { ...pending, plumberId: "p" };

test.each<[string, Some, Parameters<typeof nextAction>[1], string | null]>([
  ["an erased account", { isErased: true, isSuspended: true }, null, null],
  ["an account that loses its factor", { factorResetDueAt: 1, isSuspended: true }, null, "Keep two-step sign-in"],
  ["a suspended account", { isSuspended: true }, pending, "Restore"],
  ["a plumber who waits for approval", { role: "plumber", approval: "waiting" }, pending, "Check the papers"],
  ["a plumber who has sent papers", { role: "plumber", isQueued: true }, null, "Check the papers"],
  ["a client whose request has no plumber", {}, pending, "Assign PB-1"],
  ["a plumber who hasn't answered", { role: "plumber" }, answering, "See to PB-1"],
  ["a client", {}, null, "New booking"],
  ["a plumber", { role: "plumber" }, null, "Write a message"],
  ["an admin", { role: "admin" }, null, null],
])("a file offers %s the action that comes next", (_, more, pending, words) => {
  expect(nextAction(user(more), pending)?.words ?? null).toBe(words);
});

test.each([
  ["14 Fife Street, Hillside, Bulawayo", "/admin-dashboard/bookings/new?client=them&city=Bulawayo"],
  ["Green gate, Unki Mine", "/admin-dashboard/bookings/new?client=them"],
  [null, "/admin-dashboard/bookings/new?client=them"],
])("a client at %s is booked in that city", (address, path) =>
  expect(nextAction(user({ address }), null)?.to).toBe(path),
);

const client = user({ id: "client" });
const caller = user({ id: "caller", email: null });

test("an account that no one can sign in to is merged into another client's, whichever is named first", () => {
  for (const order of [mergeOrder(caller, client), mergeOrder(client, caller)])
    expect([order?.merged.id, order?.survivor.id]).toEqual(["caller", "client"]);
  expect(mergeOrder(caller, { ...caller, id: "other" })?.merged.id).toBe("caller");
});

test.each<[string, UserDetails, UserDetails]>([
  ["two accounts that can sign in", client, { ...client, id: "other" }],
  ["an account and itself", caller, caller],
  ["a caller and a plumber", caller, { ...client, role: "plumber" }],
  ["a caller and an admin", caller, { ...client, role: "admin" }],
  ["an erased account", caller, { ...client, isErased: true }],
  ["a suspended account", { ...caller, isSuspended: true }, client],
  ["an account that was merged already", { ...caller, mergedInto: "x" }, client],
])("%s can't be merged", (_, one, other) => expect(mergeOrder(one, other)).toBeNull());

test("a phone or a name speaks for two accounts being one, and that neither has a phone does not", () => {
  const rudo = user({ firstName: "Rudo", lastName: "Moyo", phone: null });
  const ruth = user({ firstName: "Ruth", lastName: "Owen", phone: null });
  const phone = "+263772000001";
  expect(lookLikeOne(rudo, ruth)).toBe(false);
  expect(lookLikeOne(rudo, { ...ruth, phone })).toBe(false);
  expect(lookLikeOne({ ...rudo, phone }, { ...ruth, phone })).toBe(true);
  expect(lookLikeOne(rudo, { ...ruth, firstName: "RUDO", lastName: "moyo" })).toBe(true);
  expect(lookLikeOne(rudo, { ...ruth, firstName: "Moyo", lastName: "Rudo" })).toBe(true);
});

test("an unknown kind of a timeline shows all", () =>
  expect(["note", "secrets", null].map(parseTimelineKind)).toEqual(["note", null, null]));

test("a notice that went out on two channels is one entry", () => {
  const entry = (id: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
    id,
    kind: "notice",
    at: 1,
    words: "New request",
    detail: "Email, sent",
    to: "/b",
    ...more,
  });
  const entries = [
    entry("a"),
    entry("b", { detail: "Push, failed", isFailed: true }),
    entry("c", { words: "Reminder" }),
    entry("d", { at: 0 }),
    entry("e", { at: 0, kind: "log" }),
  ];
  expect(joinNotices(entries)).toEqual([
    { ...entries[0], detail: "Email, sent; Push, failed", isFailed: true },
    ...entries.slice(2),
  ]);
});
