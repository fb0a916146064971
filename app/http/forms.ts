import { data } from "@remix-run/cloudflare";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { UnreadableBody } from "./body";
import { readFormBody } from "./form-body";
import { initOf, messageOf, type Reason, type Refused } from "./refusals";

/** What goes back to a page whose form did not succeed. */
export interface FormReply {
  /** The answers, but for secrets. */
  values: Record<string, string>;
  /** What is wrong, by field. */
  errors: Record<string, string>;
  /** A refusal's own words, above the form. */
  message: string | null;
  /** Why the domain refused, where it did. */
  reason: Reason | null;
  /** What was not done because something of ours broke: it can be sent once more as it was. */
  unsent?: { what: string; requestId: string; answers: [name: string, value: string][] };
}

/** The form of a request; a body that is none, or more than any form of ours, is the sender's mistake. */
export async function readForm(request: Request): Promise<FormData> {
  if (request.method !== "POST")
    throw new Response("Method not allowed", { status: 405, headers: { Allow: "GET, HEAD, POST" } });
  try {
    return await readFormBody(request);
  } catch (error) {
    throw error instanceof UnreadableBody ? new Response(error.message, { status: error.status }) : error;
  }
}

interface Parsed<T> {
  /** What the form says, or null when the door did not let it in. */
  value: T | null;
  /** The answer to bad input: 400, answers kept. `errors` adds what the schema could not know. */
  invalid(errors?: Record<string, string>): ReturnType<typeof data<FormReply>>;
  /** The answer to a refusal of the domain, with its status; at a field, if one is named. */
  refused(refusal: Refused, field?: string): ReturnType<typeof data<FormReply>>;
}

// Never sent back into a page.
const SECRETS = new Set(["password", "current"]);

/** What a form says, but for secrets and files. */
export const answersOf = (form: FormData): [name: string, value: string][] =>
  [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string" && !SECRETS.has(entry[0]));

/** Parses a form at the door. */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema): Parsed<z.output<Schema>> {
  // Commands of the parsing library, which no form of ours sends.
  for (const name of ["__intent__", "__state__"]) form.delete(name);
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  const values = Object.fromEntries(answersOf(form));
  const problems = submission.status === "success" ? {} : (submission.error ?? {});
  const found = Object.fromEntries(
    Object.entries<string[] | null>(problems).flatMap(([name, texts]) => (texts?.[0] ? [[name, texts[0]]] : [])),
  );

  return {
    value: submission.status === "success" ? submission.value : null,
    invalid: (errors = {}) =>
      data({ values, errors: { ...found, ...errors }, message: null, reason: null }, { status: 400 }),
    refused: (refusal, field) => {
      const message = messageOf(refusal);
      const said = field ? { errors: { [field]: message }, message: null } : { errors: {}, message };
      return data({ values, ...said, reason: refusal.reason }, initOf(refusal));
    },
  };
}
