import { defineNotices } from "../notices/notice";
import { DAY, HOUR, MINUTE, sayWhen, timeAt } from "../time/harare";
import { telephoneLink } from "../values/phone";
import { fullName } from "../values/user";
import { isOpen } from "./booking";
import { capitalized } from "./booking-words";
import {
  about,
  aboutStep,
  glance,
  plumberOf,
  seeBooking,
  type NoticedBooking,
  type Reader,
} from "./booking-email-parts";
import type { JobStepName } from "./job-steps";
import { needsOtherPlumber } from "./next-step/step-facts";
import { reviewPage } from "./next-step/step-links";
import { dayAndTime, dayOf } from "./next-step/step-words";

/** The notices about the visit itself, before, on the day and afterwards (N6, N7, B27, R11, P7). */
export const visitNotices = defineNotices<{
  bookingReminder: { booking: NoticedBooking; reader: Reader };
  /** `who`: the other side, by name; `minutes`: how long the plumber will take, or null. */
  jobStep: { booking: NoticedBooking; step: JobStepName; who: string; minutes: number | null; reader: Reader };
  /** A day after the start, while no one has said how it went (B27). */
  jobStillOpen: { booking: NoticedBooking; reader: Reader };
  /** To the client, a day after the completion (R11). */
  reviewInvited: { booking: NoticedBooking };
  /** To the client: the plumber wants to show photos of the work (P7). */
  photosReleased: { booking: NoticedBooking };
}>("reminders", {
  bookingReminder: {
    // One that was moved away is told of again.
    isOver: ({ booking }, now) => booking.status !== "confirmed" || booking.startsAt > now + DAY,
    short: ({ booking, reader }) =>
      glance(booking, reader, capitalized(visitOf(booking, reader, plumberOf(booking, "your plumber")))),
    expiresAt: ({ booking }) => booking.startsAt,
    email: ({ booking, reader }, origin, now) => {
      const time = timeAt(booking.startsAt);
      const visit = visitOf(booking, reader, booking.plumber?.firstName ?? "your plumber");
      const subject = `${dayAndTime(booking.startsAt)}: ${visit}`;
      const email = aboutStep(booking, reader, subject, { origin, now });
      // Where something else is asked, the visit is the news.
      const isSaid = booking.proposedStart === null && email.paragraphs[0]?.includes(time);
      const said = isSaid ? [] : [`The visit is on ${sayWhen(booking.startsAt)}.`];
      return { ...email, paragraphs: [...said, ...email.paragraphs], second: callButton(booking, reader) };
    },
  },

  jobStep: {
    isOver: ({ booking, step }) => !isOpen(booking.status) || IS_TAKEN_BACK[step](booking),
    topic: "changes",
    call: ({ step, who, minutes }) => ({
      to: step === "on-the-way" || step === "nobody-was-there" ? "tell" : "takeBack",
      words: STEP_TEXTS[step](who, minutes).text,
    }),
    short: ({ booking, step, who, minutes, reader }) => glance(booking, reader, STEP_TEXTS[step](who, minutes).text),
    // By then they are at the door.
    expiresAt: ({ step, minutes }, now) =>
      step === "on-the-way" ? now + (minutes === null ? 2 * HOUR : minutes * MINUTE + HOUR) : null,
    email: ({ booking, step, who, minutes, reader }, origin, now) => {
      const { subject, text } = STEP_TEXTS[step](who, minutes);
      if (step !== "on-the-way") return aboutStep(booking, reader, subject, { origin, now, news: [text], event: step });
      const arrival = minutes === null ? null : (booking.onTheWayAt ?? now) + minutes * MINUTE;
      const title = arrival === null ? subject : `${subject}, arriving about ${timeAt(arrival)}`;
      const email = aboutStep(booking, reader, title, { origin, now, news: [text], event: step });
      // Clients at their door look for the visit, not for the money.
      return { ...email, action: seeBooking(booking, reader, origin), second: callButton(booking, reader) };
    },
  },

  jobStillOpen: {
    isOver: ({ booking }) => !isOpen(booking.status) || booking.isMissed,
    short: ({ booking, reader }) => glance(booking, reader, "Is it done?"),
    email: ({ booking, reader }, origin, now) => aboutStep(booking, reader, "Is the job done?", { origin, now }),
  },

  reviewInvited: {
    isOver: ({ booking }) => booking.status !== "completed" || booking.reviewedAt !== null,
    topic: "reviews",
    short: ({ booking }) => ({
      ...glance(booking, "client", `Please review ${plumberOf(booking, "your plumber")}`),
      path: reviewPage(booking),
    }),
    email: ({ booking }, origin) => ({
      ...about(booking, "client", `How was ${plumberOf(booking, "your plumber")}?`, origin),
      paragraphs: [
        `${plumberOf(booking, "Your plumber")} finished your job${booking.completedAt ? ` on ${dayOf(booking.completedAt)}` : ""}. A few words and some stars help others in their choice, and take you a minute.`,
      ],
      action: { label: "Leave a review", url: origin + reviewPage(booking) },
    }),
  },

  photosReleased: {
    isOver: "photosAnswered",
    topic: "reviews",
    short: ({ booking }) => glance(booking, "client", photosQuestion(booking)),
    email: ({ booking }, origin) => ({
      ...about(booking, "client", photosQuestion(booking), origin),
      paragraphs: [
        `${plumberOf(booking, "Your plumber")} would like to show photos from before and after the job to everyone, with the suburb, the date and the price, without your name and address. Nobody sees them unless you agree, on the booking's page, and you can change your mind at any time.`,
      ],
    }),
  },
});

const photosQuestion = (booking: NoticedBooking): string =>
  `May ${plumberOf(booking, "your plumber")} show photos of the work?`;

function callButton(booking: NoticedBooking, reader: Reader) {
  const other = reader === "client" ? booking.plumber : booking.client;
  if (!other?.phone || needsOtherPlumber(booking)) return null;
  return { label: `Call ${other.firstName}`, url: telephoneLink(other.phone) };
}

function visitOf(booking: NoticedBooking, reader: Reader, plumber: string): string {
  if (needsOtherPlumber(booking)) return "our office is arranging your visit";
  return reader === "client" ? `${plumber} is coming` : `your job at ${fullName(booking.client)}'s`;
}

// A visit that has begun is no longer on the way.
const isNotOnTheWay = ({ status, onTheWayAt }: NoticedBooking) => status !== "confirmed" || onTheWayAt === null;
const IS_TAKEN_BACK: Record<JobStepName, (booking: NoticedBooking) => boolean> = {
  "on-the-way": isNotOnTheWay,
  "not-on-the-way": (booking) => booking.status !== "confirmed" || !isNotOnTheWay(booking),
  "plumber-did-not-come": ({ isMissed }) => !isMissed,
  "nobody-was-there": ({ isMissed }) => !isMissed,
  "plumber-came": ({ isMissed }) => isMissed,
  "somebody-was-there": ({ isMissed }) => isMissed,
};

const NO_SHOW = "No payment is due until our office has talked to both of you. We'll call.";

const STEP_TEXTS: Record<JobStepName, (who: string, minutes: number | null) => { subject: string; text: string }> = {
  "on-the-way": (who, minutes) => ({
    subject: `${who} is on the way`,
    text:
      minutes === null
        ? `${who} is on the way.`
        : `${who} is on the way and will be there in about ${minutes} minutes.`,
  }),
  "not-on-the-way": (who) => ({
    subject: "Your plumber is not on the way after all",
    text: `${who} is not on the way after all. The time of the appointment stays the same.`,
  }),
  "plumber-did-not-come": (who) => ({
    subject: "The client says you didn't come",
    text: `${who} says you didn't come. ${NO_SHOW}`,
  }),
  "nobody-was-there": (who) => ({
    subject: "Your plumber says nobody was there",
    text: `${who} says that they were at your address and nobody was there. ${NO_SHOW}`,
  }),
  "plumber-came": (who) => ({
    subject: "The client took back that you didn't come",
    text: `${who} took back that you didn't come. There is nothing left for our office to decide about it.`,
  }),
  "somebody-was-there": (who) => ({
    subject: "Your plumber took back that nobody was there",
    text: `${who} took back that nobody was there. There is nothing left for our office to decide about it.`,
  }),
};
