import { eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import { joinAddress } from "../address";
import { isAccepted } from "../booking";
import { missedVisitClaim } from "../job-steps";
import { listBooking, type ListedBooking } from "../next-step/listed-booking";
import type { Instant } from "../../time/harare";
import { cityOrPlumbers, client, nameOf, streetSeenByPlumber } from "./booking-columns.server";
import { stepDetails } from "./step-columns.server";

// A plumber's own jobs, with the columns alone that their cards and their next steps hang on.

const { openQuote, openPayment, closing, claimEvents } = stepDetails;

/** The columns of a job's card. */
export const jobFields = {
  id: bookings.id,
  status: bookings.status,
  startsAt: bookings.startsAt,
  openOrder: sql<number>`${bookings.openOrder}`,
  serviceType: bookings.serviceType,
  title: bookings.title,
  street: streetSeenByPlumber.as("street"),
  suburb: bookings.suburb,
  city: cityOrPlumbers.as("city"),
  onTheWayAt: bookings.onTheWayAt,
  frozenAt: bookings.frozenAt,
  proposedStart: bookings.proposedStart,
  proposedBy: bookings.proposedBy,
  cancelledLateBy: bookings.cancelledLateBy,
  fee: bookings.fee,
  agreedPrice: bookings.agreedPrice,
  finalAmount: bookings.finalAmount,
  finalAnswer: bookings.finalAnswer,
  paidAmount: bookings.paidAmount,
  due: sql<number>`${bookings.due}`.as("due"),
  openQuote,
  openPayment,
  closing,
  claimEvents,
  client: nameOf(client),
};

/** The query of a plumber's jobs for their lists (`listJob`). */
export const selectJobs = (db: Database) =>
  db.select(jobFields).from(bookings).innerJoin(client, eq(client.id, bookings.clientId));

type JobRow = Awaited<ReturnType<typeof selectJobs>>[number];

/** What no card of a plumber hangs on. */
const UNREAD = {
  plumber: null,
  isPlumberSuspended: false,
  preferredPlumberName: null,
  instead: null,
  waitingSince: 0,
  expectedAt: null,
  isByPhone: false,
  isDenied: false,
  reviewedAt: null,
};

/** A job as its plumber's next step reads it. */
export const jobFacts = ({ street, suburb, city, ...row }: JobRow) => ({
  ...UNREAD,
  ...row,
  location: joinAddress({ street, suburb, city }) ?? (isAccepted(row.status) ? null : city),
  isMissed: row.frozenAt !== null && SIDES.some((side) => missedVisitClaim(row.claimEvents, side) === "standing"),
});

const SIDES = ["client", "plumber"] as const;

/** A job as its plumber's list shows it at this instant. */
export const listJob = (row: JobRow, now: Instant): ListedBooking => listBooking(jobFacts(row), "plumber", now);
