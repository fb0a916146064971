import * as z from "zod";
import { CHOSEN_CHANNELS, CHOSEN_TOPICS, type Choice, type ChosenChannel, type NoticeChoices } from "./choices";

export const QUIET_STEP = 30;
const QUIET_MESSAGE = "Please choose when your quiet hours begin and end.";
const minute = z
  .string(QUIET_MESSAGE)
  .regex(/^\d+$/, QUIET_MESSAGE)
  .transform(Number)
  .refine((minute) => minute >= 0 && minute < 24 * 60 && minute % QUIET_STEP === 0, QUIET_MESSAGE);

const CHOICES = CHOSEN_TOPICS.flatMap((topic) => CHOSEN_CHANNELS.map((channel): Choice => `${topic}-${channel}`));

/**
 * The form for what someone wants to be told (N13): a box for each topic and channel, quiet hours in minutes of the
 * day.
 */
export const choicesForm = z
  .object({
    quiet: z.literal("on").optional(),
    quietFrom: minute,
    quietUntil: minute,
    /** The columns that the form had, with blanks between them; all, unless given. */
    channels: z
      .string()
      .optional()
      .transform((text) =>
        CHOSEN_CHANNELS.filter((channel) => text === undefined || text.split(" ").includes(channel)),
      ),
    ...Object.fromEntries(CHOICES.map((choice) => [choice, z.literal("on").optional()])),
  })
  .refine(({ quiet, quietFrom, quietUntil }) => !quiet || quietFrom !== quietUntil, {
    path: ["quietUntil"],
    message: "Quiet hours can't begin and end at the same time.",
  })
  .transform(({ quiet, quietFrom, quietUntil, channels, ...boxes }): NoticeChoices & { channels: ChosenChannel[] } => ({
    channels,
    quiet: quiet ? { from: quietFrom, until: quietUntil } : null,
    on: CHOICES.filter((choice) => (boxes as Record<string, unknown>)[choice] === "on"),
  }));
