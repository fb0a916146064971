import type { BookingStatus } from "../bookings/booking";

/** What needs attention and has an entry in the office's menu (O2). Each count stops at 100. */
export interface MenuCounts {
  /** Unassigned requests. */
  unassigned: number;
  /** Requests that their plumber has not answered in time (O3). */
  unanswered: number;
  /** Open bookings of suspended plumbers. */
  stranded: number;
  reportedReviews: number;
  /** Reviews that came many at once (R12). */
  heldReviews: number;
  openEnquiries: number;
  /** What the sides of bookings disagree about (O31). */
  disputes: number;
  /** News for clients without an email, whom the office calls (N20). */
  calls: number;
  /** Online payments to check (M11). */
  paymentsToCheck: number;
  /** What is to be sent back to clients (M14). */
  refundsDue: number;
  /** Plumbers who wait to be listed or have sent papers (O9). */
  plumbersToCheck: number;
}

/** What else needs attention, and today's jobs (O2). */
export interface DayCounts {
  /** Confirmed jobs that should have begun, until a day after their start. */
  late: number;
  /** Bookings that are still open a day after their start (B27). */
  stillOpen: number;
  /** Open disputes that the office has not decided in time (B30). */
  overdueDisputes: number;
  plumbersToReview: number;
  /** Today's jobs by status. */
  jobs: Record<BookingStatus, number>;
}

/** What the office's layout hands to its pages: the counts of its menu, and how many notices failed and messages are unread. */
export interface MenuState {
  counts: MenuCounts & { failedNotices: number };
  unreadMessages: number;
}
