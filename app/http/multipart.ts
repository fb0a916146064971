/** The head of a part. `filename` is null for text. */
export interface PartHead {
  name: string;
  filename: string | null;
  type: string;
  /** The length of the head. */
  bytes: number;
}

/** The head of a part, or a piece of the current part's content, valid until the next piece is requested. */
type Piece = { head: PartHead } | { content: Uint8Array<ArrayBuffer> };

/** A body that is not multipart, whatever its type says. */
export class MalformedMultipart extends Error {}

const LONGEST_HEAD = 4096;
const LINE_END = bytesOf("\r\n");
const HEAD_END = bytesOf("\r\n\r\n");
const NO_MORE = bytesOf("--");

/**
 * Splits a multipart body while it arrives (RFC 7578). It holds only what is still undecided, so the caller may drop a
 * part's bytes. The parsers we know of hold each part whole and fail at one that is too large (decision 020).
 */
export async function* takeApart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Piece> {
  // Only its first byte is a line break, so a failed search can continue where it stopped.
  const delimiter = bytesOf(`\r\n--${boundary}`);
  const joined = joinIn(new Uint8Array(0));
  let undecided = LINE_END;
  let reading: "first delimiter" | "content" | "head" = "first delimiter";

  for await (const chunk of body) {
    undecided = joined(undecided, chunk);
    for (;;) {
      if (reading === "head") {
        if (startsWith(undecided, NO_MORE)) return;
        const end = find(undecided, HEAD_END);
        if ((end < 0 ? undecided.length : end) > LONGEST_HEAD) throw new MalformedMultipart("a head that is too long");
        if (end < 0) break;
        yield { head: headOf(undecided.subarray(0, end)) };
        undecided = undecided.subarray(end + HEAD_END.length);
        reading = "content";
        continue;
      }
      const at = find(undecided, delimiter);
      if (reading === "first delimiter" && at !== 0) {
        if (undecided.length >= delimiter.length) throw new MalformedMultipart("no delimiter at the start");
        break;
      }
      const certain = at < 0 ? undecided.length - delimiter.length + 1 : at;
      if (certain > 0) yield { content: undecided.subarray(0, certain) };
      undecided = undecided.subarray(Math.max(0, at < 0 ? certain : at + delimiter.length));
      if (at < 0) break;
      reading = "head";
    }
  }
  throw new MalformedMultipart("no delimiter at the end");
}

function headOf(bytes: Uint8Array): PartHead {
  const headers = new Map(new TextDecoder().decode(bytes).split("\r\n").map(headerOf));
  const disposition = headers.get("content-disposition") ?? "";
  const name = /^form-data\s*;/i.test(disposition) ? quoted(disposition, "name") : null;
  if (name === null) throw new MalformedMultipart("a part without a name");
  return {
    name,
    filename: quoted(disposition, "filename"),
    type: headers.get("content-type") ?? "",
    bytes: bytes.length,
  };
}

// Without a pattern: one that skips blanks on both sides takes the square of their number.
function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  return [line.slice(0, Math.max(0, colon)).toLowerCase(), line.slice(colon + 1).trim()];
}

const quoted = (disposition: string, name: string): string | null =>
  new RegExp(`(?:^|[;\\s])${name}="((?:\\\\"|[^"])*)"`, "i").exec(disposition)?.[1] ?? null;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Joins two sequences in one reused buffer, so that a large body leaves no garbage. */
function joinIn(place: Uint8Array<ArrayBuffer>) {
  return (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
    const length = one.length + other.length;
    const both = place.length < length ? new Uint8Array(length) : place;
    both.set(one);
    both.set(other, one.length);
    place = both;
    return both.subarray(0, length);
  };
}

const startsWith = (bytes: Uint8Array, start: Uint8Array): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** The index of a sequence whose first byte is a line break, or -1. */
function find(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return at;
  }
  return -1;
}
