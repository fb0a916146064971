import { locationSeenBy } from "../bookings/queries/booking-columns.server";
import { eq, or, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, consents, messages, payments, privatePhotos, reviews, users } from "~/db/schema";
import { findOwnAccount } from "../accounts/profile.server";
import { privatePhotoUrl } from "../photos/private-photo";
import { photosOfUser } from "../photos/private-photos.server";
import type { SessionClaims } from "../values/user";
import { formatInstant } from "../time/harare";

const inDollars = (cents: typeof bookings.fee | typeof bookings.agreedPrice | typeof bookings.finalAmount) =>
  sql<number | null>`${cents} / 100.0`;

/** The most rows of each kind; a user who has more asks the office. */
const AT_MOST = 5000;

/**
 * Collects everything we hold about a user for their download (A17): the account (null if it is gone), what they wrote,
 * and their bookings with the other side's name alone. Times are text in Harare's time; at most 5,000 rows of each kind.
 */
export async function collectOwnData(db: Database, viewer: SessionClaims) {
  const nameOf = (column: typeof bookings.clientId | typeof bookings.plumberId) =>
    sql<string | null>`(select first_name || ' ' || last_name from users where users.id = ${column})`;
  const [account, ownBookings, written, ownReviews, paid, agreed, photos] = await Promise.all([
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
      .select({ rating: reviews.rating, comment: reviews.comment, createdAt: reviews.createdAt })
      .from(reviews)
      .where(or(viewer.role === "plumber" ? eq(reviews.plumberId, viewer.id) : eq(reviews.clientId, viewer.id)))
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
      .where(eq(consents.userId, viewer.id))
      .limit(AT_MOST),
    db
      .select({ id: privatePhotos.id, of: privatePhotos.kind, createdAt: privatePhotos.createdAt })
      .from(privatePhotos)
      .where(sql`(${photosOfUser(viewer)}) and hidden_at is null`)
      .limit(AT_MOST),
  ]);
  const dated = <Row extends { createdAt: number }>(row: Row) => ({ ...row, createdAt: formatInstant(row.createdAt) });
  return {
    account,
    bookings: ownBookings.map((booking) => ({ ...booking, startsAt: formatInstant(booking.startsAt) })),
    messagesWritten: written.map(dated),
    reviews: ownReviews.map(dated),
    payments: paid.map(dated),
    consents: agreed.map(dated),
    photos: photos.map(({ id, ...photo }) => ({ ...dated(photo), address: privatePhotoUrl(id, 1280) })),
  };
}
