import { defineNotices, type ShortNotice } from "../notices/notice";
import { dateAt, formatDate, timeAt, type Instant } from "../time/harare";
import { formatMoney } from "../values/money";
import { fullName, type Named } from "../values/user";
import { answerPath } from "./answer-link";
import { PROPOSAL_TEXTS, TRANSITION_TEXTS } from "./booking-notice-texts";
import {
  about,
  glance,
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
import { isAboveAgreed } from "./final-amount";

/** What the two sides of a booking and the office are told about it (N6 to N8). */
export const bookingNotices = defineNotices<{
  /**
   * To the plumber, with the token that answers it (N16); of a booking without one to the office, with the plumber that the
   * client asked for, if any (B8).
   */
  bookingRequested: { booking: NoticedBooking; preferred: Named | null; token: string | null };
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
  /** To the plumber who has it now (with the token that answers it), to the client, and to the one who had it (`previous`). */
  bookingAssigned: {
    booking: NoticedBooking;
    previous: Named | null;
    reader: Reader | "previous";
    token: string | null;
    /** When it was to start, where the office has moved it too (O26). */
    before?: Instant | null;
  };
  /** To both sides of a job that was paid in hand (`amount` in cents) and then cancelled. */
  cancelledAfterPayment: { booking: NoticedBooking; amount: number; reader: Reader };
  /** `start`: the suggested one. */
  rescheduleProposal: { booking: NoticedBooking; action: ProposalAction; start: Instant; reader: Reader };
  /** To both sides, when the office has moved the booking to `start`. */
  bookingRescheduled: { booking: NoticedBooking; start: Instant; reader: Reader };
  /** To the plumber, with the token that answers it (N16). */
  requestUnanswered: { booking: NoticedBooking; token: string };
}>({
  bookingRequested: {
    topic: "requests",
    onFailure: "sendAgain",
    short: ({ booking, token }) =>
      answerable(glance(booking, "plumber", `${booking.client.firstName} wants to book you`), token),
    expiresAt: ({ booking }) => booking.startsAt,
    email: ({ booking, preferred, token }, origin) => {
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
        facts: listFacts(booking, booking.plumber ? "plumber" : "office"),
        action: booking.plumber
          ? answerButton(booking, token, origin)
          : { label: "Open Dispatch", url: `${origin}/admin-dashboard/dispatch` },
      };
    },
  },

  requestReceived: {
    topic: "changes",
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
    topic: "changes",
    call: ({ booking, transition, completion }) => {
      // Whoever opens the door knows that it begins.
      if (transition === "start") return null;
      if (transition === "reopen") return "takeBack";
      return asksMore(completion, booking) ? "ask" : "tell";
    },
    short: ({ booking, transition, actor, reader }) =>
      glance(booking, reader, TRANSITION_TEXTS[transition](nameActor(booking, actor)).text),
    email: ({ booking, transition, actor, reason, completion, reader }, origin) => {
      const { subject, text } = TRANSITION_TEXTS[transition](nameActor(booking, actor));
      const isAsked = asksMore(completion, booking);
      return {
        ...about(booking, reader, subject, origin),
        paragraphs: isAsked && reader === "client" ? [text, ASKS_MORE] : [text],
        line: lineOf(BOOKING_TRANSITIONS[transition].to),
        facts: [
          ...listFinalAmount(completion),
          ...listFacts({ ...booking, status: BOOKING_TRANSITIONS[transition].to }, reader, reason),
        ],
        ...(reader === "client" && { action: nextStep(booking, transition, isAsked, origin) }),
      };
    },
  },

  cancelledAfterPayment: {
    topic: "changes",
    call: () => "tell",
    email: ({ booking, amount, reader }, origin) => ({
      ...about(booking, reader, `What you ${reader === "client" ? "paid" : "were paid"} for a cancelled job`, origin),
      paragraphs: [
        `${formatMoney(amount)} was paid in hand for this job, and then it was cancelled. Pombi doesn't hold this money. Our office knows, and will help you both to settle it.`,
      ],
      line: lineOf("cancelled"),
    }),
  },

  bookingAssigned: {
    topic: "requests",
    call: () => "tell",
    onFailure: "sendAgain",
    short: ({ booking, previous, reader, token }) =>
      reader === "previous"
        ? {
            title: "A job was given to another plumber",
            body: booking.reference,
            path: "/plumber-dashboard/jobs",
            tag: booking.id,
          }
        : answerable(
            glance(
              booking,
              reader,
              reader === "plumber"
                ? "Our office has assigned you a job"
                : previous
                  ? "You have another plumber"
                  : "We've found you a plumber",
            ),
            token,
          ),
    email: ({ booking, previous, reader, token, before }, origin) => {
      if (reader === "previous") {
        return {
          subject: `A job was reassigned (${booking.reference})`,
          to: previous && fullName(previous),
          paragraphs: ["Our office has assigned this job to another plumber. You don't need to do anything."],
          // It is not theirs any more: which one it was, and nothing of the client's home.
          facts: listFacts({ ...booking, status: "pending" }, "plumber").slice(0, 3),
        };
      }
      const isPending = booking.status === "pending";
      if (reader === "client") {
        const plumber = plumberOf(booking, "a plumber");
        const instead = previous ? ` instead of ${fullName(previous)}` : "";
        const page = about(
          booking,
          reader,
          previous ? "You have another plumber" : "We've found you a plumber",
          origin,
        );
        return {
          ...page,
          ...(before && { facts: [["Before", whenOf(before)] as [string, string], ...page.facts] }),
          paragraphs: [
            ...(before ? ["The booking has a new time as well. If you can't make it, call us."] : []),
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
        ...(isPending && { action: answerButton(booking, token, origin) }),
      };
    },
  },

  rescheduleProposal: {
    topic: "changes",
    call: ({ action }) => (({ propose: "ask", accept: "tell", decline: "takeBack" }) as const)[action],
    short: ({ booking, action, start, reader }) =>
      glance(
        booking,
        reader,
        PROPOSAL_TEXTS[action](reader === "client" ? plumberOf(booking, "The plumber") : fullName(booking.client)).text,
        action === "decline" ? booking.startsAt : start,
      ),
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
    topic: "changes",
    call: () => "tell",
    short: ({ booking, start, reader }) => glance(booking, reader, "Our office has moved your booking", start),
    email: ({ booking, start, reader }, origin) => ({
      ...about(booking, reader, "The booking has a new time", origin),
      paragraphs: ["Our office has moved the booking to another time. If you can't make it, call us."],
      facts: [["Before", whenOf(booking.startsAt)], ...listFacts({ ...booking, startsAt: start }, reader)],
    }),
  },

  requestUnanswered: {
    topic: "requests",
    onFailure: "sendAgain",
    short: ({ booking, token }) =>
      answerable(glance(booking, "plumber", `${booking.client.firstName} is still waiting for your answer`), token),
    expiresAt: ({ booking }) => booking.startsAt,
    email: ({ booking, token }, origin) => {
      const page = about(booking, "plumber", "Still waiting for your answer", origin);
      return {
        ...page,
        paragraphs: [
          `${fullName(booking.client)} is still waiting for your answer. Confirm or refuse before the time below: after that the request is refused automatically.`,
        ],
        action: answerButton(booking, token, origin),
      };
    },
  },
});

/** A tap leads to the answer, where there is a token for it; else to the page. */
const answerable = (short: ShortNotice, token: string | null): ShortNotice =>
  token ? { ...short, path: answerPath(token) } : short;

const answerButton = (booking: NoticedBooking, token: string | null, origin: string) => ({
  label: "Answer the request",
  url: token ? origin + answerPath(token) : pageOf(booking, "plumber", origin),
});

const nameActor = (booking: NoticedBooking, actor: BookingActor): string =>
  ({
    client: fullName(booking.client),
    plumber: plumberOf(booking, "The plumber"),
    admin: "Our office",
    system: "",
  })[actor];

const ASKS_MORE = "The amount is more than you agreed on. Please agree to it, or say that you don't.";

interface Completion {
  amount: number | null;
  reason: string | null;
}

/** Whether a completion asks the client for more than was agreed (M3). */
const asksMore = (completion: Completion | null | undefined, booking: NoticedBooking): boolean =>
  typeof completion?.amount === "number" && isAboveAgreed(completion.amount, booking);

const listFinalAmount = (completion: Completion | null = null): [string, string][] =>
  completion === null || completion.amount === null
    ? []
    : [
        ["To pay", formatMoney(completion.amount)],
        ...(completion.reason ? [["More than agreed because", completion.reason] as [string, string]] : []),
      ];
