import type * as z from "zod";
import { messageOfIssue } from "~/domain/values/fields";
import type { FieldError } from "./problem";

type Issue = z.core.$ZodIssue;

/**
 * A failed parse as one error per field, in the order of the schema. `input` is what was parsed: a missing value is
 * `required`.
 */
export const fieldErrorsOf = (error: z.ZodError, input: unknown): FieldError[] =>
  error.issues.flatMap((issue) => flatten(issue, input)).map((issue) => toFieldError(issue, input));

/**
 * The issues of the union's branch that the body was meant for: the schema's error repeats the first issue of that
 * branch.
 */
function flatten(issue: Issue, input: unknown): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const fitting = issue.errors.find(([first]) => first && messageOfIssue(first) === issue.message);
  if (fitting) return fitting;
  // No such branch: blame the first field that was sent and is wrong in all of them.
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

/** The codes of zod's issues; all others are `invalid`. */
const CODES: Partial<Record<Issue["code"], string>> = {
  invalid_type: "invalid_type",
  too_big: "too_big",
  too_small: "too_small",
  invalid_format: "invalid_format",
  invalid_value: "invalid_value",
};
/** Every code that a field error can have. */
export const FIELD_CODES = ["required", ...Object.values(CODES), "invalid"];
