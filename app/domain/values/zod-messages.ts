import type * as z from "zod";

/** What a user is told of an issue: our own words where the schema has some, else the parser's with the field's name. */
export function messageOfIssue(issue: Pick<z.core.$ZodIssue, "message" | "path">): string {
  const isOurs = !/^(Invalid|Too (big|small)|Unrecognized)/.test(issue.message);
  return isOurs ? issue.message : [issue.path.join("."), issue.message].filter(Boolean).join(": ");
}
