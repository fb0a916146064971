import { Agent } from "node:http";
import { buildDemoTown } from "../../scripts/demo-town/demo-town";
import { PAGES } from "./bounds";
import { cpuTime, onItsOwn } from "./cpu-time";
import { median, printTable, rowOf } from "./table";
import { ask, signIn, startBlank, startUpload } from "./upload";

// npm run bench: requests a second of pages for visitors, drawn anew and out of the Worker's cache, and of pages of the
// dashboards, beside a blank Remix page and one that asks D1 for `select 1`. What else the machine does slows pages down
// unequally, so the bounds are on the time that processors work for a request; on an idle machine both ratios are the
// same. Each round meets every page for a moment, there and back, and is compared with itself alone: a machine that
// changes its speed meanwhile does so for all.
const CONNECTIONS = 16;
const SECONDS = Number(process.env["SECONDS"] ?? 0.4);
const ROUNDS = Number(process.env["ROUNDS"] ?? 20);

const blank = await onItsOwn(startBlank());
const fresh = await onItsOwn(startUpload());
const caching = await onItsOwn(startUpload({ PAGE_CACHE: "on" }));
for (const { d1, photos } of [fresh, caching])
  await buildDemoTown(
    { DB: d1, keepPhotos: (files) => Promise.all(files.map(([name, bytes]) => photos.put(name, bytes))) },
    Date.now(),
  );
const cookies = {
  visitor: "",
  cache: "",
  client: await signIn(fresh.d1, { id: "democlient01", role: "client" }),
  plumber: await signIn(fresh.d1, { id: "demoplumber01", role: "plumber" }),
  admin: await signIn(fresh.d1, { id: "demoadmin", role: "admin" }),
};

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const target = (
  name: string,
  { url, pid }: { url: URL; pid: number },
  path: string,
  cookie = "",
  atLeast?: number,
) => ({
  name,
  url: new URL(path, url),
  pid,
  cookie,
  atLeast,
  rates: [] as { requestsASecond: number; work: number }[],
});
type Target = ReturnType<typeof target>;

/** Asks for a page for so long: requests a second, and what processors work for one, in ms. */
async function measure({ url, pid, cookie }: Target, seconds: number): Promise<Target["rates"][number]> {
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

const nothing = target("a blank Remix page", blank, "/");
const selectOne = target("a blank page that asks D1", blank, "/d1");
const targets = [
  nothing,
  selectOne,
  ...PAGES.map(({ name, path, atLeast, as }) =>
    target(name, as === "cache" ? caching : fresh, path, cookies[as], atLeast),
  ),
];
for (const one of targets) await measure(one, 1);
for (let round = 0; round < ROUNDS; round++)
  for (const one of round % 2 ? targets.toReversed() : targets) one.rates.push(await measure(one, SECONDS));

agent.destroy();
await Promise.all([blank, fresh, caching].map(({ miniflare }) => miniflare.dispose()));

const beside = ({ rates }: Target, yardstick: Target) =>
  median(rates.map(({ work }, round) => yardstick.rates[round]!.work / work));
printTable(
  `Requests a second, their work, and that of a blank page and of one that asks D1 divided by it (medians of ${ROUNDS} rounds)`,
  targets.map((one) =>
    rowOf(one.name, [
      { is: median(one.rates.map((rate) => rate.requestsASecond)), unit: "a second" },
      { is: median(one.rates.map((rate) => rate.work)), unit: "ms", digits: 2 },
      { is: beside(one, nothing), unit: "of a blank page", digits: 3, atLeast: one.atLeast },
      { is: beside(one, selectOne), unit: "of one with D1", digits: 3 },
    ]),
  ),
);
process.exit();
