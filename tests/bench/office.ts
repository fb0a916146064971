import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { gzipSync } from "node:zlib";
import { LIMITS } from "../../scripts/weights";
import { adminOf } from "../../scripts/fill-town/fill-users";
import { fillTown } from "../../scripts/fill-town/fill-town";
import { OFFICE_PAGES, type OfficePage } from "./office-pages";
import { signIn } from "./sign-in";
import { startUpload } from "./upload";

// npm run bench -- office: every page of the office with 100,000 bookings, 20,000 people and 500 plumbers: how long it
// takes, the rows that D1 reads for it, and what it weighs. BOOKINGS, PEOPLE, PLUMBERS and MESSAGES change the town: with
// a tenth of it the rows must be the same. TIMES: how often each page is asked for. ONLY: pages whose path contains it.
const from = (name: string, usual: number) => Number(process.env[name] ?? usual);
const size = {
  users: from("PEOPLE", 20_000),
  plumbers: from("PLUMBERS", 500),
  bookings: from("BOOKINGS", 100_000),
  messages: from("MESSAGES", 200_000),
};
const TIMES = from("TIMES", 100);
const pages = OFFICE_PAGES.filter(({ path }) => path.includes(process.env["ONLY"] ?? ""));

/** In ms. */
const MEDIAN = 100;
const P99 = 300;
/** Of each page, for who asks and the counts of its menu. */
const ROWS_OF_ANY = 1_800;
/** Of its own: a list of at most 700, and up to 501 for the count of each of the six statuses. */
const ROWS = 3_706;
/** In kB of gzip. */
const HTML = 15;

const { miniflare, url, d1 } = await startUpload();
const now = Date.now();
const began = performance.now();
await fillTown(d1, size, now);
console.info(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s: ${JSON.stringify(size)}`);
const admin = (await d1.prepare(`select ${adminOf("0")} as id`).all<{ id: string }>()).results[0]!;
const cookie = await signIn(d1, { id: admin.id, role: "admin" });

const agent = new Agent({ keepAlive: true });

interface Answer {
  status: number;
  body: string;
  timing: string;
}

function visit(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, url),
      { agent, headers: { Host: "pombi.test", Cookie: cookie } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString(),
            timing: String(response.headers["server-timing"]),
          }),
        );
      },
    );
    asked.once("error", reject).end();
  });
}

const timed = (name: string, { timing }: Answer) =>
  Number(new RegExp(`${name}=(\\d+)`).exec(timing)?.[1] ?? Number.NaN);

/** The address of a list's page so many pages on, by its own links. */
async function follow(path: string, pagesOn: number): Promise<string> {
  for (let turn = 1; turn < pagesOn; turn++) {
    const links = (await visit(path)).body.matchAll(/href="([^"]*[?&;]cursor=[^"]*)"/g);
    const next = [...links].at(-1)?.[1]?.replaceAll("&amp;", "&");
    if (!next) throw new Error(`${path} is the last page, number ${turn}.`);
    path = next.startsWith("?") ? path.replace(/\?.*$/, "") + next : next;
  }
  return path;
}

const weights = new Map<string, number>();
function weightOf(file: string): number {
  const known = weights.get(file) ?? gzipSync(readFileSync(`build/client${file}`), { level: 9 }).length;
  weights.set(file, known);
  return known;
}
const scriptOf = ({ body }: Answer) =>
  [...new Set(body.match(/\/assets\/[\w.-]+\.js/g))].reduce((sum, file) => sum + weightOf(file), 0);

async function measure({ path, pagesOn = 1, rows = ROWS, html = HTML }: OfficePage) {
  const address = await follow(path.includes(".json") ? path : `/admin-dashboard${path}`, pagesOn);
  const times: number[] = [];
  let last = await visit(address);
  for (let turn = 0; turn < TIMES; turn++) {
    const asked = performance.now();
    last = await visit(address);
    times.push(performance.now() - asked);
  }
  if (last.status !== 200 && path !== "/no-such-page") throw new Error(`${address} answered ${last.status}`);
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(share * TIMES) - 1]!;
  const measured = [
    { is: at(0.5), most: MEDIAN, as: (ms: number) => ms.toFixed(0) },
    { is: at(0.99), most: P99, as: (ms: number) => ms.toFixed(0) },
    { is: timed("rows", last), most: ROWS_OF_ANY + rows, as: String },
    { is: timed("depth", last), most: 1, as: String },
    { is: gzipSync(last.body).length / 1000, most: html, as: (kB: number) => kB.toFixed(1) },
    { is: scriptOf(last) / 1000, most: LIMITS.adminScript / 1000, as: (kB: number) => kB.toFixed(0) },
  ];
  return {
    cells: [
      `\`${path || "/"}\`${pagesOn > 1 ? `, page ${pagesOn}` : ""}`,
      // What exceeds its bound is printed bold.
      ...measured.map(({ is, most, as }) => (is > most ? `**${as(is)}**` : as(is))),
    ],
    isKept: measured.every(({ is, most }) => is <= most),
  };
}

const line = (cells: string[]) => console.info(`| ${cells.join(" | ")} |`);
console.info(`\nEach page ${TIMES} times, one after another; bold: over its bound.\n`);
line(["page", "median, ms", "p99, ms", "rows", "D1 depth", "HTML, kB", "script, kB"]);
line(["---", "--:", "--:", "--:", "--:", "--:", "--:"]);
let kept = true;
for (const page of pages) {
  const { cells, isKept } = await measure(page);
  line(cells);
  kept &&= isKept;
}
agent.destroy();
await miniflare.dispose();
process.exit(kept ? 0 : 1);
