import * as z from "zod";
import { idField, line, paragraphs } from "../values/fields";
import { REASON_LENGTH } from "../values/text";
import { MESSAGE_LENGTH, QUESTION_LENGTH, OPENING_KINDS } from "./message";

export const messageForm = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{8,64}$/, "Please send the message again."),
  content: paragraphs("Message is required.", MESSAGE_LENGTH),
});

export const questionForm = messageForm.extend({ content: paragraphs("Question is required.", QUESTION_LENGTH) });

/** An API client's message. With an `id` of the sender's own it can be sent twice (C3). */
export const messageCall = z.object({
  recipient: idField("Please say who you are writing to.", "There is nobody here you can write to."),
  content: messageForm.shape.content,
  id: messageForm.shape.id.optional().meta({
    description:
      "8 to 64 letters, digits and dashes of your own choice: the same id and words again are the same message.",
  }),
});

const seq = z.coerce.number().int().min(0);

export const messageQuery = z.object({
  after: seq.optional().catch(undefined),
  before: seq.optional().catch(undefined),
});

export const openingForm = z.object({
  kind: z.enum(OPENING_KINDS, { error: "Reason is required." }),
  words: line("What it is about is required.", REASON_LENGTH),
});
