import { findAnswerTime } from "~/domain/bookings/queries/answer-time.server";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { countLateCancellations } from "~/domain/bookings/queries/late-cancellations.server";
import { listClientBookings, listJobs, summariseClient } from "~/domain/bookings/queries/booking-lists.server";
import {
  countUnseenBookings,
  findNextJob,
  listJobsBetween,
  listOpenJobs,
} from "~/domain/bookings/queries/job-lists.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import {
  listBookingsByStart,
  listJobsByStart,
  listUnseenBookings,
} from "~/domain/bookings/queries/lists-by-start.server";
import { findOpenJobWith } from "~/domain/bookings/queries/open-job-with.server";
import { listAdmins, listContacts, listUsersFor } from "~/domain/messages/message-lists.server";
import { findReviewOfJob, listReviewsBy, listReviewsOf } from "~/domain/reviews/review-views.server";
import { listReviewable, listTestimonials } from "~/domain/reviews/reviews.server";
import { findInDirectory, listPlumbers, listPlumbersOfCity, listSameCity } from "~/domain/plumbers/directory.server";
import { listSavedPlumbers } from "~/domain/plumbers/saved-plumbers.server";
import { findPlumber, findTimesAround } from "~/domain/plumbers/plumber-profiles.server";
import { parseMarkedCursor } from "~/domain/values/key-cursor";
import { listAuditEntries } from "~/domain/audit-log/audit-log.server";
import { listEnquiries } from "~/domain/enquiries/inbox.server";
import type { AdminBookingFilter } from "~/domain/admin/booking-filter";
import {
  listDay,
  listAdminBookings,
  listNow,
  listStillOpen,
  listStranded,
  listUnanswered,
  listUnassigned,
} from "~/domain/admin/admin-bookings.server";
import { listConsents } from "~/domain/admin/caller-accounts.server";
import { listUsers, listPossibleDuplicates } from "~/domain/admin/users.server";
import { findPlumberStats } from "~/domain/admin/plumber-stats.server";
import { readSearch } from "~/domain/admin/search-text";
import { searchBookings, searchClients, searchUsers } from "~/domain/admin/search.server";
import { listCandidates } from "~/domain/admin/suggestions.server";
import { countToday } from "~/domain/admin/today.server";
import { listUndelivered } from "~/domain/admin/undelivered-emails.server";
import { listModerated } from "~/domain/reviews/moderation.server";
import { dateAt } from "~/domain/time/harare";
import {
  countDue,
  listCompleted,
  listDenials,
  listDue,
  listEarnedByWeek,
  listPaidAhead,
  listPaymentsOfStatus,
} from "~/domain/money/money-lists.server";
import { findMoney } from "~/domain/money/money-view.server";
import { findReceipt } from "~/domain/money/receipts.server";
import type { Database } from "~/db/client.server";
import type { AuthenticatedUser } from "~/domain/values/user";

/**
 * Every list that a page or the API shows, by name, for a client and a plumber with bookings: what they read must not
 * grow with the table (law 7), and each has its index.
 */
export const listQueries = ({
  client,
  plumber,
  now,
}: {
  client: AuthenticatedUser;
  plumber: AuthenticatedUser;
  now: number;
}): Record<string, (db: Database) => Promise<unknown>> => {
  const ofClient = { id: client.id, role: "client" } as const;
  const ofPlumber = { id: plumber.id, role: "plumber" } as const;
  return {
    "directory, all": (db) => listPlumbers(db, { city: null, cursor: null, now }),
    "directory, a city": (db) => listPlumbers(db, { city: "harare", cursor: null, now }),
    "directory, second page": async (db) =>
      listPlumbers(db, { city: "harare", cursor: parseMarkedCursor("-4000.demo00000050.plumber 000050"), now }),
    "directory, a speciality": (db) => listPlumbers(db, { city: null, speciality: "Leak Repair", cursor: null, now }),
    "directory, a city and a speciality, second page": (db) =>
      listPlumbers(db, {
        city: "harare",
        speciality: "Leak Repair",
        cursor: parseMarkedCursor("-4000.demo00000050.plumber 000050"),
        now,
      }),
    "directory, a city and a speciality without plumbers": (db) =>
      listPlumbers(db, { city: "harare", speciality: "Gas Fitting", cursor: null, now }),
    "directory by fee": (db) => listPlumbers(db, { city: null, sort: "fee", cursor: null, now }),
    "directory by fee, second page": (db) =>
      listPlumbers(db, { city: null, sort: "fee", cursor: parseMarkedCursor("100.demo00000050.plumber 000050"), now }),
    "directory by fee, a city": (db) => listPlumbers(db, { city: "harare", sort: "fee", cursor: null, now }),
    "directory by fee, a speciality": (db) =>
      listPlumbers(db, { city: null, speciality: "Leak Repair", sort: "fee", cursor: null, now }),
    "directory by fee, a city and a speciality": (db) =>
      listPlumbers(db, { city: "harare", speciality: "Leak Repair", sort: "fee", cursor: null, now }),
    "plumbers of a city, for the office": (db) => listPlumbersOfCity(db, "Harare"),
    "saved plumbers": (db) => listSavedPlumbers(db, client.id, now),
    "same city": (db) => listSameCity(db, plumber.id, 5, now),
    "a plumber": (db) => findPlumber(db, plumber.id, now),
    "client's bookings": (db) => listClientBookings(db, ofClient, "all", null),
    "client's bookings, later page": (db) => listClientBookings(db, ofClient, "all", `${now}.zzz.past`),
    "client's bookings, later page of the open ones": (db) =>
      listClientBookings(db, ofClient, "all", `${now + 3_600_001}.zzz.ahead`),
    "client's upcoming bookings": (db) => listClientBookings(db, ofClient, "upcoming", null),
    "client's past bookings, later page": (db) =>
      listClientBookings(db, ofClient, "past", `${now - 1_800_001}.zzz.past`),
    "client's cancelled bookings": (db) => listClientBookings(db, ofClient, "cancelled", null),
    "a plumber's next job": (db) => findNextJob(db, plumber, now),
    "how soon a plumber answers": (db) => findAnswerTime(db, "book00000042"),
    "a booking's history": (db) => listHistory(db, client, "book00000042"),
    "plumber's upcoming jobs": (db) => listJobs(db, ofPlumber, "upcoming", null),
    "plumber's past jobs": (db) => listJobs(db, ofPlumber, "past", null),
    "plumber's cancelled jobs, later page": (db) => listJobs(db, ofPlumber, "cancelled", `${now - 1_800_001}.zzz.past`),
    "client's bookings with something due": (db) => listDue(db, ofClient),
    "count of a client's bookings with something due": (db) => countDue(db, ofClient),
    "client's bookings paid ahead": (db) => listPaidAhead(db, ofClient),
    "client's completed bookings and receipts": (db) => listCompleted(db, ofClient, null),
    "plumber's completed jobs and receipts, later page": (db) => listCompleted(db, ofPlumber, `${now}.zzz`),
    "plumber's jobs paid ahead": (db) => listPaidAhead(db, ofPlumber),
    "what a plumber has earned by week": (db) => listEarnedByWeek(db, plumber.id, now),
    "denied payments": (db) => listDenials(db),
    "the office's payments of a status": (db) => listPaymentsOfStatus(db, "confirmed", null),
    "the office's payments of a status, later page": (db) => listPaymentsOfStatus(db, "open", `${now}.zzz`),
    "the money of a booking": (db) => findMoney(db, ofClient, "open00000001"),
    "a receipt": (db) => findReceipt(db, ofClient, 1001),
    "plumber's week": (db) => listJobsBetween(db, plumber.id, now - 600_000, now + 600_000),
    "plumber's jobs": (db) => listJobs(db, ofPlumber, "all", null),
    "plumber's jobs, past page": (db) => listJobs(db, ofPlumber, "all", `${now - 3_600_001}.zzz.past`),
    "plumber's jobs, later page": (db) => listJobs(db, ofPlumber, "all", `${now + 3_600_001}.zzz.ahead`),
    "open jobs": (db) => listOpenJobs(db, plumber.id, 6, now),
    unseen: (db) => listUnseenBookings(db, plumber, fifty, now),
    "count of unseen": (db) => countUnseenBookings(db, plumber.id),
    conversations: (db) => listContacts(db, ofClient, null),
    "client's open job with someone": (db) => findOpenJobWith(db, ofClient, plumber.id, now),
    "admins to write to": (db) => listAdmins(db, client),
    "photos of a booking": (db) => listJobPhotos(db, ofClient, "open00000001"),
    "jobs to review": (db) => listReviewable(db, client.id, null, now),
    "jobs of one plumber to review": (db) => listReviewable(db, client.id, plumber.id, now),
    "reviews of a plumber": (db) => listReviewsOf(db, plumber.id, fifty),
    "reviews by a client": (db) => listReviewsBy(db, client.id, fifty),
    testimonials: (db) => listTestimonials(db, 5),
    overview: (db) => summariseClient(db, client, now),
    "the office's now": (db) => listNow(db, dateAt(now), now),
    "bookings open a day later": (db) => listStillOpen(db, now),
    "what a client has agreed to": (db) => listConsents(db, client.id),
    "client's late cancellations": (db) => countLateCancellations(db, client.id),
    "times around a booking": (db) => findTimesAround(db, "open00000001", now),
    "the office's day": (db) => listDay(db, dateAt(now)),
    "the office's counts": (db) => countToday(db, "nobody", now),
    "requests without a plumber": (db) => listUnassigned(db),
    "unanswered requests": (db) => listUnanswered(db, now),
    "jobs of suspended plumbers": (db) => listStranded(db, now),
    "the office's bookings": (db) => listAdminBookings(db, everything, null),
    "the office's bookings, later page": (db) => listAdminBookings(db, everything, `${now + 3_600_001}.zzz`),
    "the office's bookings of a state": (db) => listAdminBookings(db, { ...everything, status: "refused" }, null),
    "the office's bookings of a city": (db) => listAdminBookings(db, { ...everything, city: "harare" }, null),
    "the office's bookings of a city without any": (db) =>
      listAdminBookings(db, { ...everything, city: "mutare", status: "completed" }, null),
    "the office's bookings of a city and a state, later page": (db) =>
      listAdminBookings(db, { ...everything, city: "harare", status: "completed" }, `${now}.zzz`),
    "the office's bookings of a plumber and a state": (db) =>
      listAdminBookings(db, { ...everything, plumber: plumber.id, status: "completed" }, null),
    "the office's bookings of a client": (db) => listAdminBookings(db, { ...everything, client: client.id }, null),
    "the office's bookings of a day": (db) => listAdminBookings(db, { ...everything, day: dateAt(now) }, null),
    "the office's bookings of a state and a day": (db) =>
      listAdminBookings(db, { ...everything, status: "completed", day: dateAt(now) }, null),
    "candidates for a booking": (db) => listCandidates(db, "open00000001", "harare"),
    "candidates by the place": (db) => listCandidates(db, "open00000001", null),
    users: (db) => listUsers(db, "all", null),
    clients: (db) => listUsers(db, "client", null),
    "plumbers, later page": (db) => listUsers(db, "plumber", "1.demo00000050"),
    "suspended people": (db) => listUsers(db, "suspended", null),
    "plumbers to review": (db) => listUsers(db, "review", null),
    "possible duplicates": (db) => listPossibleDuplicates(db, plumber.id),
    "a plumber's record": (db) => findPlumberStats(db, plumber.id),
    "search by the beginning of a name": (db) => search(db, "plumber 0000"),
    "search by two letters": (db) => search(db, "pl"),
    "search by a reference": (db) => search(db, "PB-R00"),
    "search by a phone": (db) => search(db, "0771234"),
    "search by a city": (db) => search(db, "harare"),
    "search for nobody": (db) => search(db, "zzzzzz"),
    "the office's reviews": (db) => listModerated(db, "newest", null),
    "reported reviews": (db) => listModerated(db, "reported", null),
    "hidden reviews": (db) => listModerated(db, "hidden", null),
    "the inbox": (db) => listEnquiries(db, false, null),
    "closed enquiries": (db) => listEnquiries(db, true, null),
    "emails that have not gone out": (db) => listUndelivered(db),
    "the log": (db) => listAuditEntries(db, {}, null),
    "the log of a subject": (db) => listAuditEntries(db, { subjectId: "users" }, null),
    "the log of an admin": (db) => listAuditEntries(db, { adminId: client.id }, null),
    "API: plumbers": (db) => listPlumbers(db, { city: null, cursor: null, limit: 50, now }),
    "API: plumbers of a city, later part": async (db) =>
      listPlumbers(db, { city: "harare", cursor: await findInDirectory(db, "demo00000500"), limit: 50, now }),
    "API: everybody": (db) => listUsersFor(db, { id: "nobody", role: "admin" }, { ...fifty, before: "demo00000500" }),
    "API: whom a client may write to": (db) => listUsersFor(db, client, fifty),
    "API: a client's bookings": (db) => listBookingsByStart(db, client, fifty, now),
    "API: a client's bookings, later part": (db) =>
      listBookingsByStart(db, client, { ...fifty, before: "book00000042" }, now),
    "API: a plumber's jobs": (db) => listJobsByStart(db, plumber, fifty, now),
    "API: a plumber's jobs ahead, later part": (db) =>
      listJobsByStart(db, plumber, { ...fifty, before: "book00000041" }, now),
    "API: a plumber's past jobs, later part": (db) =>
      listJobsByStart(db, plumber, { ...fifty, before: "book00000042" }, now),
    "API: unseen jobs": (db) => listUnseenBookings(db, plumber, fifty, now),
    "API: reviews by a client, later part": (db) => listReviewsBy(db, client.id, { ...fifty, before: "rev00000497" }),
    "API: reviews of a plumber": (db) => listReviewsOf(db, plumber.id, fifty),
    "API: a job's review": (db) => findReviewOfJob(db, client, "PB-R00000041"),
  };
};

const fifty = { before: null, limit: 50 };

const everything: AdminBookingFilter = { status: null, city: null, plumber: null, client: null, day: null };
const search = (db: Database, words: string) =>
  Promise.all([
    searchUsers(db, readSearch(words)!),
    searchBookings(db, readSearch(words)!),
    searchClients(db, readSearch(words)!),
  ]);
