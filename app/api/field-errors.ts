import type { z } from "zod";
import { messageOfIssue } from "~/domain/values/zod-messages";
import type { FieldError } from "./problem";

type Issue = z.core.$ZodIssue;

/** What is wrong with each field of an input, in the order of its schema. */
export const fieldErrorsOf = (error: z.ZodError, input: unknown): FieldError[] =>
  error.issues.flatMap((issue) => flatten(issue, input)).map((issue) => toFieldError(issue, input));

/** Of several forms that a body can have, the one that it was meant to be: the schema's words are those of its first issue. */
function flatten(issue: Issue, input: unknown): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const fitting = issue.errors.find(([first]) => first && messageOfIssue(first) === issue.message);
  if (fitting) return fitting;
  // None: it is about what was sent and fits in no form.
  const unfitting = issue.errors[0]?.find(
    ({ path }) =>
      !isMissing(valueAt(path, input)) && issue.errors.every((form) => form.some((other) => other.path[0] === path[0])),
  );
  return [{ ...issue, path: unfitting?.path ?? issue.path }];
}

const valueAt = (path: PropertyKey[], input: unknown) =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
const isMissing = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

function toFieldError(issue: Issue, input: unknown): FieldError {
  const isRequired = issue.path.length > 0 && isMissing(valueAt(issue.path, input));
  return {
    field: issue.path.join("."),
    code: isRequired ? "required" : (CODES[issue.code] ?? "invalid"),
    message: messageOfIssue(issue),
  };
}

/** Why a field is wrong; whatever is not listed is `invalid`. */
const CODES: Partial<Record<Issue["code"], string>> = {
  invalid_type: "invalid_type",
  too_big: "too_big",
  too_small: "too_small",
  invalid_format: "invalid_format",
  invalid_value: "invalid_value",
};
export const FIELD_CODES = ["required", ...Object.values(CODES), "invalid"];
