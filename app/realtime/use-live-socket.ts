import { useEffect, useRef, useState } from "react";
import { OWNER_FIELD } from "~/domain/values/user";
import { isLeaving, isTyped } from "./page-state";
import type { ClientFrame } from "./protocol";
import { CLOSE_CODES, PING, PONG, PONG_MS, QUIET_MS, SIGNED_OUT } from "./signals";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;
const PAUSE_GROWTH = 1.3;
const ATTEMPT_MS = 20_000;
/** A socket that lived this long, in milliseconds, was no failed attempt: the next pause is the first again. */
const MIN_UPTIME_MS = 5000;

/** The pause in milliseconds before a lost socket reconnects (C12). Random: a deploy drops every socket at once. */
export const pauseAfter = (failures: number, random: number): number =>
  Math.min((FIRST_PAUSE_MS + random * 1000) * PAUSE_GROWTH ** (failures - 1), LONGEST_PAUSE_MS);

interface Events {
  opened(): void;
  received(data: unknown): void;
  /** It is lost, with the code that closed it; unless it is closed now, it connects again after a pause. */
  lost(code: number): void;
}

interface ReconnectingSocket {
  isOpen: () => boolean;
  send: (data: string) => void;
  close: () => void;
  reconnect: () => void;
}

function openReconnecting(address: string, { opened, received, lost }: Events): ReconnectingSocket {
  const random = Math.random();
  let socket: WebSocket | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const own = (socket = new WebSocket(address));
    const lose = (code: number) => {
      if (socket !== own) return;
      close();
      failures += 1;
      timer = setTimeout(connect, pauseAfter(failures, random));
      lost(code);
    };
    timer = setTimeout(lose, ATTEMPT_MS, 0);
    own.onopen = () => {
      if (socket !== own) return;
      clearTimeout(timer);
      timer = setTimeout(() => (failures = 0), MIN_UPTIME_MS);
      opened();
    };
    own.onmessage = ({ data }) => void (socket === own && received(data));
    // Chromium reports no close for an attempt that never succeeded.
    own.onerror = () => lose(0);
    own.onclose = ({ code }) => lose(code);
  }

  function close(): void {
    clearTimeout(timer);
    const old = socket;
    socket = null;
    old?.close();
  }

  connect();
  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    send: (data: string) => socket?.send(data),
    close,
    reconnect() {
      close();
      failures = 0;
      connect();
    },
  };
}

interface Options<Frame> {
  /** Gets each frame. Frames come from our own Worker, so only their envelope is checked. */
  onFrame: (frame: Frame) => void;
  /** The socket is open. After an interruption, whatever changed in the meantime has to be fetched. */
  onOpen: (afterInterruption: boolean) => void;
}

/**
 * A socket that reconnects while the component is mounted: catch up in `onOpen`. `path` null: no socket. `owner`: the tag of
 * the page's user, without whose session it is not opened again (F10).
 */
export function useLiveSocket<Frame extends { type: string }>(
  path: string | null,
  owner: string,
  options: Options<Frame>,
) {
  const [connected, setConnected] = useState<boolean | null>(null);
  const socket = useRef<ReconnectingSocket | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    if (!path) return;
    const named = `${path}${path.includes("?") ? "&" : "?"}${OWNER_FIELD}=${owner}`;
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${named}`;
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
      // Reloading leads to sign-in, unless a navigation is under way already, as when signing out on this page. Typed
      // text would be lost: it is kept once it is sent (F7).
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
  }, [path, owner]);

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
  let timer: ReturnType<typeof setTimeout>;
  const noteSign = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, QUIET_MS);
  };
  const ask = () => {
    noteSign();
    if (!live.isOpen() || document.visibilityState === "hidden") return;
    clearTimeout(timer);
    timer = setTimeout(reconnect, PONG_MS);
    live.send(PING);
  };
  const reconnect = () => {
    noteSign();
    onLost();
    live.reconnect();
  };
  noteSign();
  addEventListener("offline", onLost);
  addEventListener("online", reconnect);
  // A phone that slept may have lost it.
  document.addEventListener("visibilitychange", ask);
  return {
    noteSign,
    stop() {
      clearTimeout(timer);
      removeEventListener("offline", onLost);
      removeEventListener("online", reconnect);
      document.removeEventListener("visibilitychange", ask);
    },
  };
}
