import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { signWebhook } from "./webhook-deliveries.server";

// The sample receiver of docs/, as somebody would run it, against real signatures.
interface SampleReceiver {
  isFromPombi(header: string | undefined, body: string, secret: string, now?: number): boolean;
  receiver(secret: string, received: (event: { id: string }) => void): RequestListener;
}
const SAMPLE = "../../../../docs/webhook-receiver.mjs";
const { isFromPombi, receiver } = (await import(SAMPLE)) as SampleReceiver;

const SECRET = "whsec_test";
const BODY = '{"id":"e1","type":"bookingTransitioned","data":{"title":"Tafadzwa’s tap"}}';
const NOW = 1_795_339_800;

const takes = async (header: string | undefined, body = BODY, now = NOW) => isFromPombi(header, body, SECRET, now);

test("the sample receiver takes what we signed, up to five minutes old", async () => {
  const signed = await signWebhook(SECRET, BODY, NOW * 1000);
  expect(await takes(signed)).toBe(true);
  expect(await takes(signed, BODY, NOW + 300)).toBe(true);
});

test("the sample receiver refuses what is old, forged, changed or unsigned", async () => {
  const signed = await signWebhook(SECRET, BODY, NOW * 1000);
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

  test("receives an event once, however often it comes, and none that is forged", async () => {
    expect(await post(await signWebhook(SECRET, BODY, NOW * 1000))).toBe(204);
    expect(await post(await signWebhook(SECRET, BODY, NOW * 1000))).toBe(204);
    expect(await post(await signWebhook("another", BODY, NOW * 1000))).toBe(400);
    expect(events).toEqual(["e1"]);
  });
});
