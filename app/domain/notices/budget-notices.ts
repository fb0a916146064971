import type { BudgetedChannel, BudgetShare } from "./daily-budgets";
import { defineNotices } from "./notice";

const NAMES: Record<BudgetedChannel, string> = { whatsapp: "WhatsApp messages", sms: "text messages" };

/** What the office is told about what phones cost (N18). */
export const budgetNotices = defineNotices<{ budgetUsedUp: { channel: BudgetedChannel; share: BudgetShare } }>({
  budgetUsedUp: {
    topic: "account",
    email: ({ channel, share }, origin) => ({
      subject: `Today's budget for ${share === "codes" ? "codes by " : ""}${NAMES[channel]} is used up`,
      to: null,
      paragraphs: [
        share === "codes"
          ? `Codes have used up their fifth, so phones can't be added until tomorrow. All other ${NAMES[channel]} go out. If you don't expect that many new people, somebody may be doing it on purpose.`
          : `No more ${NAMES[channel]} go out today. Push notifications and emails do. Tomorrow the count begins again; you can set another number at any time.`,
      ],
      action: { label: "Open Settings", url: `${origin}/admin-dashboard/settings` },
    }),
  },
});
