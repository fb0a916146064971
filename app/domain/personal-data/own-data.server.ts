import { locationSeenBy } from "../bookings/queries/booking-columns.server";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import {
  bookings,
  consents,
  messages,
  notices,
  officeNotes,
  savedViews,
  onlinePayments,
  payments,
  payoutDetails,
  payouts,
  refunds,
  settlements,
  phoneChannels,
  privatePhotos,
  pushDevices,
  reviews,
  termsAcceptances,
  users,
} from "~/db/schema";
import { listPersonalTokens } from "../accounts/personal-tokens.server";
import { findSecondFactors } from "../accounts/second-factor/second-factors.server";
import { findOwnAccount } from "../accounts/profile.server";
import { findNoticeChoices } from "../notices/choices.server";
import { titleOf } from "../notices/notice";
import { listWebhooks } from "../notices/webhooks/webhook-endpoints.server";
import { maskNumber } from "../payouts/payout";
import { privatePhotoUrl } from "../photos/private-photo";
import { photosOfUser } from "../photos/private-photos.server";
import { listRecordedChecks } from "../vetting/checks.server";
import { listPapers } from "../vetting/papers.server";
import { findOwnVetting } from "../vetting/vetting-queue.server";
import type { SessionClaims } from "../values/user";
import { formatInstant, formatTime, type Instant } from "../time/harare";
import { accountsOf, AT_MOST, ownWords } from "./own-words.server";

const inDollars = (cents: typeof bookings.fee | typeof bookings.agreedPrice | typeof bookings.finalAmount) =>
  sql<number | null>`${cents} / 100.0`;

/**
 * Collects everything we hold about a user for their download (A17): the account (null if it is gone), what they wrote,
 * and their bookings with the other side's name alone. No secrets: neither tokens nor what signs webhooks, nor hashes of
 * them. Times are text in Harare's time; at most 5,000 rows of each kind.
 */
export async function collectOwnData(db: Database, viewer: SessionClaims) {
  const nameOf = (column: typeof bookings.clientId | typeof bookings.plumberId) =>
    sql<string | null>`(select first_name || ' ' || last_name from users where users.id = ${column})`;
  const accounts = accountsOf(viewer.id);
  const [
    account,
    ownBookings,
    written,
    ownReviews,
    paid,
    agreed,
    photos,
    devices,
    phones,
    told,
    choices,
    tokens,
    webhooks,
    terms,
    factors,
    online,
    back,
    released,
    out,
    goesTo,
    checks,
    papers,
    vetting,
    officeSays,
    views,
    merged,
    words,
  ] = await Promise.all([
    findOwnAccount(db, viewer.id),
    db
      .select({
        reference: bookings.reference,
        status: bookings.status,
        startsAt: bookings.startsAt,
        client: nameOf(bookings.clientId),
        plumber: nameOf(bookings.plumberId),
        serviceType: bookings.serviceType,
        location: locationSeenBy(viewer.role).as("location"),
        notes: bookings.notes,
        report: bookings.report,
        fee: inDollars(bookings.fee).as("fee_in_dollars"),
        agreedPrice: inDollars(bookings.agreedPrice).as("agreed_in_dollars"),
        finalAmount: inDollars(bookings.finalAmount).as("final_in_dollars"),
      })
      .from(bookings)
      .where(viewer.role === "plumber" ? eq(bookings.plumberId, viewer.id) : eq(bookings.clientId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        to: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
        content: messages.content,
        createdAt: messages.createdAt,
      })
      .from(messages)
      .innerJoin(users, eq(users.id, messages.recipientId))
      .where(eq(messages.senderId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        rating: reviews.rating,
        comment: reviews.comment,
        showsJob: reviews.showsJob,
        createdAt: reviews.createdAt,
      })
      .from(reviews)
      .where(
        viewer.role === "plumber"
          ? // A held review is its writer's alone (R12).
            and(eq(reviews.plumberId, viewer.id), isNull(reviews.heldAt))
          : eq(reviews.clientId, viewer.id),
      )
      .limit(AT_MOST),
    db
      .select({
        booking: bookings.reference,
        dollars: sql<number>`${payments.amount} / 100.0`.as("dollars"),
        method: payments.method,
        status: payments.status,
        recordedBy: payments.recordedBy,
        createdAt: payments.recordedAt,
      })
      .from(payments)
      .innerJoin(bookings, eq(bookings.id, payments.bookingId))
      .where(viewer.role === "plumber" ? eq(bookings.plumberId, viewer.id) : eq(bookings.clientId, viewer.id))
      .limit(AT_MOST),
    db
      .select({ words: consents.words, createdAt: consents.at })
      .from(consents)
      .where(inArray(consents.userId, accounts))
      .limit(AT_MOST),
    db
      .select({ id: privatePhotos.id, of: privatePhotos.kind, createdAt: privatePhotos.createdAt })
      .from(privatePhotos)
      .where(sql`(${photosOfUser(viewer)}) and hidden_at is null`)
      .limit(AT_MOST),
    db
      .select({ name: pushDevices.name, createdAt: pushDevices.createdAt })
      .from(pushDevices)
      .where(eq(pushDevices.userId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        channel: phoneChannels.channel,
        phone: phoneChannels.phone,
        consent: phoneChannels.consentWords,
        createdAt: phoneChannels.verifiedAt,
        endedAt: phoneChannels.endedAt,
      })
      .from(phoneChannels)
      .where(eq(phoneChannels.userId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        kind: notices.kind,
        channel: notices.channel,
        subject: notices.subject,
        status: notices.status,
        createdAt: notices.createdAt,
      })
      .from(notices)
      .where(inArray(notices.userId, accounts))
      .limit(AT_MOST),
    findNoticeChoices(db, viewer),
    listPersonalTokens(db, viewer.id),
    listWebhooks(db, viewer.id),
    db
      .select({ version: termsAcceptances.version, createdAt: termsAcceptances.acceptedAt })
      .from(termsAcceptances)
      .where(eq(termsAcceptances.userId, viewer.id)),
    findSecondFactors(db, viewer.id),
    db
      .select({
        booking: bookings.reference,
        dollars: sql<number>`${onlinePayments.amount} / 100.0`.as("dollars"),
        method: onlinePayments.method,
        phone: onlinePayments.phone,
        status: onlinePayments.status,
        createdAt: onlinePayments.createdAt,
      })
      .from(onlinePayments)
      .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
      .where(eq(onlinePayments.clientId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        booking: bookings.reference,
        dollars: sql<number>`${refunds.amount} / 100.0`.as("dollars"),
        reason: refunds.reason,
        reference: refunds.reference,
        createdAt: refunds.createdAt,
      })
      .from(refunds)
      .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
      .where(eq(refunds.clientId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        booking: bookings.reference,
        dollars: sql<number>`${settlements.earned} / 100.0`.as("dollars"),
        commission: sql<number>`${settlements.commission} / 100.0`.as("commission"),
        createdAt: settlements.at,
      })
      .from(settlements)
      .innerJoin(bookings, eq(bookings.id, settlements.bookingId))
      .where(eq(settlements.plumberId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        dollars: sql<number>`${payouts.amount} / 100.0`.as("dollars"),
        status: payouts.status,
        method: payouts.method,
        number: payouts.number,
        holder: payouts.holder,
        createdAt: payouts.createdAt,
      })
      .from(payouts)
      .where(eq(payouts.plumberId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        method: payoutDetails.method,
        number: payoutDetails.number,
        bank: payoutDetails.bank,
        branch: payoutDetails.branch,
        holder: payoutDetails.holder,
        createdAt: payoutDetails.createdAt,
      })
      .from(payoutDetails)
      .where(eq(payoutDetails.plumberId, viewer.id))
      .limit(AT_MOST),
    listRecordedChecks(db, viewer.id),
    listPapers(db, viewer.id),
    findOwnVetting(db, viewer.id),
    db
      .select({ words: officeNotes.words, createdAt: officeNotes.at })
      .from(officeNotes)
      .where(eq(officeNotes.userId, viewer.id))
      .limit(AT_MOST),
    db
      .select({
        list: savedViews.list,
        name: savedViews.name,
        query: savedViews.query,
        createdAt: savedViews.createdAt,
      })
      .from(savedViews)
      .where(eq(savedViews.adminId, viewer.id))
      .limit(AT_MOST),
    db
      .select({ firstName: users.firstName, lastName: users.lastName, phone: users.phone, createdAt: users.createdAt })
      .from(users)
      .where(eq(users.mergedInto, viewer.id))
      .limit(AT_MOST),
    Promise.all(ownWords(db, viewer).map(({ read }) => read())),
  ]);
  const time = (at: Instant | null) => (at === null ? null : formatInstant(at));
  const dated = <Row extends { createdAt: number }>(row: Row) => ({ ...row, createdAt: formatInstant(row.createdAt) });
  // A stolen session reads no account numbers (M15).
  const masked = <Row extends { number: string }>(row: Row) => ({ ...row, number: maskNumber(row.number) });
  return {
    account,
    bookings: ownBookings.map((booking) => ({ ...booking, startsAt: formatInstant(booking.startsAt) })),
    messagesWritten: written.map(dated),
    otherWords: words.flat().map(dated),
    reviews: ownReviews.map(dated),
    payments: paid.map(dated),
    onlinePayments: online.map(dated),
    refunds: back.map(dated),
    released: released.map(dated),
    payouts: out.map((payout) => masked(dated(payout))),
    payoutDetails: goesTo.map((details) => masked(dated(details))),
    consents: agreed.map(dated),
    checks: checks.map(({ kind, checkedAt, expiresAt, note }) => ({
      kind,
      createdAt: formatInstant(checkedAt),
      endsAt: time(expiresAt),
      note,
    })),
    papers: papers.map(({ kind, createdAt }) => ({ kind, createdAt: formatInstant(createdAt) })),
    officeOnPapers: vetting && {
      approval: vetting.approval,
      office: vetting.officeWords,
      note: vetting.papersNote,
    },
    mergedAccounts: merged.map(dated),
    officeNotes: officeSays.map(dated),
    savedViews: views.map(dated),
    termsAccepted: terms.map(dated),
    devices: devices.map(dated),
    phones: phones.map((phone) => ({ ...dated(phone), endedAt: time(phone.endedAt) })),
    notices: told.map(({ kind, subject, ...notice }) => dated({ ...notice, subject: titleOf({ kind, subject }) })),
    noticeChoices: {
      on: choices.on,
      quietHours: choices.quiet && { from: formatTime(choices.quiet.from), until: formatTime(choices.quiet.until) },
    },
    personalTokens: tokens.map(({ id: _, ...token }) => ({ ...dated(token), lastUsedAt: time(token.lastUsedAt) })),
    webhooks: webhooks.map(({ id: _, ...webhook }) => ({
      ...dated(webhook),
      failingSince: time(webhook.failingSince),
      endedAt: time(webhook.endedAt),
    })),
    twoStepSignIn: {
      appSince: time(factors.appSince),
      passkeys: factors.passkeys.map(({ name, createdAt, lastUsedAt }) => ({
        ...dated({ name, createdAt }),
        lastUsedAt: time(lastUsedAt),
      })),
      recoveryCodesLeft: factors.recoveryCodesLeft,
    },
    photos: photos.map(({ id, ...photo }) => ({ ...dated(photo), address: privatePhotoUrl(id, 1280) })),
  };
}
