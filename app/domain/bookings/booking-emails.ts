import { fullName } from "../values/user";
import type { EmailTemplate } from "../email/email-template";
import { dateAt, formatDate, timeAt, type Instant } from "../time/harare";
import { cityPath } from "../values/cities";
import { DEFAULT_SERVICE, type BookingStatus } from "./booking";
import type { BookingActor, BookingTransition, ProposalAction } from "./booking-machine";

/** What a template about a booking has to know. Names are full names. */
export interface BookingEmailFacts {
  id: string;
  reference: string;
  startsAt: Instant;
  serviceType: string | null;
  location: string | null;
  clientName: string;
  plumberName: string | null;
  plumberId: string | null;
  /** Whom the client asked for, where the desk has yet to decide. */
  preferredName?: string | null;
  /** The plumber's city, where the template offers others of it. */
  city?: string | null;
  /** Why it was called off, in the words of whoever did it. */
  reason?: string | null;
  origin: string;
}

type Reader = "client" | "plumber";

const whenOf = (startsAt: Instant) => `${formatDate(dateAt(startsAt))} at ${timeAt(startsAt)}`;

function factsOf(facts: BookingEmailFacts, reader: Reader): [string, string][] {
  return [
    ["Booking", facts.reference],
    ["When", whenOf(facts.startsAt)],
    ["Service", facts.serviceType ?? DEFAULT_SERVICE],
    ...(facts.location ? [["Where", facts.location] as [string, string]] : []),
    ...(facts.reason ? [["Reason", facts.reason] as [string, string]] : []),
    reader === "client" ? ["Plumber", facts.plumberName ?? "To be assigned"] : ["Client", facts.clientName],
  ];
}

const pageOf = (facts: BookingEmailFacts, reader: Reader) =>
  reader === "client"
    ? `${facts.origin}/client-dashboard/bookings`
    : `${facts.origin}/plumber-dashboard/jobs/${facts.id}`;

/** To the plumber, or to the desk when no plumber was chosen. */
export function requestEmail(facts: BookingEmailFacts): EmailTemplate {
  return {
    subject: `New booking request for ${formatDate(dateAt(facts.startsAt), "short")}, ${timeAt(facts.startsAt)}`,
    to: facts.plumberName,
    paragraphs: [
      facts.plumberId
        ? `${facts.clientName} would like to book you. Please confirm or refuse soon: somebody is waiting at home.`
        : facts.preferredName
          ? `${facts.clientName} asks for ${facts.preferredName}, who has several requests of new clients that day already. Please look at it and give it to them.`
          : `${facts.clientName} asks us for a plumber.`,
    ],
    facts: factsOf(facts, "plumber"),
    action: facts.plumberId
      ? { label: "Answer the request", url: pageOf(facts, "plumber") }
      : { label: "Open Dispatch", url: `${facts.origin}/admin-dashboard/dispatch` },
  };
}

const TRANSITION_TEXTS: Record<BookingTransition, (who: string) => { subject: string; text: string }> = {
  confirm: (who) => ({ subject: "Your booking is confirmed", text: `${who} has confirmed the appointment.` }),
  refuse: (who) => ({
    subject: "Your booking was refused",
    text: `${who} cannot take this appointment. Other plumbers may be free.`,
  }),
  start: (who) => ({ subject: "The work has begun", text: `${who} has marked the job as in progress.` }),
  complete: (who) => ({ subject: "The job is done", text: `${who} has marked the job as completed.` }),
  cancel: (who) => ({ subject: "A booking was cancelled", text: `${who} has cancelled the appointment.` }),
  expire: () => ({
    subject: "Your request was not answered in time",
    text: "The appointment's time has come and the request was not answered, so it is closed.",
  }),
};

/** To one side of a booking about a transition of the other side, of the desk or of the system. */
export function transitionEmail(
  transition: BookingTransition,
  actor: BookingActor,
  reader: Reader,
  facts: BookingEmailFacts,
): EmailTemplate {
  const who = {
    client: facts.clientName,
    plumber: facts.plumberName ?? "The plumber",
    admin: "Our office",
    system: "",
  }[actor];
  const { subject, text } = TRANSITION_TEXTS[transition](who);
  const looksOn = (transition === "refuse" || transition === "expire") && reader === "client";
  const mayReview = transition === "complete" && reader === "client" && facts.plumberId;
  return {
    subject: `${subject} (${facts.reference})`,
    to: reader === "client" ? facts.clientName : facts.plumberName,
    paragraphs: [text],
    facts: factsOf(facts, reader),
    action: mayReview
      ? { label: "Leave a review", url: `${facts.origin}/appointment/${facts.plumberId}?job=${facts.reference}#review` }
      : looksOn
        ? {
            label: facts.city ? `Other plumbers in ${facts.city}` : "Other plumbers",
            url: facts.origin + (facts.city ? cityPath(facts.city) : "/plumbers"),
          }
        : { label: "See the booking", url: pageOf(facts, reader) },
  };
}

const PROPOSAL_TEXTS: Record<ProposalAction, (who: string) => { subject: string; text: string }> = {
  propose: (who) => ({
    subject: "Another time is proposed",
    text: `${who} would like to move the appointment. Please accept or decline.`,
  }),
  accept: (who) => ({ subject: "The new time is settled", text: `${who} has accepted the new time.` }),
  decline: (who) => ({
    subject: "The new time was declined",
    text: `${who} does not move the appointment: it stays as it was.`,
  }),
};

/** To the other side about the time. `proposed` is the new start, or what it would have been. */
export function rescheduleEmail(
  talk: ProposalAction,
  reader: Reader,
  proposed: Instant,
  facts: BookingEmailFacts,
): EmailTemplate {
  const who = reader === "client" ? (facts.plumberName ?? "The plumber") : facts.clientName;
  const { subject, text } = PROPOSAL_TEXTS[talk](who);
  return {
    subject: `${subject} (${facts.reference})`,
    to: reader === "client" ? facts.clientName : facts.plumberName,
    paragraphs: [text],
    facts: [
      [talk === "accept" ? "New time" : "Proposed", whenOf(proposed)],
      ...factsOf(talk === "accept" ? { ...facts, startsAt: proposed } : facts, reader),
    ],
    action: { label: "See the booking", url: pageOf(facts, reader) },
  };
}

/** About a booking that the desk has given to a plumber: to them, to the client, and to whom it was taken from (`former`, or null). */
export function assignmentEmail(
  reader: Reader | "former",
  status: BookingStatus,
  facts: BookingEmailFacts,
  former: string | null,
): EmailTemplate {
  const plumber = facts.plumberName ?? "a plumber";
  if (reader === "former") {
    const { plumberName: _, ...rest } = facts;
    return {
      subject: `A job was given to somebody else (${facts.reference})`,
      to: former,
      paragraphs: ["Our office has given this job to another plumber. You need not do anything."],
      facts: factsOf({ ...rest, plumberName: null }, "plumber"),
    };
  }
  if (reader === "client") {
    const instead = former ? ` instead of ${former}` : "";
    const text =
      status === "pending"
        ? `We have asked ${plumber} to come${instead}. You hear from us as soon as the appointment is confirmed.`
        : `${plumber} is going to come to you${instead}.`;
    return {
      subject: `${former ? "Another plumber for your appointment" : "We have found you a plumber"} (${facts.reference})`,
      to: facts.clientName,
      paragraphs: [text],
      facts: factsOf(facts, "client"),
      action: { label: "See the booking", url: pageOf(facts, "client") },
    };
  }
  return {
    subject: `Our office has given you a job (${facts.reference})`,
    to: facts.plumberName,
    paragraphs: [
      status === "pending"
        ? `${facts.clientName} is waiting for a plumber. Please confirm or refuse soon.`
        : `${facts.clientName} expects you at the time below. If you cannot go, please cancel soon.`,
    ],
    facts: factsOf(facts, "plumber"),
    action: { label: status === "pending" ? "Answer the request" : "See the job", url: pageOf(facts, "plumber") },
  };
}

/** To one side before a confirmed appointment. */
export function reminderEmail(when: "tomorrow" | "soon", reader: Reader, facts: BookingEmailFacts): EmailTemplate {
  const other = reader === "client" ? (facts.plumberName ?? "Your plumber") : facts.clientName;
  return {
    subject: `${when === "tomorrow" ? "In a day" : "In two hours"}: ${whenOf(facts.startsAt)} (${facts.reference})`,
    to: reader === "client" ? facts.clientName : facts.plumberName,
    paragraphs: [
      reader === "client" ? `${other} is to come to you. Please see that somebody is there.` : `${other} expects you.`,
    ],
    facts: factsOf(facts, reader),
    action: { label: "See the booking", url: pageOf(facts, reader) },
  };
}

/** To a plumber who has not answered a request yet. */
export function unansweredRequestEmail(facts: BookingEmailFacts): EmailTemplate {
  return {
    subject: `Still waiting for your answer (${facts.reference})`,
    to: facts.plumberName,
    paragraphs: [
      `${facts.clientName} is still waiting to hear from you. Please confirm or refuse; without an answer the request closes when its time has come.`,
    ],
    facts: factsOf(facts, "plumber"),
    action: { label: "Answer the request", url: pageOf(facts, "plumber") },
  };
}

/** What emails say of a booking and its two sides. */
export function bookingEmailFacts(
  booking: Omit<BookingEmailFacts, "clientName" | "plumberName" | "plumberId" | "origin"> & {
    client: { firstName: string; lastName: string };
    plumber: { id: string; firstName: string; lastName: string } | null;
  },
  origin: string,
): BookingEmailFacts {
  const { client, plumber } = booking;
  return {
    ...booking,
    origin,
    clientName: fullName(client),
    plumberName: plumber && fullName(plumber),
    plumberId: plumber?.id ?? null,
  };
}
