import * as z from "zod";
import { dateField, typedDateField } from "../time/date-fields";
import { dateAt, instantOf, MINUTE, minuteAt, parseTime, type Instant } from "../time/harare";

// A start as it is sent: a day and a time in Harare; from API clients also an instant.

export const NO_DAY = "Day is required.";
export const NO_SLOT = "Please select a time slot.";
export const NO_TIME = "Time is required.";

const WRONG_TIME = "This is no time of day. Please choose another.";

/** A time as it is sent (T2). Returns minutes since midnight in Harare. */
export const timeField = (message: string) =>
  z
    .string({ error: message })
    .refine((text) => parseTime(text) !== null, { error: ({ input }) => (input ? WRONG_TIME : message) })
    .meta({ description: "The time of day in Harare; `14:30` and `14:30:00` are fine too.", example: "10:30 am" })
    .transform((text) => parseTime(text)!);

export const startFields = (day: string, time: string) => ({
  appointmentDate: typedDateField(day),
  appointmentTime: timeField(time),
});

/** Returns the answers with their start as an instant, in place of its day and time. */
export const startOf = <Answers extends { appointmentDate: string; appointmentTime: number }>({
  appointmentDate,
  appointmentTime,
  ...rest
}: Answers) => ({ ...rest, startsAt: instantOf(appointmentDate, appointmentTime) });

const WRONG_INSTANT = "Please give the start as an instant of a whole minute, like 2026-11-20T08:30:00Z.";

export const instantField = z.iso
  .datetime({ offset: true, error: WRONG_INSTANT })
  .transform((text) => Date.parse(text))
  .refine((instant) => instant % MINUTE === 0, WRONG_INSTANT)
  .meta({
    description: "The start as an instant, instead of day and time.",
    override: { type: "string", format: "date-time", example: "2026-11-20T08:30:00Z", pattern: undefined },
  });

/** The start in an API call: day and time, or the instant. `readStart` makes one of them. */
export const startOrInstantFields = (day: string, time: string) => ({
  appointmentDate: dateField(day).optional(),
  appointmentTime: timeField(time).optional(),
  startsAt: instantField.optional(),
});

/** For the API's document: an object needs day and time, or the instant. */
export const EITHER: z.GlobalMeta = {
  override: ({ jsonSchema }) => {
    jsonSchema.anyOf = [{ required: ["appointmentDate", "appointmentTime"] }, { required: ["startsAt"] }];
  },
};

type StartAnswers = Partial<{ appointmentDate: string; appointmentTime: number; startsAt: Instant }>;

/** Returns the start as an instant, from either. A field that is missing or contradicts the rest is refused by its name. */
export const readStart =
  (day: string, time: string) =>
  <Answers extends StartAnswers>(
    { appointmentDate, appointmentTime, startsAt, ...rest }: Answers,
    context: z.RefinementCtx,
  ) => {
    const refuse = (field: string, message: string) => {
      context.addIssue({ code: "custom", path: [field], message });
      return z.NEVER;
    };
    if (startsAt !== undefined) {
      const agrees =
        (appointmentDate ?? dateAt(startsAt)) === dateAt(startsAt) &&
        (appointmentTime ?? minuteAt(startsAt)) === minuteAt(startsAt);
      return agrees ? { ...rest, startsAt } : refuse("startsAt", "The instant is not that day and time.");
    }
    if (appointmentDate === undefined) return refuse("appointmentDate", day);
    if (appointmentTime === undefined) return refuse("appointmentTime", time);
    return { ...rest, startsAt: instantOf(appointmentDate, appointmentTime) };
  };
