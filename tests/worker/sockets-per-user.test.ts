import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { SOCKETS_PER_USER } from "~/domain/rate-limits/limits";
import { createUser, signedIn } from "../support/users";
import { mustListen, type Listener } from "../support/sockets";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const open: Listener[] = [];
afterEach(() => Promise.all(open.splice(0).map((listener) => listener.leave())));

/** Someone who opens one socket after the other. */
async function somebody(role: "client" | "admin" = "client") {
  const cookie = await signedIn(town.context, await createUser(town.context, role));
  const join = async (path: string) => {
    const listener = await mustListen(path, cookie);
    open.push(listener);
    return listener;
  };
  return {
    feed: () => join("/sockets/feed"),
    office: () => join("/sockets/desk"),
    chat: (id = town.admin.id) => join(`/sockets/conversation/${id}`),
  };
}

const isOpen = ({ socket }: Listener) => socket.readyState === WebSocket.OPEN;
/** How many of them still answer. */
async function answering(listeners: Listener[]): Promise<number> {
  await Promise.all(listeners.filter(isOpen).map((one) => Promise.race([one.caughtUp(), one.closed])));
  return listeners.filter(isOpen).length;
}

describe("at most 20 sockets are open for a user", () => {
  test("the 21st displaces the user's oldest, in whichever object, and nobody else's", async () => {
    expect(SOCKETS_PER_USER).toBe(20);
    const [me, other] = [await somebody(), await somebody()];
    const theirs = [await other.feed(), await other.chat()];
    const mine: Listener[] = [await me.chat()];
    for (let turn = 0; turn < 10; turn++) mine.push(await me.feed());
    for (let turn = 0; turn < 9; turn++) mine.push(await me.chat());
    expect(mine.every(isOpen)).toBe(true);

    mine.push(await me.feed());
    expect(await mine[0]!.closed).toBe(4409);
    expect(mine[0]!.frames.at(-1)).toMatchObject({ type: "error", code: 4409, message: "Too many pages are open." });
    mine.push(await me.chat());
    expect(await mine[1]!.closed).toBe(4409);
    expect(await answering(mine)).toBe(20);
    expect(await answering(theirs)).toBe(2);
  });

  test("those that are closed by then do not count", async () => {
    const me = await somebody();
    const first = await me.feed();
    for (let turn = 0; turn < 30; turn++) {
      const { socket, closed } = await me.chat();
      socket.close(1000);
      await closed;
    }
    const last = await me.chat();
    expect(await answering([first, last])).toBe(2);
  });

  test("30 at once leave 20", async () => {
    const me = await somebody();
    const all = await Promise.all(Array.from({ length: 30 }, (_, turn) => (turn % 2 ? me.feed() : me.chat())));
    await expect.poll(() => answering(all)).toBe(20);
  });

  test("an admin's sockets in the shared feed count too", async () => {
    const admin = await somebody("admin");
    const first = await admin.office();
    for (let turn = 0; turn < 20; turn++) await admin.feed();
    expect(await first.closed).toBe(4409);
  });
});
