import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import WebSocket, { WebSocketServer } from "ws";
import { openDatabase } from "../../app/db/client.server";
import { users } from "../../app/db/schema";
import { introduce } from "../../app/domain/contacts/contacts.server";
import { sql } from "drizzle-orm";
import { signIn } from "./sign-in";
import { percentile } from "./table";
import { ORIGIN, startUpload } from "./upload";

// npm run bench: how fast a message is on the other screen, and on as many screens of one user as may be open.
/** As many as one user may have (C11). */
const SOCKETS = 20;
const MESSAGES = 200;
const ROUNDS = 5;

const HOST = new URL(ORIGIN).host;

const { miniflare, url, d1 } = await startUpload();
const db = openDatabase(d1);

async function user(id: string, role: "client" | "plumber"): Promise<string> {
  const now = Date.now();
  await db.insert(users).values({
    id,
    role,
    email: `${id}@bench.test`,
    firstName: id,
    lastName: "Bench",
    passwordHash: "x",
    emailVerifiedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return signIn(d1, { id, role });
}

const [client, plumber] = [await user("benchclient", "client"), await user("benchplumber", "plumber")];
await introduce(db, "benchclient", "benchplumber", sql`true`, Date.now());

const address = (path: string) => `ws://${url.host}${path}`;
async function join(target: string, headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(target, { headers });
  await once(socket, "open");
  return socket;
}

let written = 0;
// Not by fetch, which can't set the host, and the site responds only under its own.
async function write(): Promise<void> {
  written += 1;
  const asked = request(new URL("/messages/benchplumber", url), {
    method: "POST",
    headers: { Cookie: client, Origin: ORIGIN, Host: HOST, "Content-Type": "application/x-www-form-urlencoded" },
  });
  asked.end(String(new URLSearchParams({ id: `bench-message-${written}`, content: `Message ${written}` })));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The message was answered with ${response.statusCode}`);
  await once(response.resume(), "end");
}

const isMessage = (data: unknown) => String(data).includes('"newMessage"');

// 1. From the sender's POST to the reader's frame.
const reader = await join(address("/sockets/conversation/benchclient"), {
  Cookie: plumber,
  Origin: ORIGIN,
  Host: HOST,
});
const times: number[] = [];
for (let turn = 0; turn < MESSAGES + 20; turn++) {
  const arrived = new Promise<void>((resolve) => {
    const onMessage = (data: unknown) => {
      if (!isMessage(data)) return;
      reader.off("message", onMessage);
      resolve();
    };
    reader.on("message", onMessage);
  });
  const began = performance.now();
  await Promise.all([write(), arrived.then(() => turn >= 20 && times.push(performance.now() - began))]);
}
console.info(
  `message to the other screen: median ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms of ${times.length}`,
);
reader.close();

// 2. One message to all of them, next to a plain Node server that does nothing else.
/** Milliseconds from sending until the last of the sockets has it. */
async function fanOut(sockets: WebSocket[], send: () => unknown): Promise<number> {
  let missing = sockets.length;
  const all = new Promise<void>((resolve) => {
    for (const socket of sockets) {
      const onMessage = (data: unknown) => {
        if (!isMessage(data)) return;
        socket.off("message", onMessage);
        missing -= 1;
        if (missing === 0) resolve();
      };
      socket.on("message", onMessage);
    }
  });
  const began = performance.now();
  await Promise.all([send(), all]);
  return performance.now() - began;
}

async function many(count: number, one: () => Promise<WebSocket>): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let at = 0; at < count; at += 50)
    sockets.push(...(await Promise.all(Array.from({ length: Math.min(50, count - at) }, one))));
  return sockets;
}

const http = createServer();
const plain = new WebSocketServer({ server: http });
await once(http.listen(0, "127.0.0.1"), "listening");
const port = (http.address() as { port: number }).port;
const plainSockets = await many(SOCKETS, () => join(`ws://127.0.0.1:${port}`, {}));
const ours = await many(SOCKETS, () =>
  join(address("/sockets/conversation/benchclient"), { Cookie: plumber, Origin: ORIGIN, Host: HOST }),
);
// Every newcomer tells all others who is here: let that settle before anything is measured.
await new Promise((resolve) => setTimeout(resolve, 3000));

const frame = JSON.stringify({
  type: "newMessage",
  message: {
    seq: 1,
    id: "bench-message-1",
    senderId: "benchclient",
    recipientId: "benchplumber",
    content: "Message 1",
    createdAt: Date.now(),
  },
});
const results = { plain: [] as number[], ours: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  results.plain.push(await fanOut(plainSockets, () => plain.clients.forEach((socket) => socket.send(frame))));
  results.ours.push(await fanOut(ours, write));
}
const [plainTime, ourTime] = [percentile(results.plain, 0.5), percentile(results.ours, 0.5)];
console.info(
  `one message to ${SOCKETS} sockets: plain Node ws ${plainTime.toFixed(0)} ms, a conversation ${ourTime.toFixed(0)} ms (its POST included), ${(ourTime / plainTime).toFixed(2)} times (medians of ${ROUNDS})`,
);

for (const socket of [...plainSockets, ...ours]) socket.terminate();
plain.close();
http.close();
await miniflare.dispose();
const failed = percentile(times, 0.99) >= 50 || ourTime >= 50;
if (failed) console.error("Over the limits: 50 ms each.");
process.exit(failed ? 1 : 0);
