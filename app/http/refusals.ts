import { data } from "@remix-run/cloudflare";
import { statusWord, type BookingStatus } from "~/domain/bookings/booking";
import type { RecordedMethod } from "~/domain/money/booking-money";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import { NO_AMOUNT } from "~/domain/values/fields";
import { sayWhen, type Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";

/** Every reason for which the domain refuses, with its status and what the user reads (F1). */
export const REFUSALS = {
  wrongCredentials: [400, "Invalid email or password."],
  emailNotVerified: [403, "Please verify your email before signing in."],
  phoneTaken: [
    409,
    "A client has this phone already. Is it this one? Check the name, or choose Someone new with another phone.",
  ],
  clientSuspended: [
    409,
    "This client's account is suspended, so nothing can be booked for them. Their page says why, and restores it.",
  ],
  phoneNotVerified: [
    409,
    "Someone has this number in their account, but it's not verified. Choose them if this is who is calling, or press Book again for someone new.",
  ],
  emailTaken: [409, "This email has an account already. Is it this client?"],
  notYourBooking: [400, "This isn't the reference of one of your bookings."],
  accountSuspended: [403, "This account is suspended. Please call our office."],
  secondFactorRequired: [401, "Please give the code of your authenticator app, or a recovery code, as well."],
  secondFactorMissing: [403, "Admins sign in in two steps. Please set that up on the site first."],
  wrongFactor: [400, "That isn't right, or it was used before. Please wait for the next code, or try another way."],
  wrongPasskey: [400, "We don't know this passkey, or it took too long. Please try again, or use your password."],
  signInOver: [400, "That took too long, or too many tries. Please sign in again."],
  sessionEnded: [401, "You were signed out in the meantime. Please sign in again."],
  formOfAnother: [409, "Someone else is signed in here by now. Please load the page again."],
  stepUpRequired: [403, "Please show first that it's you."],
  passwordStepUpRequired: [403, "Please enter your password first."],
  factorRequired: [
    409,
    "Money is on its way to you. Turn on two-step sign-in first, so that your password alone can't send it elsewhere. Then change this.",
  ],
  appCodeWrong: [400, "That isn't the app's code. Please wait for the next one, and check your phone's clock."],
  setUpOver: [409, "This has been set up already, or took too long. Please start again."],
  passkeyUnusable: [400, "Your browser gave us a passkey that we can't use. Please try again."],
  tooManyPasskeys: [409, "You have ten passkeys. Please remove one first."],
  factorGone: [404, "This has been removed already."],
  lastFactor: [409, "Admins need one. Please set up another one before you remove this."],
  noSecondFactor: [409, "Two-step sign-in isn't on for this account."],
  signUpOver: [
    409,
    "This sign-up is over: its email is verified, or its time is up. Please sign in, or sign up again.",
  ],
  notSignUpPassword: [400, "That isn't the password you chose when you signed up."],
  webhookAddressRefused: [
    422,
    "Please enter an https address of a public server of yours, by its name. We post to no IP addresses, private networks or other pages of ours.",
  ],
  tooManyWebhooks: [409, "You have five webhooks. Please remove one first."],
  webhookNotFound: [404, "This webhook doesn't exist any more."],
  deliveryNotFound: [404, "This delivery can't be sent again: it is over a month old, or its webhook has ended."],
  tooManyTokens: [409, "You have twenty tokens. Please revoke one first."],
  tokenNotFound: [404, "This token doesn't exist any more."],
  wrongCode: [400, "That isn't the code. Please check again."],
  codeOver: [
    410,
    "This code doesn't work any more: it is over 10 minutes old, or there were 5 tries. Please send another.",
  ],
  phoneInUse: [
    409,
    "Another account uses this phone. Send STOP from it to the number that the code came from: that ends it there. Then try again.",
  ],
  hasAccount: [409, "This email already has an account."],
  wrongPassword: [400, "This is not your current password."],
  appointmentAhead: [409, "You still have a confirmed appointment. Please cancel it first, or call our office."],
  noToken: [400, "No token provided."],
  linkInvalid: [400, "This link is no longer valid. Please ask for a new one."],
  addressRequired: [422, "Address Line 1 is required for plumbers."],
  photoNotFound: [404, "This photo doesn't exist."],
  enoughPhotos: [409, "There are four photos already."],
  enoughPapers: [409, "There are two photos of this paper already. Remove one first."],
  nameChanged: [409, "The name has changed meanwhile. Look again."],
  paperExpired: [400, "This paper has expired. Record the new one."],
  photoNotReleasable: [409, "This photo can't be shown in public."],
  enoughReleased: [409, "You show 12 photos already. Take one down first."],
  photoGone: [400, "Please choose your photo again."],
  notAnImage: [400, "Only image files are allowed."],
  heicPhoto: [400, "We can't read HEIC. Send it as JPEG."],
  avifPhoto: [400, "We can't read AVIF. Send it as JPEG."],
  gifPhoto: [400, "We can't read GIF. Send it as JPEG."],
  photoDamaged: [400, "The file is damaged. Please choose another."],
  photoEmpty: [400, "The file is empty. Please choose another."],
  imageTooLarge: [413, "Image is too large. The limit is 5 MB."],
  imageTooWide: [413, "Image is too large. The limit is 12,000 pixels on each side."],
  photosUnavailable: [503, "Photos can't be added right now."],
  onlyClientsBook: [403, "Only clients can book appointments."],
  startNotOffered: [400, "That time is not available on the chosen day."],
  startNotInFuture: [400, "Please choose a date and time in the future."],
  notSaved: [409, "This plumber can't be saved: they are no longer listed, or your list is full."],
  plumberNotFound: [404, "Plumber not found."],
  startUnchanged: [400, "The booking is at this time already. Please choose another."],
  slotTaken: [409, "This time slot has just been booked. Please choose another."],
  tooManyPending: [409, "You have 5 requests waiting for an answer. Please wait for one, or cancel one."],
  tooManyPendingWithPlumber: [
    409,
    "You have 2 requests waiting for this plumber's answer. Please wait for one, or cancel one.",
  ],
  bookingNotFound: [404, "Job not found."],
  reportNotPossible: [409, "A report can be written once the job is confirmed."],
  contactNotFound: [404, "There is nobody here you can write to."],
  onlyClientsAsk: [403, "Only clients can ask a plumber a question."],
  busy: [503, "Many messages are being sent right now. Please send yours again in a few seconds."],
  questionWaits: [409, "We've sent your question. You can write again once the plumber has answered."],
  conversationClosed: [409, "The plumber has closed this conversation."],
  mergeUnlikely: [400, "Nothing says that they are the same person. Tick the box if you are sure."],
  notMergeable: [409, "These accounts can't be merged. Please load the page again."],
  noteNotFound: [404, "This note isn't yours to change, or it was deleted."],
  conversationNotFound: [404, "There is no such conversation."],
  alreadyInTouch: [409, "You already have a conversation with this plumber. Write to them there."],
  notReviewable: [404, "There is no completed job to review."],
  alreadyReviewed: [409, "You have already reviewed this plumber for this job."],
  proposalGone: [409, "This suggestion has changed or ended. Please check again."],
  proposalsUsed: [409, "New times have been suggested three times already. Please write a message, or cancel."],
  quoteReplaced: [409, "The quote has changed since. Please read the new one first."],
  quoteExpired: [409, "The time of this quote is over. Please ask for a new one."],
  quoteGone: [409, "This quote has been declined or has ended."],
  quoteUnusual: [
    422,
    "This is more than ten times your fee, or more than $5,000. Please check it, and tick that it is right.",
  ],
  quoteOfFeeAlone: [422, "Please add what the work itself costs: the visit fee alone is agreed on already."],
  quotesUsed: [409, "There have been 20 quotes for this job. Please write a message, or call our office."],
  validityNotPossible: [400, "Please choose a day from today on, within 90 days."],
  finalReasonRequired: [422, "This is more than was agreed. Please say why: the client will be asked to agree."],
  amountUnusual: [422, "This is more than ten times what was agreed. Please check it, and tick that it is right."],
  aboveFinal: [422, "This is more than the plumber asks for. Please check it, and tick that it is right."],
  priceChanged: [409, "The agreed price has changed in the meantime. Please check again."],
  changedMeanwhile: [
    409,
    "Someone else has changed this since you opened it, so nothing is saved. Compare your words, and save again.",
  ],
  finalChanged: [409, "This has changed or been settled in the meantime. Please check again."],
  paymentOpen: [409, "A payment is recorded already and waits for an answer."],
  formUsed: [409, "This form was used for something else already. Look at the booking, then open the form again."],
  paymentAnswered: [409, "This payment has been answered, or isn't yours to answer."],
  paymentRecorded: [409, "A payment is recorded or under way for this job, so it stays with its plumber."],
  moneyFrozen: [409, "Payments of this job wait for our office's decision."],
  aboveDue: [409, "This is more than what is due."],
  recordAboveDue: [409, "This record is of more than what is due."],
  nothingOwed: [409, "There is nobody to pay that way: nothing is owed, or it is in a prepared payout already."],
  payoutsStopped: [409, "Payouts are stopped. The Payouts page says why, and since when."],
  payoutNotTaken: [409, "Take the file first: without it nobody can have been paid."],
  payoutTaken: [409, "Its file has been taken meanwhile. Note what was not sent, plumber by plumber."],
  payoutClosed: [409, "This payout has been sent or cancelled meanwhile, or it never was sent. Please check again."],
  referenceUsed: [409, "This reference is already used for something else. Please check it."],
  refundSent: [409, "This refund has been sent with another reference already."],
  refundNotSent: [409, "This refund isn't noted as sent by our office."],
  refundChanged: [409, "The payment provider has given a part of this refund back itself. Please send what is left."],
  arrivalUnknown: [404, "This arrival isn't in the books."],
  aboveClearing: [
    409,
    "This is more than the provider has of ours, by our books. Please check the amounts, and the payments.",
  ],
  ledgerAtFault: [
    409,
    "The ledger doesn't add up, or its nightly check is missing, so nothing can be paid out. See the System page.",
  ],
  amountRequired: [400, NO_AMOUNT],
  outcomeRequired: [400, "Outcome is required."],
  aboveHeld: [400, "This is more than what is held."],
  notReleasable: [409, "Nothing is held for this job, or our office has to decide first."],
  paidOnline: [409, "This was paid online, so its receipt stands. Pay it back instead."],
  onlinePaymentsOff: [404, "Nothing can be paid online here."],
  onlinePaymentOpen: [
    409,
    "A payment of this booking isn't decided yet. Please finish it, or wait until it has ended.",
  ],
  amountChanged: [409, "What can be paid has changed in the meantime. Please check again."],
  onlinePaymentNotFound: [404, "This payment doesn't exist."],
  providerSilent: [503, "The payment service doesn't answer right now. Please try again in a minute."],
  receiptNotFound: [404, "This receipt doesn't exist."],
  requestAnswered: [410, "This request has been answered."],
  requestOver: [410, "The time of this request is over, so it can't be answered any more."],
  requestReassigned: [410, "Our office has given this request to another plumber. You don't need to do anything."],
  answerLinkEnded: [410, "This link has ended, because all your devices were signed out. Sign in to answer."],
  answerLinkUnknown: [404, "This link isn't complete, or it ended some time ago. Sign in to see your jobs."],
  transitionNotAllowed: [409, "This isn't possible in the booking's current status."],
  visitUndecided: [409, "Our office decides about this visit first. Until then nothing else can be done with the job."],
  reopenOver: [
    409,
    "A finished job can be taken back for 10 minutes, unless it was reviewed, a payment was recorded or released, or our office has decided.",
  ],
  reasonMissing: [400, "Reason is required: choose one, or write your own. Both sides will read it."],
  tooEarly: [409, "It's too early for this: the appointment hasn't started."],
  cityNotServed: [409, "The plumber doesn't work in this city. Who goes?"],
  assignedMeanwhile: [409, "Someone else has assigned this booking in the meantime."],
  userNotFound: [404, "This account doesn't exist."],
  lastAdmin: [409, "Please make someone else an admin first."],
  notYourself: [409, "You cannot do this to your own account."],
  moneyOpen: [
    409,
    "Settle the open payment first: something is due, held or to be paid out, or waits to be confirmed. Or call our office.",
  ],
  openBookings: [409, "There are open bookings. Please cancel or reassign them first."],
  notVerified: [409, "The email isn't verified yet, or the account is suspended."],
  reviewNotFound: [404, "This review doesn't exist."],
  alreadyAnswered: [409, "This has already been answered."],
  channelNotSetUp: [409, "This channel isn't set up here: please choose another way."],
  whatsAppWindowOver: [
    409,
    "WhatsApp takes an answer for 24 hours after their last message, and that is over. Please call them.",
  ],
  answerTooLong: [400, "This doesn't fit into one text message: please shorten it."],
  enquiryNotFound: [404, "This message doesn't exist."],
  viewNotFound: [404, "This view doesn't exist any more."],
  viewNameTaken: [409, "You have another view of that name. Please choose another one."],
  tooManyViews: [409, "You have 20 views. Please delete one first."],
  noticeNotFound: [404, "This notice no longer exists."],
  noRequestToRemindOf: [409, "This booking no longer waits for a plumber's answer."],
  deviceNotFound: [404, "This device no longer gets notifications."],
  notInList: [
    400,
    "`before` is no place in this list. Take it from the Link header of the part before, or leave it out to start again.",
  ],
  tooMany: [429, "Too many attempts. Please try again later."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type Reason = keyof typeof REFUSALS;
export const REASONS = Object.keys(REFUSALS) as Reason[];

/** A refusal with what its text may name. */
interface Explained {
  ok: false;
  reason: Reason;
  retryAfterSeconds?: number;
  isBusy?: true;
  status?: BookingStatus;
  name?: string;
  possibleFrom?: Instant;
  movedTo?: Instant;
  /** The latest change by someone else, as a sentence. */
  latest?: string;
  /** Cents. */
  due?: number;
  /** The recorded payment that waits for its answer. */
  record?: { amount: number; method: RecordedMethod; isOwn: boolean };
  nearest?: readonly number[];
}

/** The present values of a form's fields, and words for those that people don't read as they are stored. */
interface Changed {
  reason: "changedMeanwhile";
  present: Record<string, string>;
  words?: Record<string, string>;
}

export type Refused = Explained & ({ reason: Exclude<Reason, Changed["reason"]> } | Changed);

const ANSWERED_TEXTS: Record<Exclude<BookingStatus, "pending">, string> = {
  confirmed: "You have confirmed this request.",
  "in-progress": "You have confirmed this request.",
  completed: "You have confirmed this request, and the job is done.",
  refused: "This request has been refused.",
  cancelled: "This request has been cancelled. You don't need to do anything.",
};

/** A refusal's text, with what is particular to it: a time, a status, a plumber, what someone else has done. */
export const messageOf = (refused: Explained): string =>
  refused.latest ? `${textOf(refused)} ${refused.latest}` : textOf(refused);

function textOf(refused: Explained): string {
  const message = REFUSALS[refused.reason][1];
  if (refused.reason === "transitionNotAllowed" && refused.movedTo !== undefined)
    return `The time has changed meanwhile: the visit is ${sayWhen(refused.movedTo)}.`;
  if (refused.reason === "transitionNotAllowed")
    return `This is not possible: the booking is ${refused.status && statusWord(refused.status)}.`;
  if (refused.reason === "requestAnswered" && refused.status && refused.status !== "pending")
    return ANSWERED_TEXTS[refused.status];
  if (refused.reason === "tooEarly" && refused.possibleFrom !== undefined)
    return `It's too early for this. You can do it from ${sayWhen(refused.possibleFrom)}.`;
  if (refused.reason === "aboveDue" && refused.due !== undefined)
    return refused.due === 0 ? "Nothing is due for this job." : `At most ${formatMoney(refused.due)} is due.`;
  if (refused.reason === "recordAboveDue" && refused.due !== undefined)
    return `Only ${formatMoney(refused.due)} is due by now. Whoever recorded the payment can take it back and record what counts.`;
  if (refused.reason === "paymentOpen" && refused.record) return sayOpen(refused.record);
  // The form offered no free starts: the other job may be days old.
  if (refused.reason === "slotTaken" && !refused.nearest)
    return "The plumber has another job at that time. Please choose another.";
  if (refused.reason === "cityNotServed") return `${refused.name} doesn't work in this city. Who goes?`;
  if (refused.reason === "assignedMeanwhile")
    return `Someone else has assigned this booking to ${refused.name} meanwhile.`;
  if (refused.reason !== "tooMany" || !refused.retryAfterSeconds) return message;
  if (refused.isBusy)
    return `Many people are signing in right now. Please try again in ${refused.retryAfterSeconds} seconds.`;
  if (refused.retryAfterSeconds <= 30)
    return `Too many attempts. Please try again in ${refused.retryAfterSeconds} seconds.`;
  const minutes = Math.ceil(refused.retryAfterSeconds / 60);
  if (minutes > 120) return `Too many attempts. Please try again in ${Math.ceil(minutes / 60)} hours.`;
  return `Too many attempts. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
}

const sayOpen = ({ amount, method, isOwn }: NonNullable<Explained["record"]>): string =>
  `${formatMoney(amount)} paid ${METHOD_WORDS[method]} is recorded already and waits for an answer. ${
    isOwn ? "Take that record back to correct it." : "It has to be confirmed or denied first."
  }`;

export function initOf(refused: Refused): ResponseInit {
  const status = REFUSALS[refused.reason][0];
  return refused.retryAfterSeconds
    ? { status, headers: { "Retry-After": String(refused.retryAfterSeconds) } }
    : { status };
}

/** The response of an action whose form has no fields: the refusal's text. */
export const refusal = <T extends Refused>(refused: T) => data({ message: messageOf(refused) }, initOf(refused));

/** The response to a failed `fetch` of a page (law 18). A Response: `data()` of a resource route loses its status. */
export const answerProblem = (problem: string, init: ResponseInit) => Response.json({ problem }, init);

export const answerRefusal = (refused: Refused) => answerProblem(messageOf(refused), initOf(refused));

/** The response to a `fetch` without a session; `headers` may say where to sign in. */
export const answerSignedOut = (headers?: HeadersInit) =>
  answerProblem("You must be logged in.", { status: 401, headers });
