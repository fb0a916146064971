const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;
const PAUSE_GROWTH = 1.3;
/** How long an attempt may take, in milliseconds. */
const ATTEMPT_MS = 20_000;
/** A socket that lived this long, in milliseconds, was no failed attempt: the next pause is the first again. */
const MIN_UPTIME_MS = 5000;

/**
 * How long a lost socket waits before it connects again, in milliseconds (C12): 1 to 2 seconds after the first failure,
 * at most 5. A deploy drops every socket at once; the random part keeps them from coming back at the same moment.
 */
export const pauseAfter = (failures: number, random: number): number =>
  Math.min((FIRST_PAUSE_MS + random * 1000) * PAUSE_GROWTH ** (failures - 1), LONGEST_PAUSE_MS);

interface Events {
  opened(): void;
  received(data: unknown): void;
  /** It is lost, with the code that closed it; unless it is closed now, it connects again after a pause. */
  lost(code: number): void;
}

export type ReconnectingSocket = ReturnType<typeof openReconnecting>;

/** Opens a socket that connects again whenever it is lost, until it is closed. */
export function openReconnecting(address: string, { opened, received, lost }: Events) {
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
