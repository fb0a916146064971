import { z } from "zod";
import { JOB_LENGTHS, WEEKDAYS } from "../time/availability";

const HOURS_MESSAGE = "Please choose hours between 10:00 am and 9:00 pm.";
const hour = z.coerce.number(HOURS_MESSAGE).int(HOURS_MESSAGE).multipleOf(30, HOURS_MESSAGE).min(600, HOURS_MESSAGE).max(1260, HOURS_MESSAGE);

/** When a plumber takes jobs: hours in minutes since midnight, a box for each day off. Gives an `Availability`. */
export const hoursForm = z
  .object({
    opensAt: hour,
    closesAt: hour,
    jobMinutes: z.coerce.number().pipe(z.literal(JOB_LENGTHS, "Please choose how long a job takes.")),
    paused: z.literal("on").optional(),
    ...Object.fromEntries(WEEKDAYS.map((day) => [day, z.literal("on").optional()])),
  })
  .refine(({ opensAt, closesAt }) => opensAt < closesAt, { path: ["closesAt"], message: "The end must be after the beginning." })
  .transform(({ opensAt, closesAt, jobMinutes, paused, ...days }) => ({
    opensAt,
    closesAt,
    jobMinutes,
    paused: paused === "on",
    daysOff: WEEKDAYS.reduce((bits, day, at) => bits | ((days as Record<string, unknown>)[day] === "on" ? 1 << at : 0), 0),
  }));
