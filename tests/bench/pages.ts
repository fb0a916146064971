import { Agent, request } from "node:http";
import { buildDemoTown } from "../../scripts/demo-town/demo-town";
import { signIn } from "./sign-in";
import { printTable } from "./table";
import { startBlank, startUpload } from "./upload";

// npm run bench: requests a second of pages for visitors, drawn anew and out of the Worker's cache, and of pages of the
// dashboards, beside a blank Remix page.
const CONNECTIONS = 16;
const SECONDS = Number(process.env["SECONDS"] ?? 1.5);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);

const [blank, fresh] = await Promise.all([startBlank(), startUpload()]);
const caching = await startUpload({ PAGE_CACHE: "on" });
for (const { d1, photos } of [fresh, caching]) await buildDemoTown({ DB: d1, PHOTOS: photos }, Date.now());
const cookies = {
  client: await signIn(fresh.d1, { id: "democlient01", role: "client" }),
  plumber: await signIn(fresh.d1, { id: "demoplumber01", role: "plumber" }),
  admin: await signIn(fresh.d1, { id: "demoadmin", role: "admin" }),
};

interface Target {
  name: string;
  url: URL;
  cookie?: string;
  /** Of the blank page's requests a second. */
  atLeast: number;
}

const at = ({ url }: { url: URL }, path: string) => new URL(path, url);
const TARGETS: Target[] = [
  { name: "a blank Remix page", url: at(blank, "/"), atLeast: 1 },
  { name: "a static page", url: at(fresh, "/about"), atLeast: 0.8 },
  // Local D1 alone costs more than the blank page does (decision 014).
  { name: "the home page", url: at(fresh, "/"), atLeast: 0.1 },
  { name: "the directory", url: at(fresh, "/plumbers"), atLeast: 0.1 },
  { name: "a static page, cached", url: at(caching, "/about"), atLeast: 2 },
  { name: "the home page, cached", url: at(caching, "/"), atLeast: 2 },
  { name: "the directory, cached", url: at(caching, "/plumbers"), atLeast: 2 },
  { name: "a client's overview", url: at(fresh, "/client-dashboard"), cookie: cookies.client, atLeast: 0.16 },
  { name: "a client's bookings", url: at(fresh, "/client-dashboard/bookings"), cookie: cookies.client, atLeast: 0.135 },
  { name: "a plumber's dashboard", url: at(fresh, "/plumber-dashboard"), cookie: cookies.plumber, atLeast: 0.098 },
  { name: "a plumber's jobs", url: at(fresh, "/plumber-dashboard/jobs"), cookie: cookies.plumber, atLeast: 0.092 },
  { name: "the office's day", url: at(fresh, "/admin-dashboard"), cookie: cookies.admin, atLeast: 0.096 },
  { name: "the office's bookings", url: at(fresh, "/admin-dashboard/bookings"), cookie: cookies.admin, atLeast: 0.11 },
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

async function requestsASecond(target: Target, seconds: number): Promise<number> {
  let done = 0;
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
  return (1000 * done) / (performance.now() - began);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

for (const target of TARGETS) await requestsASecond(target, 1);
const rates = TARGETS.map(() => [] as number[]);
for (let round = 0; round < ROUNDS; round++) {
  for (const [index, target] of TARGETS.entries()) rates[index]!.push(await requestsASecond(target, SECONDS));
}

agent.destroy();
await Promise.all([blank, fresh, caching].map(({ miniflare }) => miniflare.dispose()));

const yardstick = median(rates[0]!);
printTable(
  `Requests a second (medians of ${ROUNDS} rounds)`,
  TARGETS.map(({ name, atLeast }, index) => {
    const rate = median(rates[index]!);
    const ratio = rate / yardstick;
    return {
      what: name,
      measured: `${rate.toFixed(0).padStart(6)}  ${ratio.toFixed(3)} of the blank page`,
      bound: index === 0 ? "" : `at least ${atLeast}`,
      isKept: ratio >= atLeast,
    };
  }),
);
process.exit();
