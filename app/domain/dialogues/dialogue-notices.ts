import { DAY, type Instant } from "../time/harare";
import { defineNotices } from "../notices/notice";
import type { ChoiceRow } from "../notices/said";

export const dialogueNotices = defineNotices<{
  /** What we say to someone who wrote by WhatsApp, or by text message. `kind`: whether its choices are buttons, or rows of a list. */
  dialogueAnswer: { text: string; kind: "buttons" | "rows"; choices: readonly ChoiceRow[]; at: Instant };
}>("messages", {
  dialogueAnswer: {
    isOver: "never: expires",
    shortOn: ["whatsapp", "sms"],
    // Outside of the day after their words it would be a template without a word of it.
    expiresAt: ({ at }) => at + DAY,
    short: ({ text, kind, choices }) => ({
      title: text,
      body: "",
      path: "",
      tag: "dialogue",
      texts: 2,
      ...(choices.length > 0 && { choices: { [kind]: choices } }),
    }),
  },
});
