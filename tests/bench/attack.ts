import { ATTACK } from "./bounds";
import { median, printTable, rowOf, type Row } from "./table";
import { type Answer, ask, residentBytes, startUpload, URLENCODED } from "./upload";

// npm run bench: what large bodies cost a Worker, seen from outside: statuses, milliseconds, megabytes.
const MB = 1024 * 1024;
const MULTIPART = "multipart/form-data; boundary=b";
const CHUNK = 64 * 1024;

const { miniflare, url, pid } = await startUpload();
const send = (path: string, type?: string, pieces?: Iterable<string | Buffer>): Promise<Answer> =>
  ask(new URL(path, url), { type, pieces });

/** The rise of memory during some work, in MB, and the time of a page meanwhile. */
async function meanwhile<T>(work: Promise<T>) {
  const before = residentBytes(pid);
  let peak = before;
  let slowestPage = 0;
  let goesOn = true;
  const watch = (async () => {
    while (goesOn) {
      peak = Math.max(peak, residentBytes(pid));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const visits = (async () => {
    while (goesOn) slowestPage = Math.max(slowestPage, (await send("/about")).ms);
  })();
  const result = await work;
  goesOn = false;
  await Promise.all([watch, visits]);
  return { result, memory: (peak - before) / MB, slowestPage };
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

for (let warmUp = 0; warmUp < 20; warmUp++)
  await Promise.all([send("/about"), send("/signup", URLENCODED, ["name=x"])]);
const pages: number[] = [];
for (let turn = 0; turn < 20; turn++) pages.push((await send("/about")).ms);
/** A time in requests for a static page. */
const inPages = (ms: number, atMost: number) => ({ is: ms / median(pages), unit: "static pages", atMost });
const slowest = (ms: number) => ({ is: ms, unit: "ms the slowest page meanwhile" });

const rows: Row[] = [];
/** A row of what was answered, which is not kept unless each status is one of those allowed. */
function add(what: string, answers: Answer[], allowed: number[], figures: Parameters<typeof rowOf>[1]): void {
  const statuses = [...new Set(answers.map(({ status }) => status))];
  const row = rowOf(`${what}: ${statuses.join(", ")}`, figures);
  rows.push({ ...row, isKept: row.isKept && statuses.every((status) => allowed.includes(status)) });
}

const fields = Array.from({ length: 60_000 }, () => "email=1").join("&");
const many = await meanwhile(send("/signin", URLENCODED, [fields]));
const figures = [inPages(many.result.ms, ATTACK.manyFields), slowest(many.slowestPage)];
add("60,000 fields", [many.result], [400, 413], figures);

for (const size of [7, 30]) {
  const answer = await send("/signup", MULTIPART, photoForm(size * MB));
  const kept = ["Image is too large. The limit is 5 MB.", 'value="Rudo"', 'value="Moyo"'].filter((text) =>
    answer.text.includes(text),
  );
  add(`a photo of ${size} MB`, [answer], [413], [{ is: kept.length, unit: "of 3 texts of the form", atLeast: 3 }]);
}

for (const [what, type, pieces] of [
  ["a photo", MULTIPART, () => photoForm(60 * MB)],
  ["text", URLENCODED, () => Array.from({ length: (60 * MB) / CHUNK }, () => "a=b".padEnd(CHUNK, "x"))],
] as const) {
  const flood = await meanwhile(Promise.all(Array.from({ length: 10 }, () => send("/signup", type, pieces()))));
  // A sender who continues may be cut off before it reads the response.
  const memory = { is: flood.memory, unit: "MB of memory", atMost: ATTACK.memory };
  add(`ten times 60 MB of ${what}`, flood.result, [413, 0], [memory, slowest(flood.slowestPage)]);
}

// Heads full of blanks: their cost grows with their number and not with its square.
const head = `--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: a${" ".repeat(3900)}x\r\n\r\n\r\n`;
for (const heads of [30, 300]) {
  const answer = await send("/signup", MULTIPART, [`${head.repeat(heads)}--b--`]);
  add(`${heads} heads of 4 kB of blanks`, [answer], [400, 413, 0], [inPages(answer.ms, ATTACK.blankHeads)]);
}

await miniflare.dispose();
printTable("What large bodies cost, with the statuses they got", rows);
process.exit();
