import { z } from "zod";
import { slot } from "./booking-schemas";
import { FIELD_CODES } from "../field-errors";

const fieldError = z.object({
  field: z.string().meta({ description: "Its name in the body or the address; empty where the whole body is wrong." }),
  code: z
    .string()
    .meta({ description: `${FIELD_CODES.map((code) => `\`${code}\``).join(", ")}, or that of the problem.` }),
  message: z.string(),
});

const keys = {
  message: z.string().meta({ description: "In words that you can show to a person." }),
  code: z.string().meta({ description: "What it is, for programs.", example: "slot_taken" }),
  errors: z.array(fieldError).meta({ description: "Which fields are missing or wrong; empty where none is." }),
  nearest: z.array(slot).optional().meta({ description: "With `slot_taken` of a booking: the nearest free starts." }),
};

/** For whoever gets an error (X4): published clients read `message` alone. */
export const problem = z.object(keys).meta({ id: "Problem", description: "What every error says." });

/** The same for those who accept `application/problem+json`. */
export const problemDetails = z
  .object({
    type: z.string().meta({ format: "uri", description: "Where the code is described." }),
    title: z.string().meta({ description: "What problems of this code say in every case." }),
    status: z.int(),
    detail: z.string().meta({ description: "The same as `message`." }),
    instance: z.string().meta({ description: "The answer's `Request-Id`." }),
    ...keys,
  })
  .meta({ id: "ProblemDetails", description: "The same by RFC 9457, for whoever accepts `application/problem+json`." });
