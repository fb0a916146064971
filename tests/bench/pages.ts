import { Agent } from "node:http";
import { buildDemoTown } from "../../scripts/demo-town/demo-town";
import type { KeepPhotos } from "../../scripts/local-storage";
import { PAGES } from "./bounds";
import { median, printTable, rowOf } from "./table";
import { ask, cpuTime, signIn, startBlank, startUpload } from "./upload";

// npm run bench: requests a second of pages for visitors, drawn again and out of the Worker's cache, and of pages of the
// dashboards, beside a blank Remix page and one that asks D1 for `select 1`. Other work of the machine slows pages down
// unequally, so the bounds are on the time that processors work for a request; on an idle machine both ratios are the
// same. Each round meets every page for a moment, there and back, and is compared with itself alone: a machine that
// changes its speed meanwhile does so for all.
const CONNECTIONS = 16;
const SECONDS = Number(process.env["SECONDS"] ?? 0.4);
const ROUNDS = Number(process.env["ROUNDS"] ?? 20);

const blank = await startBlank();
const fresh = await startUpload();
const caching = await startUpload({ PAGE_CACHE: "on" });
for (const { d1, photos } of [fresh, caching]) {
  const keepPhotos: KeepPhotos = (files) => Promise.all(files.map(([name, bytes]) => photos.put(name, bytes)));
  await buildDemoTown({ DB: d1, keepPhotos }, Date.now());
}
const cookies = {
  visitor: "",
  cache: "",
  client: await signIn(fresh.d1, { id: "democlient01", role: "client" }),
  plumber: await signIn(fresh.d1, { id: "demoplumber01", role: "plumber" }),
  admin: await signIn(fresh.d1, { id: "demoadmin", role: "admin" }),
};

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
interface Target {
  name: string;
  path: string;
  at: { url: URL; pid: number };
  as?: keyof typeof cookies;
  atLeast?: number;
}

/** Asks for a page for so long: requests a second, and what processors work for one, in ms. */
async function measure({ path, at, as = "visitor" }: Target, seconds: number) {
  const url = new URL(path, at.url);
  const { pid } = at;
  const cookie = cookies[as];
  let done = 0;
  const workedBefore = cpuTime(pid);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < began + seconds * 1000) {
        const { status } = await ask(url, { agent, cookie });
        if (status !== 200) throw new Error(`${url} answered ${status}`);
        done += 1;
      }
    }),
  );
  return { requestsASecond: (1000 * done) / (performance.now() - began), work: (cpuTime(pid) - workedBefore) / done };
}

const TARGETS: Target[] = [
  { name: "a blank Remix page", path: "/", at: blank },
  { name: "a blank page that asks D1", path: "/d1", at: blank },
  ...PAGES.map((page) => ({ ...page, at: page.as === "cache" ? caching : fresh })),
];
const measured = TARGETS.map((target) => ({ ...target, rates: [] as Awaited<ReturnType<typeof measure>>[] }));
type Measured = (typeof measured)[number];
const nothing = measured[0]!;
const selectOne = measured[1]!;
for (const one of measured) await measure(one, 1);
for (let round = 0; round < ROUNDS; round++)
  for (const one of round % 2 ? measured.toReversed() : measured) one.rates.push(await measure(one, SECONDS));

agent.destroy();
await Promise.all([blank, fresh, caching].map(({ miniflare }) => miniflare.dispose()));

const beside = ({ rates }: Measured, yardstick: Measured) =>
  median(rates.map(({ work }, round) => yardstick.rates[round]!.work / work));
printTable(
  `Requests a second, their work, and that of a blank page and of one that asks D1 divided by it (medians of ${ROUNDS} rounds)`,
  measured.map((one) =>
    rowOf(one.name, [
      { is: median(one.rates.map((rate) => rate.requestsASecond)), unit: "a second" },
      { is: median(one.rates.map((rate) => rate.work)), unit: "ms", digits: 2 },
      { is: beside(one, nothing), unit: "of a blank page", digits: 3, atLeast: one.atLeast },
      { is: beside(one, selectOne), unit: "of one with D1", digits: 3 },
    ]),
  ),
);
process.exit();
