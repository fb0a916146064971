import { brand } from "~/brand";
import { defineNotices } from "../notices/notice";
import { formatPhone } from "../values/phone";
import type { Instant } from "../time/harare";
import { ANSWER_TITLE } from "./enquiry";
import type { Enquiry } from "./enquiry-forms";

export const enquiryNotices = defineNotices<{
  enquiry: Pick<Enquiry, "name" | "email" | "phone" | "message"> & { subject: string };
  phoneEnquiry: { subject: string; name: string | null; phone: string; message: string };
  /** `until`: from then on WhatsApp takes no answer; null: it can go whenever. */
  enquiryAnswered: { id: string; name: string; message: string; answer: string; until: Instant | null };
}>("account", {
  enquiry: {
    email: ({ subject, name, email, phone, message }) => ({
      subject: `New message from the website: ${subject}`,
      paragraphs: [message],
      facts: [["From", name], ["Email", email], ...(phone ? [["Phone", formatPhone(phone)] as [string, string]] : [])],
    }),
  },

  phoneEnquiry: {
    email: ({ subject, name, phone, message }) => ({
      subject: `New message: ${subject}`,
      paragraphs: [message],
      facts: [...(name ? [["From", name] as [string, string]] : []), ["Phone", formatPhone(phone)]],
    }),
  },

  enquiryAnswered: {
    shortOn: ["whatsapp", "sms"],
    short: ({ id, answer }) => ({ title: ANSWER_TITLE, body: answer, path: "", tag: id }),
    expiresAt: ({ until }) => until,
    email: ({ name, message, answer }) => ({
      subject: `Your message to ${brand.name}`,
      to: name,
      paragraphs: answer.split(/\n{2,}/),
      facts: [["You wrote", message]],
    }),
  },
});
