import { expect, test } from "vitest";
import { atTime } from "../support/clock";
import { currentInstant } from "../support/now";
import { mustListen, type Listener } from "../support/sockets";
import { seedTown } from "../support/town";
import { createSignedInUser } from "../support/users";

const town = await seedTown();

const conversationWith = (id: string) => `/sockets/conversation/${id}`;
const isOpen = ({ socket }: Listener) => socket.readyState === WebSocket.OPEN;

test("twenty frames in ten seconds are heard, and the next one closes the socket with 4429", async () => {
  const listener = await mustListen(conversationWith(town.plumber.id), town.cookies.client);
  const type = async (times: number) => {
    for (let turn = 0; turn < times; turn++) listener.socket.send('{"type":"typing"}');
    await Promise.race([listener.caughtUp(), listener.closed]);
  };
  const begun = currentInstant();
  await type(20);
  await atTime(begun + 11_000, () => type(15));
  await atTime(begun + 19_000, async () => {
    await type(5);
    expect(isOpen(listener)).toBe(true);
    await type(1);
  });
  expect(await listener.closed).toBe(4429);
});

test("a frame of 1,024 characters is heard, and a longer one closes the socket with 4413", async () => {
  const listener = await mustListen("/sockets/feed", town.cookies.client);
  for (const length of [1024, 1025]) listener.socket.send('{"type":"ping"}'.padEnd(length));
  expect(await listener.closed).toBe(4413);
  await listener.next("pong");
});

/** Someone who opens one socket after the other. */
async function somebody(role: "client" | "admin" = "client") {
  const { cookie } = await createSignedInUser(town.context, role);
  return {
    feed: () => mustListen("/sockets/feed", cookie),
    office: () => mustListen("/sockets/desk", cookie),
    chat: () => mustListen(conversationWith(town.admin.id), cookie),
  };
}

/** The number of sockets that still answer. */
async function answering(listeners: Listener[]): Promise<number> {
  await Promise.all(listeners.filter(isOpen).map((one) => Promise.race([one.caughtUp(), one.closed])));
  return listeners.filter(isOpen).length;
}

test("the 21st socket displaces the user's oldest, in whichever object, and no one else's", async () => {
  const me = await somebody();
  const other = await somebody();
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

test("closed sockets do not count among the 20 of a user", async () => {
  const me = await somebody();
  const first = await me.feed();
  for (let turn = 0; turn < 21; turn++) {
    const { socket, closed } = await me.chat();
    socket.close(1000);
    await closed;
  }
  const last = await me.chat();
  expect(await answering([first, last])).toBe(2);
});

test("20 of 30 sockets opened at once are left", async () => {
  const me = await somebody();
  const all = await Promise.all(Array.from({ length: 30 }, (_, turn) => (turn % 2 ? me.feed() : me.chat())));
  await expect.poll(() => answering(all)).toBe(20);
});

test("an admin's sockets in the shared feed count among the 20", async () => {
  const admin = await somebody("admin");
  const first = await admin.office();
  for (let turn = 0; turn < 20; turn++) await admin.feed();
  expect(await first.closed).toBe(4409);
});
