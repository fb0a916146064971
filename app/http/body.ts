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
const DISCARDED_AT_MOST = 1024 * 1024;

const BUFFER_SIZE = 64 * 1024;

/**
 * The body in pieces, as they arrive. Leaving the loop early cancels the rest. All pieces share one buffer, or a large
 * body would fill the isolate: copy what you keep.
 */
export async function* piecesOf({ body }: Request): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader({ mode: "byob" });
  if (!reader) return;
  try {
    for (let buffer = new Uint8Array(BUFFER_SIZE); ;) {
      const { done, value } = await reader.read(buffer);
      if (done) return;
      yield value;
      buffer = new Uint8Array(value.buffer);
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
    if (size > atMost + DISCARDED_AT_MOST) break;
  }
  if (size > atMost) throw new UnreadableBody(413);
  return new Blob(pieces).arrayBuffer();
}
