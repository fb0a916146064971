import type { BookingTransition, ProposalAction } from "./booking-machine";
import type { JobStepName } from "./job-steps";

/** Subject and sentence of each transition, with the name of who made it. */
export const TRANSITION_TEXTS: Record<BookingTransition, (who: string) => { subject: string; text: string }> = {
  confirm: (who) => ({ subject: "Your booking is confirmed", text: `${who} has confirmed the booking.` }),
  refuse: (who) => ({
    subject: "Your booking was refused",
    text: `${who} can't take this booking. Other plumbers may be free.`,
  }),
  start: (who) => ({ subject: "The job is in progress", text: `${who} has started the job.` }),
  complete: (who) => ({ subject: "The job is completed", text: `${who} has marked the job as completed.` }),
  cancel: (who) => ({ subject: "A booking was cancelled", text: `${who} has cancelled the booking.` }),
  reopen: (who) => ({
    subject: "The job isn't done yet",
    text: `${who} reopened the job. The work goes on.`,
  }),
  expire: () => ({
    subject: "A request wasn't answered in time",
    text: "This request wasn't answered in time, so it was refused automatically.",
  }),
};

const NO_SHOW = "No payment is due until our office has talked to both of you. We'll call.";

/** Of each step of the day. */
export const STEP_TEXTS: Record<
  JobStepName,
  (who: string, minutes: number | null) => { subject: string; text: string }
> = {
  "on-the-way": (who, minutes) => ({
    subject: "Your plumber is on the way",
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
    text: `${who} was at your address and says nobody was there. ${NO_SHOW}`,
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

/** Of what was done about the time. */
export const PROPOSAL_TEXTS: Record<ProposalAction, (who: string) => { subject: string; text: string }> = {
  propose: (who) => ({
    subject: "A new time is suggested",
    text: `${who} would like to move the booking.`,
  }),
  accept: (who) => ({ subject: "The new time is accepted", text: `${who} has accepted the new time.` }),
  decline: (who) => ({
    subject: "The time of the booking stays the same",
    text: `${who} isn't moving the booking. It stays at its original time.`,
  }),
};
