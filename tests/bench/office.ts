import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { gzipSync } from "node:zlib";
import { BUSY_CLIENT } from "../../scripts/fill-town/fill-bookings";
import { adminOf } from "../../scripts/fill-town/fill-users";
import { fillTown } from "../../scripts/fill-town/fill-town";
import { LIMITS } from "../../scripts/weights";
import { everyPage } from "../support/every-page";
import { OFFICE, OFFICE_EXCEPTIONS } from "./bounds";
import { median, percentile, printTable, rowOf, type Row } from "./table";
import { ask, signIn, startBlank, startUpload } from "./upload";

// npm run bench -- office: every page of the office with 100,000 bookings, 20,000 people and 500 plumbers: how long it
// takes beside a blank page, the rows that D1 reads for it, and what it weighs. BOOKINGS, PEOPLE, PLUMBERS and MESSAGES
// change the town: with a tenth of it the rows must be the same. TIMES: how often each page is asked for. ONLY: pages
// whose path contains it.
const from = (name: string, usual: number) => Number(process.env[name] ?? usual);
const size = {
  users: from("PEOPLE", 20_000),
  plumbers: from("PLUMBERS", 500),
  bookings: from("BOOKINGS", 100_000),
  messages: from("MESSAGES", 200_000),
};
const TIMES = from("TIMES", 100);

const blank = await startBlank();
const { miniflare, url, d1 } = await startUpload();
const now = Date.now();
await fillTown(d1, size, now);
console.info(`Filled in ${((Date.now() - now) / 1000).toFixed(0)} s: ${JSON.stringify(size)}`);
const idOf = async (table: string, where: string) =>
  (await d1.prepare(`select id from ${table} where ${where} limit 1`).all<{ id: string }>()).results[0]?.id ?? "none";
const bookingOf = (where: string) => idOf("bookings", `client_id = '${BUSY_CLIENT}' and ${where}`);
const admin = await idOf("users", `id = ${adminOf("0")}`);
const cookie = await signIn(d1, { id: admin, role: "admin" });
const pages = everyPage(
  {
    client: BUSY_CLIENT,
    otherClient: await idOf("users", `role = 'client' and id <> '${BUSY_CLIENT}'`),
    plumber: "loadplumber000006",
    pending: await bookingOf("status = 'pending'"),
    confirmed: await bookingOf("status = 'confirmed'"),
    reviewed: await bookingOf("reviewed_at is not null"),
    request: await idOf("bookings", "plumber_id is null"),
    review: await idOf("reviews", "true"),
    enquiry: await idOf("enquiries", "true"),
    dialogue: await idOf("dialogues", "true"),
    registration: await idOf("registrations", "true"),
    batch: "loadbatch0",
    refund: await idOf("refunds", "true"),
  },
  now,
).admin.filter((path) => path.includes(process.env["ONLY"] ?? ""));

const agent = new Agent({ keepAlive: true });
const weights = new Map<string, number>();
function weightOf(file: string): number {
  const known = weights.get(file) ?? gzipSync(readFileSync(`build/client${file}`), { level: 9 }).length;
  weights.set(file, known);
  return known;
}

async function measure(path: string): Promise<Row> {
  const bound = OFFICE_EXCEPTIONS.reduce(
    (most, [piece, exception]) => (path.includes(piece) ? { ...most, ...exception } : most),
    OFFICE,
  );
  const times: number[] = [];
  const blankTimes: number[] = [];
  let last = await ask(new URL(path, url), { agent, cookie });
  if (last.status >= 500) throw new Error(`${path} answered ${last.status}`);
  for (let turn = 0; turn < TIMES; turn++) {
    blankTimes.push((await ask(blank.url, { agent })).ms);
    last = await ask(new URL(path, url), { agent, cookie });
    times.push(last.ms);
  }
  const besideBlank = (share: number) => percentile(times, share) / median(blankTimes);
  const timed = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(last.timing)?.[1] ?? Number.NaN);
  const scripts = [...new Set(last.text.match(/\/assets\/[\w.-]+\.js/g))];
  const kB = scripts.reduce((sum, file) => sum + weightOf(file), 0) / 1000;
  return rowOf(path, [
    { is: besideBlank(0.5), unit: "blank pages", digits: 1, atMost: bound.median },
    { is: besideBlank(0.99), unit: "the p99", digits: 1, atMost: bound.p99 },
    { is: timed("rows"), unit: "rows", atMost: bound.rows },
    { is: timed("depth"), unit: "deep", atMost: 1 },
    { is: gzipSync(last.text).length / 1000, unit: "kB of HTML", digits: 1, atMost: bound.html },
    { is: kB, unit: "kB of script", atMost: LIMITS.adminScript / 1000 },
  ]);
}

const rows: Row[] = [];
for (const page of pages) rows.push(await measure(page));
agent.destroy();
await Promise.all([miniflare.dispose(), blank.miniflare.dispose()]);
printTable(`Pages of the office, ${TIMES} times each, beside a blank page in turn`, rows);
process.exit();
