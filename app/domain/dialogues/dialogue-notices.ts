import { DAY, type Instant } from "../time/harare";
import { defineNotices } from "../notices/notice";
import type { ChoiceRow } from "../notices/said";

export interface DialogueAnswer {
  text: string;
  /** Its choices are buttons under the text, or rows of a list. */
  kind: "buttons" | "rows";
  choices: readonly ChoiceRow[];
  photo?: string | null;
  /** Of a receipt, which the `side` may see. */
  receipt?: number | null;
  side?: "client" | "plumber";
  at: Instant;
}

export const dialogueNotices = defineNotices<{
  /** Our words to someone who wrote by WhatsApp, or by text message. */
  dialogueAnswer: Pick<DialogueAnswer, keyof DialogueAnswer>;
}>("messages", {
  dialogueAnswer: {
    isOver: "never: expires",
    shortOn: ["whatsapp", "sms"],
    // Outside of the day after their words it would be a template without a word of it.
    expiresAt: ({ at }) => at + DAY,
    short: ({ text, kind, choices, photo, receipt, side }) => ({
      title: text,
      body: "",
      path: "",
      tag: "dialogue",
      texts: 2,
      photo,
      receipt: receipt && side ? { number: receipt, role: side } : null,
      ...(choices.length > 0 && { choices: { [kind]: choices } }),
    }),
  },
});
