import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { ORIGIN, startUpload } from "./upload";

// npm run bench: what large bodies cost a Worker, seen from outside: statuses, milliseconds, megabytes.
const MB = 1024 * 1024;
const MULTIPART = "multipart/form-data; boundary=b";
const CHUNK = 64 * 1024;

const { miniflare, url } = await startUpload();
const agent = new Agent({ keepAlive: false });
const failures: string[] = [];

interface Answer {
  status: number;
  ms: number;
  text: string;
}

/**
 * Posts a body in pieces without a Content-Length, or asks for a page; a site that hangs up before it responds gives
 * status 0.
 */
function send(path: string, type = "", pieces: Iterable<string | Buffer> = []): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status: number, text: string) => resolve({ status, text, ms: performance.now() - began });
    const headers = { Host: new URL(ORIGIN).host, Origin: ORIGIN, "Content-Type": type };
    const asked = request(
      new URL(path, url),
      { agent, method: type ? "POST" : "GET", headers: type ? headers : { Host: headers.Host } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response
          .once("end", () => done(response.statusCode ?? 0, text))
          .once("error", () => done(response.statusCode ?? 0, text));
      },
    );
    asked.once("error", () => done(0, ""));
    const iterator = pieces[Symbol.iterator]();
    const next = (): void => {
      for (let piece = iterator.next(); ; piece = iterator.next()) {
        if (piece.done) return void asked.end();
        if (!asked.write(piece.value)) return void asked.once("drain", next);
      }
    };
    next();
  });
}

/** The memory of the workerd below this process, in bytes. */
function residentBytes(): number {
  const statuses = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/status`, "utf8");
      } catch {
        return [];
      }
    });
  const field = (status: string, name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
  return statuses
    .filter((status) => field(status, "Name") === "workerd" && field(status, "PPid") === String(process.pid))
    .reduce((sum, status) => sum + Number(field(status, "VmRSS")) * 1024, 0);
}

/** How far memory rises during some work, and how long a page takes meanwhile. */
async function meanwhile<T>(
  work: () => Promise<T>,
): Promise<{ result: T; before: number; peak: number; slowestPage: number }> {
  const before = residentBytes();
  let peak = before;
  let slowestPage = 0;
  let goesOn = true;
  const watch = (async () => {
    while (goesOn) {
      peak = Math.max(peak, residentBytes());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const visits = (async () => {
    while (goesOn) slowestPage = Math.max(slowestPage, (await send("/about")).ms);
  })();
  const result = await work();
  goesOn = false;
  await Promise.all([watch, visits]);
  return { result, before, peak, slowestPage };
}

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
function* photoForm(bytes: number): Generator<string | Buffer> {
  yield (
    part("role", "plumber") +
    part("name", "Rudo") +
    '--b\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
  );
  for (let sent = 0; sent < bytes; sent += CHUNK) yield Buffer.alloc(CHUNK, 7);
  yield `\r\n${part("username", "Moyo")}--b--\r\n`;
}

const inMb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`;
const expectThat = (holds: boolean, what: string) => void (holds || failures.push(what));

for (let warmUp = 0; warmUp < 20; warmUp++)
  await Promise.all([send("/about"), send("/signup", "application/x-www-form-urlencoded", ["name=x"])]);

const fields = Array.from({ length: 60_000 }, () => "email=1").join("&");
const many = await meanwhile(() => send("/signin", "application/x-www-form-urlencoded", [fields]));
console.info(
  `60,000 fields to /signin: ${many.result.status} in ${many.result.ms.toFixed(0)} ms; the slowest page meanwhile ${many.slowestPage.toFixed(0)} ms`,
);
expectThat(
  [400, 413].includes(many.result.status) && many.result.ms < 300,
  "60,000 fields are refused in less than 300 ms",
);

for (const size of [7, 30]) {
  const { result } = await meanwhile(() => send("/signup", MULTIPART, photoForm(size * MB)));
  const keeps = ["Image is too large. The limit is 5 MB.", 'value="Rudo"', 'value="Moyo"'].every((text) =>
    result.text.includes(text),
  );
  console.info(
    `a photo of ${size} MB to /signup: ${result.status} in ${result.ms.toFixed(0)} ms; ${keeps ? "says so, with the answers" : "NO ANSWERS"}`,
  );
  expectThat(result.status === 413 && keeps, `a photo of ${size} MB is refused with the form and its answers`);
}

for (const [what, type, pieces] of [
  ["a photo", MULTIPART, () => photoForm(60 * MB)],
  [
    "text",
    "application/x-www-form-urlencoded",
    () => Array.from({ length: (60 * MB) / CHUNK }, () => "a=b".padEnd(CHUNK, "x")),
  ],
] as const) {
  const flood = await meanwhile(() => Promise.all(Array.from({ length: 10 }, () => send("/signup", type, pieces()))));
  const statuses = [...new Set(flood.result.map(({ status }) => status))].join(", ");
  const longest = Math.max(...flood.result.map(({ ms }) => ms));
  console.info(
    `ten times 60 MB of ${what} at once: ${statuses} within ${longest.toFixed(0)} ms; memory ${inMb(flood.before)}, at its peak ${inMb(flood.peak)}; the slowest page meanwhile ${flood.slowestPage.toFixed(0)} ms`,
  );
  expectThat(flood.peak - flood.before < 64 * MB, `ten times 60 MB of ${what} take less than 64 MB`);
  // A sender who continues may be cut off before it reads the response.
  expectThat(
    flood.result.every(({ status }) => status === 413 || status === 0),
    `ten times 60 MB of ${what} are refused`,
  );
}

/** Heads full of blanks: what they cost grows with their number and not with its square. */
const blanks = (heads: number) =>
  `${`--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: a${" ".repeat(3900)}x\r\n\r\n\r\n`.repeat(heads)}--b--`;
const [few, tenfold] = [
  await send("/signup", MULTIPART, [blanks(30)]),
  await send("/signup", MULTIPART, [blanks(300)]),
];
console.info(`30 heads of 4 kB of blanks to /signup: ${few.ms.toFixed(0)} ms, 300: ${tenfold.ms.toFixed(0)} ms`);
expectThat(tenfold.ms < 300, "300 heads of 4 kB of blanks are read in less than 300 ms");

await miniflare.dispose();
for (const failure of failures) console.error(`Not so: ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
