import type { BookingTransition } from "~/domain/bookings/booking-machine";
import type { Role } from "~/domain/values/user";

/** What a page says once, after a form on another page (W13). A cookie carries the name alone, for a minute. */
const MESSAGES = {
  signedIn: "Sign-in successful!",
  emailVerified: "Your email is verified. You're signed in.",
  booked: "Booking successful!",
  requestChecked: "We're checking your request. You'll hear from us soon.",
  requestSent: "Booking request sent! Our office will find you a plumber and email you.",
  enquirySent: "Your message has been sent!",
  reviewLeft: "Review submitted!",
  bookingCancelled: "The booking is cancelled.",
  reportWritten: "The report is saved.",
  jobConfirmed: "The job is confirmed. We've told the client.",
  jobRefused: "The request is refused. We've told the client.",
  jobStarted: "The job is in progress. We've told the client.",
  jobCompleted: "The job is completed. We've asked the client for a review.",
  stepTaken: "Saved. We've told the other side.",
  jobReopened: "The job goes on. We've told the client.",
  jobCancelled: "The job is cancelled. We've told the client.",
  photoAdded: "The photo is added.",
  timeChanged: "The time is changed.",
  timeProposed: "Your suggestion is sent.",
  timeAccepted: "The appointment has moved to the new time.",
  timeDeclined: "The time of the appointment stays the same.",
  quoteSent: "Your quote is sent. We've told the client.",
  quoteAccepted: "The quote is accepted. We've told the plumber.",
  quoteDeclined: "The quote is declined. We've told the plumber.",
  finalAgreed: "Thank you. The amount is agreed.",
  finalDisputed: "Our office will look into it and talk to both of you.",
  moneyDecided: "Decided and logged. We've told both sides.",
  paymentRecorded: "The payment is recorded. We've asked the other side to confirm it.",
  paymentConfirmed: "The payment is confirmed. Its receipt is under Money.",
  paymentDenied: "Our office will look into it and talk to both of you.",
  receiptVoided: "The receipt is void. We've told both sides.",
  plumberSaved: "Saved. You find this plumber under Bookings, Saved plumbers.",
  plumberForgotten: "Removed from your saved plumbers.",
  hoursSaved: "Your hours are saved.",
  bookingMade: "The booking is made. We've told everyone who has an email.",
  accountClaimed: "The account is yours now, and you're signed in.",
  bookingAssigned: "The booking is assigned. We've told everyone involved.",
  bookingTransitioned: "Done. We've told both sides.",
  savedAndLogged: "Saved and logged.",
  enquiryAnswered: "Your answer is on its way.",
  emailQueued: "The email will be sent again.",
  reviewReported: "Thank you. Our office will look at it.",
  reviewAnswered: "Your answer is now shown under the review.",
  profileUpdated: "Profile updated successfully!",
  passwordChanged: "Your password is changed. Other devices were signed out.",
} as const;

export type Flash = keyof typeof MESSAGES;

export interface FlashMessage {
  name: Flash;
  message: string;
  /** The form that it is shown at; null for the top of the page. */
  at: string | null;
}

const NAME = "__Host-flash";
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

/** The cookie of a message. `at` names the form to show it at; without it, it is shown at the top of the page. */
export const flashCookie = (flash: Flash, at?: string): string =>
  `${NAME}=${flash}${at ? `.${at}` : ""}; ${ATTRIBUTES}; Max-Age=60`;

const AFTER_JOB_TRANSITION: Partial<Record<BookingTransition, Flash>> = {
  confirm: "jobConfirmed",
  refuse: "jobRefused",
  start: "jobStarted",
  complete: "jobCompleted",
  cancel: "jobCancelled",
  reopen: "jobReopened",
};
const AFTER_TRANSITION: Record<Role, (transition: BookingTransition) => Flash | undefined> = {
  client: () => "bookingCancelled",
  plumber: (transition) => AFTER_JOB_TRANSITION[transition],
  admin: () => "bookingTransitioned",
};

/** The header with what a role reads after a transition it has made. */
export function flashAfter(transition: BookingTransition, role: Role): HeadersInit {
  const flash = AFTER_TRANSITION[role](transition);
  return flash ? { "Set-Cookie": flashCookie(flash) } : {};
}

export const clearedFlashCookie = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** The message for the page of this request, or null. */
export function readFlash(request: Request): FlashMessage | null {
  const [, name, at] =
    new RegExp(`(?:^|;\\s*)${NAME}=(\\w+)(?:\\.(\\w+))?`).exec(request.headers.get("Cookie") ?? "") ?? [];
  return name && Object.hasOwn(MESSAGES, name)
    ? { name: name as Flash, message: MESSAGES[name as Flash], at: at ?? null }
    : null;
}
