import type { Page } from "playwright-core";
import type { Site } from "./site";

/** Waits until as many sockets of a page are through as it opens after `act`: from then on it hears what others do. */
export async function untilLive(page: Page, act: () => Promise<unknown>, sockets = 1): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Network.enable");
  let open = 0;
  const live = new Promise<void>((resolve) =>
    protocol.on("Network.webSocketHandshakeResponseReceived", () => {
      open += 1;
      if (open === sockets) resolve();
    }),
  );
  await act();
  await live;
  await protocol.detach();
}

/** A dashboard's page, live; a conversation has a socket of its own beside the feed. */
export const gotoLive = (page: Page, path: string): Promise<void> =>
  untilLive(page, () => page.goto(path), /\/messages\/./.test(path) ? 2 : 1);

/** Someone signed in, in a browser of their own, on a page that is live. */
export async function openLive(site: Site, width: number, email: string, path: string) {
  const side = await site.open({ width, script: true }, email);
  await gotoLive(side.page, path);
  return side;
}
