import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Connect } from "vite";

interface FrontServer {
  server: Server;
  /** Asks Vite first. Set later, because Vite's own socket needs the server to exist. */
  useVite(middlewares: Connect.Server): void;
}

/**
 * One address for the browser: Vite serves modules and files, the Worker everything else. `worker` resolves to the
 * Worker's address once it can answer a path with current code.
 */
export function openFrontServer(worker: (path: string) => Promise<URL>): FrontServer {
  let vite: Connect.Server | undefined;
  const server = createServer((request, response) => {
    const fromWorker = () =>
      void worker(request.url ?? "/").then((url) => passOn(request, response, url), fail(response));
    if (vite) vite(request, response, fromWorker);
    else fromWorker();
  });
  server.on("upgrade", (request, socket: Duplex, head) => {
    if (isVites(request)) return;
    worker(request.url ?? "/").then(
      (url) => passOnSocket(request, socket, head, url),
      () => socket.destroy(),
    );
  });
  return { server, useVite: (middlewares) => void (vite = middlewares) };
}

const isVites = ({ headers }: IncomingMessage) => headers["sec-websocket-protocol"]?.startsWith("vite-") ?? false;

const fail = (response: ServerResponse) => (error: Error) => {
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { "Content-Type": "text/plain" }).end(error.message);
};

function passOn(request: IncomingMessage, response: ServerResponse, url: URL): void {
  const { method, url: path, headers } = request;
  const address = request.socket.remoteAddress ?? "127.0.0.1";
  const asked = ask(
    { host: url.hostname, port: url.port, method, path, headers: { ...headers, "cf-connecting-ip": address } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      answer.pipe(response);
    },
  );
  asked.on("error", fail(response));
  // When the browser goes away, the Worker's request is aborted too.
  response.on("close", () => asked.destroy());
  request.pipe(asked);
}

function passOnSocket(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
  const worker = connect(Number(url.port), url.hostname, () => {
    const headers = Array.from({ length: request.rawHeaders.length / 2 }, (_, at) =>
      request.rawHeaders.slice(2 * at, 2 * at + 2).join(": "),
    );
    worker.write([`GET ${request.url} HTTP/1.1`, ...headers, "", ""].join("\r\n"));
    worker.write(head);
    worker.pipe(socket).pipe(worker);
  });
  worker.on("error", () => socket.destroy());
  socket.on("error", () => worker.destroy());
}
