import * as z from "zod";
import { MINUTE, type Instant } from "~/domain/time/harare";

/** A hundred years. Anything beyond is a mistake, and five-digit years break in many places. */
const MAX_OFFSET_MINUTES = 100 * 366 * 24 * 60;

const clockForm = z.union([
  z.strictObject({
    minutes: z
      .string()
      .regex(/^-?\d{1,8}$/)
      .transform(Number)
      .refine((minutes) => Math.abs(minutes) <= MAX_OFFSET_MINUTES),
  }),
  z.strictObject({ to: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)) }),
  z.strictObject({ reset: z.string() }),
]);

/** Where a form sets the clock: an instant, null for real time, undefined for an invalid form. */
export function parseClockForm(form: FormData, now: Instant): Instant | null | undefined {
  const { data } = clockForm.safeParse(Object.fromEntries(form));
  if (!data) return undefined;
  if ("minutes" in data) return now + data.minutes * MINUTE;
  return "to" in data ? data.to : null;
}
