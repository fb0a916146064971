import * as z from "zod";
import { emailOr, phoneField } from "../accounts/account-forms";
import { NAME_LENGTH } from "../values/text";
import { line, optionalLine, paragraphs, shownField } from "../values/fields";
import { ANSWER_LENGTH, ENQUIRY_LENGTH, ENQUIRY_TOPICS, HONEYPOT, SUBJECT_LENGTH } from "./enquiry";

const sender = {
  name: line("Name is required", NAME_LENGTH),
  email: emailOr("Email is required"),
  phone: phoneField,
  message: paragraphs("Message is required", ENQUIRY_LENGTH),
  [HONEYPOT]: z.string().optional(),
};

export const homeEnquiryForm = z.object({ ...sender, subject: line("Subject is required", SUBJECT_LENGTH) });

/** The same as a call of the API, without a honeypot. */
export const enquiryCall = homeEnquiryForm.omit({ [HONEYPOT]: true }).extend({
  topic: z
    .enum(ENQUIRY_TOPICS, "Please name one of the forms.")
    .default("home")
    .meta({ description: "The form of the site it stands for." }),
});

export const enquiryForm = z.object({ ...sender, subject: optionalLine(SUBJECT_LENGTH) });

export type Enquiry = z.output<typeof enquiryForm>;

export const enquiryAnswerForm = z.object({
  answer: paragraphs("Answer is required.", ANSWER_LENGTH.email),
  shown: shownField,
});
