import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { webhookAddress } from "./webhook";
import { signWebhook } from "./webhook-deliveries.server";

// The sample receiver of docs/, as someone would run it, against real signatures.
interface SampleReceiver {
  isFromPombi(header: string | undefined, body: string, secret: string, now?: number): boolean;
  receiver(secret: string, received: (event: { id: string }) => void): RequestListener;
}
const SAMPLE = "../../../../docs/webhook-receiver.mjs";
const { isFromPombi, receiver } = (await import(SAMPLE)) as SampleReceiver;

const SECRET = "whsec_test";
const BODY = '{"id":"e1","type":"bookingTransitioned","data":{"title":"Tafadzwa’s tap"}}';
const NOW = 1_795_339_800;
const signed = await signWebhook(SECRET, BODY, NOW * 1000);

const takes = async (header: string | undefined, body = BODY, now = NOW) => isFromPombi(header, body, SECRET, now);

test("the signature is Stripe's: the HMAC of the seconds, a dot and the body", async () => {
  // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
  expect(await signWebhook("whsec_test", '{"a":1}', 1_700_000_000_999)).toBe(
    "t=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789",
  );
});

test("the sample receiver takes what we signed, up to five minutes old", async () => {
  expect(await takes(signed)).toBe(true);
  expect(await takes(signed, BODY, NOW + 300)).toBe(true);
});

test("the sample receiver refuses what is old, forged, changed or unsigned", async () => {
  const refused = [
    await takes(signed, BODY, NOW + 301),
    await takes(signed, BODY, NOW - 301),
    await takes(signed, `${BODY} `),
    await takes(await signWebhook("another", BODY, NOW * 1000)),
    // A recorded signature under a new time.
    await takes(signed.replace(String(NOW), String(NOW + 600)), BODY, NOW + 600),
    await takes(signed.replace(/v1=.*/, "v1=")),
    await takes(`t=${NOW},v1=${"0".repeat(64)}`),
    await takes(""),
    await takes(undefined),
  ];
  expect(refused).toEqual(refused.map(() => false));
});

describe("running, the sample receiver", () => {
  const events: string[] = [];
  let server: Server;
  let address: string;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW * 1000 });
    server = createServer(receiver(SECRET, ({ id }) => events.push(id)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.close();
    vi.useRealTimers();
  });
  const post = async (signature: string) =>
    (await fetch(address, { method: "POST", body: BODY, headers: { "Pombi-Signature": signature } })).status;

  test("the sample receiver takes an event once, however often it comes, and refuses a forged one", async () => {
    expect(await post(signed)).toBe(204);
    expect(await post(signed)).toBe(204);
    expect(await post(await signWebhook("another", BODY, NOW * 1000))).toBe(400);
    expect(events).toEqual(["e1"]);
  });
});

const at = (text: string, allowsLocalhost = false, origin = "https://pombi.test") =>
  webhookAddress(text, origin, allowsLocalhost);

test.each([
  ["https://example.com/hook", "https://example.com/hook"],
  ["https://EXAMPLE.com:8443/a?b=c#d", "https://example.com:8443/a?b=c"],
  ["https://hooks.example.co.zw", "https://hooks.example.co.zw/"],
  ["https://127.0.0.1.example.com/", "https://127.0.0.1.example.com/"],
])("%s is posted to", (text, address) => {
  expect(at(text)).toBe(address);
});

const REFUSED = {
  "what is no address with https": `example.com http://example.com/ ftp://example.com/ javascript:alert(1)
    https://me:secret@example.com/ https://me@example.com/ https://example.com/${"a".repeat(500)}`,
  "our own pages":
    "https://pombi.test/api/bookings https://pombi.test:8443/ https://POMBI.test./ https://pombi.test../",
  "an address by number, in any spelling": `https://127.0.0.1/ https://127.1/ https://2130706433/ https://0x7f000001/
    https://0x7f.0.0.1/ https://0177.0.0.1/ https://10.0.0.1/ https://172.16.0.1/ https://192.168.1.1/ https://0.0.0.0/
    https://169.254.169.254/latest/meta-data https://100.64.0.1/ https://192.168.1.1./ https://１２７.0.0.1/ https://8.8.8.8/
    https://[::1]/ https://[::]/ https://[fe80::1]/ https://[fd00::1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/
    https://[64:ff9b::7f00:1]/ https://[2001:4860:4860::8888]/`,
  "a name that leads nowhere in public": `https://localhost/ https://LOCALHOST./ https://a.localhost/ https://printer/
    https://printer.local/ https://metadata.google.internal/ https://router.lan/ https://router.home.arpa./ https://localhost../
    https://metadata.google.internal../ https://a..example.com/ https://kubernetes.default.svc/ https://127.0.0.1.nip.io/
    https://10-0-0-1.sslip.io/ https://app.localtest.me/`,
  "a port of another service": "https://example.com:22/ https://example.com:25/ https://example.com:6379/",
};

test.each(Object.entries(REFUSED))("%s is refused", (_, addresses) => {
  for (const text of addresses.split(/\s+/)) expect(at(text), text).toBeNull();
  expect(at("")).toBeNull();
});

test("localhost is posted to in local mode alone, at a port of its own, and nothing else without https", () => {
  expect(at("http://localhost:9000/hook", true)).toBe("http://localhost:9000/hook");
  expect(at("http://localhost:9000/hook")).toBeNull();
  for (const text of ["http://localhost/", "http://127.0.0.1:9000/", "http://localhost.example.com:9000/"])
    expect(at(text, true), text).toBeNull();
  expect(at("https://10.0.0.1/", true)).toBeNull();
  expect(at("http://localhost:8788/", true, "http://localhost:8788")).toBeNull();
});
