import type { BookingTransition } from "~/domain/bookings/booking-machine";
import type { Role } from "~/domain/values/user";

/** What a page says once after a form of another page: only its name travels, in a cookie that lives a minute. */
const MESSAGES = {
  signedIn: "Sign-in successful!",
  emailVerified: "Your email is verified. You are signed in.",
  booked: "Booking successful!",
  requestChecked: "We're checking your request. You hear from us soon.",
  requestSent: "Booking request sent!",
  enquirySent: "Your message has been sent!",
  reviewLeft: "Review submitted!",
  bookingCancelled: "The booking is cancelled.",
  reportWritten: "The report is saved.",
  jobConfirmed: "The job is confirmed. We have told the client.",
  jobRefused: "The request is refused. We have told the client.",
  jobStarted: "The job is in progress. We have told the client.",
  jobCompleted: "The job is completed. We have asked the client for a review.",
  jobCancelled: "The job is cancelled. We have told the client.",
  timeProposed: "Your proposal is sent.",
  timeAccepted: "The appointment has moved to the new time.",
  timeDeclined: "The appointment stays as it was.",
  hoursSaved: "Your hours are saved.",
  bookingAssigned: "The booking is given to the plumber. All sides are told.",
  bookingTransitioned: "Done. Both sides are told.",
  savedAndLogged: "Done. It stands in the log.",
  enquiryAnswered: "Your answer is on its way.",
  emailQueued: "The mail goes out again.",
  reviewReported: "Thank you. Our office looks at it.",
  reviewAnswered: "Your answer stands under the review now.",
  profileUpdated: "Profile updated successfully!",
  passwordChanged: "Your password is changed. Other devices were signed out.",
} as const;

export type Flash = keyof typeof MESSAGES;

export interface FlashMessage {
  name: Flash;
  message: string;
  /** The form beside which it stands; null: at the top of the page. */
  at: string | null;
}

const NAME = "__Host-flash";
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

/** `at` names the form beside which the message stands; without it the message stands at the top of the page. */
export const flashCookie = (flash: Flash, at?: string): string =>
  `${NAME}=${flash}${at ? `.${at}` : ""}; ${ATTRIBUTES}; Max-Age=60`;

const AFTER_JOB_TRANSITION: Partial<Record<BookingTransition, Flash>> = {
  confirm: "jobConfirmed",
  refuse: "jobRefused",
  start: "jobStarted",
  complete: "jobCompleted",
  cancel: "jobCancelled",
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

/** The message that waits for this request's page, or null. */
export function readFlash(request: Request): FlashMessage | null {
  const [, name, at] =
    new RegExp(`(?:^|;\\s*)${NAME}=(\\w+)(?:\\.(\\w+))?`).exec(request.headers.get("Cookie") ?? "") ?? [];
  return name && Object.hasOwn(MESSAGES, name)
    ? { name: name as Flash, message: MESSAGES[name as Flash], at: at ?? null }
    : null;
}
