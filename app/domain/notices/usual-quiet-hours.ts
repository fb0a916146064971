import * as z from "zod";
import { QUIET_STEP } from "./choices-form";

/** When phones are silent for those who have not chosen (N12), in minutes of the day. */
export interface QuietHours {
  from: number;
  until: number;
}

/** Until the office sets others: 9 pm to 6:30 am. */
export const USUAL_QUIET_HOURS: QuietHours = { from: 21 * 60, until: 6 * 60 + 30 };

/** As one text, to detect changes by two admins; null: none. */
export const quietHoursText = (hours: QuietHours | null): string => (hours ? `${hours.from}-${hours.until}` : "off");

const minute = z
  .string("Please choose a time.")
  .regex(/^\d{1,4}$/, "Please choose a time.")
  .transform(Number)
  .refine((minute) => minute < 24 * 60 && minute % QUIET_STEP === 0, "Please choose a time.");

/** The office's form of the quiet hours that new accounts begin with (O18). */
export const quietHoursForm = z
  .object({ quiet: z.literal("on").optional(), quietFrom: minute, quietUntil: minute })
  .refine(({ quiet, quietFrom, quietUntil }) => !quiet || quietFrom !== quietUntil, {
    path: ["quietUntil"],
    message: "Quiet hours can't begin and end at the same time.",
  })
  .transform(({ quiet, quietFrom, quietUntil }): { hours: QuietHours | null } => ({
    hours: quiet ? { from: quietFrom, until: quietUntil } : null,
  }));
