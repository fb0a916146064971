import { data } from "@remix-run/cloudflare";
import { formatInstant, type Instant } from "~/domain/time/harare";

/** Every reason for which the domain refuses, with its status and what the user reads (F1). */
const REFUSALS = {
  wrongCredentials: [400, "Invalid email or password."],
  emailNotVerified: [403, "Please verify your email before signing in."],
  accountSuspended: [403, "This account is suspended. Please call our office."],
  notSignUpPassword: [400, "That is not the password chosen at sign-up."],
  hasAccount: [409, "This email has an account already."],
  wrongPassword: [400, "This is not your current password."],
  appointmentAhead: [
    409,
    "A confirmed appointment is still ahead. Please have it cancelled first, or call our office.",
  ],
  noToken: [400, "No token provided."],
  linkInvalid: [400, "This link is not valid any more. Please ask for a new one."],
  addressRequired: [422, "Address Line 1 is required for plumbers."],
  photoGone: [400, "Please choose your photo once more."],
  notAnImage: [400, "Only image files are allowed."],
  imageTooLarge: [413, "Image is too large. The limit is 5 MB."],
  imageTooWide: [413, "Image is too large. The limit is 12,000 pixels on each side."],
  photosUnavailable: [503, "Photos can't be added right now."],
  onlyClientsBook: [403, "Only clients can book appointments."],
  startNotOffered: [400, "That time is not available on the chosen day."],
  startNotInFuture: [400, "Please choose a date and time in the future."],
  plumberNotFound: [404, "Plumber not found."],
  slotTaken: [409, "This time slot has just been booked. Please choose another."],
  tooManyPending: [409, "You have 5 requests waiting for an answer. Please wait for one, or cancel one."],
  tooManyPendingWithPlumber: [
    409,
    "You have 2 requests waiting for this plumber's answer. Please wait for one, or cancel one.",
  ],
  bookingNotFound: [404, "Job not found."],
  reportNotPossible: [409, "A report can be written once the job is confirmed."],
  contactNotFound: [404, "There is nobody here you can write to."],
  notReviewable: [404, "There is no completed job to review."],
  alreadyReviewed: [409, "You have already reviewed this plumber for this job."],
  proposalGone: [409, "There is another proposal by now, or none. Please look again."],
  proposalsUsed: [409, "The time was proposed three times already. Please write a message, or cancel."],
  transitionNotAllowed: [409, "This is not possible as the booking stands."],
  tooEarly: [409, "It is too early for this: the appointment has not begun."],
  assignedMeanwhile: [409, "Somebody else has given this booking away meanwhile."],
  userNotFound: [404, "There is no such account."],
  lastAdmin: [409, "There has to be another admin first."],
  notYourself: [409, "You cannot do this to your own account."],
  openBookings: [409, "There are open bookings. Please cancel them, or give them to somebody else, first."],
  notVerified: [409, "The email is not verified yet, or the account is suspended."],
  reviewNotFound: [404, "There is no such review."],
  alreadyAnswered: [409, "This was answered already."],
  enquiryNotFound: [404, "There is no such message."],
  emailNotFound: [404, "There is no such mail any more."],
  notInList: [422, "That is not in this list. Please begin anew."],
  tooMany: [429, "Too many attempts. Please try again later."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type Reason = keyof typeof REFUSALS;
export const REASONS = Object.keys(REFUSALS) as Reason[];

export interface Refused {
  ok: false;
  reason: Reason;
  retryAfterSeconds?: number;
  status?: string;
  /** Who has it now. */
  name?: string;
  possibleFrom?: Instant;
  /** Free starts next to the one that is taken. */
  nearest?: readonly number[];
}

/** The status of a refusal and its words, but for those that name something of the case. */
export const describeReason = (reason: Reason) => REFUSALS[reason];

/** What the user reads. */
export function messageOf(refused: Refused): string {
  const message = REFUSALS[refused.reason][1];
  if (refused.reason === "transitionNotAllowed") return `This is not possible: the booking is ${refused.status}.`;
  if (refused.reason === "tooEarly" && refused.possibleFrom !== undefined)
    return `It is too early for this. It is possible from ${formatInstant(refused.possibleFrom)}.`;
  if (refused.reason === "assignedMeanwhile")
    return `Somebody else has decided meanwhile: the booking is with ${refused.name}.`;
  if (refused.reason !== "tooMany" || !refused.retryAfterSeconds) return message;
  const minutes = Math.ceil(refused.retryAfterSeconds / 60);
  return `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

/** The status and headers of a refusal, for the answer that says it. */
export function initOf(refused: Refused): ResponseInit {
  const status = REFUSALS[refused.reason][0];
  return refused.retryAfterSeconds
    ? { status, headers: { "Retry-After": String(refused.retryAfterSeconds) } }
    : { status };
}

/** An answer of nothing but the refusal. */
export const refusal = <T extends Refused>(refused: T) => data({ message: messageOf(refused) }, initOf(refused));

/**
 * The answer to a page's own `fetch` that did not succeed: a Response, as a resource route's `data()` would lose its
 * status on the way.
 */
export const answerProblem = (problem: string, init: ResponseInit) => Response.json({ problem }, init);

/** The same for a refusal of the domain. */
export const answerRefusal = (refused: Refused) => answerProblem(messageOf(refused), initOf(refused));
