import * as z from "zod";
import { CHOSEN_CHANNELS, CHOSEN_TOPICS, type Choice, type ChosenChannel, type NoticeChoices } from "./choices";
import { isQuietSpan, NO_SPAN, quietFields, quietHoursOf } from "./quiet-hours";

const CHOICES = CHOSEN_TOPICS.flatMap((topic) => CHOSEN_CHANNELS.map((channel): Choice => `${topic}-${channel}`));

/** The form of the choices (N13): a box for each topic and channel, and quiet hours in minutes of the day. */
export const choicesForm = z
  .object({
    ...quietFields("Please choose when your quiet hours begin and end."),
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
    quiet: quietHoursOf({ quiet, quietFrom, quietUntil }),
    on: CHOICES.filter((choice) => (boxes as Record<string, unknown>)[choice] === "on"),
  }));
