import * as z from "zod";
import { dateAt, instantOf, MINUTE, minuteAt, type Instant } from "../time/harare";
import { messageOfIssue } from "../values/zod-messages";
import { dollars } from "../values/money-fields";
import { optionalLine } from "../values/text-fields";
import { REASON_LENGTH } from "./booking";
import { addressOf, appointment, dateField, MISSING, timeField, unassigned } from "./booking-forms";
import { REACHABLE_STATUSES } from "./booking-machine";
import { JOB_STEP_NAMES } from "./job-steps";

// What API clients send about bookings (X3). A start is a day and a time in Harare, or an instant.

const WRONG_INSTANT = "Please give the start as an instant of a whole minute, like 2026-11-20T08:30:00Z.";

const instantField = z.iso
  .datetime({ offset: true, error: WRONG_INSTANT })
  .transform((text) => Date.parse(text))
  .refine((instant) => instant % MINUTE === 0, WRONG_INSTANT)
  .meta({
    description: "The start as an instant, instead of day and time.",
    override: { type: "string", format: "date-time", example: "2026-11-20T08:30:00Z", pattern: undefined },
  });

const startFields = (day: string, time: string) => ({
  appointmentDate: dateField(day).optional(),
  appointmentTime: timeField(time).optional(),
  startsAt: instantField.optional(),
});

/** For the API's document: an object needs day and time, or the instant. */
const EITHER: z.GlobalMeta = {
  override: ({ jsonSchema }) => {
    jsonSchema.anyOf = [{ required: ["appointmentDate", "appointmentTime"] }, { required: ["startsAt"] }];
  },
};

interface StartAnswers {
  appointmentDate?: string | undefined;
  appointmentTime?: number | undefined;
  startsAt?: Instant | undefined;
}

/** Returns the start as an instant, from either. What is missing or contradicts the rest is refused at its own field. */
const readStart =
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

const NO_DAY = "Please select a day.";
const NO_SLOT = "Please select a time slot.";

/**
 * A request of either kind: `plumber` is empty, or names one. Returns the start as an instant, and the plumber's id or
 * null.
 */
export const bookingCall = z.union(
  [
    unassigned
      .extend({ ...startFields(MISSING, MISSING), plumber: z.literal("").nullish() })
      .meta({ title: "For our office to find a plumber", ...EITHER })
      .transform(readStart(MISSING, MISSING))
      .transform(({ plumber: _, location, ...rest }) => ({ ...rest, ...addressOf(location), plumber: null })),
    appointment
      .extend({
        ...startFields(NO_DAY, NO_SLOT),
        plumber: z.string().min(1).max(40).meta({ description: "The plumber's id." }),
      })
      .meta({ title: "With a plumber", ...EITHER })
      .transform(readStart(NO_DAY, NO_SLOT))
      .transform(({ serviceType, location, ...rest }) => ({
        ...rest,
        ...addressOf(location),
        serviceType: serviceType ?? null,
      })),
  ],
  {
    // `plumber` tells which of the two was meant: that one says what is wrong.
    error: (issue) => {
      const forms = issue.code === "invalid_union" ? issue.errors : [];
      const fitting = forms.find((issues) => issues.every(({ path }) => path[0] !== "plumber"));
      return fitting?.[0] ? messageOfIssue(fitting[0]) : "Please name the plumber by their id, or leave it empty.";
    },
  },
);

/** A transition: the status that it leads to, and why; of a completion, what is to be paid (M3). */
export const statusCall = z.object({
  status: z.enum(REACHABLE_STATUSES, "Please name a status."),
  reason: optionalLine(REASON_LENGTH).meta({ description: "Why; the other side reads it." }),
  finalAmount: dollars.optional().meta({
    description: "When completing: what is to be paid in US dollars; the agreed price, else the fee, without.",
  }),
  finalReason: optionalLine(REASON_LENGTH).meta({ description: "Why that is more than was agreed." }),
  sure: z
    .boolean()
    .optional()
    .meta({ description: "That an amount of more than ten times what was agreed is meant (`amount_unusual`)." }),
});

const NO_TIME = "Please choose a time.";

/** A suggestion of another start (B13). Returns it as an instant. */
export const proposalCall = z.object(startFields(NO_DAY, NO_TIME)).meta(EITHER).transform(readStart(NO_DAY, NO_TIME));

/** The reply to a suggestion, which it names by its start (B13). */
export const proposalAnswerCall = z.object({
  answer: z.enum(["accept", "decline"], "Please accept or decline."),
  startsAt: instantField.meta({ description: "The `proposedStart` that you answer." }),
});

const WRONG_MINUTES = "Please give 1 to 240 whole minutes.";

/** A step of the day (B25, B27), and, on the way, in how many minutes the plumber will be there. */
export const stepCall = z.object({
  step: z.enum(JOB_STEP_NAMES, "Please name a step."),
  minutes: z
    .int(WRONG_MINUTES)
    .min(1, WRONG_MINUTES)
    .max(240, WRONG_MINUTES)
    .nullish()
    .transform((minutes) => minutes ?? null)
    .meta({ description: "How long it will take, on the way." }),
});
