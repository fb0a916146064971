import { expect, test } from "vitest";
import { nextAction, type NeedsOfUser } from "./next-action";

const user: NeedsOfUser = {
  id: "u",
  role: "client",
  address: null,
  isErased: false,
  isSuspended: false,
  factorResetDueAt: null,
  isQueued: false,
  isWaiting: false,
  pending: null,
};
const pending = { id: "b", reference: "PB-1", hasPlumber: false };

test.each<[string, Partial<NeedsOfUser>, string | null]>([
  ["an erased account", { isErased: true, isSuspended: true }, null],
  [
    "a second factor that is about to be turned off",
    { factorResetDueAt: 1, isSuspended: true },
    "Keep two-step sign-in",
  ],
  ["a suspended account", { isSuspended: true, pending }, "Restore"],
  ["a plumber who waits for approval", { role: "plumber", isWaiting: true, pending }, "Check the papers"],
  ["a plumber who has sent papers", { role: "plumber", isQueued: true }, "Check the papers"],
  ["a client whose request has no plumber", { pending }, "Assign PB-1"],
  ["a plumber who hasn't answered", { role: "plumber", pending: { ...pending, hasPlumber: true } }, "See to PB-1"],
  ["a client", {}, "New booking"],
  ["a plumber", { role: "plumber" }, "Write a message"],
  ["an admin", { role: "admin" }, null],
])("the next action for %s", (_, needs, words) => {
  expect(nextAction({ ...user, ...needs })?.words ?? null).toBe(words);
});

test.each([
  ["14 Fife Street, Hillside, Bulawayo", "/admin-dashboard/bookings/new?client=u&city=Bulawayo"],
  ["Green gate, Unki Mine", "/admin-dashboard/bookings/new?client=u"],
  [null, "/admin-dashboard/bookings/new?client=u"],
])("a client at %s is booked in that city", (address, path) => {
  expect(nextAction({ ...user, address })?.to).toBe(path);
});
