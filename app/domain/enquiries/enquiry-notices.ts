import { brand } from "~/brand";
import { defineNotices } from "../notices/notice";
import { formatPhone } from "../values/phone";
import type { EnquiryTopic } from "./enquiry";
import type { Enquiry } from "./enquiry-forms";

/** What the office is told about an enquiry (W4), and its writer about the answer (O11). */
export const enquiryNotices = defineNotices<{
  enquiry: { topic: EnquiryTopic; enquiry: Enquiry };
  enquiryAnswered: { name: string; message: string; answer: string };
}>({
  enquiry: {
    email: ({ topic, enquiry: { subject, name, email, phone, message } }) => ({
      subject: `New message from the website: ${subject ?? topic}`,
      to: null,
      paragraphs: [message],
      facts: [["From", name], ["Email", email], ...(phone ? [["Phone", formatPhone(phone)] as [string, string]] : [])],
    }),
  },

  enquiryAnswered: {
    email: ({ name, message, answer }) => ({
      subject: `Your message to ${brand.name}`,
      to: name,
      paragraphs: answer.split(/\n{2,}/),
      facts: [["You wrote", message]],
    }),
  },
});
