import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { whyNotReady } from "./local-site";

test("a busy port is named before anything starts, with a way to choose another", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await whyNotReady(port, ".")).toMatch(new RegExp(`^Port ${port} is busy: .*PORT=\\d+ npm start`));
  other.close();
  await once(other, "close");
  expect(await whyNotReady(port, ".")).toBeNull();
});

test("an install without the packages' scripts is reported in our words", async () => {
  expect(await whyNotReady(0, "nowhere")).toContain("Run npm ci, without --ignore-scripts.");
});
