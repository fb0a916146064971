import { defineNotices } from "../notices/notice";
import { dateAt, formatDate, nameDay, timeAt, type Instant } from "../time/harare";
import { formatMoney } from "../values/money";
import { fullName, type Named } from "../values/user";
import { PROPOSAL_TEXTS, STEP_TEXTS, TRANSITION_TEXTS } from "./booking-notice-texts";
import {
  about,
  lineOf,
  listFacts,
  nextStep,
  pageOf,
  plumberOf,
  whenOf,
  type NoticedBooking,
  type Reader,
} from "./booking-email-parts";
import { BOOKING_TRANSITIONS, type BookingActor, type BookingTransition, type ProposalAction } from "./booking-machine";
import type { JobStepName } from "./job-steps";

/** What the two sides of a booking and the office are told about it (N6 to N8). */
export const bookingNotices = defineNotices<{
  /**
   * To the plumber; of a booking without one to the office, with the plumber that the client asked for, if any (B8).
   */
  bookingRequested: { booking: NoticedBooking; preferred: Named | null };
  /** To the client, as a record of what they asked for. */
  requestReceived: { booking: NoticedBooking; preferred: Named | null };
  /** `reason`: why, in the words of the user who did it. `city`: the plumber's, where others of it are offered. */
  bookingTransitioned: {
    booking: NoticedBooking & { city?: string | null };
    transition: BookingTransition;
    actor: BookingActor;
    reason: string | null;
    /** Of a completion: what is asked for in cents (null: nothing was agreed), and why it is more than agreed (M3). */
    completion?: Completion | null;
    reader: Reader;
  };
  /** To the plumber who has it now, to the client, and to the one who had it (`previous`). */
  bookingAssigned: {
    booking: NoticedBooking;
    previous: Named | null;
    reader: Reader | "previous";
  };
  /** `start`: the suggested one. */
  rescheduleProposal: { booking: NoticedBooking; action: ProposalAction; start: Instant; reader: Reader };
  /** To both sides, when the office has moved the booking to `start`. */
  bookingRescheduled: { booking: NoticedBooking; start: Instant; reader: Reader };
  /** Of a confirmed booking; `now` makes it "today" or "tomorrow". */
  bookingReminder: { booking: NoticedBooking; now: Instant; reader: Reader };
  /** `minutes`: how long the plumber will take, or null. */
  jobStep: { booking: NoticedBooking; step: JobStepName; minutes: number | null; reader: Reader };
  requestUnanswered: { booking: NoticedBooking };
  /** A day after the start, while nobody has said how it went (B27). */
  jobStillOpen: { booking: NoticedBooking; reader: Reader };
}>({
  bookingRequested: {
    email: ({ booking, preferred }, origin) => {
      const client = fullName(booking.client);
      return {
        subject: `New booking request for ${formatDate(dateAt(booking.startsAt), "short")}, ${timeAt(booking.startsAt)}`,
        to: booking.plumber && fullName(booking.plumber),
        paragraphs: [
          booking.plumber
            ? `${client} would like to book you. Confirm or refuse soon: they're waiting for your answer.`
            : preferred
              ? `${client} asked for ${fullName(preferred)}, who already has several requests from new clients that day. Please check the request and assign it.`
              : `${client} asked us for a plumber.`,
        ],
        line: lineOf("pending"),
        facts: listFacts(booking, "plumber"),
        action: booking.plumber
          ? { label: "Answer the request", url: pageOf(booking, "plumber", origin) }
          : { label: "Open Dispatch", url: `${origin}/admin-dashboard/dispatch` },
      };
    },
  },

  requestReceived: {
    email: ({ booking, preferred }, origin) => ({
      ...about(booking, "client", "We have your request", origin),
      paragraphs: [
        booking.plumber
          ? `${fullName(booking.plumber)} has your request and will confirm or refuse it. We'll email you.`
          : preferred
            ? `You asked for ${fullName(preferred)}. Our office is checking your request and will email you.`
            : "Our office is finding you a plumber. We'll email you when we have one.",
      ],
    }),
  },

  bookingTransitioned: {
    email: ({ booking, transition, actor, reason, completion, reader }, origin) => {
      const who = {
        client: fullName(booking.client),
        plumber: plumberOf(booking, "The plumber"),
        admin: "Our office",
        system: "",
      }[actor];
      const { subject, text } = TRANSITION_TEXTS[transition](who);
      return {
        ...about(booking, reader, subject, origin),
        paragraphs: [text],
        line: lineOf(BOOKING_TRANSITIONS[transition].to),
        facts: [
          ...listFinalAmount(completion),
          ...listFacts({ ...booking, status: BOOKING_TRANSITIONS[transition].to }, reader, reason),
        ],
        ...(reader === "client" && { action: nextStep(booking, transition, origin) }),
      };
    },
  },

  bookingAssigned: {
    email: ({ booking, previous, reader }, origin) => {
      if (reader === "previous") {
        return {
          subject: `A job was reassigned (${booking.reference})`,
          to: previous && fullName(previous),
          paragraphs: ["Our office has assigned this job to another plumber. You don't need to do anything."],
          facts: listFacts(booking, "plumber"),
        };
      }
      const isPending = booking.status === "pending";
      if (reader === "client") {
        const plumber = plumberOf(booking, "a plumber");
        const instead = previous ? ` instead of ${fullName(previous)}` : "";
        return {
          ...about(booking, reader, previous ? "You have another plumber" : "We've found you a plumber", origin),
          paragraphs: [
            isPending
              ? `We've asked ${plumber} to come${instead}. We'll email you when they confirm.`
              : `${plumber} will come to you${instead}.`,
          ],
        };
      }
      const page = about(booking, reader, "Our office has assigned you a job", origin);
      return {
        ...page,
        paragraphs: [
          isPending
            ? `${fullName(booking.client)} is waiting for a plumber. Confirm or refuse soon.`
            : `${fullName(booking.client)} expects a plumber at the time below. If you can't go, cancel soon.`,
        ],
        ...(isPending && { action: { ...page.action, label: "Answer the request" } }),
      };
    },
  },

  rescheduleProposal: {
    email: ({ booking, action, start, reader }, origin) => {
      const who = reader === "client" ? plumberOf(booking, "The plumber") : fullName(booking.client);
      const { subject, text } = PROPOSAL_TEXTS[action](who);
      const moved = action === "accept" ? { ...booking, startsAt: start } : booking;
      return {
        ...about(booking, reader, subject, origin),
        paragraphs: [text],
        facts: [[action === "accept" ? "New time" : "Suggested time", whenOf(start)], ...listFacts(moved, reader)],
      };
    },
  },

  bookingRescheduled: {
    email: ({ booking, start, reader }, origin) => ({
      ...about(booking, reader, "The booking has a new time", origin),
      paragraphs: ["Our office has moved the booking to another time. If you can't make it, call us."],
      facts: [["Before", whenOf(booking.startsAt)], ...listFacts({ ...booking, startsAt: start }, reader)],
    }),
  },

  bookingReminder: {
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
    email: ({ booking, step, minutes, reader }, origin) => {
      const who = reader === "client" ? plumberOf(booking, "The plumber") : fullName(booking.client);
      const { subject, text } = STEP_TEXTS[step](who, minutes);
      return {
        ...about(booking, reader, subject, origin),
        line: lineOf(booking.status, step === "on-the-way"),
        paragraphs: [text],
      };
    },
  },

  jobStillOpen: {
    email: ({ booking, reader }, origin) => ({
      ...about(booking, reader, "How did it go?", origin),
      paragraphs: [
        reader === "client"
          ? `The visit of ${plumberOf(booking, "your plumber")} was to be yesterday, and nobody has said how it went. If they didn't come, say so on the page of the booking. If the work is done, you don't need to do anything: your plumber closes the job.`
          : `Your job at ${fullName(booking.client)}'s was to be yesterday, and it is still open. If it is done, please finish it. If nobody was there, say so on the page of the job.`,
      ],
    }),
  },

  requestUnanswered: {
    email: ({ booking }, origin) => {
      const page = about(booking, "plumber", "Still waiting for your answer", origin);
      return {
        ...page,
        paragraphs: [
          `${fullName(booking.client)} is still waiting for your answer. Confirm or refuse before the time below: after that the request is refused automatically.`,
        ],
        action: { ...page.action, label: "Answer the request" },
      };
    },
  },
});

interface Completion {
  amount: number | null;
  reason: string | null;
}

const listFinalAmount = (completion: Completion | null = null): [string, string][] =>
  completion === null || completion.amount === null
    ? []
    : [
        ["To pay", formatMoney(completion.amount)],
        ...(completion.reason ? [["More than agreed because", completion.reason] as [string, string]] : []),
      ];
