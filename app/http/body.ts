/** A body that we refuse: too large (413) or malformed (400). */
export class UnreadableBody extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413) {
    super(status === 413 ? "This is too large." : "We couldn't read this form.");
    this.status = status;
  }
}

/**
 * How much of a too large body is still read and discarded. A browser that is cut off while sending shows its
 * own error instead of our response.
 */
const THROWN_AWAY = 1024 * 1024;

const ROOM = 64 * 1024;

/**
 * The body in pieces, as they arrive. Leaving the loop early cancels the rest. All pieces share one buffer, or a large
 * body would fill the isolate: copy what you keep.
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

/** The body's bytes. Throws `UnreadableBody` beyond `atMost`, whatever Content-Length says. */
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
