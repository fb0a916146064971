import { defineNotices, type ShortNotice } from "../notices/notice";
import { dateAt, formatDate, formatInstant, type Instant, timeAt } from "../time/harare";
import { formatMoney, formatSum } from "../values/money";
import { fullName, type Named } from "../values/user";
import { afterMove, afterProposal, afterTransition } from "./after-event";
import { answerPath } from "./answer-link";
import { about, aboutStep, glance, listFacts, plumberOf } from "./booking-email-parts";
import type { BookingActor, BookingTransition, ProposalAction } from "./booking-machine";
import { PROPOSAL_TEXTS, TRANSITION_TEXTS } from "./booking-notice-texts";
import { isAboveAgreed } from "./final-amount";
import { pageFor } from "./next-step/step-links";
import type { NoticedBooking, Reader } from "./noticed-booking";

/** What the two sides of a booking and the office are told about it (N6 to N8). */
export const bookingNotices = defineNotices<{
  /**
   * To the plumber, with the token that answers it (N16); of a booking without one to the office, with the plumber that the
   * client asked for, if any (B8).
   */
  bookingRequested: { booking: NoticedBooking; preferred: Named | null; token: string | null };
  /** To the client, as a record of what they asked for. */
  requestReceived: { booking: NoticedBooking };
  /** `booking`: as it was before; `reason`: why, in the words of the user who did it. */
  bookingTransitioned: {
    booking: NoticedBooking;
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
  /** `booking`: as it was before; `start`: the suggested one. */
  rescheduleProposal: { booking: NoticedBooking; action: ProposalAction; start: Instant; reader: Reader };
  /** To both sides, when the office has moved the booking to `start`; `booking`: as it was before. */
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
    email: ({ booking, preferred, token }, origin, now) => {
      const client = fullName(booking.client);
      const subject = `New booking request for ${formatDate(dateAt(booking.startsAt), "short")}, ${timeAt(booking.startsAt)}`;
      const page = aboutStep(booking, "plumber", subject, { origin, now });
      if (booking.plumber) return { ...page, subject, action: answerButton(booking, token, origin) };
      return {
        ...page,
        subject,
        paragraphs: [
          preferred
            ? `${client} asked for ${fullName(preferred)}, who already has several requests from new clients that day. Please check the request and assign it.`
            : `${client} asked us for a plumber.`,
        ],
        facts: listFacts(booking, "office"),
        action: { label: "Open Dispatch", url: `${origin}/admin-dashboard/dispatch` },
      };
    },
  },

  requestReceived: {
    topic: "changes",
    email: ({ booking }, origin, now) => aboutStep(booking, "client", "We have your request", { origin, now }),
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
    email: ({ booking, transition, actor, reason, completion, reader }, origin, now) => {
      const { subject, text } = TRANSITION_TEXTS[transition](nameActor(booking, actor));
      const asks = reader === "client" && asksMore(completion, booking);
      const after = afterTransition(booking, { transition, actor, amount: completion?.amount, reason }, now);
      // Who did it is clear, or is said by the next step.
      const isSaid = transition !== "reopen" && (actor !== "admin" || transition === "cancel");
      return {
        ...aboutStep(after, reader, asks ? `Do you agree to ${formatMoney(completion?.amount ?? 0)}?` : subject, {
          origin,
          now,
          news: isSaid ? null : text,
        }),
        facts: [...listFinalAmount(completion), ...listFacts(after, reader)],
      };
    },
  },

  cancelledAfterPayment: {
    topic: "changes",
    call: () => "tell",
    email: ({ booking, amount, reader }, origin) => ({
      ...about(
        { ...booking, status: "cancelled" },
        reader,
        `What you ${reader === "client" ? "paid" : "were paid"} for a cancelled job`,
        origin,
      ),
      paragraphs: [
        `${formatMoney(amount)} was paid in hand for this job, and then it was cancelled. Pombi doesn't hold this money. Our office knows, and will help you both to settle it.`,
      ],
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
    expiresAt: ({ booking }, now) => (booking.startsAt > now ? booking.startsAt : null),
    email: ({ booking, previous, reader, token, before }, origin, now) => {
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
      const beforeIt: [string, string][] = before ? [["Before", formatInstant(before)]] : [];
      if (reader === "client") {
        const page = aboutStep(booking, reader, previous ? "You have another plumber" : "We've found you a plumber", {
          origin,
          now,
        });
        return {
          ...page,
          facts: [...beforeIt, ...page.facts],
          paragraphs: [
            ...page.paragraphs,
            ...(previous ? [`${plumberOf(booking, "A plumber")} comes instead of ${fullName(previous)}.`] : []),
            ...(before ? ["The booking has a new time as well. If you can't make it, call us."] : []),
          ],
        };
      }
      const page = aboutStep(booking, reader, "Our office has assigned you a job", { origin, now });
      return isPending
        ? { ...page, action: answerButton(booking, token, origin) }
        : { ...page, paragraphs: [...page.paragraphs, "If you can't go, cancel soon."] };
    },
  },

  rescheduleProposal: {
    topic: "changes",
    call: ({ action }) => ({ propose: "ask", accept: "tell", decline: "takeBack" } as const)[action],
    short: ({ booking, action, start, reader }) =>
      glance(
        booking,
        reader,
        PROPOSAL_TEXTS[action](reader === "client" ? plumberOf(booking, "The plumber") : fullName(booking.client)).text,
        action === "decline" ? booking.startsAt : start,
      ),
    email: ({ booking, action, start, reader }, origin, now) => {
      const who = reader === "client" ? plumberOf(booking, "The plumber") : fullName(booking.client);
      const { subject, text } = PROPOSAL_TEXTS[action](who);
      const after = afterProposal(booking, { action, start, by: reader === "client" ? "plumber" : "client" });
      const page = aboutStep(after, reader, subject, { origin, now, news: action === "propose" ? null : text });
      return {
        ...page,
        facts: [[action === "accept" ? "New time" : "Suggested time", formatInstant(start)], ...page.facts],
      };
    },
  },

  bookingRescheduled: {
    topic: "changes",
    call: () => "tell",
    short: ({ booking, start, reader }) => glance(booking, reader, "Our office has moved your booking", start),
    email: ({ booking, start, reader }, origin, now) => {
      const news = "Our office has moved the booking to another time. If you can't make it, call us.";
      const page = aboutStep(afterMove(booking, start), reader, "The booking has a new time", { origin, now, news });
      return { ...page, facts: [["Before", formatInstant(booking.startsAt)], ...page.facts] };
    },
  },

  requestUnanswered: {
    topic: "requests",
    onFailure: "sendAgain",
    short: ({ booking, token }) =>
      answerable(glance(booking, "plumber", `${booking.client.firstName} is still waiting for your answer`), token),
    expiresAt: ({ booking }) => booking.startsAt,
    email: ({ booking, token }, origin, now) => {
      const news = "If you don't answer in time, the request is refused automatically.";
      const page = aboutStep(booking, "plumber", "Still waiting for your answer", { origin, now, news });
      return { ...page, action: answerButton(booking, token, origin) };
    },
  },
});

/** A tap leads to the answer, where there is a token for it; else to the page. */
const answerable = (short: ShortNotice, token: string | null): ShortNotice =>
  token ? { ...short, path: answerPath(token) } : short;

const answerButton = (booking: NoticedBooking, token: string | null, origin: string) => ({
  label: "Answer the request",
  url: origin + (token ? answerPath(token) : pageFor("plumber", booking)),
});

const nameActor = (booking: NoticedBooking, actor: BookingActor): string =>
  ({
    client: fullName(booking.client),
    plumber: plumberOf(booking, "The plumber"),
    admin: "Our office",
    system: "",
  })[actor];

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
        ["Final amount", formatSum(completion.amount)],
        ...(completion.reason ? [["More than agreed because", completion.reason] as [string, string]] : []),
      ];
