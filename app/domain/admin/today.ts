import type { BookingStatus } from "../bookings/booking";

/** What needs a decision, and how the day stands. Each count goes to 100 and no further. */
export interface Today {
  /** Unassigned requests. */
  unassigned: number;
  /** Requests whose plumber has not answered for two hours. */
  unanswered: number;
  /** Open bookings of suspended plumbers. */
  stranded: number;
  reportedReviews: number;
  /** To the admin who looks. */
  unreadMessages: number;
  openEnquiries: number;
  failedEmails: number;
  plumbersToReview: number;
  /** Today's confirmed jobs that should have begun. */
  late: number;
  /** Today's jobs by state. */
  jobs: Record<BookingStatus, number>;
}
