import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as ask } from "node:http";
import { createSecureServer } from "node:http2";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { pause } from "./site";

/** EDGE, in bits a second and ms. */
const DOWN = 240_000;
const UP = 120_000;
const ROUND_TRIP_MS = 400;

const PACKET = 1400;

/** One direction of the line: a packet waits for those before it. */
function layWay(bitsEachSecond: number) {
  let isFreeAt = 0;
  let bytes = 0;
  const underWay: { at: number; arrive: () => void }[] = [];
  const deliver = () => {
    while (underWay[0] && underWay[0].at <= performance.now()) underWay.shift()!.arrive();
    if (underWay[0]) wait(underWay[0].at);
  };
  const wait = (at: number) => setTimeout(deliver, Math.max(1, at - performance.now()));
  const send = (size: number, arrive: () => void) => {
    bytes += size;
    isFreeAt = Math.max(performance.now(), isFreeAt) + (size * 8 * 1000) / bitsEachSecond;
    underWay.push({ at: isFreeAt + ROUND_TRIP_MS / 2, arrive });
    if (underWay.length === 1) wait(underWay[0]!.at);
  };
  return {
    /** Carries what one end writes to the other end, with its end. */
    carry(from: Socket, to: Socket) {
      from.on("data", (data: Buffer) => {
        for (let at = 0; at < data.length; at += PACKET) {
          const packet = data.subarray(at, at + PACKET);
          send(packet.length, () => void (to.writable && to.write(packet)));
        }
      });
      from.on("close", () => send(0, () => to.destroy()));
    },
    bytes: () => bytes,
  };
}

/**
 * A throw-away certificate for localhost. Chromium takes it by `flag`, and caches what comes with it: with all errors
 * ignored it would load each file again.
 */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), "pombi-line-"));
  const [key, cert] = [join(folder, "key"), join(folder, "cert")] as const;
  const words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  execFileSync("openssl", [...words.split(" "), "-keyout", key, "-out", cert], { stdio: "ignore" });
  const certificate = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  const publicKey = new X509Certificate(certificate.cert).publicKey.export({ type: "spki", format: "der" });
  const hash = createHash("sha256").update(publicKey).digest("base64");
  return { ...certificate, flag: `--ignore-certificate-errors-spki-list=${hash}` };
}

/** Headers that belong to one connection, and that HTTP/2 does not know. */
const OF_CONNECTION = ["connection", "keep-alive", "transfer-encoding", "upgrade", "host"];

/** Puts one origin in place of another where a header names it. */
const moveTo = (headers: IncomingHttpHeaders, from: string, to: string) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !name.startsWith(":") && !OF_CONNECTION.includes(name))
      .map(([name, value]) => [name, typeof value === "string" ? value.replace(from, to) : value]),
  );

interface Asked {
  path: string;
  at: number;
  answeredAt: number;
  /** Of the answer's body. */
  bytes: number;
}

/** Nothing is asked for this long: a page's feed opens a good second after all else, and may load its data once more. */
const QUIET_MS = 3000;

/** Requests that began before an answer could lead to them wait side by side: that is one round trip. */
function countTrips(requests: Asked[]): number {
  let trips = 0;
  let until = -Infinity;
  for (const { at, answeredAt } of requests) {
    const canLeadOnAt = answeredAt + ROUND_TRIP_MS * 0.95;
    if (at < until) {
      until = Math.min(until, canLeadOnAt);
    } else {
      trips++;
      until = canLeadOnAt;
    }
  }
  return trips;
}

export interface Cost {
  down: number;
  up: number;
  requests: number;
  /** Round trips that somebody has waited for. */
  trips: number;
}

/** The line between one phone and the site: TLS and HTTP/2 as in production, as slow as EDGE. Its bytes are those of the connections. */
export async function layPhoneLine(site: string, certificate: { key: Buffer; cert: Buffer }) {
  const { port } = new URL(site);
  const agent = new Agent({ keepAlive: true });
  const asked: Asked[] = [];
  const down = layWay(DOWN);
  const up = layWay(UP);
  let trips = 0;

  const server = createSecureServer({ ...certificate, allowHTTP1: true });
  server.on("request", (request, response) => {
    const entry: Asked = {
      path: `${request.method} ${request.url}`,
      at: performance.now(),
      answeredAt: Infinity,
      bytes: 0,
    };
    asked.push(entry);
    const { method, url: path } = request;
    const headers = { ...moveTo(request.headers, origin, site), host: new URL(site).host };
    const question = ask({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
      entry.answeredAt = performance.now();
      entry.path += ` ${answer.statusCode} ${answer.headers["content-type"]?.split(";")[0] ?? ""}`;
      answer.on("data", (data: Buffer) => (entry.bytes += data.length));
      response.writeHead(answer.statusCode!, moveTo(answer.headers, site, origin));
      answer.pipe(response);
    });
    question.on("error", () => response.stream?.destroy());
    request.pipe(question);
  });
  server.on("upgrade", (request: IncomingMessage, browser: Duplex) => {
    asked.push({ path: `SOCKET ${request.url}`, at: performance.now(), answeredAt: Infinity, bytes: 0 });
    const worker = connect(Number(port), "127.0.0.1", () => {
      const lines = Object.entries({ ...request.headers, host: new URL(site).host, origin: site });
      worker.write(`GET ${request.url} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`);
      browser.pipe(worker).pipe(browser);
    });
    for (const end of [worker, browser]) end.on("error", () => void [worker.destroy(), browser.destroy()]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const open = new Set<Socket>();
  const line = createServer((browser) => {
    const far = connect((server.address() as AddressInfo).port, "127.0.0.1");
    up.carry(browser, far);
    down.carry(far, browser);
    for (const end of [browser, far]) {
      open.add(end);
      end.on("error", () => undefined);
      end.on("close", () => open.delete(end));
    }
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  const origin = `https://localhost:${(line.address() as AddressInfo).port}`;

  return {
    origin,
    /** Waits for what a person waits for after one tap. */
    async wait(act: () => Promise<unknown>): Promise<void> {
      const first = asked.length;
      await act();
      trips += countTrips(asked.slice(first));
    },
    /** Waits until nobody asks any more; what has been answered may still be under way. */
    async rest(): Promise<void> {
      for (let seen = -1; seen < asked.length; await pause(QUIET_MS)) seen = asked.length;
    },
    cost: (): Cost => ({ down: down.bytes(), up: up.bytes(), requests: asked.length, trips }),
    /** Every request since the first, each with the bytes of its answer. */
    asked: () => asked.map(({ path, bytes }) => `${String(bytes).padStart(6)} ${path}`),
    close() {
      server.close();
      line.close();
      agent.destroy();
      for (const end of open) end.destroy();
    },
  };
}

export type PhoneLine = Awaited<ReturnType<typeof layPhoneLine>>;
