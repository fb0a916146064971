import { Agent, request } from "node:http";
import { buildDemoTown } from "../../scripts/demo-town/demo-town";
import { startBlank, startUpload } from "./upload";

// npm run bench: requests a second of three pages, drawn anew and out of the Worker's cache, beside a blank Remix page.
const CONNECTIONS = 16;
const SECONDS = 1.5;
const ROUNDS = 5;

const [blank, fresh] = await Promise.all([startBlank(), startUpload()]);
const caching = await startUpload({ PAGE_CACHE: "on" });
for (const { d1, photos } of [fresh, caching]) await buildDemoTown({ DB: d1, PHOTOS: photos }, Date.now());

interface Target {
  name: string;
  url: URL;
  /** Of the blank page's requests a second. */
  atLeast?: number;
}

const at = (server: { url: URL }, path: string) => new URL(path, server.url);
const TARGETS: Target[] = [
  { name: "a blank Remix page", url: at(blank, "/") },
  { name: "a static page", url: at(fresh, "/about"), atLeast: 0.8 },
  // Local D1 alone costs more than the blank page does (decision 014).
  { name: "the home page", url: at(fresh, "/"), atLeast: 0.1 },
  { name: "the directory", url: at(fresh, "/plumbers"), atLeast: 0.1 },
  { name: "a static page, cached", url: at(caching, "/about"), atLeast: 2 },
  { name: "the home page, cached", url: at(caching, "/"), atLeast: 2 },
  { name: "the directory, cached", url: at(caching, "/plumbers"), atLeast: 2 },
];

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function get(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { Host: "pombi.test" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once("end", resolve);
    });
    asked.once("error", reject).end();
  });
}

async function requestsASecond(url: URL, seconds: number): Promise<number> {
  let done = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        await get(url);
        done += 1;
      }
    }),
  );
  return (1000 * done) / (performance.now() - began);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

for (const { url } of TARGETS) await requestsASecond(url, 1);
const rates = TARGETS.map(() => [] as number[]);
for (let round = 0; round < ROUNDS; round++) {
  for (const [index, { url }] of TARGETS.entries()) rates[index]!.push(await requestsASecond(url, SECONDS));
}

const yardstick = median(rates[0]!);
let failed = false;
for (const [index, { name, atLeast = 0 }] of TARGETS.entries()) {
  const ratio = median(rates[index]!) / yardstick;
  failed ||= ratio < atLeast;
  console.info(
    `${name}: ${median(rates[index]!).toFixed(0)} requests a second, ${ratio.toFixed(2)} of the blank page${atLeast ? ` (at least ${atLeast})` : ""}`,
  );
}

agent.destroy();
await Promise.all([blank, fresh, caching].map(({ miniflare }) => miniflare.dispose()));
if (failed) console.error("Under the limits.");
process.exit(failed ? 1 : 0);
