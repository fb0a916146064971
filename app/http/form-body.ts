import { PHOTO_BYTES } from "~/domain/photos/photo";
import { piecesOf, readBytes, UnreadableBody } from "./body";

/** A form without its files. Our longest text has 2,000 characters, each at most 12 bytes when escaped. */
const LONGEST_TEXT = 128 * 1024;
/** Our largest form has some 40 fields; parsing time grows with the square of their number. */
export const MOST_FIELDS = 200;
// A field's name as our forms have them: at most three deep (`lines[11].what`), and no row after the twelfth. The
// parser builds every row up to an index, so one field could take all the memory there is. No part of a form can be
// written with a name that has control characters.
const FIELD_NAME = /^[^.[\]\p{Cc}]+(?:\[(?:\d|1[01])\]|\.[^.[\]\p{Cc}]+){0,2}$/u;
/** More of a file than `PHOTO_BYTES` is read and discarded, to say "too large" with the form's other fields kept. */
const LARGEST_UPLOAD = 32 * 1024 * 1024;

/** A request's form, bounded while it arrives (S5); of a file above `PHOTO_BYTES` the size. Throws `UnreadableBody`. */
export async function readFormBody(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const kind = type.split(";")[0]?.trim().toLowerCase();
  if (kind === "application/x-www-form-urlencoded")
    return fieldsOf(new TextDecoder().decode(await readBytes(request, LONGEST_TEXT)));
  const boundary = kind === "multipart/form-data" ? /;\s*boundary="?([^";,\s]{1,70})"?/i.exec(type)?.[1] : undefined;
  if (!boundary) throw new UnreadableBody(400);
  if (Number(request.headers.get("Content-Length")) > LARGEST_UPLOAD + LONGEST_TEXT) throw new UnreadableBody(413);
  return readParts(request, boundary);
}

function fieldsOf(text: string): FormData {
  const form = new FormData();
  if (text.split("&", MOST_FIELDS + 1).length > MOST_FIELDS) throw new UnreadableBody(413);
  for (const [name, value] of new URLSearchParams(text)) form.append(fieldName(name), value);
  return form;
}

function fieldName(name: string): string {
  if (!FIELD_NAME.test(name)) throw new UnreadableBody(400);
  return name;
}

async function readParts(request: Request, boundary: string): Promise<FormData> {
  const form = new FormData();
  const counts = { fields: 0, text: 0, files: 0 };
  let part: ReturnType<typeof newPart> | null = null;
  const end = () => part && form.append(part.name, part.value());
  for await (const piece of takeApart(piecesOf(request), boundary)) {
    if ("head" in piece) {
      end();
      part = newPart(piece.head);
      counts.fields += 1;
      counts.text += piece.head.bytes;
    } else if (part) {
      counts[part.isFile ? "files" : "text"] += piece.content.byteLength;
      part.add(piece.content, !part.isFile || counts.files <= PHOTO_BYTES);
    }
    if (counts.fields > MOST_FIELDS || counts.text > LONGEST_TEXT || counts.files > LARGEST_UPLOAD)
      throw new UnreadableBody(413);
  }
  end();
  return form;
}

function newPart({ name, filename, type }: PartHead) {
  let size = 0;
  let pieces: Uint8Array<ArrayBuffer>[] | null = [];
  return {
    name: fieldName(name),
    isFile: filename !== null,
    /** Adds bytes to the part; without `keeps` only their number. */
    add(content: Uint8Array<ArrayBuffer>, keeps: boolean): void {
      size += content.byteLength;
      if (keeps) pieces?.push(content.slice());
      else pieces = null;
    },
    value(): string | File {
      if (filename !== null) return pieces ? new File(pieces, filename, { type }) : sizeOnly(filename, size);
      const decoder = new TextDecoder();
      return (pieces ?? []).map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
    },
  };
}

const sizeOnly = (name: string, size: number): File =>
  Object.defineProperty(new File([], name), "size", { value: size });

type PartHead = ReturnType<typeof headOf>;
/** The head of a part, or a piece of the current part's content, valid until the next piece is requested. */
type Piece = { head: PartHead } | { content: Uint8Array<ArrayBuffer> };

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const LONGEST_HEAD = 4096;
const LINE_END = bytesOf("\r\n");
const HEAD_END = bytesOf("\r\n\r\n");
const NO_MORE = bytesOf("--");

/** Splits a multipart body while it arrives (RFC 7578). The parsers we know of hold each part whole (decision 020). */
async function* takeApart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Piece> {
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
        if ((end < 0 ? undecided.length : end) > LONGEST_HEAD) throw new UnreadableBody(400);
        if (end < 0) break;
        yield { head: headOf(undecided.subarray(0, end)) };
        undecided = undecided.subarray(end + HEAD_END.length);
        reading = "content";
        continue;
      }
      const at = find(undecided, delimiter);
      if (reading === "first delimiter" && at !== 0) {
        if (undecided.length >= delimiter.length) throw new UnreadableBody(400);
        break;
      }
      const certain = at < 0 ? undecided.length - delimiter.length + 1 : at;
      if (certain > 0) yield { content: undecided.subarray(0, certain) };
      undecided = undecided.subarray(Math.max(0, at < 0 ? certain : at + delimiter.length));
      if (at < 0) break;
      reading = "head";
    }
  }
  throw new UnreadableBody(400);
}

function headOf(bytes: Uint8Array) {
  const headers = new Map(new TextDecoder().decode(bytes).split("\r\n").map(headerOf));
  const disposition = headers.get("content-disposition") ?? "";
  const name = /^form-data\s*;/i.test(disposition) ? quoted(disposition, "name") : null;
  if (name === null) throw new UnreadableBody(400);
  return {
    name,
    /** Null for text. */
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

/** Joins two sequences in one reused buffer, so that a large body leaves no garbage. */
const joinIn =
  (place: Uint8Array<ArrayBuffer>) =>
  (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
    const length = one.length + other.length;
    const both = place.length < length ? new Uint8Array(length) : place;
    both.set(one);
    both.set(other, one.length);
    place = both;
    return both.subarray(0, length);
  };

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
