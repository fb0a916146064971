/** A phone that loses its network closes no socket: only a ping without a pong shows that the connection is dead. */
export const PING = JSON.stringify({ type: "ping" });
/** Sent by the runtime itself, so that a ping doesn't wake a hibernating object. */
export const PONG = JSON.stringify({ type: "pong" });

/** How often a visible page sends a ping, in milliseconds; the pong has as long to arrive. */
export const HEARTBEAT_MS = 15_000;
