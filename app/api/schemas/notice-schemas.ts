import * as z from "zod";
import { QUIET_STEP } from "~/domain/notices/quiet-hours";
import {
  CHOSEN_CHANNELS,
  CHOSEN_TOPICS,
  type Choice,
  type ChosenChannel,
  type ChosenTopic,
  type NoticeChoices,
} from "~/domain/notices/choices";
import { formatTime, parseTime, type Instant } from "~/domain/time/harare";
import { instant, toInstant } from "./shared-keys";

const TIME_MESSAGE = `Please send a time of day to the half hour, like "9:00 pm".`;
const time = z
  .string(TIME_MESSAGE)
  .transform((text) => parseTime(text) ?? Number.NaN)
  .refine((minute) => minute % QUIET_STEP === 0, TIME_MESSAGE)
  .meta({ override: { type: "string", example: "9:00 pm" } });

const choice = z.object({ topic: z.enum(CHOSEN_TOPICS), channel: z.enum(CHOSEN_CHANNELS), isOn: z.boolean() });

/** For the user alone. */
export const noticeSettings = z
  .object({
    choices: z.array(choice).meta({
      description: "Emails about requests and changes are always on. News is off until it is switched on.",
    }),
    quietHours: z
      .object({ from: z.string().meta({ example: "9:00 pm" }), until: z.string().meta({ example: "6:30 am" }) })
      .nullable()
      .meta({ description: "When push and phones stay silent, in Harare; null: never." }),
  })
  .meta({ id: "NoticeSettings", description: "What a user wants to be told, how, and when not." });

/** For the user alone. */
export const device = z
  .object({ id: z.string(), name: z.string().meta({ example: "Chrome on Android" }), createdAt: instant })
  .meta({ id: "Device", description: "A browser that gets notifications." });

export const toDevice = ({ id, name, createdAt }: { id: string; name: string; createdAt: Instant }) => ({
  id,
  name,
  createdAt: toInstant(createdAt),
});

/** What API clients send (N13). Returns `NoticeChoices`. */
export const noticeSettingsCall = z
  .object({
    choices: z.array(choice).max(CHOSEN_TOPICS.length * CHOSEN_CHANNELS.length),
    quietHours: z
      .object({ from: time, until: time })
      .refine(({ from, until }) => from !== until, { path: ["until"], message: "Quiet hours can't be empty." })
      .nullable(),
  })
  .transform(({ choices, quietHours }): NoticeChoices => ({
    on: choices.filter(({ isOn }) => isOn).map(({ topic, channel }): Choice => `${topic}-${channel}`),
    quiet: quietHours,
  }));

export const toNoticeSettings = (
  { on, quiet }: NoticeChoices,
  topics: readonly ChosenTopic[],
  channels: readonly ChosenChannel[],
): z.output<typeof noticeSettings> => ({
  choices: topics.flatMap((topic) =>
    channels.map((channel) => ({ topic, channel, isOn: on.includes(`${topic}-${channel}`) })),
  ),
  quietHours: quiet && { from: formatTime(quiet.from), until: formatTime(quiet.until) },
});
