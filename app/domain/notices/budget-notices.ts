import type { BudgetedChannel } from "./daily-budgets";
import { defineNotices } from "./notice";

const NAMES: Record<BudgetedChannel, string> = { whatsapp: "WhatsApp messages", sms: "text messages" };

/** What the office is told about what phones cost (N18). */
export const budgetNotices = defineNotices<{ budgetUsedUp: { channel: BudgetedChannel } }>({
  budgetUsedUp: {
    topic: "account",
    email: ({ channel }, origin) => ({
      subject: `Today's budget for ${NAMES[channel]} is used up`,
      to: null,
      paragraphs: [
        `No more ${NAMES[channel]} go out today. Push notifications and emails do. Tomorrow the count begins again; you can set another number at any time.`,
      ],
      action: { label: "Open Settings", url: `${origin}/admin-dashboard/settings` },
    }),
  },
});
