import { brand } from "~/brand";
import { WHATSAPP_WINDOW } from "../accounts/account";
import type { Channel } from "../notices/choices";
import { gsmLength, SMS_LENGTH, toGsm } from "../notices/sms-text";
import type { Instant } from "../time/harare";
import type { FoundEnquiry } from "./enquiries.server";

/** Which form an enquiry came through (W4). */
export const ENQUIRY_TOPICS = ["contact", "home", "quote", "appointment"] as const;
export type EnquiryTopic = (typeof ENQUIRY_TOPICS)[number];

export const ENQUIRY_CATEGORIES = [
  "Gas Line Services",
  "Basement Plumbing",
  "Kitchen Plumbing",
  "Remodeling Service",
  "Bathroom Plumbing",
] as const;

/** A field that people don't see and leave empty, and programs fill in (W4). */
export const HONEYPOT = "website";

export const ANSWER_TITLE = `${brand.name} answers:`;

export const SUBJECT_LENGTH = 120;
export const ENQUIRY_LENGTH = 2000;

/** A text message is a single one. */
export const ANSWER_LENGTH = { email: 2000, whatsapp: 2000, sms: SMS_LENGTH - gsmLength(`${ANSWER_TITLE} `) };
export const isTooLong = (answer: string, by: AnswerWay["by"]): boolean =>
  (by === "sms" ? gsmLength(toGsm(answer)) : answer.length) > ANSWER_LENGTH[by];

interface AnswerWay {
  by: "email" | "whatsapp" | "sms";
  /** Null: whenever. */
  until: Instant | null;
  /** The channel is not set up, or a day has passed since they wrote (N15). */
  obstacle: "channelNotSetUp" | "whatsAppWindowOver" | null;
}

/** Gives the way to answer an enquiry, the one it came by (O11); null without email and phone. */
export function answerWay(
  { topic, email, phone, lastWhatsAppAt }: FoundEnquiry,
  channels: readonly Channel[],
  now: Instant,
): AnswerWay | null {
  if (phone && (topic === "whatsapp" || topic === "sms")) {
    const until = topic === "whatsapp" ? lastWhatsAppAt + WHATSAPP_WINDOW : null;
    if (!channels.includes(topic)) return { by: topic, until, obstacle: "channelNotSetUp" };
    return { by: topic, until, obstacle: until !== null && until <= now ? "whatsAppWindowOver" : null };
  }
  return email ? { by: "email", until: null, obstacle: null } : null;
}
