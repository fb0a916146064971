import { defineNotices } from "../notices/notice";
import { dateAt, nameDay, timeAt, type Instant } from "../time/harare";
import { fullName } from "../values/user";
import { about, glance, lineOf, plumberOf, type NoticedBooking, type Reader } from "./booking-email-parts";
import { STEP_TEXTS } from "./booking-notice-texts";
import type { JobStepName } from "./job-steps";

/**
 * What the two sides are told about the visit itself: before it, on the day, when nobody has closed it, and afterwards (N6,
 * N7, B27, R11, P7).
 */
export const visitNotices = defineNotices<{
  /** Of a confirmed booking; `now` makes it "today" or "tomorrow". */
  bookingReminder: { booking: NoticedBooking; now: Instant; reader: Reader };
  /** `minutes`: how long the plumber will take, or null. */
  jobStep: { booking: NoticedBooking; step: JobStepName; minutes: number | null; reader: Reader };
  /** A day after the start, while nobody has said how it went (B27). */
  jobStillOpen: { booking: NoticedBooking; reader: Reader };
  /** To the client, a day after the completion (R11). */
  reviewInvited: { booking: NoticedBooking };
  /** To the client: the plumber wants to show photos of the work (P7). */
  photosReleased: { booking: NoticedBooking };
}>({
  bookingReminder: {
    topic: "reminders",
    short: ({ booking, reader }) =>
      glance(
        booking,
        reader,
        reader === "client"
          ? `${plumberOf(booking, "Your plumber")} is coming`
          : `Your job at ${fullName(booking.client)}'s`,
      ),
    expiresAt: ({ booking }) => booking.startsAt,
    email: ({ booking, now, reader }, origin) => {
      const day = nameDay(dateAt(booking.startsAt), dateAt(now));
      const when = `${day.charAt(0).toUpperCase()}${day.slice(1)}, ${timeAt(booking.startsAt)}`;
      const client = fullName(booking.client);
      return reader === "client"
        ? {
            ...about(booking, reader, `${when}: ${booking.plumber?.firstName ?? "your plumber"} is coming`, origin),
            paragraphs: [
              `${plumberOf(booking, "Your plumber")} is coming ${day} at ${timeAt(booking.startsAt)}. Make sure someone is there to open the door.`,
            ],
          }
        : {
            ...about(booking, reader, `${when}: your job at ${client}'s`, origin),
            paragraphs: [`You have a job ${day} at ${client}'s.`],
          };
    },
  },

  jobStep: {
    topic: "changes",
    call: ({ step }) => (step === "on-the-way" || step === "nobody-was-there" ? "tell" : "takeBack"),
    short: ({ booking, step, minutes, reader }) =>
      glance(
        booking,
        reader,
        STEP_TEXTS[step](reader === "client" ? plumberOf(booking, "The plumber") : fullName(booking.client), minutes)
          .text,
      ),
    email: ({ booking, step, minutes, reader }, origin) => {
      const who = reader === "client" ? plumberOf(booking, "The plumber") : fullName(booking.client);
      const { subject, text } = STEP_TEXTS[step](who, minutes);
      return {
        ...about(booking, reader, subject, origin),
        line: lineOf(booking.status, { isOnTheWay: step === "on-the-way" }),
        paragraphs: [text],
      };
    },
  },

  jobStillOpen: {
    topic: "reminders",
    short: ({ booking, reader }) => glance(booking, reader, "How did it go?"),
    email: ({ booking, reader }, origin) => ({
      ...about(booking, reader, "How did it go?", origin),
      paragraphs: [
        reader === "client"
          ? `The visit of ${plumberOf(booking, "your plumber")} was to be yesterday, and nobody has said how it went. If they didn't come, say so on the page of the booking. If the work is done, you don't need to do anything: your plumber closes the job.`
          : `Your job at ${fullName(booking.client)}'s was to be yesterday, and it is still open. If it is done, please finish it. If nobody was there, say so on the page of the job.`,
      ],
    }),
  },

  reviewInvited: {
    topic: "reviews",
    short: ({ booking }) => ({
      ...glance(booking, "client", `Please review ${plumberOf(booking, "your plumber")}`),
      path: TO_REVIEW,
    }),
    email: ({ booking }, origin) => ({
      ...about(booking, "client", `How was ${plumberOf(booking, "your plumber")}?`, origin),
      paragraphs: [
        `${plumberOf(booking, "Your plumber")} finished your job yesterday. A few words and some stars help others in their choice, and take you a minute.`,
      ],
      action: { label: "Leave a review", url: origin + TO_REVIEW },
    }),
  },

  photosReleased: {
    topic: "reviews",
    short: ({ booking }) =>
      glance(booking, "client", `May ${plumberOf(booking, "your plumber")} show photos of the work?`),
    email: ({ booking }, origin) => ({
      ...about(booking, "client", `May ${plumberOf(booking, "your plumber")} show photos of the work?`, origin),
      paragraphs: [
        `${plumberOf(booking, "Your plumber")} would like to show photos of the finished job to everyone, without your name and address. Nobody sees them unless you agree, on the booking's page, and you can change your mind at any time.`,
      ],
    }),
  },
});

/** Where a client finds the jobs without a review. */
const TO_REVIEW = "/client-dashboard/reviews";
