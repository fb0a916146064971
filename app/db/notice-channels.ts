/** The channels of programs. Each has one sender (N2). */
export const SENT_CHANNELS = ["email", "push", "whatsapp", "sms", "webhook"] as const;
export type SentChannel = (typeof SENT_CHANNELS)[number];

/** All channels: a program's, or a call by our office (N20). */
export const CHANNELS = [...SENT_CHANNELS, "call"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The channels that reach a phone by its number (N15). */
export const PHONE_CHANNELS = ["whatsapp", "sms"] as const satisfies Channel[];
export type PhoneChannel = (typeof PHONE_CHANNELS)[number];

/** The topics of choices (N13): each kind of notice has one. */
export const TOPICS = ["requests", "changes", "reminders", "messages", "reviews", "news", "account"] as const;
export type Topic = (typeof TOPICS)[number];
