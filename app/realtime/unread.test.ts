import { expect, test } from "vitest";
import { unreadNow, withUnread } from "./unread";

test("a push counts until the page's data comes anew", () => {
  const loaded = { inAll: 3 };
  const first = withUnread(loaded, null, "anna", { unread: 1, unreadTotal: 4 });
  const second = withUnread(loaded, first, "ben", { unread: 0, unreadTotal: 2 });
  expect(unreadNow(loaded, null)).toEqual({ inAll: 3, by: {} });
  expect(unreadNow(loaded, second)).toEqual({ inAll: 2, by: { anna: 1, ben: 0 } });
});

test("a conversation that was read, and written to while pushes got lost, is unread once the page has asked again", () => {
  const read = withUnread({ inAll: 1 }, null, "anna", { unread: 0, unreadTotal: 0 });
  // The same number as before says nothing about the data's age.
  const anew = { inAll: 1 };
  expect(unreadNow(anew, read)).toEqual({ inAll: 1, by: {} });
  expect(unreadNow(anew, withUnread(anew, read, "ben", { unread: 2, unreadTotal: 3 }))).toEqual({
    inAll: 3,
    by: { ben: 2 },
  });
});
