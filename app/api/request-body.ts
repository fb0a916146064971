import { UnreadableBody } from "../http/body";
import { readFormBody } from "../http/form-body";
import { readJsonBody } from "../http/json-body";
import { Problem } from "./problem";

const KINDS = { json: "application/json", form: "multipart/form-data" } as const;
type BodyKind = keyof typeof KINDS;
/** The media type that a body of this kind must have. */
export const mediaTypeOf = (kind: BodyKind) => KINDS[kind];

/**
 * A request's body before its schema parses it. Throws a problem: 415 for another media type, 413 when it is too large,
 * 400 when it is malformed.
 */
export async function readRequestBody(request: Request, kind: BodyKind): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== KINDS[kind])
    throw new Problem("unsupportedMediaType", { message: `Please send ${KINDS[kind]}.` });
  try {
    return kind === "json" ? await readJsonBody(request) : Object.fromEntries(await readFormBody(request));
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    throw new Problem(error.status === 413 ? "tooLarge" : kind === "json" ? "notJson" : "notAForm");
  }
}
