// A sample receiver of webhooks (X11), in Node without packages. Run it behind https:
//   WEBHOOK_SECRET=whsec_… PORT=9000 node webhook-receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE = 5 * 60;

/**
 * Whether a body comes from Pombi: `header` is `Pombi-Signature`, `body` the text as it came, `now` in seconds. An old one
 * is refused, because someone may have recorded it.
 */
export function isFromPombi(header, body, secret, now = Date.now() / 1000) {
  const [, seconds, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (!seconds || Math.abs(now - Number(seconds)) > TOLERANCE) return false;
  const expected = createHmac("sha256", secret).update(`${seconds}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

/** Answers at once; what it costs time to do, `received` does afterwards. An event that comes twice is received once. */
export function receiver(secret, received) {
  const had = new Set();
  return (request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part) => {
      body += part;
      if (body.length > 64_000) request.destroy();
    });
    request.on("end", () => {
      const isOurs = request.method === "POST" && isFromPombi(request.headers["pombi-signature"], body, secret);
      response.writeHead(isOurs ? 204 : 400).end();
      if (!isOurs) return;
      const event = JSON.parse(body);
      if (had.has(event.id)) return;
      had.add(event.id);
      received(event);
    });
  };
}

if (process.argv[1]?.endsWith("webhook-receiver.mjs")) {
  const { createServer } = await import("node:http");
  const { WEBHOOK_SECRET, PORT = "9000" } = process.env;
  if (!WEBHOOK_SECRET) throw new Error("Please set WEBHOOK_SECRET.");
  createServer(receiver(WEBHOOK_SECRET, ({ type, data }) => console.info(type, data.title))).listen(Number(PORT));
}
