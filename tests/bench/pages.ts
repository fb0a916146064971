import { Agent, request } from "node:http";
import { buildDemoTown } from "../../scripts/demo-town/demo-town";
import { childProcesses, cpuTime } from "./cpu-time";
import { signIn } from "./sign-in";
import { median, printTable } from "./table";
import { startBlank, startUpload } from "./upload";

// npm run bench: requests a second of pages for visitors, drawn anew and out of the Worker's cache, and of pages of the
// dashboards, next to a blank Remix page. What else the machine does slows pages down unequally, so the bounds are on the
// time that processors work for a request; on an idle machine both ratios are the same.
const CONNECTIONS = 16;
const SECONDS = Number(process.env["SECONDS"] ?? 1.5);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);

const blank = await onItsOwn(startBlank());
const fresh = await onItsOwn(startUpload());
const caching = await onItsOwn(startUpload({ PAGE_CACHE: "on" }));
for (const { d1, photos } of [fresh, caching])
  await buildDemoTown(
    { DB: d1, keepPhotos: (files) => Promise.all(files.map(([name, bytes]) => photos.put(name, bytes))) },
    Date.now(),
  );
const cookies = {
  client: await signIn(fresh.d1, { id: "democlient01", role: "client" }),
  plumber: await signIn(fresh.d1, { id: "demoplumber01", role: "plumber" }),
  admin: await signIn(fresh.d1, { id: "demoadmin", role: "admin" }),
};

/** A server with the id of its process. */
async function onItsOwn<Server>(starting: Promise<Server>): Promise<Server & { pid: number }> {
  const before = new Set(childProcesses());
  const server = await starting;
  const pid = childProcesses().find((child) => !before.has(child));
  if (!pid) throw new Error("The server has no process of its own.");
  return { ...server, pid };
}

interface Target {
  name: string;
  url: URL;
  pid: number;
  cookie?: string;
  /** Of the blank page's requests a second. */
  atLeast: number;
}

const at = ({ url, pid }: { url: URL; pid: number }, path: string) => ({ url: new URL(path, url), pid });
const TARGETS: Target[] = [
  { name: "a blank Remix page", ...at(blank, "/"), atLeast: 1 },
  { name: "a static page", ...at(fresh, "/about"), atLeast: 0.8 },
  // Local D1 alone costs more than the blank page does (decision 014).
  { name: "the home page", ...at(fresh, "/"), atLeast: 0.1 },
  { name: "the directory", ...at(fresh, "/plumbers"), atLeast: 0.1 },
  { name: "a static page, cached", ...at(caching, "/about"), atLeast: 2 },
  { name: "the home page, cached", ...at(caching, "/"), atLeast: 2 },
  { name: "the directory, cached", ...at(caching, "/plumbers"), atLeast: 2 },
  { name: "a client's overview", ...at(fresh, "/client-dashboard"), cookie: cookies.client, atLeast: 0.16 },
  { name: "a client's bookings", ...at(fresh, "/client-dashboard/bookings"), cookie: cookies.client, atLeast: 0.135 },
  { name: "a plumber's dashboard", ...at(fresh, "/plumber-dashboard"), cookie: cookies.plumber, atLeast: 0.098 },
  { name: "a plumber's jobs", ...at(fresh, "/plumber-dashboard/jobs"), cookie: cookies.plumber, atLeast: 0.092 },
  { name: "the office's day", ...at(fresh, "/admin-dashboard"), cookie: cookies.admin, atLeast: 0.096 },
  { name: "the office's bookings", ...at(fresh, "/admin-dashboard/bookings"), cookie: cookies.admin, atLeast: 0.11 },
];

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function get({ url, cookie }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { Host: "pombi.test", ...(cookie && { Cookie: cookie }) };
    const asked = request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().once("end", resolve);
    });
    asked.once("error", reject).end();
  });
}

interface Rate {
  requestsASecond: number;
  /** What processors work for one request, in ms. */
  work: number;
}

async function measure(target: Target, seconds: number): Promise<Rate> {
  let done = 0;
  const workedBefore = cpuTime(target.pid);
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        await get(target);
        done += 1;
      }
    }),
  );
  return {
    requestsASecond: (1000 * done) / (performance.now() - began),
    work: (cpuTime(target.pid) - workedBefore) / done,
  };
}

for (const target of TARGETS) await measure(target, 1);
const rates = TARGETS.map(() => [] as Rate[]);
for (let round = 0; round < ROUNDS; round++) {
  for (const [index, target] of TARGETS.entries()) rates[index]!.push(await measure(target, SECONDS));
}

agent.destroy();
await Promise.all([blank, fresh, caching].map(({ miniflare }) => miniflare.dispose()));

const medianOf = (index: number, figure: keyof Rate) => median(rates[index]!.map((rate) => rate[figure]));
printTable(
  `Requests a second, and their work beside the blank page's (medians of ${ROUNDS} rounds)`,
  TARGETS.map(({ name, atLeast }, index) => {
    const work = medianOf(index, "work");
    const ratio = medianOf(0, "work") / work;
    return {
      what: name,
      measured: `${medianOf(index, "requestsASecond").toFixed(0).padStart(6)}  ${work.toFixed(2).padStart(6)} ms  ${ratio.toFixed(3)}`,
      bound: index === 0 ? "" : `at least ${atLeast}`,
      isKept: ratio >= atLeast,
    };
  }),
);
process.exit();
