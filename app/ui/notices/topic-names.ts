import type { ChosenTopic } from "~/domain/notices/choices";

export const TOPIC_NAMES: Record<ChosenTopic, { name: string; hint?: string }> = {
  requests: { name: "Requests", hint: "Someone wants to book you" },
  changes: { name: "Changes", hint: "Confirmed, moved, cancelled, quotes and payments" },
  reminders: { name: "Reminders", hint: "Before an appointment" },
  messages: { name: "Messages" },
  reviews: { name: "Reviews" },
  news: { name: "News", hint: "What is new at Pombi" },
};
