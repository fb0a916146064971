// The words that both ends of a socket know. Apart from `protocol.ts`: zod would weigh more than a page's whole script.

/** The codes that close a socket. A page reconnects but after the first three, and after `displaced` once visible. */
export const CLOSE_CODES = {
  signedOut: 4401,
  notYours: 4404,
  displaced: 4409,
  malformed: 4400,
  authenticateAgain: 4408,
  tooLarge: 4413,
  flooding: 4429,
  failed: 4500,
} as const;

/** Sent before a socket is closed, unless its session has ended. `requestId` is that of the request that opened it. */
export interface ErrorFrame {
  type: "error";
  code: number;
  message: string;
  requestId: string;
}

export const SIGNED_OUT = { type: "signedOut" } as const;

/** A phone that loses its network closes no socket: only a ping without a pong shows that the connection is dead. */
export const PING = JSON.stringify({ type: "ping" });
/** Sent by the runtime itself, so that a ping doesn't wake a hibernating object. */
export const PONG = JSON.stringify({ type: "pong" });

/** A visible page that has heard nothing for this long sends a ping: more often would keep a phone's radio awake (C12). */
export const QUIET_MS = 50_000;
/** The pong has this long to arrive. */
export const PONG_MS = 15_000;

export const TYPING_SHOWN_MS = 4000;
