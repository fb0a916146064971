/** A phone that leaves its mast closes no socket: only a question without an answer shows that the line is dead. */
export const PING = JSON.stringify({ type: "ping" });
/** Given by the runtime itself, so that a question wakes no sleeping object. */
export const PONG = JSON.stringify({ type: "pong" });

/** How often a page that is looked at asks, in milliseconds; the answer has as long. */
export const HEARTBEAT_MS = 15_000;
