import * as z from "zod";
import { isQuietSpan, NO_SPAN, quietFields, quietHoursOf, type QuietHours } from "./quiet-hours";

/** For those who have not chosen, until the office sets others: 9 pm to 6:30 am. */
export const USUAL_QUIET_HOURS: QuietHours = { from: 21 * 60, until: 6 * 60 + 30 };

/** As one text, to detect changes by two admins; null: none. */
export const quietHoursText = (hours: QuietHours | null): string => (hours ? `${hours.from}-${hours.until}` : "off");

/** The office's form of the quiet hours that new accounts begin with (O18). */
export const quietHoursForm = z
  .object(quietFields("Please choose a time."))
  .refine(isQuietSpan, NO_SPAN)
  .transform((answers): { hours: QuietHours | null } => ({ hours: quietHoursOf(answers) }));
