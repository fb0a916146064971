import { readBytes, UnreadableBody } from "./body";

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
