import { useEffect, useRef, useState } from "react";
import ReconnectingSocket from "partysocket/ws";
import { CLOSE_CODES, SIGNED_OUT } from "./close-codes";
import { HEARTBEAT_MS, PING, PONG } from "./heartbeat";
import { isLeaving } from "./leaving";
import type { ClientFrame } from "./protocol";
import { reconnection } from "./reconnection";

interface Options<Frame> {
  /** News; frames are our own Worker's, so only their envelope is checked here. */
  onFrame: (frame: Frame) => void;
  /** The socket is open, for the first time or again: what came since the page was loaded has to be asked for. */
  onOpen: () => void;
}

/**
 * A socket that comes back by itself, for as long as the page shows what it is for. Delivery is never promised:
 * whoever uses it catches up on each reconnect. `path` null: no socket.
 */
export function useLiveSocket<Frame extends { type: string }>(path: string | null, options: Options<Frame>) {
  const [connected, setConnected] = useState<boolean | null>(null);
  const socket = useRef<ReconnectingSocket | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!path) return;
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    const live = new ReconnectingSocket(address, [], { ...reconnection(), maxEnqueuedMessages: 0 });
    socket.current = live;
    let isDisplaced = false;
    const leave = () => {
      live.close();
      // The next page says where to sign in, unless somebody is on the way to it already: whoever signs out here.
      if (!isLeaving()) location.reload();
    };
    live.addEventListener("open", () => {
      setConnected(true);
      latest.current.onOpen();
    });
    live.addEventListener("message", (event: MessageEvent) => {
      if (event.data === PONG) return;
      const frame: unknown = JSON.parse(String(event.data));
      if (isFrame(frame) && frame.type === SIGNED_OUT.type) return leave();
      if (isFrame<Frame>(frame)) latest.current.onFrame(frame);
    });
    live.addEventListener("close", (event) => {
      setConnected(false);
      if (event.code === CLOSE_CODES.signedOut) leave();
      if (event.code === CLOSE_CODES.notYours) live.close();
      if (event.code === CLOSE_CODES.displaced) {
        live.close();
        isDisplaced = true;
      }
    });
    const comeBack = () => {
      if (!isDisplaced || document.visibilityState !== "visible") return;
      isDisplaced = false;
      live.reconnect();
    };
    document.addEventListener("visibilitychange", comeBack);
    const endWatch = keepAlive(live, () => setConnected(false));
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      endWatch();
      live.close();
      socket.current = null;
    };
  }, [path]);

  return {
    /** Null before the first answer. */
    connected,
    send: (frame: ClientFrame) => {
      if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(JSON.stringify(frame));
    },
  };
}

const isFrame = <Frame extends { type: string }>(value: unknown): value is Frame =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Notices a line that died without a word, and gives what ends the watch. */
function keepAlive(live: ReconnectingSocket, onLost: () => void): () => void {
  let isWaiting = false;
  const beat = setInterval(() => {
    if (live.readyState !== WebSocket.OPEN || document.visibilityState === "hidden") return;
    if (isWaiting) return again();
    isWaiting = true;
    live.send(PING);
  }, HEARTBEAT_MS);
  const again = () => {
    isWaiting = false;
    onLost();
    live.reconnect();
  };
  const answered = () => (isWaiting = false);
  live.addEventListener("message", answered);
  live.addEventListener("open", answered);
  addEventListener("offline", onLost);
  addEventListener("online", again);
  return () => {
    clearInterval(beat);
    removeEventListener("offline", onLost);
    removeEventListener("online", again);
  };
}
