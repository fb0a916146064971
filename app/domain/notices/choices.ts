import { PHONE_CHANNELS, TOPICS, type Channel, type PhoneChannel, type Topic } from "~/db/notice-channels";
import type { EmailFooter } from "../email/email-template";
import type { Role } from "../values/user";

export { PHONE_CHANNELS };
export type { Channel, PhoneChannel };

export const CHOSEN_TOPICS = TOPICS.filter((topic) => topic !== "account");
export type ChosenTopic = (typeof CHOSEN_TOPICS)[number];

export const ROLE_TOPICS: Record<Role, readonly ChosenTopic[]> = {
  client: ["changes", "reminders", "messages", "reviews", "news"],
  plumber: CHOSEN_TOPICS,
  admin: ["messages"],
};

export const CHOSEN_CHANNELS = ["email", "push", "whatsapp", "sms"] as const satisfies Channel[];
export type ChosenChannel = (typeof CHOSEN_CHANNELS)[number];

/** Topics whose emails carry what must not be lost: they cannot be switched off. */
const ALWAYS_EMAILED: readonly Topic[] = ["requests", "changes", "account"];

export const isChoosable = (topic: Topic, channel: Channel): boolean =>
  channel !== "webhook" && !(channel === "email" && ALWAYS_EMAILED.includes(topic));

/** The default of a choice: phones are kept for jobs. */
export function isOnByDefault(topic: Topic, channel: Channel): boolean {
  if (topic === "news") return false;
  const isAboutJobs = topic === "requests" || topic === "changes" || topic === "reminders";
  return isAboutJobs || channel === "email" || channel === "push" || channel === "webhook";
}

export interface NoticeChoices {
  on: Choice[];
  /** In minutes of the day. */
  quiet: { from: number; until: number } | null;
}
export type Choice = `${ChosenTopic}-${ChosenChannel}`;

export const choicesOf = (role: Role, channels: readonly ChosenChannel[]): [ChosenTopic, ChosenChannel][] =>
  ROLE_TOPICS[role].flatMap((topic) =>
    channels
      .filter((channel) => isChoosable(topic, channel))
      .map((channel): [ChosenTopic, ChosenChannel] => [topic, channel]),
  );

const NO_QUIET_HOURS = { quiet: "", quietFrom: String(21 * 60), quietUntil: String(6 * 60 + 30) };

export const noticeAnswers = ({ on, quiet }: NoticeChoices): Record<string, string> & typeof NO_QUIET_HOURS => ({
  ...Object.fromEntries(on.map((choice) => [choice, "on"])),
  ...(quiet ? { quiet: "on", quietFrom: String(quiet.from), quietUntil: String(quiet.until) } : NO_QUIET_HOURS),
});

export const CHANNEL_NAMES: Record<Channel, string> = {
  email: "Email",
  push: "Push",
  whatsapp: "WhatsApp",
  sms: "Text message",
  webhook: "Webhook",
  call: "Call",
};

export const TOPIC_NAMES: Record<ChosenTopic, { name: string; hint?: string }> = {
  requests: { name: "Requests", hint: "Someone wants to book you" },
  changes: { name: "Changes", hint: "Confirmed, moved, cancelled, quotes and payments" },
  reminders: { name: "Reminders", hint: "Before an appointment" },
  messages: { name: "Messages" },
  reviews: { name: "Reviews" },
  news: { name: "News", hint: "What is new at Pombi" },
};

const REASONS: Record<Topic, string> = {
  requests: "You get this email because of a booking.",
  changes: "You get this email because of your booking.",
  reminders: "You get this email because of your booking.",
  messages: "You get this email because somebody has written to you.",
  reviews: "You get this email because of a job of yours.",
  news: "You get this email because you asked for our news.",
  account: "You get this email because of your account.",
};

/** The end of an email (N13): why its reader gets it, and where those with an account choose. */
export const emailFooter = (topic: Topic, userId: string | null, origin: string): EmailFooter =>
  userId === null
    ? { why: "You get this email because someone gave us this address.", settings: null }
    : { why: REASONS[topic], settings: `${origin}/settings/notifications` };
