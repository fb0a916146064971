import { PHOTO_BYTES } from "~/domain/photos/photo";
import { piecesOf, readBytes, UnreadableBody } from "./body";
import { MalformedMultipart, takeApart, type PartHead } from "./multipart";

/** A form without its files. Our longest text has 2,000 characters, each at most 12 bytes when escaped. */
const LONGEST_TEXT = 128 * 1024;
/** Our largest form has some 40 fields; parsing time grows with the square of their number. */
export const MOST_FIELDS = 200;
/**
 * A field's name as our forms have them: at most three deep (`lines[11].what`), and no row after the twelfth. The parser
 * builds every row up to an index, so one field could take all the memory there is.
 */
const FIELD_NAME = /^[^.[\]]+(?:\[(?:\d|1[01])\]|\.[^.[\]]+){0,2}$/;
/**
 * How much of a file is read (and discarded beyond `PHOTO_BYTES`), so that "too large" can be shown with the form's
 * other fields kept.
 */
const LARGEST_UPLOAD = 32 * 1024 * 1024;

/**
 * The form of a request, bounded before anything parses it: bytes are counted while they arrive, fields and their names
 * before they are created (S5). A file of more than `PHOTO_BYTES` is returned with its size alone. Throws `UnreadableBody`.
 */
export async function readFormBody(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const kind = type.split(";")[0]?.trim().toLowerCase();
  if (kind === "application/x-www-form-urlencoded")
    return fieldsOf(new TextDecoder().decode(await readBytes(request, LONGEST_TEXT)));
  const boundary = kind === "multipart/form-data" ? /;\s*boundary="?([^";,\s]{1,70})"?/i.exec(type)?.[1] : undefined;
  if (!boundary) throw new UnreadableBody(400);
  if (Number(request.headers.get("Content-Length")) > LARGEST_UPLOAD + LONGEST_TEXT) throw new UnreadableBody(413);
  try {
    return await readParts(request, boundary);
  } catch (error) {
    throw error instanceof MalformedMultipart ? new UnreadableBody(400) : error;
  }
}

function fieldsOf(text: string): FormData {
  const form = new FormData();
  if (numberOf("&", text) >= MOST_FIELDS) throw new UnreadableBody(413);
  for (const [name, value] of new URLSearchParams(text)) {
    requireFieldName(name);
    form.append(name, value);
  }
  return form;
}

function requireFieldName(name: string): void {
  if (!FIELD_NAME.test(name)) throw new UnreadableBody(400);
}

export function numberOf(sign: string, text: string): number {
  let number = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) number += 1;
  return number;
}

async function readParts(request: Request, boundary: string): Promise<FormData> {
  const form = new FormData();
  const counts = { fields: 0, text: 0, files: 0 };
  let part: Part | null = null;
  const end = () => part && form.append(part.head.name, part.value());
  for await (const piece of takeApart(piecesOf(request), boundary)) {
    if ("head" in piece) {
      requireFieldName(piece.head.name);
      end();
      part = new Part(piece.head);
      counts.fields += 1;
      counts.text += piece.head.bytes;
    } else if (part) {
      const isFile = part.head.filename !== null;
      counts[isFile ? "files" : "text"] += piece.content.byteLength;
      part.add(piece.content, !isFile || counts.files <= PHOTO_BYTES);
    }
    if (counts.fields > MOST_FIELDS || counts.text > LONGEST_TEXT || counts.files > LARGEST_UPLOAD)
      throw new UnreadableBody(413);
  }
  end();
  return form;
}

/** A part of a multipart form while it arrives. */
class Part {
  private size = 0;
  private pieces: Uint8Array<ArrayBuffer>[] | null = [];

  readonly head: PartHead;

  constructor(head: PartHead) {
    this.head = head;
  }

  /** Adds bytes to the part; without `keeps` only their number. */
  add(content: Uint8Array<ArrayBuffer>, keeps: boolean): void {
    this.size += content.byteLength;
    if (keeps) this.pieces?.push(content.slice());
    else this.pieces = null;
  }

  value(): string | File {
    const { filename, type } = this.head;
    if (filename !== null)
      return this.pieces ? new File(this.pieces, filename, { type }) : sizeOnly(filename, this.size);
    const decoder = new TextDecoder();
    return (this.pieces ?? []).map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  }
}

/** A file whose bytes were discarded, with its size. */
const sizeOnly = (name: string, size: number): File =>
  Object.defineProperty(new File([], name), "size", { value: size });
