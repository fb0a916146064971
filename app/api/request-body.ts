import { UnreadableBody } from "../http/body";
import { readFormBody } from "../http/form-body";
import { readJsonBody } from "~/http/body";
import type { Operation } from "./operation";
import { Problem } from "./problem-json";

export const mediaTypeOf = (takes: Operation["takes"]) => (takes ? "multipart/form-data" : "application/json");

/**
 * A request's body before its schema parses it. Throws a problem: 415 for another media type, 413 when it is too large,
 * 400 when it is malformed.
 */
export async function readRequestBody(request: Request, takes: Operation["takes"]): Promise<unknown> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== mediaTypeOf(takes))
    throw new Problem("unsupportedMediaType", { message: `Please send ${mediaTypeOf(takes)}.` });
  try {
    return takes ? Object.fromEntries(await readFormBody(request)) : await readJsonBody(request);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    throw new Problem(error.status === 413 ? "tooLarge" : takes ? "notAForm" : "notJson");
  }
}
