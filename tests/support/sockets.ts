import { SELF } from "cloudflare:test";
import { onTestFinished, vi } from "vitest";
import { PING } from "~/realtime/signals";
import { env } from "./env";

type Frame = Record<string, unknown>;

export type Listener = Exclude<Awaited<ReturnType<typeof listen>>, number>;

/**
 * Opens a socket through the front door as a page would, or gives the status of the refusal. `frames`: those that have
 * come; `closed`: the code it was closed with.
 */
export async function listen(path: string, cookie: string | null, headers: Record<string, string> = {}) {
  const response = await SELF.fetch(env.ORIGIN + path, {
    headers: { Upgrade: "websocket", Origin: env.ORIGIN, ...(cookie && { Cookie: cookie }), ...headers },
  });
  const socket = response.webSocket;
  if (!socket) {
    await response.text();
    return response.status;
  }
  const frames: Frame[] = [];
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  socket.addEventListener("message", ({ data }) => void frames.push(JSON.parse(String(data)) as Frame));
  socket.accept();
  /** Waits for a frame of a kind; throws after twenty seconds. */
  const next = (type: string) =>
    vi.waitFor(
      () => {
        const at = frames.findIndex((frame) => frame["type"] === type);
        if (at < 0) throw new Error(`No frame of type ${type}; there were ${JSON.stringify(frames)}`);
        return frames.splice(at, 1)[0]!;
      },
      { timeout: 20_000, interval: 10 },
    );
  return {
    socket,
    frames,
    closed,
    next,
    /** Waits until every frame that was sent to it so far has come: a pong comes behind them. */
    async caughtUp() {
      socket.send(PING);
      await next("pong");
    },
    async leave() {
      if (socket.readyState === WebSocket.OPEN) socket.close(1000);
      await closed;
    },
  };
}

/** The same for those who expect to get in; they leave when the test ends. */
export async function mustListen(...[path, cookie, headers]: Parameters<typeof listen>): Promise<Listener> {
  const listener = await listen(path, cookie, headers);
  if (typeof listener === "number") throw new Error(`The socket was refused with ${listener}.`);
  onTestFinished(listener.leave);
  return listener;
}
