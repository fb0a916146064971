import { once } from "node:events";
import { Agent } from "node:http";
import { sql } from "drizzle-orm";
import WebSocket from "ws";
import { openDatabase } from "../../app/db/client.server";
import { median, percentile, printTable, type Row, rowOf } from "./table";
import { pause } from "./site";
import { MESSAGES } from "./bounds";
import { ask, cpuTime, HEADERS, signIn, startBlank, startUpload, URLENCODED } from "./upload";

// npm run bench -- live-load: messages over 500 conversations, whose 1,000 users each have theirs open: how fast one is on
// the other screen, what it costs, how many get through, and how long other pages wait meanwhile. Bounds and the usual
// rate are in blank Remix pages, whose work is measured first.
const CONVERSATIONS = 500;

const { miniflare, pid, url, d1 } = await startUpload();
const db = openDatabase(d1);

/** Both sides of each conversation, one after the other. */
const people = Array.from({ length: CONVERSATIONS }, (_, at) => {
  const client = `client${at}`;
  const plumber = `plumber${at}`;
  return [
    { id: client, role: "client", other: plumber } as const,
    { id: plumber, role: "plumber", other: client } as const,
  ];
}).flat();
const now = Date.now();
await db.run(sql`with recursive at(value) as (select 0 union all select value + 1 from at where value < ${CONVERSATIONS - 1})
  insert into users (id, role, email, first_name, last_name, password_hash, email_verified_at, created_at, updated_at)
  select role.value || at.value, role.value, role.value || at.value || '@bench.test', role.value, 'Bench', 'x', ${now}, ${now}, ${now}
  from at, json_each('["client", "plumber"]') as role`);
await db.run(sql`insert into contacts (user_id, other_id, conversation_id, active_at)
  select one.id, other.id, client.id || '.' || replace(client.id, 'client', 'plumber'), ${now}
  from users client join users one on one.id in (client.id, replace(client.id, 'client', 'plumber'))
    join users other on other.id in (client.id, replace(client.id, 'client', 'plumber')) and other.id <> one.id
  where client.role = 'client'`);

/** A message on its way: when it was first sent and came in, and how often it was sent and came. */
interface Written {
  sentAt: number;
  arrivedAt: number;
  frames: number;
}
const written = new Map<string, Written>();
const cookies = new Map<string, string>();
async function open(id: string, other: string): Promise<WebSocket> {
  const headers = { ...HEADERS, Cookie: cookies.get(id) };
  const socket = new WebSocket(`ws://${url.host}/sockets/conversation/${other}`, { headers });
  socket.on("error", (error) => console.error("a socket broke", error.message));
  await once(socket, "open");
  return socket;
}
for (let at = 0; at < people.length; at += 50)
  await Promise.all(
    people.slice(at, at + 50).map(async ({ id, role, other }) => {
      cookies.set(id, await signIn(d1, { id, role }));
      const socket = await open(id, other);
      socket.on("message", (data) => {
        const { message } = JSON.parse(String(data)) as { message?: { id: string; recipientId: string } };
        const one = message?.recipientId === id && written.get(message.id);
        if (one && ++one.frames === 1) one.arrivedAt = performance.now();
      });
    }),
  );
await pause(3000);

// workerd closes a connection that no one has used for five seconds.
const agent = new Agent({ keepAlive: true, timeout: 3000 });
const send = (path: string, id: string, form?: Record<string, string>) => {
  const body = form && { type: URLENCODED, pieces: [String(new URLSearchParams(form))] };
  return ask(new URL(path, url), { agent, cookie: cookies.get(id), ...body });
};

let count = 0;
let refused = 0;
/** Writes a message as a page does: refused for now, it is sent again under its id. */
async function write(): Promise<void> {
  const number = count++;
  const side = Math.floor(number / CONVERSATIONS) % 2;
  const { id: from, other } = people[2 * (number % CONVERSATIONS) + side]!;
  const id = `message-${number}`;
  written.set(id, { sentAt: performance.now(), arrivedAt: Infinity, frames: 0 });
  for (let delay = 1000; ; delay *= 2) {
    const content = `Message ${number}`;
    const { status } = await send(`/messages/${other}`, from, { id, content, from });
    if (status === 200) return;
    if (status !== 503) throw new Error(`A message was answered with ${status}.`);
    refused += 1;
    await pause(delay * (1 + Math.random()));
  }
}

/** Asks for a page twice a second until `isDone`, and gives the longest wait in milliseconds. */
async function longestWait(path: string, isDone: () => boolean): Promise<number> {
  let longest = 0;
  while (!isDone()) {
    longest = Math.max(longest, (await send(path, "client0")).ms);
    await pause(500);
  }
  return longest;
}

const PAGES = ["/robots.txt", "/", "/client-dashboard"];

/** Runs `work` and measures it; `asks`: while other pages are asked for. */
async function measure(work: () => Promise<unknown>, asks: boolean) {
  written.clear();
  refused = 0;
  let isDone = false;
  const asking = asks ? PAGES.map((path) => longestWait(path, () => isDone)) : [];
  const began = performance.now();
  const cpuBefore = cpuTime(pid);
  await work();
  const seconds = (performance.now() - began) / 1000;
  await pause(1000);
  const cpu = cpuTime(pid) - cpuBefore;
  isDone = true;
  const waits = await Promise.all(asking);
  const all = [...written.values()];
  const times = all.map(({ sentAt, arrivedAt }) => arrivedAt - sentAt);
  const lost = all.filter(({ frames }) => frames === 0).length;
  const doubled = all.filter(({ frames }) => frames > 1).length;
  const [ids] = await db.all<{ stored: number }>(sql`
    select count(*) as stored from messages where id in (select value from json_each(${JSON.stringify([...written.keys()])}))`);
  return { all, seconds, work: cpu / all.length, times, lost, doubled, stored: ids!.stored, waits };
}

async function repeatAtOnce(workers: number, times: number, work: () => Promise<void>): Promise<void> {
  let left = times;
  const one = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: workers }, one));
}
const atOnce = (workers: number, messages: number) => repeatAtOnce(workers, messages, write);
async function aSecond(rate: number, messages: number): Promise<void> {
  const began = performance.now();
  const writing: Promise<void>[] = [];
  for (let number = 0; number < messages; number++) {
    const due = began + (number * 1000) / rate - performance.now();
    if (due > 0) await pause(due);
    writing.push(write());
  }
  await Promise.all(writing);
}

const blank = await startBlank();
const askBlank = async () => void (await ask(blank.url, { agent }));
await repeatAtOnce(8, 500, askBlank);
const workedBefore = cpuTime(blank.pid);
await repeatAtOnce(8, 2000, askBlank);
/** Of one blank page, in ms. */
const blankWork = (cpuTime(blank.pid) - workedBefore) / 2000;
await blank.miniflare.dispose();
const timesBlank = (pages: number) => Math.round(pages * blankWork);

await atOnce(4, 300);
const rows: Row[] = [];
const add = (...row: Parameters<typeof rowOf>) => rows.push(rowOf(...row));
const single = await measure(() => atOnce(1, 200), false);
const wait99 = percentile(single.times, 0.99);
add("one at a time, to the other screen", [
  { is: wait99, unit: "ms, the p99", digits: 1, atMost: timesBlank(MESSAGES.oneWait) },
]);

/** As many screens as one user may have open (C11). */
const screens = await Promise.all(Array.from({ length: 20 }, () => open("plumber0", "client0")));
await pause(1000);
const spreads: number[] = [];
for (let round = 0; round < 5; round++) {
  const id = `on-all-screens-${round}`;
  const isShown = (socket: WebSocket) =>
    new Promise((resolve) => socket.on("message", (data) => String(data).includes(id) && resolve(true)));
  const began = performance.now();
  const form = { id, content: id, from: "client0" };
  await Promise.all([send("/messages/plumber0", "client0", form), ...screens.map(isShown)]);
  spreads.push(performance.now() - began);
}
for (const screen of screens) screen.terminate();
add("one to 20 screens, its POST included", [
  { is: median(spreads), unit: "ms, the median", digits: 1, atMost: timesBlank(MESSAGES.oneWait) },
]);

const alone = await measure(() => atOnce(8, 1000), false);
add("work a message", [
  { is: alone.work, unit: "ms", digits: 2 },
  { is: alone.work / blankWork, unit: "blank pages", digits: 1, atMost: MESSAGES.work },
]);
const usualRate = Math.round(1000 / (MESSAGES.blankPagesEach * blankWork));
for (const [what, work, wait] of [
  [`${usualRate} a second`, () => aSecond(usualRate, 2000), timesBlank(MESSAGES.usualWait)],
  ["1,000 at once", () => atOnce(1000, 1000)],
  [`${5 * usualRate} a second`, () => aSecond(5 * usualRate, 3000)],
] as const) {
  const { all, seconds, times, lost, doubled, stored, waits } = await measure(work, true);
  add(what, [
    { is: all.length / seconds, unit: "a second stored" },
    { is: refused, unit: "times refused for now" },
  ]);
  add("  to the other screen", [
    { is: median(times), unit: "ms, the median" },
    { is: percentile(times, 0.99), unit: "ms, the p99", atMost: wait },
  ]);
  add("  of all of them", [
    { is: lost, unit: "lost", atMost: 0 },
    { is: doubled, unit: "doubled", atMost: 0 },
    { is: Math.abs(all.length - stored), unit: "not stored", atMost: 0 },
  ]);
  add(
    "  other pages wait",
    PAGES.map((path, at) => ({ is: waits[at]!, unit: `ms for ${path}`, atMost: timesBlank(MESSAGES.otherPagesWait) })),
  );
}
printTable(`Messages over 500 conversations with 1,000 sockets (a blank page: ${blankWork.toFixed(2)} ms)`, rows);
await miniflare.dispose();
process.exit();
