import { useEffect, useRef, useState } from "react";
import { isLeaving } from "./leaving";
import type { ClientFrame } from "./protocol";
import { openReconnecting, type ReconnectingSocket } from "./reconnection";
import { CLOSE_CODES, HEARTBEAT_MS, PING, PONG, SIGNED_OUT } from "./signals";
import { isTyped } from "./typed";

interface Options<Frame> {
  /** Gets each frame. Frames come from our own Worker, so only their envelope is checked. */
  onFrame: (frame: Frame) => void;
  /** The socket is open. After an interruption, whatever changed in the meantime has to be fetched. */
  onOpen: (afterInterruption: boolean) => void;
}

/**
 * A socket that reconnects by itself while the component is mounted. Delivery isn't guaranteed: catch up in `onOpen`.
 * `path` null: no socket.
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
    let isDisplaced = false;
    let wasInterrupted = false;
    const live = openReconnecting(address, {
      opened() {
        keepsAlive.noteSign();
        setConnected(true);
        latest.current.onOpen(wasInterrupted);
      },
      received(data) {
        keepsAlive.noteSign();
        if (data === PONG) return;
        const frame: unknown = JSON.parse(String(data));
        if (isFrame(frame) && frame.type === SIGNED_OUT.type) return leave();
        if (isFrame<Frame>(frame)) latest.current.onFrame(frame);
      },
      lost(code) {
        wasInterrupted = true;
        setConnected(false);
        if (code === CLOSE_CODES.signedOut) leave();
        if (code === CLOSE_CODES.notYours) live.close();
        if (code === CLOSE_CODES.displaced) {
          live.close();
          isDisplaced = true;
        }
      },
    });
    socket.current = live;
    const keepsAlive = keepAlive(live, () => {
      wasInterrupted = true;
      setConnected(false);
    });
    const leave = () => {
      live.close();
      setConnected(false);
      // Reloading leads to sign-in, unless a navigation is under way already, as when signing out on this page. What is
      // typed would be lost: it is kept once it is sent (F7).
      if (!isLeaving() && !isTyped()) location.reload();
    };
    const reconnectWhenVisible = () => {
      if (!isDisplaced || document.visibilityState !== "visible") return;
      isDisplaced = false;
      live.reconnect();
    };
    document.addEventListener("visibilitychange", reconnectWhenVisible);
    return () => {
      document.removeEventListener("visibilitychange", reconnectWhenVisible);
      keepsAlive.stop();
      live.close();
      socket.current = null;
    };
  }, [path]);

  return {
    /** Null until the first attempt has succeeded or failed. */
    connected,
    send: (frame: ClientFrame) => {
      if (socket.current?.isOpen()) socket.current.send(JSON.stringify(frame));
    },
  };
}

const isFrame = <Frame extends { type: string }>(value: unknown): value is Frame =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Detects a connection that died silently, by a ping that nothing answers. */
function keepAlive(live: ReconnectingSocket, onLost: () => void) {
  let isPongDue = false;
  const beat = setInterval(() => {
    if (!live.isOpen() || document.visibilityState === "hidden") return;
    if (isPongDue) return reconnect();
    isPongDue = true;
    live.send(PING);
  }, HEARTBEAT_MS);
  const reconnect = () => {
    isPongDue = false;
    onLost();
    live.reconnect();
  };
  addEventListener("offline", onLost);
  addEventListener("online", reconnect);
  return {
    noteSign: () => void (isPongDue = false),
    stop() {
      clearInterval(beat);
      removeEventListener("offline", onLost);
      removeEventListener("online", reconnect);
    },
  };
}
