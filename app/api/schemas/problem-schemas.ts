import * as z from "zod";
import { slot } from "./booking-schemas";
import { FIELD_CODES } from "../field-errors";

const fieldError = z.object({
  field: z.string().meta({ description: "Its name in the body or the query; empty when the whole body is wrong." }),
  code: z
    .string()
    .meta({ description: `${FIELD_CODES.map((code) => `\`${code}\``).join(", ")}, or that of the problem.` }),
  message: z.string(),
});

const keys = {
  message: z.string().meta({ description: "A text that you can show to people." }),
  code: z.string().meta({ description: "The kind of problem, for programs.", example: "slot_taken" }),
  errors: z.array(fieldError).meta({ description: "The fields that are missing or wrong; may be empty." }),
  nearest: z.array(slot).optional().meta({ description: "With `slot_taken`: the nearest free starts." }),
};

/** The body of an error (X4). Published clients read only `message`. */
export const problem = z.object(keys).meta({ id: "Problem", description: "The body of every error." });

/** The body of an error for clients that accept `application/problem+json`. */
export const problemDetails = z
  .object({
    type: z.string().meta({ format: "uri", description: "Where the code is described." }),
    title: z.string().meta({ description: "The general text of this code." }),
    status: z.int(),
    detail: z.string().meta({ description: "The same as `message`." }),
    instance: z.string().meta({ description: "The response's `Request-Id`." }),
    ...keys,
  })
  .meta({
    id: "ProblemDetails",
    description: "The same as RFC 9457 has it, for clients that accept `application/problem+json`.",
  });
