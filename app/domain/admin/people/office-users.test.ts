import { expect, test } from "vitest";
import {
  type UserDetails,
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

const CASES: { who: string; more: Some; actions: string }[] = [
  { who: "a client", more: {}, actions: "suspend make-admin erase" },
  {
    who: "a suspended plumber",
    more: { ...plumber("approved"), isSuspended: true },
    actions: "restore ask-papers erase",
  },
  { who: "a plumber who waits for approval", more: plumber("waiting", true), actions: TO_DECIDE },
  { who: "a plumber who was asked for more", more: plumber("asked"), actions: TO_DECIDE },
  {
    who: "a plumber who was refused",
    more: plumber("refused"),
    actions: "suspend approve ask-papers make-admin erase",
  },
  {
    who: "a plumber who was refused and whose newest paper nobody has seen",
    more: plumber("refused", true),
    actions: TO_DECIDE,
  },
  {
    who: "a listed plumber with papers",
    more: plumber("approved", true),
    actions: "suspend ask-papers finish-papers make-admin erase",
  },
  {
    who: "an admin who was a plumber",
    more: admin({ approval: "approved", isQueued: true }),
    actions: "suspend revoke-admin",
  },
  { who: "another admin", more: admin(), actions: "suspend revoke-admin" },
  { who: "oneself", more: admin({ id: "me" }), actions: "revoke-admin" },
  { who: "a suspended admin", more: admin({ isSuspended: true }), actions: "restore revoke-admin" },
  {
    who: "a client without an email",
    more: { email: null, isVerified: false },
    actions: "suspend offer-account consent erase",
  },
  {
    who: "one who agreed to texts",
    more: { email: null, isVerified: false, hasConsent: true },
    actions: "suspend offer-account end-consent erase",
  },
  {
    who: "an admin with a second factor",
    more: admin({ hasSecondFactor: true }),
    actions: "suspend revoke-admin turn-off-second-factor",
  },
  {
    who: "an admin who loses it tomorrow",
    more: admin({ factorResetDueAt: 1 }),
    actions: "suspend revoke-admin keep-second-factor",
  },
  { who: "oneself with a second factor", more: admin({ id: "me", hasSecondFactor: true }), actions: "revoke-admin" },
  { who: "an erased account", more: { isErased: true, isVerified: false }, actions: "" },
];

test.each(CASES)("the office has its actions for $who", ({ more, actions }) =>
  expect(availableAccountActions(user(more), "me").join(" ")).toBe(actions),
);

test("each action is possible for someone", () => {
  const possible = new Set(CASES.flatMap(({ actions }) => actions.split(" ")).filter(Boolean));
  expect([...possible].sort()).toEqual([...ACCOUNT_ACTIONS].sort());
});

const pending = { id: "b", reference: "PB-1", plumberId: null };
const answering = { ...pending, plumberId: "p" };

test.each<{ who: string; more?: Some; pending?: Parameters<typeof nextAction>[1]; words?: string | null }>([
  { who: "an erased account", more: { isErased: true, isSuspended: true } },
  {
    who: "an account that loses its factor",
    more: { factorResetDueAt: 1, isSuspended: true },
    words: "Keep two-step sign-in",
  },
  { who: "a suspended account", more: { isSuspended: true }, pending, words: "Restore" },
  {
    who: "a plumber who waits for approval",
    more: { role: "plumber", approval: "waiting" },
    pending,
    words: "Check the papers",
  },
  { who: "a plumber who has sent papers", more: { role: "plumber", isQueued: true }, words: "Check the papers" },
  { who: "a client whose request has no plumber", pending, words: "Assign PB-1" },
  { who: "a plumber who hasn't answered", more: { role: "plumber" }, pending: answering, words: "See unanswered PB-1" },
  { who: "a client", words: "New booking" },
  { who: "a plumber", more: { role: "plumber" }, words: "Write a message" },
  { who: "an admin", more: { role: "admin" } },
])("a file offers $who the action that comes next", ({ more = {}, pending = null, words = null }) => {
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

test.each<{ who: string; one: UserDetails; other: UserDetails }>([
  { who: "two accounts that can sign in", one: client, other: { ...client, id: "other" } },
  { who: "an account and itself", one: caller, other: caller },
  { who: "a caller and a plumber", one: caller, other: { ...client, role: "plumber" } },
  { who: "a caller and an admin", one: caller, other: { ...client, role: "admin" } },
  { who: "an erased account", one: caller, other: { ...client, isErased: true } },
  { who: "a suspended account", one: { ...caller, isSuspended: true }, other: client },
  { who: "an account that was merged already", one: { ...caller, mergedInto: "x" }, other: client },
])("$who can't be merged", ({ one, other }) => expect(mergeOrder(one, other)).toBeNull());

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
