import * as z from "zod";
import { CHOSEN_CHANNELS, CHOSEN_TOPICS, type Choice, type ChosenChannel, type NoticeChoices } from "./choices";

export const QUIET_STEP = 30;

const minute = (message: string) =>
  z
    .string(message)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((minute) => minute < 24 * 60 && minute % QUIET_STEP === 0, message);

export const quietFields = (message: string) => ({
  quiet: z.literal("on").optional(),
  quietFrom: minute(message),
  quietUntil: minute(message),
});

export const isQuietSpan = (hours: { quiet?: "on" | undefined; quietFrom: number; quietUntil: number }) =>
  !hours.quiet || hours.quietFrom !== hours.quietUntil;
export const NO_SPAN = { path: ["quietUntil"], error: "Quiet hours can't begin and end at the same time." };

const CHOICES = CHOSEN_TOPICS.flatMap((topic) => CHOSEN_CHANNELS.map((channel): Choice => `${topic}-${channel}`));

/** The form of the choices (N13): a box for each topic and channel, and quiet hours in minutes of the day. */
export const choicesForm = z
  .object({
    ...quietFields("Both times of your quiet hours are required."),
    /** The columns that the form had, with blanks between them; all, unless given. */
    channels: z
      .string()
      .optional()
      .transform((text) =>
        CHOSEN_CHANNELS.filter((channel) => text === undefined || text.split(" ").includes(channel)),
      ),
    ...Object.fromEntries(CHOICES.map((choice) => [choice, z.literal("on").optional()])),
  })
  .refine(isQuietSpan, NO_SPAN)
  .transform(({ quiet, quietFrom, quietUntil, channels, ...boxes }): NoticeChoices & { channels: ChosenChannel[] } => ({
    channels,
    quiet: quiet ? { from: quietFrom, until: quietUntil } : null,
    on: CHOICES.filter((choice) => (boxes as Record<string, unknown>)[choice] === "on"),
  }));
