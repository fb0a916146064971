import { data } from "@remix-run/cloudflare";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { initOf, messageOf, type Reason, type Refused } from "./refusals";

/** What goes back to a page whose form did not succeed: the answers, and what is wrong with them. */
export interface FormReply {
  result: SubmissionResult<string[]>;
  /** A refusal's own words, above the form. */
  message: string | null;
  /** Why the domain refused, where it did. */
  reason: Reason | null;
}

interface Parsed<T> {
  /** What the form says, or null when the door did not let it in. */
  value: T | null;
  /** The answer to bad input: 400, answers kept. `errors` adds what the schema could not know. */
  invalid(errors?: Record<string, string>): ReturnType<typeof data<FormReply>>;
  /** The answer to a refusal of the domain, with its status; at a field, if one is named; with more to show, if given. */
  refused<Extra extends object>(refusal: Refused, field?: string, extra?: Extra): ReturnType<typeof data<FormReply & Extra>>;
}

// Never sent back into a page.
const SECRETS = ["password", "current"];

/** Parses a form at the door. */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema): Parsed<z.output<Schema>> {
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  const reply = (fieldErrors: Record<string, string[]>, formErrors: string[]) =>
    submission.reply({ hideFields: SECRETS, fieldErrors, formErrors } as Parameters<typeof submission.reply>[0]);
  const errorsAt = (errors: Record<string, string>) =>
    Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]]));

  return {
    value: submission.status === "success" ? (submission.value as z.output<Schema>) : null,
    invalid: (errors = {}) => data({ result: reply(errorsAt(errors), []), message: null, reason: null }, { status: 400 }),
    refused: (refusal, field, extra) => {
      const message = messageOf(refusal);
      const result = field ? reply(errorsAt({ [field]: message }), []) : reply({}, []);
      return data({ result, message: field ? null : message, reason: refusal.reason, ...(extra as typeof extra & object) }, initOf(refusal));
    },
  };
}
