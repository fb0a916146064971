/** A body that is not taken in: too much of it (413), or not what it has to be (400). */
export class UnreadableBody extends Error {
  constructor(readonly status: 400 | 413) {
    super(status === 413 ? "That is too large." : "That is no form.");
  }
}

/**
 * How much of a body that is too large is still taken in and thrown away: a browser that is cut off while it sends
 * shows an error of its own instead of our answer.
 */
const THROWN_AWAY = 1024 * 1024;

/** A body in pieces, as they come in; whoever stops early has the rest cancelled. */
export async function* piecesOf({ body }: Request): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>> | null)?.getReader();
  if (!reader) return;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
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
    if (size <= atMost) pieces.push(piece);
    else pieces = [];
    if (size > atMost + THROWN_AWAY) break;
  }
  if (size > atMost) throw new UnreadableBody(413);
  return new Blob(pieces).arrayBuffer();
}
