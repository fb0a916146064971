import { Problem } from "./problem";

/** No JSON of ours is longer: the longest message is 2,000 characters, each at most 12 bytes when escaped. */
const LARGEST_JSON = 64 * 1024;
/** A photo of 5 MB and its form; a Worker has 128 MB for all that it does at once. */
const LARGEST_FORM = 6 * 1024 * 1024;

const KINDS = { json: "application/json", form: "multipart/form-data" } as const;
type BodyKind = keyof typeof KINDS;
export const mediaTypeOf = (kind: BodyKind) => KINDS[kind];

/** The body of a request before it is parsed: 415 for another kind, 413 for too much of it, 400 for none of that kind. */
export async function readRequestBody(request: Request, kind: BodyKind): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== KINDS[kind]) throw new Problem("unsupportedMediaType", { message: `Please send ${KINDS[kind]}.` });
  const bytes = await readBytes(request, kind === "json" ? LARGEST_JSON : LARGEST_FORM);
  try {
    if (kind === "json") return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Object.fromEntries(await new Response(bytes, { headers: { "Content-Type": type } }).formData());
  } catch {
    throw new Problem(kind === "json" ? "notJson" : "notAForm");
  }
}

/** Reads no more than it may, whatever Content-Length says. */
async function readBytes(request: Request, atMost: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Problem("tooLarge");
  if (Number(request.headers.get("Content-Length")) > atMost) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > atMost) throw tooLarge;
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
