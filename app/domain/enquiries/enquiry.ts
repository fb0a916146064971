/** Which form an enquiry came through (W4). */
export const ENQUIRY_TOPICS = ["contact", "home", "quote", "appointment"] as const;
export type EnquiryTopic = (typeof ENQUIRY_TOPICS)[number];

/** What the contact page offers to write about (W15). */
export const ENQUIRY_CATEGORIES = [
  "Gas Line Services",
  "Basement Plumbing",
  "Kitchen Plumbing",
  "Remodeling Service",
  "Bathroom Plumbing",
] as const;

/** A field that people do not see and leave empty; programs that fill in everything do not (W4). */
export const HONEYPOT = "website";
