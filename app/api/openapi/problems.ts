import type { Operation } from "../operation";
import { describeProblem, type ProblemName } from "../problem";

/** The problems of an operation by status, lowest status first. */
export function problemsOf(operation: Operation): Map<string, ProblemName[]> {
  const isPost = operation.method === "POST";
  const names: ProblemName[] = [
    ...(operation.body
      ? ([operation.body.as === "json" ? "notJson" : "notAForm", "tooLarge", "unsupportedMediaType"] as const)
      : []),
    ...(operation.body || operation.query ? (["invalidFields"] as const) : []),
    ...(isPost ? (["invalidIdempotencyKey", "idempotencyKeyReused", "stillRunning", "answerNotKept"] as const) : []),
    ...(operation.caller !== "anyone" ? (["notSignedIn", "insufficientScope"] as const) : []),
    ...(operation.scope !== null && !operation.refusals.includes("tooMany") ? (["tooMany"] as const) : []),
    ...(operation.params || (operation.caller !== "anyone" && operation.caller !== "user")
      ? (["notFound"] as const)
      : []),
    ...operation.refusals,
  ];
  const byStatus = Map.groupBy(names, (name) => String(describeProblem(name)[0]));
  return new Map([...byStatus].sort(([one], [other]) => Number(one) - Number(other)));
}
