import type { BookingStatus } from "../bookings/booking";

/** What needs attention, and today's jobs (O2). Each count stops at 100. */
export interface Today {
  /** Unassigned requests. */
  unassigned: number;
  /** Requests that their plumber has not answered for two hours. */
  unanswered: number;
  /** Open bookings of suspended plumbers. */
  stranded: number;
  reportedReviews: number;
  /** Of the viewing admin. */
  unreadMessages: number;
  openEnquiries: number;
  failedEmails: number;
  plumbersToReview: number;
  /** Today's confirmed jobs that should have begun. */
  late: number;
  /** Bookings that are still open a day after their start (B27). */
  stillOpen: number;
  /** Today's jobs by status. */
  jobs: Record<BookingStatus, number>;
}
