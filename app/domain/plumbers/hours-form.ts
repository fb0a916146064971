import * as z from "zod";
import { formatTime, parseTime } from "../time/harare";
import { JOB_LENGTHS, OPENING_HOURS, SLOT_MINUTES, WEEKDAYS } from "../time/availability";

const { opensAt, closesAt } = OPENING_HOURS;
const HOURS_MESSAGE = `Please choose hours between ${formatTime(opensAt)} and ${formatTime(closesAt)}.`;
const isHour = (minute: number) => minute >= opensAt && minute <= closesAt && minute % SLOT_MINUTES === 0;
const hour = z.coerce.number(HOURS_MESSAGE).refine(isHour, HOURS_MESSAGE);

const LENGTH_MESSAGE = "Time per job is required.";
const jobMinutes = z.literal(JOB_LENGTHS, LENGTH_MESSAGE);
const opensFirst = ({ opensAt, closesAt }: { opensAt: number; closesAt: number }) => opensAt < closesAt;
const CLOSES_TOO_EARLY = { path: ["closesAt"], message: "The closing time must be after the opening time." };
const bitsOf = (isOff: (day: (typeof WEEKDAYS)[number]) => boolean) =>
  WEEKDAYS.reduce((bits, day, at) => bits | (isOff(day) ? 1 << at : 0), 0);

/** The form of a plumber's hours (T9): minutes since midnight in Harare, a box for each day off. Returns an `Availability`. */
export const hoursForm = z
  .object({
    opensAt: hour,
    closesAt: hour,
    jobMinutes: z.coerce.number(LENGTH_MESSAGE).pipe(jobMinutes),
    paused: z.literal("on").optional(),
    ...Object.fromEntries(WEEKDAYS.map((day) => [day, z.literal("on").optional()])),
  })
  .refine(opensFirst, CLOSES_TOO_EARLY)
  .transform(({ opensAt, closesAt, jobMinutes, paused, ...days }) => ({
    opensAt,
    closesAt,
    jobMinutes,
    paused: paused === "on",
    daysOff: bitsOf((day) => (days as Record<string, unknown>)[day] === "on"),
  }));

const clock = z
  .string(HOURS_MESSAGE)
  .transform((text) => parseTime(text) ?? Number.NaN)
  .refine(isHour, HOURS_MESSAGE)
  .meta({
    description: "A time of day in Harare, to the half hour; `14:30` is fine too.",
    override: { type: "string", example: "10:00 am" },
  });

/** A plumber's hours as API clients send them (T9): times as text, days off by name. Returns an `Availability`. */
export const hoursCall = z
  .object({
    opensAt: clock,
    closesAt: clock,
    jobMinutes,
    daysOff: z.array(z.enum(WEEKDAYS)).max(7),
    paused: z.boolean(),
  })
  .refine(opensFirst, CLOSES_TOO_EARLY)
  .transform(({ daysOff, ...rest }) => ({ ...rest, daysOff: bitsOf((day) => daysOff.includes(day)) }));
