import type { BookingTransition } from "~/domain/bookings/booking-machine";
import type { JobStepName } from "~/domain/bookings/job-steps";
import { MINUTE } from "~/domain/time/harare";
import type { Role } from "~/domain/values/user";
import { ownCookie } from "./cookies";

/** Shown once after a form (W13): a cookie carries the name for a minute, and the other side's first name (`{who}`). */
const MESSAGES = {
  signedIn: "Sign-in successful!",
  emailVerified: "Your email is verified. You're signed in.",
  emailSentAgain: "We've sent the email again. Please look into your spam folder, too.",
  requestNotSent: "Your email is verified, but we couldn't send your request. Check it and try again.",
  requestTimeGone: "Your email is verified, but that time isn't free any more. Choose another and send your request.",
  booked: "Booking successful! Your plumber confirms next.",
  requestChecked: "We're checking your request. You'll hear from us soon.",
  requestSent: "Booking request sent! Our office will find you a plumber and email you.",
  enquirySent: "Your message has been sent!",
  reviewLeft: "Review submitted!",
  reviewHeld: "Review submitted! Our office will check it before others see it.",
  bookingCancelled: "The booking is cancelled.",
  reportWritten: "The report is saved.",
  jobConfirmed: "The job is confirmed. We've told {who}.",
  jobRefused: "The request is refused. We've told {who}.",
  jobStarted: "The job is in progress. We've told {who}.",
  jobCompleted: "The job is completed. We've told {who}.",
  onTheWay: "We've told {who} that you're on the way.",
  notOnTheWay: "We've told {who} that you're not on the way.",
  missedVisit: "Our office will look into it and talk to both of you.",
  missedVisitTakenBack: "Taken back. We've told {who}.",
  jobReopened: "The job goes on. We've told {who}.",
  jobCancelled: "The job is cancelled. We've told {who}.",
  photosShared: "Thank you. Your plumber can now show photos of the finished work.",
  photosNotShared: "Photos of your job are no longer shown in public.",
  jobShown: "Everyone can see what was done and what it cost.",
  jobNotShown: "What was done and for how much is no longer shown.",
  photoAdded: "The photo is added.",
  photoRemoved: "The photo is removed.",
  pinSet: "The place is marked on the map.",
  pinRemoved: "The mark on the map is removed.",
  bookingCorrected: "The booking is corrected.",
  timeChanged: "The time is changed.",
  bookingMoved: "The booking is moved. We've told everyone involved.",
  moveRefused: "{who} wasn't moved: something else has changed. Please look at the board.",
  timeProposed: "We've sent your suggestion to {who}.",
  timeAccepted: "The appointment has moved to the new time.",
  timeDeclined: "The time of the appointment stays the same.",
  quoteSent: "Your quote is sent. We've told {who}.",
  quoteAccepted: "The quote is accepted. We've told {who}.",
  quoteDeclined: "The quote is declined. We've told {who}.",
  finalAgreed: "The amount is settled. We've told {who}.",
  finalDisputed: "Our office will look into it and talk to both of you.",
  moneyDecided: "Decided and logged. We've told both sides.",
  disputeResolved: "Resolved and logged. We've told both sides what you found out.",
  paymentRecorded: "The payment is recorded. We've asked {who} to confirm it.",
  paymentWithdrawn: "The record is taken back. We've told {who}.",
  paymentConfirmed: "The payment is confirmed. Its receipt is under Money.",
  paymentDenied: "Our office will look into it and talk to both of you.",
  moneyReleased: "The money is released. We've told the plumber.",
  payoutPrepared: "The payout is prepared. Take its file to the bank or EcoCash, then note that it was sent.",
  payoutsStopped: "Payouts are stopped. It is logged.",
  payoutsResumed: "Payouts can go out again. It is logged.",
  payoutSent: "Booked and logged. We've told the plumbers.",
  payoutCancelled: "The payout is cancelled. What is in it can be prepared again.",
  payoutLeftOut: "Noted and logged. It is owed, and can be prepared again.",
  payoutReturned: "Noted and logged. It is owed again, and we've told the plumber.",
  refundReturned: "Noted and logged. It is due again, and we've told the client.",
  refundSent: "Booked and logged. We've told the client.",
  payoutDetailsSaved: "Saved. We've told you on every way that we have.",
  payoutDetailsKept: "Taken back. Nothing has changed.",
  ledgerChecked: "The ledger is checked.",
  receiptVoided: "The receipt is void. We've told both sides.",
  questionSent: "We've sent your question. We'll tell you when it's answered.",
  plumberSaved: "Saved. You find this plumber under Bookings, Saved plumbers.",
  plumberNotListed: "This plumber isn't listed any more.",
  plumberForgotten: "Removed from your saved plumbers.",
  codeSent: "The code is on its way.",
  phoneVerified: "Your phone is verified. We'll write to it from now on.",
  phoneStopped: "Stopped. We won't write to this phone any more.",
  tokenRevoked: "The token is revoked.",
  webhookRemoved: "The webhook is removed.",
  deliveryQueued: "It is on its way again.",
  noticesSaved: "Your choices are saved.",
  deviceRemoved: "The device is removed.",
  testSent: "Sent. Your device should show it in a moment.",
  paperAdded: "The photo is with our office. Only our office can see it.",
  paperRemoved: "The photo is deleted.",
  sentToOffice: "Sent. Our office will look at it.",
  hoursSaved: "Your hours are saved.",
  bookingMade: "The booking is made. We've told everyone who has an email.",
  bookingMadeUnassigned: "The booking is made. Now assign a plumber.",
  termsAccepted: "Thank you. That is noted.",
  accountClaimed: "The account is yours now, and you're signed in.",
  bookingAssigned: "The booking is assigned. We've told everyone involved.",
  plumberReminded: "The plumber has been reminded.",
  bookingTransitioned: "Done. We've told both sides.",
  clientTold: "Done. We've told the client.",
  viewSaved: "Your view is saved.",
  columnsSaved: "Your columns are saved.",
  savedAndLogged: "Saved and logged.",
  accountsMerged: "Merged and logged.",
  conversationOpened: "Opened and logged. We've told both sides.",
  enquiryAnswered: "Your answer is on its way.",
  noticeQueued: "It will be sent again.",
  reviewReported: "Thank you. Our office will look at it.",
  reviewAnswered: "Your answer is now shown under the review.",
  profileUpdated: "Profile updated successfully!",
  securityChanged: "Saved. We've emailed you about it.",
  factorKept: "Your two-step sign-in stays on.",
  formOfAnother:
    "You're signed in as {who}, and this form was made for someone else: nothing was done. What was written is kept for an hour. Whoever wrote it finds it on that page once they have signed in.",
  formOfAnotherLost: "You're signed in as {who}, and this form was made for someone else: nothing was done.",
  passwordChanged: "Your password is changed. Other devices were signed out.",
} as const;

export type Flash = keyof typeof MESSAGES;

const PROBLEMS: ReadonlySet<Flash> = new Set([
  "moveRefused",
  "requestNotSent",
  "requestTimeGone",
  "plumberNotListed",
  "formOfAnother",
  "formOfAnotherLost",
]);

const OFFICE_TELLS = "The client has no email. Our office will let them know.";
/** Which one it is, their consent and the kind of news decide (N20). */
const TOLD_OTHERWISE = "The client has no email: we text them, or you find them in Calls.";

/** The texts for a role while a client without an email has not been told (N20). */
const PHONE_FLASHES: Record<Role, Partial<Record<Flash, string>>> = {
  client: {},
  plumber: {
    jobConfirmed: `The job is confirmed. ${OFFICE_TELLS}`,
    jobRefused: `The request is refused. ${OFFICE_TELLS}`,
    jobStarted: "The job is in progress.",
    jobCompleted: `The job is completed. ${OFFICE_TELLS}`,
    onTheWay: "The client has no email. Please call them, or leave it to our office.",
    notOnTheWay: "The client has no email. Please call them, or leave it to our office.",
    missedVisitTakenBack: `Taken back. ${OFFICE_TELLS}`,
    jobReopened: `The job goes on. ${OFFICE_TELLS}`,
    jobCancelled: `The job is cancelled. ${OFFICE_TELLS}`,
    timeProposed: `Your suggestion is saved. ${OFFICE_TELLS}`,
    quoteSent: `Your quote is saved. ${OFFICE_TELLS}`,
    paymentRecorded: "The payment is recorded. The client has no email. Our office will ask them to confirm it.",
    paymentWithdrawn: "The record is taken back.",
  },
  admin: {
    clientTold: `Done. ${TOLD_OTHERWISE}`,
    bookingTransitioned: `Done. We've told the plumber. ${TOLD_OTHERWISE}`,
    bookingAssigned: `The booking is assigned. We've told the plumber. ${TOLD_OTHERWISE}`,
    timeChanged: `The time is changed. ${TOLD_OTHERWISE}`,
    bookingMoved: `The booking is moved. We've told the plumber. ${TOLD_OTHERWISE}`,
    moneyDecided: `Decided and logged. We've told the plumber. ${TOLD_OTHERWISE}`,
    receiptVoided: `The receipt is void. We've told the plumber. ${TOLD_OTHERWISE}`,
  },
};

const cookie = ownCookie("flash", "[^;\\s]{1,700}", MINUTE);
export const clearedFlashCookie = cookie.ended;

/** The cookie of a message for the form `at` of a page, else for its top; `who`: whom or what it is about. */
export const flashCookie = (
  flash: Flash | `${Role}_${Flash}`,
  { at, who }: { at?: string; who?: string } = {},
): string => cookie.set(`${flash}${at ? `.${at}` : ""}${who ? `~${encodeURIComponent(who)}` : ""}`);

interface ToldBooking {
  isOnlyCalled: boolean;
  client: { firstName: string };
  plumber: { firstName: string } | null;
}

/** The cookie of a message about a booking: who was told depends on whether the client has an email. */
export function bookingFlashCookie(flash: Flash, role: Role, { isOnlyCalled, client, plumber }: ToldBooking): string {
  // The office answers for the client.
  const who = role === "plumber" ? client : plumber;
  return flashCookie(isOnlyCalled && PHONE_FLASHES[role][flash] ? `${role}_${flash}` : flash, { who: who?.firstName });
}

const TRANSITION_FLASHES: Partial<Record<BookingTransition, Flash>> = {
  confirm: "jobConfirmed",
  refuse: "jobRefused",
  start: "jobStarted",
  complete: "jobCompleted",
  cancel: "jobCancelled",
  reopen: "jobReopened",
};

export const STEP_FLASHES: Record<JobStepName, Flash> = {
  "on-the-way": "onTheWay",
  "not-on-the-way": "notOnTheWay",
  "plumber-did-not-come": "missedVisit",
  "nobody-was-there": "missedVisit",
  "plumber-came": "missedVisitTakenBack",
  "somebody-was-there": "missedVisitTakenBack",
};

export function flashAfter(transition: BookingTransition, role: Role, booking: ToldBooking): HeadersInit {
  const flash = {
    client: "bookingCancelled" as const,
    plumber: TRANSITION_FLASHES[transition],
    admin: flashOfOffice(transition, booking),
  }[role];
  return flash ? { "Set-Cookie": bookingFlashCookie(flash, role, booking) } : {};
}

function flashOfOffice(transition: BookingTransition, { isOnlyCalled, plumber }: ToldBooking): Flash {
  if (!plumber) return "clientTold";
  // A start is no reason to call (N20): the client is at the door.
  return isOnlyCalled && transition === "start" ? "jobStarted" : "bookingTransitioned";
}

/** The message for the page of this request, or null. */
export function readFlash(request: Request) {
  const [, role, name, at, who] =
    /^(?:(client|plumber|admin)_)?(\w+)(?:\.(\w+))?(?:~(.{1,600}))?/.exec(cookie.read(request) ?? "") ?? [];
  if (!name || !Object.hasOwn(MESSAGES, name)) return null;
  const flash = name as Flash;
  const message = (role && PHONE_FLASHES[role as Role][flash]) || MESSAGES[flash];
  return {
    name: flash,
    message: message.replace("{who}", readName(who) ?? "the other side"),
    isProblem: PROBLEMS.has(flash),
    /** The form that it is shown at; null for the top of the page. */
    at: at ?? null,
  };
}

export type FlashMessage = NonNullable<ReturnType<typeof readFlash>>;

function readName(encoded: string | undefined): string | null {
  try {
    return encoded ? decodeURIComponent(encoded) : null;
  } catch {
    return null;
  }
}
