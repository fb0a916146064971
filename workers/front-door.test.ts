import { expect, test } from "vitest";
import { MESSAGES_AT_ONCE, takePlace } from "./front-door";

const post = (path: string, headers: Record<string, string>) =>
  new Request(`https://pombi.test${path}`, { method: "POST", headers });

test("requests without a token take no place, and those with one find all taken once they are", () => {
  const take = (path: string, headers = {}) => takePlace(post(path, headers), 0);
  const cookie = { Cookie: "__Host-session=a" };
  for (let sent = 0; sent <= MESSAGES_AT_ONCE; sent++) {
    expect([take("/messages/anna").isFull, take("/api/messages", cookie).isFull]).toEqual([false, false]);
  }
  const taken = Array.from({ length: MESSAGES_AT_ONCE }, () => take("/messages/anna", cookie));
  expect(taken.some(({ isFull }) => isFull)).toBe(false);
  expect(take("/api/messages", { Authorization: "Bearer a" }).isFull).toBe(true);
  expect(take("/messages/anna").isFull).toBe(false);
  for (const { leave } of taken) leave();
  expect(take("/messages/anna", cookie).isFull).toBe(false);
});
