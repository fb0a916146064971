import { UnreadableBody } from "../http/body";
import { readFormBody } from "../http/form-body";
import { readJsonBody } from "../http/json-body";
import { Problem } from "./problem";

const KINDS = { json: "application/json", form: "multipart/form-data" } as const;
type BodyKind = keyof typeof KINDS;
export const mediaTypeOf = (kind: BodyKind) => KINDS[kind];

/** The body of a request before it is parsed: 415 for another kind, 413 for too much of it, 400 for none of that kind. */
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
