/** A body that we refuse: too large (413) or malformed (400). */
export class UnreadableBody extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413) {
    super(status === 413 ? "This is too large." : "We couldn't read this form.");
    this.status = status;
  }
}

/** A browser that is cut off while sending shows its own error instead of our response. */
const DISCARDED_AT_MOST = 1024 * 1024;

const BUFFER_SIZE = 64 * 1024;

/** The body in pieces, which share one buffer: copy what you keep. Leaving the loop early cancels the rest. */
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

/** The body as text; null beyond `atMost`. */
export const readText = (request: Request, atMost: number): Promise<string | null> =>
  readBytes(request, atMost).then(
    (bytes) => new TextDecoder().decode(bytes),
    (error: unknown) => {
      if (error instanceof UnreadableBody) return null;
      throw error;
    },
  );

/** Our longest message has 2,000 characters, each at most 12 bytes when escaped. */
const LARGEST_JSON = 64 * 1024;
const DEEPEST_JSON = 10;
const MOST_VALUES = 2000;

/** The JSON of a request, bounded in bytes, depth and values before it is parsed (S5). Throws `UnreadableBody`. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, LARGEST_JSON);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (isTooMuch(text)) throw new UnreadableBody(413);
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof UnreadableBody ? error : new UnreadableBody(400);
  }
}

function isTooMuch(json: string): boolean {
  let depth = 0;
  let values = 1;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (inText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === ",") values += 1;
    if (depth > DEEPEST_JSON || values > MOST_VALUES) return true;
  }
  return false;
}
