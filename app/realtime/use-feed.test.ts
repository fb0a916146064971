import { expect, test } from "vitest";
import { unreadNow, withUnread } from "./use-feed";

test("a push counts until the page's data is loaded again", () => {
  const loaded = { total: 3, at: 1 };
  const first = withUnread(loaded, null, "anna", { unread: 1, unreadTotal: 4 });
  const second = withUnread(loaded, first, "ben", { unread: 0, unreadTotal: 2 });
  expect(unreadNow(loaded, null)).toEqual({ total: 3, by: {} });
  expect(unreadNow(loaded, second)).toEqual({ total: 2, by: { anna: 1, ben: 0 } });
});

test("a conversation that got messages while pushes were lost is unread once the page has loaded again", () => {
  const read = withUnread({ total: 1, at: 1 }, null, "anna", { unread: 0, unreadTotal: 0 });
  // The same number as before says nothing about the data's age.
  const reloaded = { total: 1, at: 1 };
  expect(unreadNow(reloaded, read)).toEqual({ total: 1, by: {} });
  expect(unreadNow(reloaded, withUnread(reloaded, read, "ben", { unread: 2, unreadTotal: 3 }))).toEqual({
    total: 3,
    by: { ben: 2 },
  });
});
