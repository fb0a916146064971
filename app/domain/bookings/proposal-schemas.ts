import * as z from "zod";
import {
  EITHER,
  instantField,
  NO_DAY,
  NO_TIME,
  readStart,
  startFields,
  startOf,
  startOrInstantFields,
} from "./start-fields";

// Another time for a booking, and the reply to it (B13).

/** Another day or time in place of the one that was picked, where the form has such fields. */
const withOtherTime = (input: unknown) => {
  const fields = input as Record<string, unknown>;
  return {
    appointmentDate: fields["otherDate"] || fields["appointmentDate"],
    appointmentTime: fields["otherTime"] || fields["appointmentTime"],
  };
};

/** A free time of the week, or any other. Returns it as an instant. */
export const proposalForm = z
  .preprocess(withOtherTime, z.object(startFields(NO_DAY, NO_TIME)))
  .transform((answers) => startOf(answers).startsAt);

/** A suggestion of another start. Returns it as an instant. */
export const proposalCall = z
  .object(startOrInstantFields(NO_DAY, NO_TIME))
  .meta(EITHER)
  .transform(readStart(NO_DAY, NO_TIME));

/** The proposal that a reply is to: the one the page showed, by its start. */
export const proposalAnswerForm = z.object({ start: z.coerce.number().int() });

/** The reply to a suggestion, which it names by its start. */
export const proposalAnswerCall = z.object({
  answer: z.enum(["accept", "decline"], "Please accept or decline."),
  startsAt: instantField.meta({ description: "The `proposedStart` that you answer." }),
});
