import { defineNotices, type ShortNotice } from "../notices/notice";
import type { EmailFact } from "../email/email-template";
import { sayWhen, type Instant } from "../time/harare";
import { formatMoney } from "../values/money";
import { fullName } from "../values/user";
import {
  about,
  aboutStep,
  glance,
  listFacts,
  namingFacts,
  plumberOf,
  type NoticedBooking,
  type Reader,
} from "./booking-email-parts";
import { type BookingActor, type BookingTransition, BOOKING_TRANSITIONS, type ProposalAction } from "./booking-machine";
import type { BookingStatus } from "~/db/booking-statuses";
import { isAccepted, isCalledOff, isOpen } from "./booking";
import { type CorrectedFact, sayFacts } from "./correction";
import { unsettledPart } from "./final-amount";
import { isToAnswer, isUnanswered } from "./next-step/step-facts";
import { replyWords } from "./next-step/plumber-step";
import { answerPath, pageFor } from "./next-step/step-links";
import { dayAndTime } from "./next-step/step-words";

/** The notices about a booking to its two sides and the office (N6 to N8). `who`: the actor's name. */
export const bookingNotices = defineNotices<{
  /** To the plumber, with the token that answers it (N16); of a booking without one to the office (B8). */
  bookingRequested: { booking: NoticedBooking; token: string | null };
  requestReceived: { booking: NoticedBooking };
  bookingTransitioned: {
    booking: NoticedBooking;
    transition: BookingTransition;
    actor: BookingActor;
    who: string;
    plumberId: string | null;
    /** True for a completion for more than was agreed: the client is asked (M3). */
    asksMore: boolean;
    reader: Reader;
  };
  /** To the plumber who has it now (with the token that answers it), to the client, and to the one who had it (`previous`). */
  bookingAssigned: {
    booking: NoticedBooking;
    plumberId: string;
    previousId: string | null;
    previous: string | null;
    reader: Reader | "previous";
    token: string | null;
    /** When it was to start, where the office has moved it too (O26). */
    before?: Instant | null;
  };
  /** To both sides of a job that was paid in hand (`amount` in cents) and then cancelled. */
  cancelledAfterPayment: { booking: NoticedBooking; amount: number; reader: Reader };
  rescheduleProposal: { booking: NoticedBooking; action: ProposalAction; who: string; start: Instant; reader: Reader };
  /** To both sides, when the office has moved the booking; `before`: when it was to start. */
  bookingRescheduled: { booking: NoticedBooking; before: Instant; reader: Reader };
  /** To each other side, when facts were corrected (B33, B34); `who`: the client who did it, null: our office. */
  bookingCorrected: {
    booking: NoticedBooking;
    facts: readonly { name: CorrectedFact }[];
    who: string | null;
    reader: Reader;
  };
  /** To the plumber, with the token that answers it (N16). */
  requestUnanswered: { booking: NoticedBooking; token: string };
}>("changes", {
  bookingRequested: {
    topic: "requests",
    onFailure: "sendAgain",
    // The office's, once someone has it; the plumber's, once it is answered.
    isOver: ({ booking, token }) => booking.status !== "pending" || (token === null && booking.plumber !== null),
    short: ({ booking, token }) =>
      answerable(glance(booking, "plumber", `${booking.client.firstName} wants to book you`), token),
    expiresAt: ({ booking }) => booking.startsAt,
    email: ({ booking, token }, origin, now) => {
      const client = fullName(booking.client);
      const subject = `New booking request for ${dayAndTime(booking.startsAt)}`;
      const page = aboutStep(booking, "plumber", subject, { origin, now });
      if (token) return { ...page, action: answerButton(booking, token, origin) };
      return {
        ...page,
        paragraphs: [
          booking.preferredPlumberName
            ? `${client} asked for ${booking.preferredPlumberName}, who already has several requests from new clients that day. Check the request and assign it.`
            : `${client} asked us for a plumber.`,
        ],
        facts: listFacts(booking, "office", origin),
        action: { label: "Open Dispatch", url: `${origin}/admin-dashboard/dispatch` },
      };
    },
  },

  requestReceived: {
    isOver: ({ booking }) => booking.status !== "pending",
    email: ({ booking }, origin, now) => {
      const sent = booking.plumber ? `Sent to ${booking.plumber.firstName}` : "We have your request";
      return aboutStep(booking, "client", `${sent}: ${dayAndTime(booking.startsAt)}`, { origin, now });
    },
  },

  bookingTransitioned: {
    isOver: ({ booking, transition, plumberId }) =>
      plumberId !== (booking.plumber?.id ?? null) || !isStillSo(booking.status, transition),
    call: ({ transition, who, asksMore }) => {
      // The client is at the door, so no call is needed.
      if (transition === "start") return null;
      const to = transition === "reopen" ? "takeBack" : asksMore ? "ask" : "tell";
      return { to, words: TRANSITION_TEXTS[transition](who) };
    },
    short({ booking, transition, who, reader }) {
      const text = TRANSITION_TEXTS[transition](who);
      const final = transition === "complete" ? booking.finalAmount : null;
      return glance(booking, reader, final === null ? text : `${text.replace(/\.$/, "")}: ${formatMoney(final)}`);
    },
    email: ({ booking, transition, actor, who, reader }, origin, now) => {
      const text = TRANSITION_TEXTS[transition](who);
      const final = transition === "complete" ? booking.finalAmount : null;
      const asks = reader === "client" && final !== null && unsettledPart(booking) > 0;
      const subject = TRANSITION_SUBJECTS[transition](firstNameOf(actor, booking), dayAndTime(booking.startsAt));
      const wasToBe = isCalledOff(booking.status) ? [saidOfVisit(booking, reader)] : [];
      return aboutStep(booking, reader, asks ? `Do you agree to ${formatMoney(final)}?` : subject, {
        origin,
        now,
        news: [text, ...wasToBe],
        // Of the office's acts, the step tells only a cancellation.
        event: actor !== "admin" || transition === "cancel" ? transition : null,
      });
    },
  },

  cancelledAfterPayment: {
    isOver: "disputeClosed",
    call: ({ reader }) => ({ to: "tell", words: paidForNothing(reader) }),
    email: ({ booking, amount, reader }, origin) => ({
      ...about(booking, reader, paidForNothing(reader), origin),
      paragraphs: [
        `${formatMoney(amount)} was paid in hand for this job, and then it was cancelled. Pombi doesn't hold this money. Our office knows, and will help you both to settle it.`,
      ],
    }),
  },

  bookingAssigned: {
    topic: "requests",
    // Another one has it by now, or it is off; or the one who had it has it again.
    isOver: ({ booking, plumberId, previousId, reader }) =>
      reader === "previous"
        ? booking.plumber?.id === previousId
        : booking.plumber?.id !== plumberId || !isOpen(booking.status),
    call: (facts) => ({ to: "tell", words: assigned(facts) }),
    onFailure: "sendAgain",
    short: ({ booking, token, ...facts }) =>
      facts.reader === "previous"
        ? { title: assigned(facts), body: booking.reference, path: "/plumber-dashboard/jobs", tag: booking.id }
        : answerable(glance(booking, facts.reader, assigned(facts)), token),
    expiresAt: ({ booking }, now) => (booking.startsAt > now ? booking.startsAt : null),
    email: ({ booking, previous, reader, token, before }, origin, now) => {
      if (reader === "previous") {
        return {
          subject: `A job was reassigned: ${dayAndTime(booking.startsAt)}`,
          reference: booking.reference,
          paragraphs: ["Our office has assigned this job to another plumber. You don't need to do anything."],
          // It is not theirs any more: which one it was, and nothing of the client's home.
          facts: namingFacts(booking),
        };
      }
      const subject = `${assigned({ previous, reader })}: ${dayAndTime(booking.startsAt)}`;
      if (reader === "client") {
        const plumber = plumberOf(booking, "A plumber");
        const news = [
          previous ? `${plumber} takes over from ${previous}.` : `Our office gave your booking to ${plumber}.`,
          ...(before ? ["The booking has a new time as well. If you can't make it, call us."] : []),
        ];
        const page = aboutStep(booking, reader, subject, { origin, now, news });
        return { ...page, facts: [...listBefore(before), ...page.facts] };
      }
      const page = aboutStep(booking, reader, subject, { origin, now });
      return booking.status === "pending"
        ? { ...page, action: answerButton(booking, token, origin) }
        : { ...page, paragraphs: [...page.paragraphs, "If you can't go, cancel soon."] };
    },
  },

  rescheduleProposal: {
    // Of an open job: withdrawn or answered, or moved again since.
    isOver: ({ booking, action, start }) =>
      !isOpen(booking.status) ||
      (action === "propose" && booking.proposedStart !== start) ||
      (action === "accept" && booking.startsAt !== start) ||
      (action === "decline" && booking.proposedStart !== null),
    call: ({ action, who }) => ({
      to: ({ propose: "ask", accept: "tell", decline: "takeBack" } as const)[action],
      words: PROPOSAL_TEXTS[action](who).text,
    }),
    short: ({ booking, action, who, start, reader }) =>
      glance(booking, reader, PROPOSAL_TEXTS[action](who).text, action === "decline" ? booking.startsAt : start),
    email: ({ booking, action, who, start, reader }, origin, now) => {
      const { subject, text } = PROPOSAL_TEXTS[action](who);
      const title = `${subject}: ${dayAndTime(action === "decline" ? booking.startsAt : start)}`;
      const page = aboutStep(booking, reader, title, { origin, now, news: [text], event: action });
      return {
        ...page,
        facts: [[action === "accept" ? "New time" : "Suggested time", { time: start }], ...page.facts],
      };
    },
  },

  bookingRescheduled: {
    isOver: ({ booking, before }) => !isOpen(booking.status) || booking.startsAt === before,
    call: () => ({ to: "tell", words: MOVED }),
    short: ({ booking, reader }) => glance(booking, reader, MOVED),
    email: ({ booking, before, reader }, origin, now) => {
      const news = ["Our office has moved the booking to another time. If you can't make it, call us."];
      const page = aboutStep(booking, reader, `The booking has a new time: ${dayAndTime(booking.startsAt)}`, {
        origin,
        now,
        news,
      });
      return { ...page, facts: [...listBefore(before), ...page.facts] };
    },
  },

  bookingCorrected: {
    isOver: ({ booking }) => !isOpen(booking.status),
    short: (facts) => glance(facts.booking, facts.reader, corrected(facts)),
    email: ({ booking, reader, ...facts }, origin, now) =>
      aboutStep(booking, reader, `The booking is corrected: ${dayAndTime(booking.startsAt)}`, {
        origin,
        now,
        news: [`${corrected({ booking, reader, ...facts })}.`],
      }),
  },

  requestUnanswered: {
    topic: "requests",
    onFailure: "sendAgain",
    isOver: ({ booking }) => booking.status !== "pending",
    short: ({ booking, token }) =>
      answerable(glance(booking, "plumber", waitsForAnswer(booking, booking.client.firstName)), token),
    expiresAt: ({ booking }) => booking.startsAt,
    email: ({ booking, token }, origin, now) => {
      const client = fullName(booking.client);
      const action = answerButton(booking, token, origin);
      if (!isToAnswer(booking))
        return { ...aboutStep(booking, "plumber", waitsForAnswer(booking, client), { origin, now }), action };
      const subject = isUnanswered(booking, now)
        ? `${client} can now ask another plumber`
        : waitsForAnswer(booking, client);
      return { ...about(booking, "plumber", subject, origin), paragraphs: [replyWords(booking, now)], action };
    },
  },
});

/** A plumber who has sent a quote has answered: their client has to, too. */
const waitsForAnswer = (booking: NoticedBooking, client: string): string =>
  isToAnswer(booking) ? `${client} is still waiting for your answer` : `${client}'s request isn't confirmed yet`;

/** A job is still confirmed while it is done. */
const isStillSo = (status: BookingStatus, transition: BookingTransition): boolean =>
  status === BOOKING_TRANSITIONS[transition].to || (transition === "confirm" && status === "in-progress");

const listBefore = (before: Instant | null | undefined): EmailFact[] => (before ? [["Before", { time: before }]] : []);

const answerable = (short: ShortNotice, token: string | null): ShortNotice =>
  token ? { ...short, path: answerPath(token) } : short;

const answerButton = (booking: NoticedBooking, token: string | null, origin: string) => ({
  label: "Confirm or refuse",
  url: origin + (token ? answerPath(token) : pageFor("plumber", booking)),
});

const paidForNothing = (reader: Reader) => `What you ${reader === "client" ? "paid" : "were paid"} for a cancelled job`;

interface Corrected {
  booking: NoticedBooking;
  facts: readonly { name: CorrectedFact }[];
  who: string | null;
  reader: Reader;
}

/** Without what the plumber can't see yet (B18). */
function corrected({ booking, facts, who, reader }: Corrected): string {
  const hidden = reader === "plumber" && !isAccepted(booking.status) ? ["street", "phone"] : [];
  const seen = facts.map(({ name }) => name).filter((name) => !hidden.includes(name));
  return `${who ?? "Our office"} has corrected ${sayFacts(seen)}`;
}

const MOVED = "Our office has moved your booking";

function assigned({ reader, previous }: { reader: Reader | "previous"; previous: string | null }): string {
  if (reader === "previous") return "A job was given to another plumber";
  if (reader === "plumber") return "Our office has assigned you a job";
  return previous ? "You have another plumber" : "We've found you a plumber";
}

const TRANSITION_TEXTS: Record<BookingTransition, (who: string) => string> = {
  confirm: (who) => `${who} has confirmed the booking.`,
  refuse: (who) => `${who} can't take this booking. Other plumbers may be free.`,
  start: (who) => `${who} has started the job.`,
  complete: (who) => `${who} has marked the job as completed.`,
  cancel: (who) => `${who} has cancelled the booking.`,
  reopen: (who) => `${who} reopened the job. The work goes on.`,
  expire: () => "This request wasn't answered in time, so it was refused automatically.",
};

/** Each says who did it, by first name, or which booking it is. */
const TRANSITION_SUBJECTS: Record<BookingTransition, (who: string, when: string) => string> = {
  confirm: (_, when) => `Your booking is confirmed: ${when}`,
  refuse: (who, when) => `${who} can't come on ${when}`,
  start: (_, when) => `The job is in progress: ${when}`,
  complete: (_, when) => `The job is completed: ${when}`,
  cancel: (who, when) => `${who} cancelled ${when}`,
  reopen: (_, when) => `The job isn't done yet: ${when}`,
  expire: (_, when) => `A request wasn't answered in time: ${when}`,
};

function firstNameOf(actor: BookingActor, { client, plumber }: NoticedBooking): string {
  if (actor === "client") return client.firstName;
  return actor === "plumber" && plumber ? plumber.firstName : "Our office";
}

/** Says when the visit would have been; to the plumber also that nothing is due: the client's step says it (B30). */
const saidOfVisit = ({ startsAt, paidAmount, heldAmount, cancelledLateBy }: NoticedBooking, reader: Reader) =>
  `The visit would have been on ${sayWhen(startsAt)}.` +
  (reader === "client" || paidAmount + heldAmount > 0 || cancelledLateBy ? "" : " Nothing is due.");

const PROPOSAL_TEXTS: Record<ProposalAction, (who: string) => { subject: string; text: string }> = {
  propose: (who) => ({ subject: "A new time is suggested", text: `${who} would like to move the booking.` }),
  accept: (who) => ({ subject: "The new time is accepted", text: `${who} has accepted the new time.` }),
  decline: (who) => ({
    subject: "The time of the booking stays the same",
    text: `${who} isn't moving the booking. It stays at its original time.`,
  }),
};
