/** A body that is not taken in: too much of it (413), or not what it has to be (400). */
export class UnreadableBody extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413) {
    super(status === 413 ? "That is too large." : "That is no form.");
    this.status = status;
  }
}

/**
 * How much of a body that is too large is still taken in and thrown away: a browser that is cut off while it sends
 * shows an error of its own instead of our answer.
 */
const THROWN_AWAY = 1024 * 1024;

const ROOM = 64 * 1024;

/**
 * A body in pieces, as they come in; whoever stops early has the rest cancelled. Each piece stands in the place of the
 * one before it (a large body would fill the isolate with what is read already), so what is kept has to be copied.
 */
export async function* piecesOf({ body }: Request): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader({ mode: "byob" });
  if (!reader) return;
  try {
    for (let room = new Uint8Array(ROOM); ;) {
      const { done, value } = await reader.read(room);
      if (done) return;
      yield value;
      room = new Uint8Array(value.buffer);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Reads no more than it may, whatever Content-Length says. */
export async function readBytes(request: Request, atMost: number): Promise<ArrayBuffer> {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of piecesOf(request)) {
    size += piece.byteLength;
    if (size <= atMost) pieces.push(piece.slice());
    else pieces = [];
    if (size > atMost + THROWN_AWAY) break;
  }
  if (size > atMost) throw new UnreadableBody(413);
  return new Blob(pieces).arrayBuffer();
}
