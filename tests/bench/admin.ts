import { Agent, request } from "node:http";
import { fillTown } from "../../scripts/fill-town";
import { openDatabase } from "../../app/db/client.server";
import { sessions, users } from "../../app/db/schema";
import { issueSessionToken } from "../../app/domain/accounts/sessions.server";
import { hashToken } from "../../app/domain/accounts/tokens.server";
import { SECRET, startUpload } from "./upload";

// npm run bench: how long each page of the office takes with 100,000 bookings, 20,000 users and a million messages.
const size = { bookings: 100_000, users: 20_000, messages: Number(process.env["MESSAGES"] ?? 1_000_000) };
const TIMES = 15;

const { miniflare, url, d1 } = await startUpload();
const now = Date.now();
const began = performance.now();
await fillTown(d1, size, now);
console.info(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s: ${JSON.stringify(size)}`);

const db = openDatabase(d1);
await db.insert(users).values({
  id: "benchadmin",
  role: "admin",
  email: "admin@bench.test",
  firstName: "Bench",
  lastName: "Admin",
  passwordHash: "x",
  emailVerifiedAt: now,
  createdAt: now,
  updatedAt: now,
});
const token = await issueSessionToken([SECRET], { id: "benchadmin", role: "admin" });
await db.insert(sessions).values({
  tokenHash: await hashToken(token),
  userId: "benchadmin",
  role: "admin",
  createdAt: now,
  refreshedAt: now,
  expiresAt: now + 86_400_000,
});

const agent = new Agent({ keepAlive: true });
function visit(path: string): Promise<{ status: number; bytes: number; depth: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, url),
      { agent, headers: { Host: "pombi.test", Cookie: `__Host-session=${token}` } },
      (response) => {
        let bytes = 0;
        response.on("data", (chunk: Buffer) => (bytes += chunk.length));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            bytes,
            depth: /depth=(\d+)/.exec(String(response.headers["server-timing"]))?.[1] ?? "?",
          }),
        );
      },
    );
    asked.once("error", reject).end();
  });
}

const PAGES = [
  "",
  "/dispatch",
  "/dispatch/loadbooking0099999",
  "/board",
  "/bookings",
  "/bookings?status=pending",
  "/bookings?city=harare&status=completed",
  "/bookings?plumber=loadplumber000007",
  "/bookings/loadbooking0000042",
  "/bookings/loadbooking0000042/chat",
  "/people",
  "/people?show=plumber",
  "/people/loadplumber000007",
  "/people/loadclient000007",
  "/reviews",
  "/inbox",
  "/log",
  "/messages?to=tendai",
  "/search?q=tendai",
  "/search?q=te",
  "/search?q=moyo%20t",
  "/search?q=PB-ZZZZ4",
  "/search?q=0771000",
  "/search?q=harare",
  "/search?q=loadclient77",
];
let slowest = 0;
for (const page of PAGES) {
  const times: number[] = [];
  let last = { status: 0, bytes: 0, depth: "?" };
  for (let turn = 0; turn < TIMES; turn++) {
    const from = performance.now();
    last = await visit(`/admin-dashboard${page}`);
    times.push(performance.now() - from);
  }
  if (last.status !== 200) throw new Error(`/admin-dashboard${page} answered ${last.status}`);
  const median = times.sort((a, b) => a - b)[Math.floor(TIMES / 2)]!;
  slowest = Math.max(slowest, median);
  console.info(
    `/admin-dashboard${page}: ${median.toFixed(0)} ms, at most ${times.at(-1)!.toFixed(0)}, ${(last.bytes / 1000).toFixed(0)} kB, D1 depth ${last.depth}`,
  );
}
agent.destroy();
await miniflare.dispose();
console.info(`The slowest page: ${slowest.toFixed(0)} ms`);
process.exit(slowest < 500 ? 0 : 1);
