import { listPreviousRequests } from "~/domain/bookings/queries/known-addresses.server";
import { listOtherPlumbers } from "~/domain/bookings/queries/other-plumbers.server";
import { listAtHand } from "~/domain/bookings/queries/at-hand.server";
import { findReleasablePhoto } from "~/domain/bookings/commands/work-photos.server";
import { isWorkPhoto, listOwnWorkPhotos, listWorkPhotos } from "~/domain/bookings/queries/work-photos.server";
import { findKeptQuestion } from "~/domain/bookings/commands/kept-questions.server";
import { findAnswerTime } from "~/domain/bookings/queries/answer-time.server";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { countLateCancellations } from "~/domain/bookings/queries/late-cancellations.server";
import { countOpen, findNextVisit, listOwnBookings } from "~/domain/bookings/queries/booking-lists.server";
import { countUnseenBookings, listJobsBetween, listOpenJobs } from "~/domain/bookings/queries/job-lists.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import {
  listBookingsByStart,
  listJobsByStart,
  listUnseenBookings,
} from "~/domain/bookings/queries/lists-by-start.server";
import { findOpenJobWith } from "~/domain/bookings/queries/open-job-with.server";
import { listAdmins, listContacts, listOpenedMessages, listUsersFor } from "~/domain/messages/message-lists.server";
import { findConversation, listOpenings, listOpeningsForOffice } from "~/domain/messages/opened-conversations.server";
import { findReviewOfJob, listReviewsBy, listReviewsOf } from "~/domain/reviews/review-views.server";
import { listReviewable, listTestimonials } from "~/domain/reviews/reviews.server";
import { findInDirectory, listPlumbers, listPlumbersOfCity, listSameCity } from "~/domain/plumbers/directory.server";
import { listSavedPlumbers } from "~/domain/plumbers/saved-plumbers.server";
import { findPlumberPrices, listCityPrices, listPlumberPrices } from "~/domain/prices/usual-prices.server";
import { CITIES } from "~/domain/values/cities";
import { listRecordedChecks } from "~/domain/vetting/checks.server";
import { listPapers } from "~/domain/vetting/papers.server";
import { countVettingQueue, listVettingQueue } from "~/domain/vetting/vetting-queue.server";
import { findOwnProfile, findPlumber, findTimesAround } from "~/domain/plumbers/plumber-profiles.server";
import { parseMarkedCursor } from "~/domain/values/key-cursor";
import { listAuditEntries } from "~/domain/audit-log/audit-log.server";
import { countDisputes, findDisputes, listDisputes } from "~/domain/admin/disputes.server";
import { countEnquiries, findAnswerNotice, findEnquiry, listEnquiries } from "~/domain/enquiries/inbox.server";
import type { AdminBookingFilter } from "~/domain/admin/booking-filter";
import {
  countByStatus,
  findPendingOf,
  listAdminBookings,
  listNow,
  listStillOpen,
} from "~/domain/admin/admin-bookings.server";
import { findCall, listCalls } from "~/domain/admin/calls.server";
import { listDispatch } from "~/domain/admin/dispatch-list.server";
import { countMovable, findMerge, listMerges } from "~/domain/admin/account-merges.server";
import { TIMELINE_KINDS } from "~/domain/admin/timeline";
import { listTimeline } from "~/domain/admin/timeline.server";
import { findJustMoved, listBoard } from "~/domain/admin/board-view.server";
import { listChosen } from "~/domain/admin/bulk-actions.server";
import { listCommonCandidates } from "~/domain/admin/common-candidates.server";
import { findArrangement } from "~/domain/admin/office-lists.server";
import { listConsents } from "~/domain/admin/caller-accounts.server";
import { countUsers, listUsers, listPossibleDuplicates } from "~/domain/admin/users.server";
import { findPlumberStats } from "~/domain/admin/plumber-stats.server";
import { readSearch } from "~/domain/admin/search-text";
import { searchBookings, searchClients, searchUsers } from "~/domain/admin/search.server";
import { listCandidates } from "~/domain/admin/suggestions.server";
import { readInsights } from "~/domain/admin/insights.server";
import { countToday } from "~/domain/admin/today.server";
import { listNoticesOfBooking } from "~/domain/notices/notices-of-booking.server";
import { listPushDevices } from "~/domain/notices/push/push-devices.server";
import { listDeliveries } from "~/domain/notices/webhooks/webhook-deliveries.server";
import { listWebhooks } from "~/domain/notices/webhooks/webhook-endpoints.server";
import { readSystemHealth } from "~/domain/admin/system-health.server";
import { listFailures } from "~/domain/health/failures.server";
import { listPageTimes, listSlowHours } from "~/domain/health/page-times.server";
import { listUndelivered } from "~/domain/admin/undelivered-notices.server";
import { countModerated, listModerated } from "~/domain/reviews/moderation.server";
import { listUnknownSearches } from "~/domain/search/unknown-searches.server";
import { dateAt } from "~/domain/time/harare";
import {
  countDue,
  countPaymentsByStatus,
  listCompleted,
  listDue,
  listEarnedByWeek,
  listPaidAhead,
  listPaidThenCancelled,
  listPaymentsOfStatus,
} from "~/domain/money/money-lists.server";
import { findMoney } from "~/domain/money/money-view.server";
import { listToCheck } from "~/domain/online-payments/check-payment.server";
import {
  findOnlineMoney,
  findPayPage,
  listOnlinePayments,
  listPayable,
} from "~/domain/online-payments/online-payment-views.server";
import { owedTo } from "~/domain/ledger/accounts";
import { exportAccount, exportLedger, findStanding, listDayTotals } from "~/domain/ledger/books.server";
import { findHeldMoney, listMoneyBack } from "~/domain/online-payments/held-money.server";
import {
  countOnlineByStatus,
  listPaymentsForOffice,
  listToReview,
  searchOnlinePayments,
} from "~/domain/online-payments/office-payments.server";
import { listArrivals } from "~/domain/payouts/arrivals.server";
import { findPayoutDetails } from "~/domain/payouts/payout-details.server";
import {
  countRefunds,
  findBatch,
  listBatches,
  listOwed,
  listRefundsDue,
  listRefundsSent,
  sumOwed,
} from "~/domain/payouts/payout-lists.server";
import {
  findPlumberMoney,
  listOwnPayouts,
  listReleased,
  listReleasedByWeek,
} from "~/domain/payouts/plumber-money.server";
import { findReceipt } from "~/domain/money/receipts.server";
import { findPendingSignIn } from "~/domain/accounts/second-factor/pending-sign-in.server";
import { findSecondFactors, listCredentialIds } from "~/domain/accounts/second-factor/second-factors.server";
import { directoryQueries } from "./directory-queries";
import { specialitiesFor } from "~/domain/search/problem";
import { findPhoneOwner, listOwnPhones, mayWriteFreely } from "~/domain/accounts/phone-channels.server";
import { listPersonalTokens } from "~/domain/accounts/personal-tokens.server";
import type { Database } from "~/db/client.server";
import type { Instant } from "~/domain/time/harare";
import type { SteppedUpUser } from "~/domain/values/user";

const board = { view: "day", city: "harare", suburb: null, cursor: null } as const;

/**
 * Every list that a page or the API shows, by name, for a client and a plumber with bookings: what they read must not
 * grow with the table (law 7), and each has its index.
 */
export const listQueries = ({
  client,
  plumber,
  now,
}: {
  client: SteppedUpUser;
  plumber: SteppedUpUser;
  now: number;
}): Record<string, (db: Database) => Promise<unknown>> => {
  const ofClient = { id: client.id, role: "client" } as const;
  const ofPlumber = { id: plumber.id, role: "plumber" } as const;
  return {
    "directory, all": (db) => listPlumbers(db, { city: null, cursor: null, now }),
    "directory, a city": (db) => listPlumbers(db, { city: "harare", cursor: null, now }),
    "directory, second page": async (db) =>
      listPlumbers(db, { city: "harare", cursor: parseMarkedCursor("-4000.demo00000050.plumber 000050"), now }),
    "directory, a speciality": (db) =>
      listPlumbers(db, { city: null, specialities: ["Leak Repair"], cursor: null, now }),
    "directory, a city and a speciality, second page": (db) =>
      listPlumbers(db, {
        city: "harare",
        specialities: ["Leak Repair"],
        cursor: parseMarkedCursor("-4000.demo00000050.plumber 000050"),
        now,
      }),
    "directory, a city and a speciality without plumbers": (db) =>
      listPlumbers(db, { city: "harare", specialities: ["Gas Fitting"], cursor: null, now }),
    "directory, a problem": (db) =>
      listPlumbers(db, { city: null, specialities: specialitiesFor("sink"), cursor: null, now }),
    "directory, a problem in a city, second page": (db) =>
      listPlumbers(db, {
        city: "harare",
        specialities: specialitiesFor("burst-pipe"),
        cursor: parseMarkedCursor("-4000.demo00000050.plumber 000050"),
        now,
      }),
    "directory by fee, a problem in a city": (db) =>
      listPlumbers(db, { city: "harare", specialities: specialitiesFor("toilet"), sort: "fee", cursor: null, now }),
    "directory by fee": (db) => listPlumbers(db, { city: null, sort: "fee", cursor: null, now }),
    "directory by fee, second page": (db) =>
      listPlumbers(db, { city: null, sort: "fee", cursor: parseMarkedCursor("100.demo00000050.plumber 000050"), now }),
    "directory by fee, a city": (db) => listPlumbers(db, { city: "harare", sort: "fee", cursor: null, now }),
    "directory by fee, a speciality": (db) =>
      listPlumbers(db, { city: null, specialities: ["Leak Repair"], sort: "fee", cursor: null, now }),
    "directory by fee, a city and a speciality": (db) =>
      listPlumbers(db, { city: "harare", specialities: ["Leak Repair"], sort: "fee", cursor: null, now }),
    ...directoryQueries(now),
    "plumbers of a city, for the office": (db) => listPlumbersOfCity(db, "Harare"),
    "what someone has for the second step": (db) => findSecondFactors(db, client.id),
    "someone's passkeys, for a browser": (db) => listCredentialIds(db, client.id),
    "a sign-in that waits, with its passkeys": (db) => findPendingSignIn({ db, now }, "no token"),
    "plumbers to check": (db) => listVettingQueue(db, null),
    "plumbers to check, later page": (db) => listVettingQueue(db, `${now}.zzz`),
    "plumbers to check, the latest first, later page": (db) => listVettingQueue(db, `${now}.zzz`, false),
    "plumbers to check, counted": (db) => countVettingQueue(db),
    "a plumber's papers": (db) => listPapers(db, plumber.id),
    "a plumber's checks": (db) => listRecordedChecks(db, plumber.id),
    "what a plumber's dashboard says of them": (db) => findOwnProfile(db, plumber.id),
    "saved plumbers": (db) => listSavedPlumbers(db, client.id, now),
    "same city": (db) => listSameCity(db, plumber.id, 5, now),
    "a plumber's usual prices": (db) => findPlumberPrices(db, plumber.id),
    "usual prices of a page of plumbers": (db) => listPlumberPrices(db, [plumber.id, "demo00000042"], "Leak Fixing"),
    "usual prices of our cities": (db) => listCityPrices(db, CITIES),
    "a plumber's work photos": (db) => listWorkPhotos(db, plumber.id),
    "whether a photo is public": (db) => isWorkPhoto(db, "none"),
    "a plumber's own work photos": (db) => listOwnWorkPhotos(db, plumber.id),
    "a photo to release": (db) => findReleasablePhoto(db, plumber.id, "none"),
    "a kept question": (db) => findKeptQuestion(db, "none", plumber.id, now),
    "a plumber": (db) => findPlumber(db, plumber.id, now),
    "client's bookings": (db) => listOwnBookings(db, ofClient, "all", null, now),
    "client's bookings, later page": (db) => listOwnBookings(db, ofClient, "all", `${now}.zzz.past`, now),
    "client's bookings, later page of the open ones": (db) =>
      listOwnBookings(db, ofClient, "all", `${now + 3_600_001}.zzz.ahead`, now),
    "client's upcoming bookings": (db) => listOwnBookings(db, ofClient, "upcoming", null, now),
    "client's past bookings, later page": (db) =>
      listOwnBookings(db, ofClient, "past", `${now - 1_800_001}.zzz.past`, now),
    "client's cancelled bookings": (db) => listOwnBookings(db, ofClient, "cancelled", null, now),
    "a plumber's next job": (db) => findNextVisit(db, ofPlumber, now),
    "how soon a plumber answers": (db) => findAnswerTime(db, "book00000042"),
    "a booking's history": (db) => listHistory(db, client, "book00000042"),
    "plumber's upcoming jobs": (db) => listOwnBookings(db, ofPlumber, "upcoming", null, now),
    "plumber's past jobs": (db) => listOwnBookings(db, ofPlumber, "past", null, now),
    "plumber's cancelled jobs, later page": (db) =>
      listOwnBookings(db, ofPlumber, "cancelled", `${now - 1_800_001}.zzz.past`, now),
    "client's bookings with something due": (db) => listDue(db, ofClient),
    "count of a client's bookings with something due": (db) => countDue(db, ofClient),
    "client's bookings paid ahead": (db) => listPaidAhead(db, ofClient),
    "client's completed bookings and receipts": (db) => listCompleted(db, ofClient, null),
    "plumber's completed jobs and receipts, later page": (db) => listCompleted(db, ofPlumber, `${now}.zzz`),
    "plumber's jobs paid ahead": (db) => listPaidAhead(db, ofPlumber),
    "what a plumber has earned by week": (db) => listEarnedByWeek(db, plumber.id, now),
    "the office's payments of a status": (db) => listPaymentsOfStatus(db, "confirmed", null),
    "the office's payments of a status, later page": (db) => listPaymentsOfStatus(db, "open", `${now}.zzz`),
    "the office's payments of a status, the oldest first, later page": (db) =>
      listPaymentsOfStatus(db, "confirmed", "1.zzz", true),
    "the office's payments of bookings that were cancelled later": (db) => listPaidThenCancelled(db),
    "the office's payments, counted": (db) => countPaymentsByStatus(db),
    "client's bookings that can be paid ahead": (db) => listPayable(db, ofClient),
    "the online payments of a booking": (db) => listOnlinePayments(db, ofClient, "open00000001"),
    "a booking's pay page": (db) => findPayPage(db, ofClient, "open00000001"),
    "a booking's online money": (db) => findOnlineMoney(db, ofClient, "open00000001"),
    "online payments to ask about": (db) => listToCheck(db, now),
    "the money of a booking": (db) => findMoney(db, ofClient, "open00000001"),
    "client's refunds": (db) => listMoneyBack(db, ofClient, now),
    "what is held for a booking": (db) => findHeldMoney(db, ofClient, "open00000001"),
    "online payments to check": (db) => listToReview(db),
    "online payments": (db) => listPaymentsForOffice(db, null, null),
    "online payments, the oldest first, later page": (db) => listPaymentsForOffice(db, null, "1.zzz", true),
    "online payments, counted": (db) => countOnlineByStatus(db),
    "online payments of a status, later page": (db) => listPaymentsForOffice(db, "paid", `${now}.zzz`),
    "online payments by a phone": (db) => searchOnlinePayments(db, "0771234567"),
    "online payments by a reference": (db) => searchOnlinePayments(db, "PB-R00000041"),
    "what is owed to plumbers": (db) => listOwed(db, now, null),
    "what is owed to plumbers, later page": (db) => listOwed(db, now, "5000.demo00000050"),
    "sums of what is owed": (db) => sumOwed(db),
    "batches of payouts": (db) => listBatches(db, null),
    "batches of payouts, later page": (db) => listBatches(db, `${now}.zzz`),
    "a batch of payouts": (db) => findBatch(db, "batch0000001"),
    "refunds that are due": (db) => listRefundsDue(db, null),
    "refunds that are due, later page": (db) => listRefundsDue(db, `${now}.zzz`),
    "refunds that were sent": (db) => listRefundsSent(db, null),
    "refunds that were sent, the oldest first, later page": (db) => listRefundsSent(db, "1.zzz", true),
    "refunds, counted": (db) => countRefunds(db),
    "what the provider sent to the bank": (db) => listArrivals(db),
    "what moved day by day": (db) => listDayTotals(db, now),
    "what the books say": (db) => findStanding(db),
    "the ledger's statement": (db) =>
      readAll(exportLedger({ db, now }, plumber, { first: dateAt(now), last: dateAt(now) })),
    "a plumber's statement": (db) => readAll(exportAccount(db, owedTo(plumber.id))),
    "a plumber's held, owed and paid out money": (db) => findPlumberMoney(db, plumber.id),
    "what was released to a plumber": (db) => listReleased(db, plumber.id, null),
    "what was released to a plumber by week": (db) => listReleasedByWeek(db, plumber.id, now),
    "a plumber's payouts": (db) => listOwnPayouts(db, plumber.id),
    "where a plumber's money goes": (db) => findPayoutDetails(db, plumber.id, now),
    "a receipt": (db) => findReceipt(db, ofClient, 1001),
    "plumber's week": (db) => listJobsBetween(db, plumber.id, now - 600_000, now + 600_000),
    "plumber's jobs": (db) => listOwnBookings(db, ofPlumber, "all", null, now),
    "plumber's jobs, past page": (db) => listOwnBookings(db, ofPlumber, "all", `${now - 3_600_001}.zzz.past`, now),
    "plumber's jobs, later page": (db) => listOwnBookings(db, ofPlumber, "all", `${now + 3_600_001}.zzz.ahead`, now),
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
    "addresses of a client's latest bookings": (db) => listPreviousRequests(db, client.id),
    "whom a client can ask instead": (db) => listOtherPlumbers(db, ofClient, "open00000001", now),
    "client's next visit": (db) => findNextVisit(db, ofClient, now),
    "client's bookings at hand": (db) => listAtHand(db, ofClient, now),
    "plumber's jobs at hand": (db) => listAtHand(db, ofPlumber, now),
    "count of a client's open bookings": (db) => countOpen(db, ofClient, now),
    "the office's now": (db) => listNow(db, dateAt(now), now),
    "bookings open a day later": (db) => listStillOpen(db, now),
    "what a client has agreed to": (db) => listConsents(db, client.id),
    "client's late cancellations": (db) => countLateCancellations(db, client.id),
    "times around a booking": (db) => findTimesAround(db, "open00000001", now),
    "a city's board": (db) => listBoard(db, { ...board, day: dateAt(now) }),
    "a city's board, later page of a week": (db) =>
      listBoard(db, { ...board, view: "week", day: dateAt(now), cursor: "0.demo00000050.harare\tplumber 000050" }),
    "a suburb's board": (db) => listBoard(db, { ...board, day: dateAt(now), suburb: "avondale" }),
    "everybody's board, later page": (db) =>
      listBoard(db, { ...board, city: null, day: dateAt(now), cursor: "0.demo00000050.harare\tplumber 000050" }),
    "what an admin has just moved": (db) => findJustMoved(db, "nobody", "PB-R00000041", now),
    "the office's counts": (db) => countToday(db, "nobody", now),
    "the office's figures": (db) => readInsights(db, { weeks: 52, city: null, service: null }, now),
    "clients to call": (db) => listCalls(db, now),
    "what the client of a booking is to be told": (db) => findCall(db, "demobooking0001", now),
    "what needs the office": (db) => listDispatch(db, now),
    "the office's bookings": (db) => listAdminBookings(db, everything, null, now),
    "the office's bookings, later page": (db) => listAdminBookings(db, everything, `${now + 3_600_001}.zzz`, now),
    "the office's bookings, soonest first, later page": (db) =>
      listAdminBookings(db, { ...everything, sort: "start" }, `${now}.zzz`, now),
    "the office's bookings of a city and a state, soonest first": (db) =>
      listAdminBookings(db, { ...everything, city: "harare", status: "completed", sort: "start" }, null, now),
    "the office's bookings of a state": (db) => listAdminBookings(db, { ...everything, status: "refused" }, null, now),
    "the office's bookings of a city": (db) => listAdminBookings(db, { ...everything, city: "harare" }, null, now),
    "the office's bookings of a city without any": (db) =>
      listAdminBookings(db, { ...everything, city: "mutare", status: "completed" }, null, now),
    "the office's bookings of a city and a state, later page": (db) =>
      listAdminBookings(db, { ...everything, city: "harare", status: "completed" }, `${now}.zzz`, now),
    "the office's bookings of a plumber and a state": (db) =>
      listAdminBookings(db, { ...everything, plumber: plumber.id, status: "completed" }, null, now),
    "the office's bookings of a client": (db) => listAdminBookings(db, { ...everything, client: client.id }, null, now),
    "the office's bookings of a day": (db) => listAdminBookings(db, { ...everything, day: dateAt(now) }, null, now),
    "the office's bookings of a state and a day": (db) =>
      listAdminBookings(db, { ...everything, status: "completed", day: dateAt(now) }, null, now),
    "the office's bookings by their creation": (db) =>
      listAdminBookings(db, { ...everything, sort: "-created" }, null, now),
    "the office's bookings by their creation, later page": (db) =>
      listAdminBookings(db, { ...everything, sort: "created" }, "1.book00000500", now),
    "the office's bookings of a state by their creation, later page": (db) =>
      listAdminBookings(db, { ...everything, status: "refused", sort: "-created" }, "1.book00000500", now),
    "the office's requests, longest wait first": (db) =>
      listAdminBookings(db, { ...everything, status: "pending", sort: "-waiting" }, null, now),
    "the office's requests, shortest wait first, later page": (db) =>
      listAdminBookings(db, { ...everything, status: "pending", sort: "waiting" }, "1.open00000050", now),
    "the office's bookings, counted": (db) => countByStatus(db, everything),
    "the office's bookings of a city, counted": (db) => countByStatus(db, { ...everything, city: "harare" }),
    "the office's bookings of a plumber, counted": (db) => countByStatus(db, { ...everything, plumber: plumber.id }),
    "the office's bookings of a client, counted": (db) => countByStatus(db, { ...everything, client: client.id }),
    "the office's bookings of a day, counted": (db) => countByStatus(db, { ...everything, day: dateAt(now) }),
    "chosen bookings": (db) => listChosen(db, ["open00000001", "open00000002", "book00000042"], now),
    "plumbers for chosen bookings": (db) =>
      listCommonCandidates(db, ["open00000001", "open00000002", "book00000042"], "harare"),
    "plumbers for chosen bookings of a city": (db) => listCommonCandidates(db, ["book00000042"], null),
    "candidates for a booking": (db) => listCandidates(db, "open00000001", "harare"),
    "candidates by the place": (db) => listCandidates(db, "open00000001", null),
    users: (db) => listUsers(db, "all", null),
    clients: (db) => listUsers(db, "client", null),
    "plumbers, later page": (db) => listUsers(db, "plumber", "1.demo00000050"),
    "plumbers by name": (db) => listUsers(db, "plumber", null, "name"),
    "plumbers by name, later page": (db) => listUsers(db, "plumber", "0.demo00000050.plumber 000050", "name"),
    "plumbers by name, from the end": (db) => listUsers(db, "plumber", null, "-name"),
    "people, first ones first, later page": (db) => listUsers(db, "all", "1.demo00000050", "joined"),
    "people, counted": (db) => countUsers(db),
    "an admin's views of a list": (db) => findArrangement(db, client.id, "bookings"),
    "searches nobody understood": (db) => listUnknownSearches(db, now),
    "suspended people": (db) => listUsers(db, "suspended", null),
    "plumbers to review": (db) => listUsers(db, "review", null),
    "possible duplicates": (db) => listPossibleDuplicates(db, plumber.id),
    "a plumber's record": (db) => findPlumberStats(db, plumber.id),
    "search by the beginning of a name": (db) => search(db, "plumber 0000", now),
    "search by two letters": (db) => search(db, "pl", now),
    "search by a reference": (db) => search(db, "PB-R00", now),
    "search by a phone": (db) => search(db, "0771234", now),
    "search by a city": (db) => search(db, "harare", now),
    "search for nobody": (db) => search(db, "zzzzzz", now),
    "the office's reviews": (db) => listModerated(db, "newest", null),
    "reported reviews": (db) => listModerated(db, "reported", null),
    "hidden reviews": (db) => listModerated(db, "hidden", null),
    "reviews to check": (db) => listModerated(db, "held", null),
    "the office's reviews, the oldest first, later page": (db) => listModerated(db, "newest", "1.zzz", true),
    "reviews, counted": (db) => countModerated(db),
    disputes: (db) => listDisputes(db, false, null),
    "disputes, the oldest first, later page": (db) => listDisputes(db, false, "1.zzz", true),
    "closed disputes": (db) => listDisputes(db, true, null),
    "disputes, counted": (db) => countDisputes(db),
    "a booking's disputes": (db) => findDisputes(db, "book00000041"),
    "the inbox": (db) => listEnquiries(db, false, null),
    "the inbox, the oldest first, later page": (db) => listEnquiries(db, false, "1.zzz", true),
    "the inbox, counted": (db) => countEnquiries(db),
    "an enquiry, and when its phone last wrote": (db) => findEnquiry(db, "enq00000042"),
    "how far an answer got": (db) => findAnswerNotice(db, "c42"),
    "closed enquiries": (db) => listEnquiries(db, true, null),
    "a user's phones": (db) => listOwnPhones(db, client.id, now),
    "whether a phone wrote within a day": (db) => mayWriteFreely(db, "+263772000000", now),
    "who has a phone, and where they write": (db) => findPhoneOwner(db, "sms", "+263772000000", "PB-R00000041"),
    "notices that have not gone out": (db) => listUndelivered(db, now),
    "what broke": (db) => listFailures(db, null, now),
    "what broke in a request": (db) => listFailures(db, "request 42", now),
    "how long pages took": (db) => listPageTimes(db, now),
    "the hours of slow pages": (db) => listSlowHours(db, now),
    "how the system is": (db) => readSystemHealth(db, now),
    "push devices": (db) => listPushDevices(db, client.id),
    "webhooks of an account": (db) => listWebhooks(db, client.id),
    "deliveries of an account's webhooks": (db) => listDeliveries(db, client.id),
    "personal tokens of an account": (db) => listPersonalTokens(db, client.id),
    "notices about a booking": (db) => listNoticesOfBooking(db, "demobooking0001"),
    ...Object.fromEntries(
      [null, ...TIMELINE_KINDS].flatMap((kind) =>
        [null, "4000000000000.x"].map((cursor) => [
          `a file's timeline, ${kind ?? "all"}${cursor ? ", further" : ""}`,
          (db: Database) => listTimeline(db, client, client.id, kind, cursor),
        ]),
      ),
    ),
    "what was merged into an account": (db) => listMerges(db, client.id),
    "the merge of two accounts": (db) => findMerge(db, "a", client.id),
    "what a merge would move": (db) => countMovable(db, "a"),
    "a user's earliest request": (db) => findPendingOf(db, client.id),
    "openings of a conversation": (db) => listOpenings(db, ofClient, plumber.id),
    "openings of a conversation, for the office": (db) => listOpeningsForOffice(db, `${client.id}.${plumber.id}`),
    "messages of others, opened": (db) => listOpenedMessages(db, client, `${client.id}.${plumber.id}`, undefined, now),
    "a conversation of others": (db) => findConversation(db, client, "a.b", now),
    "the log": (db) => listAuditEntries(db, {}, null),
    "the log, the oldest first, later page": (db) => listAuditEntries(db, {}, "1.zzz", undefined, true),
    "the log of a subject": (db) => listAuditEntries(db, { subjectId: "users" }, null),
    "the log of an action": (db) => listAuditEntries(db, { action: "dataExported" }, null),
    "the log of an action, the oldest first, later page": (db) =>
      listAuditEntries(db, { action: "dataExported" }, "1.zzz", undefined, true),
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

const readAll = async (stream: ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>) =>
  new Response(await stream).text();

const fifty = { before: null, limit: 50 };

const everything: AdminBookingFilter = {
  status: null,
  city: null,
  plumber: null,
  client: null,
  day: null,
  sort: "-start",
};
const search = (db: Database, words: string, now: Instant) =>
  Promise.all([
    searchUsers(db, readSearch(words)!),
    searchBookings(db, readSearch(words)!, now),
    searchClients(db, readSearch(words)!),
  ]);
