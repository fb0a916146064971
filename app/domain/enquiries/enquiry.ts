import { brand } from "~/brand";
import { WHATSAPP_WINDOW } from "../accounts/account";
import type { Channel } from "../notices/choices";
import { gsmLength, SMS_LENGTH, toGsm } from "../notices/sms-text";
import type { Instant } from "../time/harare";
import type { enquiries } from "~/db/schema";

export const ENQUIRY_TOPICS = ["contact", "home", "quote", "appointment"] as const;
export type EnquiryTopic = (typeof ENQUIRY_TOPICS)[number];

export const ENQUIRY_CATEGORIES = [
  "Gas Line Services",
  "Basement Plumbing",
  "Kitchen Plumbing",
  "Remodeling Service",
  "Bathroom Plumbing",
] as const;

/** A field that people don't see and leave empty, and programs fill in (W4). No form filler of a browser knows its name. */
export const HONEYPOT = "leaveEmpty";

export const ANSWER_TITLE = `${brand.name} answers:`;

export const SUBJECT_LENGTH = 120;
export const ENQUIRY_LENGTH = 2000;

export const ANSWER_LENGTH = { email: 2000, whatsapp: 2000, sms: SMS_LENGTH - gsmLength(`${ANSWER_TITLE} `) };
export const isTooLong = (answer: string, by: keyof typeof ANSWER_LENGTH): boolean =>
  (by === "sms" ? gsmLength(toGsm(answer)) : answer.length) > ANSWER_LENGTH[by];

export type Answerable = Pick<typeof enquiries.$inferSelect, "topic" | "email" | "phone"> & { lastWhatsAppAt: Instant };

/** Gives the way to answer an enquiry, the one it came by (O11); `until` null: whenever. Null without email and phone. */
export function answerWay(enquiry: Answerable, channels: readonly Channel[], now: Instant) {
  const { topic, email, phone, lastWhatsAppAt } = enquiry;
  if (!phone || (topic !== "whatsapp" && topic !== "sms"))
    return email ? ({ by: "email", until: null, obstacle: null } as const) : null;
  const until = topic === "whatsapp" ? lastWhatsAppAt + WHATSAPP_WINDOW : null;
  if (!channels.includes(topic)) return { by: topic, until, obstacle: "channelNotSetUp" } as const;
  return { by: topic, until, obstacle: until !== null && until <= now ? "whatsAppWindowOver" : null } as const;
}
