import type { Channel } from "~/db/notice-channels";

export const CHANNEL_NAMES: Record<Channel, string> = {
  email: "Email",
  push: "Push",
  whatsapp: "WhatsApp",
  sms: "Text message",
  webhook: "Webhook",
  call: "Call",
};
