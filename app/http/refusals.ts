import { data } from "@remix-run/cloudflare";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";

/** Every reason for which the domain refuses, with its status and what the user reads (F1). */
const REFUSALS = {
  wrongCredentials: [400, "Invalid email or password."],
  emailNotVerified: [403, "Please verify your email before signing in."],
  phoneTaken: [
    409,
    "A client has this phone already. Is it this one? Check the name, or choose Someone new with another phone.",
  ],
  emailTaken: [409, "This email has an account already. Is it this client?"],
  notYourBooking: [400, "This isn't the reference of one of your bookings."],
  accountSuspended: [403, "This account is suspended. Please call our office."],
  notSignUpPassword: [400, "That isn't the password you chose when you signed up."],
  hasAccount: [409, "This email already has an account."],
  wrongPassword: [400, "This is not your current password."],
  appointmentAhead: [409, "You still have a confirmed appointment. Please cancel it first, or call our office."],
  noToken: [400, "No token provided."],
  linkInvalid: [400, "This link is no longer valid. Please ask for a new one."],
  addressRequired: [422, "Address Line 1 is required for plumbers."],
  photoNotFound: [404, "This photo doesn't exist."],
  enoughPhotos: [409, "There are four photos already."],
  photoGone: [400, "Please choose your photo again."],
  notAnImage: [400, "Only image files are allowed."],
  imageTooLarge: [413, "Image is too large. The limit is 5 MB."],
  imageTooWide: [413, "Image is too large. The limit is 12,000 pixels on each side."],
  photosUnavailable: [503, "Photos can't be added right now."],
  onlyClientsBook: [403, "Only clients can book appointments."],
  startNotOffered: [400, "That time is not available on the chosen day."],
  startNotInFuture: [400, "Please choose a date and time in the future."],
  notSaved: [409, "This plumber can't be saved: they are no longer listed, or your list is full."],
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
  proposalGone: [409, "This suggestion has changed or ended. Please look again."],
  proposalsUsed: [409, "New times have been suggested three times already. Please write a message, or cancel."],
  quoteReplaced: [409, "There is a new quote by now. Please look at it first."],
  quoteExpired: [409, "The time of this quote is over. Please ask for a new one."],
  quoteGone: [409, "This quote has been declined or has ended."],
  quotesUsed: [409, "There have been 20 quotes for this job. Please write a message, or call our office."],
  validityNotPossible: [400, "Please choose a day from today on, within 90 days."],
  finalReasonRequired: [422, "This is more than was agreed. Please say why: the client will be asked to agree."],
  amountUnusual: [422, "This is more than ten times what was agreed. Please check it, and tick that it is right."],
  priceChanged: [409, "The agreed price has changed in the meantime. Please look again."],
  finalChanged: [409, "This has changed or been settled in the meantime. Please look again."],
  paymentOpen: [409, "A payment is recorded already and waits for an answer."],
  paymentAnswered: [409, "This payment has been answered, or isn't yours to answer."],
  paymentRecorded: [409, "A payment is recorded for this job, so it stays with its plumber."],
  moneyFrozen: [409, "Payments of this job wait for our office's decision."],
  aboveDue: [409, "This is more than what is due."],
  receiptNotFound: [404, "This receipt doesn't exist."],
  transitionNotAllowed: [409, "This isn't possible in the booking's current status."],
  tooEarly: [409, "It's too early for this: the appointment hasn't started."],
  assignedMeanwhile: [409, "Someone else has assigned this booking in the meantime."],
  userNotFound: [404, "This account doesn't exist."],
  lastAdmin: [409, "Please make someone else an admin first."],
  notYourself: [409, "You cannot do this to your own account."],
  moneyOpen: [
    409,
    "There is money to see to: a payment is due, or waits to be confirmed. Please see to it first, or call our office.",
  ],
  openBookings: [409, "There are open bookings. Please cancel or reassign them first."],
  notVerified: [409, "The email isn't verified yet, or the account is suspended."],
  reviewNotFound: [404, "This review doesn't exist."],
  alreadyAnswered: [409, "This has already been answered."],
  enquiryNotFound: [404, "This message doesn't exist."],
  emailNotFound: [404, "This email no longer exists."],
  notInList: [422, "That isn't in this list. Please start again."],
  tooMany: [429, "Too many attempts. Please try again later."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type Reason = keyof typeof REFUSALS;
export const REASONS = Object.keys(REFUSALS) as Reason[];

export interface Refused {
  ok: false;
  reason: Reason;
  retryAfterSeconds?: number;
  status?: string;
  /** The plumber who has the booking now. */
  name?: string;
  possibleFrom?: Instant;
  /** Cents. */
  due?: number;
  /** Free starts near the taken one. */
  nearest?: readonly number[];
}

/** A reason's status and general text. `messageOf` has the text for one case. */
export const describeReason = (reason: Reason) => REFUSALS[reason];

/** A refusal's text, with what is particular to it: a time, a status, a plumber. */
export function messageOf(refused: Refused): string {
  const message = REFUSALS[refused.reason][1];
  if (refused.reason === "transitionNotAllowed") return `This is not possible: the booking is ${refused.status}.`;
  if (refused.reason === "tooEarly" && refused.possibleFrom !== undefined)
    return `It's too early for this. You can do it from ${formatInstant(refused.possibleFrom)}.`;
  if (refused.reason === "aboveDue" && refused.due !== undefined)
    return refused.due === 0 ? "Nothing is due for this job." : `At most ${formatMoney(refused.due)} is due.`;
  if (refused.reason === "assignedMeanwhile") return `Someone else has just assigned this booking to ${refused.name}.`;
  if (refused.reason !== "tooMany" || !refused.retryAfterSeconds) return message;
  const minutes = Math.ceil(refused.retryAfterSeconds / 60);
  return `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

/** The status and headers of the response to a refusal. */
export function initOf(refused: Refused): ResponseInit {
  const status = REFUSALS[refused.reason][0];
  return refused.retryAfterSeconds
    ? { status, headers: { "Retry-After": String(refused.retryAfterSeconds) } }
    : { status };
}

/** The response of an action whose form has no fields: the refusal's text. */
export const refusal = <T extends Refused>(refused: T) => data({ message: messageOf(refused) }, initOf(refused));

/**
 * The response to a page's own `fetch` that did not succeed (law 18). A Response, because `data()` of a resource route
 * loses its status.
 */
export const answerProblem = (problem: string, init: ResponseInit) => Response.json({ problem }, init);

/** The response to a `fetch` that the domain refuses, with the refusal's text and status. */
export const answerRefusal = (refused: Refused) => answerProblem(messageOf(refused), initOf(refused));
