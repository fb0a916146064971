import { didNotCome } from "~/domain/bookings/next-step/step-links";
import { CANCELLATION_REASONS, LATE_CANCELLATION, LATE_WARNING } from "~/domain/bookings/booking";
import { acceptTime, declineTime, proposeTime } from "~/domain/bookings/commands/reschedule.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { listOtherPlumbers, offerInstead } from "~/domain/bookings/queries/other-plumbers.server";
import { takeJobStep } from "~/domain/bookings/commands/job-steps.server";
import { BOOKING_TRANSITIONS, type BookingTransition } from "~/domain/bookings/booking-machine";
import type { JobStepName } from "~/domain/bookings/job-steps";
import { SAID_LIMITS, type ChoiceRow } from "~/domain/notices/said";
import { findTimesAround } from "~/domain/plumbers/plumber-profiles.server";
import { isFreeStart } from "~/domain/time/availability";
import { dateAt, minuteAt, sayWhen, timeAt, weekdayOf } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { formatMoney } from "~/domain/values/money";
import { cleanText, cutText, REASON_LENGTH } from "~/domain/values/text";
import { describeCallingOff } from "~/ui/money/describe-held";
import { minutesIn } from "./amounts";
import { askAnother } from "./job-verbs.server";
import type { Job } from "./jobs.server";
import { meetsWish, pickStarts, sayWish, wishIn } from "./times";
import {
  type JobActions,
  type JobAction,
  askedAgain,
  rows,
  answerTo,
  wordsOf,
  readBack,
  isYes,
} from "./job-action.server";

const startMark = ({ booking }: Job) => String(booking.startsAt);

const transition = (name: BookingTransition, title: string, mark?: (job: Job) => string): JobAction => ({
  title: () => title,
  ...(mark && { mark }),
  does: (context, { user, booking }) => transitionBooking(context, user, booking, name),
});

const step = (name: JobStepName, title: (job: Job) => string): JobAction => ({
  title,
  does: (context, { user, booking }) => takeJobStep(context, user, booking, name),
});

/** Refusing and cancelling: what it costs, and why. */
const callingOff = (name: "refuse" | "cancel", title: string): JobAction => ({
  title: () => title,
  mark: startMark,
  asks({ user, booking }, { now }, mark) {
    if (mark) return readBack(`${name === "cancel" ? "Cancel" : "Refuse"} it, and say why: “${mark}”?`, title);
    const isLate = name === "cancel" && booking.startsAt - now < LATE_CANCELLATION;
    const status = BOOKING_TRANSITIONS[name].to;
    const costs = describeCallingOff(booking, { status, lateBy: isLate ? user.role : null }, user.role, now);
    const late = isLate ? LATE_WARNING : "";
    return {
      text: [late, ...costs, `Why do you ${name} it? Tap a reason, or write one.`].filter(Boolean).join(" "),
      rows: [
        ...rows("reason", [...CANCELLATION_REASONS[user.role].entries()]),
        { id: "reason.none", title: "No reason" },
        { id: "keep", title: name === "cancel" ? "Keep the visit" : "Not now" },
      ],
    };
  },
  does(context, { user, booking }, call) {
    const callOff = (reason: string | null) => transitionBooking(context, user, booking, name, { reason });
    if (call.mark && isYes(call)) return callOff(call.mark);
    const tapped = answerTo("reason", call);
    if (tapped !== null) return callOff(CANCELLATION_REASONS[user.role][Number(tapped)] ?? null);
    return askedAgain(call.choice === "change" ? "" : wordsOf(call, REASON_LENGTH));
  },
});

const MINUTES_AWAY = [15, 30, 45, 60, 90] as const;
const MOST_MINUTES = 600;

/** The answer to a time that was suggested. */
const ofTime = (verb: typeof acceptTime, title: JobAction["title"]): JobAction => ({
  title,
  mark: ({ booking }) => String(booking.proposedStart),
  does: (context, { user, booking }) => verb(context, user, booking, booking.proposedStart ?? 0),
});

const NOON = 12 * 60;
const TIMES_NEAR = 5;

/** The visit: whether, when and by whom. */
export const VISIT_ACTIONS: JobActions = {
  confirm: transition("confirm", "Confirm", startMark),
  refuse: callingOff("refuse", "Refuse"),
  "accept-time": ofTime(acceptTime, () => "Yes, move it"),
  "decline-time": ofTime(declineTime, ({ user, booking }) =>
    booking.proposedBy === user.role ? "Take it back" : "No, keep the time",
  ),
  "on-the-way": {
    title: () => "I'm on my way",
    takesNumbers: true,
    asks: () => ({
      text: "When will you be there?",
      rows: rows(
        "in",
        MINUTES_AWAY.map((minutes) => [minutes, `In ${minutes} minutes`]),
      ),
    }),
    does(context, { user, booking }, call) {
      const minutes = Number(answerTo("in", call) ?? minutesIn(call) ?? 0);
      return minutes > 0 && minutes <= MOST_MINUTES ? takeJobStep(context, user, booking, "on-the-way", minutes) : null;
    },
  },
  "not-on-the-way": step("not-on-the-way", () => "Not on my way yet"),
  start: transition("start", "Start the job"),
  reopen: transition("reopen", "It isn't finished"),
  "propose-time": {
    title: () => "Another time",
    async asks({ booking }, { db, now }, mark) {
      const times = await findTimesAround(db, booking.id, now);
      const free = offeredStarts(now).filter(
        (start) => times && start !== booking.startsAt && isFreeStart(times.availability, times.takenTimes, start),
      );
      const wish = wishIn(mark, now);
      // The first of each half-day.
      const halves = [...Map.groupBy(free, (start) => `${dateAt(start)} ${minuteAt(start) < NOON}`).values()].map(
        ([first]) => first!,
      );
      const offered = wish ? pickStarts(free, wish, now, TIMES_NEAR) : halves.slice(0, SAID_LIMITS.rows);
      if (offered.length === 0)
        return {
          text: "There is no free time in the coming week. Write to them, or to our office.",
          buttons: [{ id: "office", title: "Our office" }],
        };
      const isMet = !wish || offered.some((start) => meetsWish(start, wish));
      return {
        text: `${isMet ? "" : `There is no free time ${sayWish(wish)}. These are the nearest. `}Which time do you suggest? Tap or write it. The visit stays as it is until they agree.`,
        rows: rows(
          "at",
          offered.map((start) => [start, sayWhen(start)]),
        ),
      };
    },
    does(context, { user, booking }, call) {
      const start = Number(answerTo("at", call) ?? 0);
      if (start > 0) return proposeTime(context, user, booking, start);
      return wishIn(call.text, context.now) ? askedAgain(cleanText(call.text)) : null;
    },
  },
  "ask-another": {
    title: () => "Ask another plumber",
    async asks({ user, booking }, { db, now }) {
      const others = offerInstead(await listOtherPlumbers(db, user, booking.id, now), booking, now);
      const choices = others.flatMap(({ id, firstName, lastName, feeCents, isFreeThen, nextFree }): ChoiceRow[] => {
        const start = isFreeThen ? booking.startsAt : (nextFree ?? null);
        if (start === null) return [];
        const title = `${firstName}, ${weekdayOf(dateAt(start))} ${timeAt(start)}`;
        const about = `${firstName} ${lastName}, visit fee ${formatMoney(feeCents)}, ${sayWhen(start)}`;
        return [
          {
            id: `other.${id}.${start}`,
            title: cutText(title, SAID_LIMITS.row),
            about: cutText(about, SAID_LIMITS.about),
          },
        ];
      });
      return choices.length === 0
        ? { text: "Nobody else is free in the coming week.", buttons: [{ id: "office", title: "Our office" }] }
        : { text: "Whom shall we ask instead?", rows: choices.slice(0, SAID_LIMITS.rows) };
    },
    does(context, { user, booking }, call) {
      const [id, start] = answerTo("other", call)?.split(".") ?? [];
      return id && start ? askAnother(context, user, booking.id, id, Number(start)) : null;
    },
  },
  "plumber-did-not-come": step("plumber-did-not-come", ({ view }) =>
    didNotCome(view.plumber?.firstName ?? "", SAID_LIMITS.button),
  ),
  "plumber-came": step("plumber-came", ({ view }) => `${view.plumber?.firstName} came`),
  "nobody-was-there": step("nobody-was-there", () => "Nobody was there"),
  "somebody-was-there": step("somebody-was-there", () => "Somebody was there"),
  cancel: callingOff("cancel", "Cancel the visit"),
};
