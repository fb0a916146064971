import { and, desc, eq, or, sql, type SQL } from "drizzle-orm";
import type { Instant } from "../time/harare";
import {
  type OnlineMoney,
  type OnlinePayment,
  ONLINE_METHODS,
  onlineMethod,
  ONLINE_STATUSES,
  type OnlineStatus,
  OPEN_ONLINE_STATUSES,
  timeToPay,
  NO_ANSWER_TIMEOUT,
  amountsToPay,
  paymentChoices,
  type PayableRow,
} from "./online-payment";
import { type Database, columnsOf, isOneOf } from "~/db/client.server";
import { nameById, nameIn } from "~/db/user-names.server";
import { bookings, onlinePayments } from "~/db/schema";
import { client, plumber } from "../bookings/queries/booking-views.server";
import { isOf, isOpenBooking } from "../bookings/queries/booking-conditions.server";
import type { BookingStatus } from "../bookings/booking";
import { SEE_PAYMENT, seesPayment } from "../bookings/next-step/step-links";
import { formatMoney } from "../values/money";
import { moneyColumns, stepDetails } from "../bookings/queries/step-columns.server";
import { type AuthenticatedUser, fullName, type SessionClaims } from "../values/user";
import { readSetting } from "../settings/settings.server";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { OK } from "../values/refusal";
import { defineList, viewsOf } from "../values/lists.server";
import { parsePhone } from "../values/typed-phone";
import { foldText } from "~/db/folding";

export const hasOpenStatus = isOneOf(sql`status`, OPEN_ONLINE_STATUSES);

/** Left undecided by the provider, and not checked by our office yet (M11). */
export const isUnchecked = sql`(status = 'expired' and review = 'unanswered' and reviewed_by is null)`;

const timesToPay = ONLINE_METHODS.map((method) => `when '${method}' then ${timeToPay(method)}`).join(" ");
const timeOfMethod = sql.raw(`case method ${timesToPay} end`);
const needAnswer = ONLINE_METHODS.filter((method) => onlineMethod(method).needsAnswer);

/** The condition, over `online_payments`, that the time to pay is over: `expiresAt` in SQL. */
export const isOverdue = (now: Instant) => sql`coalesce(code_expires_at, created_at + iif(
  checkout_url is null and code is null and ${isOneOf(sql`method`, needAnswer)}, ${NO_ANSWER_TIMEOUT}, ${timeOfMethod})) <= ${now}`;

/** Everything of a payment but where its status is asked for: that is as good as a password. */
const selectShown = (db: Database) =>
  db
    .select({
      ...columnsOf(onlinePayments, "id", "bookingId", "amount", "purpose", "method", "phone", "checkoutUrl"),
      ...columnsOf(onlinePayments, "instructions", "code", "codeExpiresAt", "failure", "counts", "takenBackAt"),
      status: sql<OnlineStatus>`${onlinePayments.status}`.as("payment_status"),
      createdAt: sql<Instant>`${onlinePayments.createdAt}`.as("payment_created_at"),
    })
    .from(onlinePayments)
    .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId));

const PAYMENTS_SHOWN = 20;

/** A booking's online payments, the latest first, at most 20; empty when the viewer is not its client or an admin. */
export const listOnlinePayments = async (
  db: Database,
  viewer: SessionClaims,
  bookingId: string,
  limit = PAYMENTS_SHOWN,
): Promise<OnlinePayment[]> =>
  selectShown(db)
    .where(and(eq(onlinePayments.bookingId, bookingId), viewer.role === "plumber" ? sql`false` : isOf(viewer)))
    .orderBy(desc(onlinePayments.createdAt), desc(onlinePayments.id))
    .limit(limit);

const payableFields = {
  status: sql<BookingStatus>`${bookings.status}`.as("booking_status"),
  ...moneyColumns,
  plumber: columnsOf(plumber, "firstName", "lastName"),
};

/** The payment that a client can make online for a booking, and the state of the latest payment (M10); else null. */
export async function findPayPage(db: Database, viewer: SessionClaims, bookingId: string) {
  const [[row], [latest], { feeMode }] = await Promise.all([
    db
      .select({
        ...payableFields,
        reference: bookings.reference,
        startsAt: bookings.startsAt,
        phone: client.phone,
        uncheckedPayment: stepDetails.uncheckedPayment,
        openPayment: stepDetails.openPayment,
      })
      .from(bookings)
      .innerJoin(client, eq(client.id, bookings.clientId))
      .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(eq(bookings.id, bookingId), isOf(viewer))),
    listOnlinePayments(db, viewer, bookingId, 1),
    readSetting(db, "fee-mode"),
  ]);
  if (!row) return null;
  const plumberName = row.plumber && fullName(row.plumber);
  // A record that waits for an answer may be of the same money.
  const choices = row.openPayment ? [] : paymentChoices(row, feeMode);
  return { ...row, plumber: plumberName, choices, latest: latest ?? null };
}

/** Reads the online part of a booking's money section (M10), with the undecided payment. `bookingId` can be a query. */
export async function findOnlineMoney(
  db: Database,
  viewer: SessionClaims,
  bookingId: string | SQL,
): Promise<OnlineMoney> {
  const [{ feeMode }, [underWay]] = await Promise.all([
    readSetting(db, "fee-mode"),
    db
      .select(columnsOf(onlinePayments, "amount", "method"))
      .from(onlinePayments)
      .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
      .where(and(eq(onlinePayments.bookingId, bookingId), sql`online_payments.${hasOpenStatus}`, isOf(viewer))),
  ]);
  return { feeMode, underWay: underWay ?? null };
}

const OPEN_SHOWN = 50;

/** Lists what a client can pay online before the work is done (M8, M10), soonest first, of their next 50 open bookings. */
export async function listPayable(db: Database, viewer: SessionClaims): Promise<PayableRow[]> {
  const [rows, { feeMode }] = await Promise.all([
    db
      .select({
        ...payableFields,
        ...columnsOf(bookings, "id", "reference", "serviceType", "startsAt", "underWay", "uncheckedPayment"),
      })
      .from(bookings)
      .innerJoin(plumber, eq(plumber.id, bookings.plumberId))
      .where(and(isOf(viewer), isOpenBooking))
      .orderBy(bookings.openOrder, bookings.id)
      .limit(OPEN_SHOWN),
    readSetting(db, "fee-mode"),
  ]);
  return rows.flatMap((row) => {
    const [choice] = amountsToPay(row, feeMode);
    const { id, reference, serviceType, startsAt, paidAmount } = row;
    if (!choice) return [];
    const plumber = fullName(row.plumber);
    const label = seesPayment(row) ? SEE_PAYMENT : `Pay ${formatMoney(choice.amount)}`;
    return [{ id, reference, serviceType, startsAt, plumber, paidAmount, choice, label }];
  });
}

const OFFICE_PAYMENTS_SHOWN = 50;

type StoredPayment = Pick<
  typeof onlinePayments.$inferSelect,
  | "id"
  | "bookingId"
  | "amount"
  | "purpose"
  | "method"
  | "phone"
  | "createdAt"
  | "paidAt"
  | "received"
  | "providerReference"
  | "failure"
  | "review"
>;

/** `reviewedBy`: null where no one has checked it, or nothing is to be checked. */
export interface OfficePayment extends StoredPayment {
  reference: string;
  client: string;
  status: OnlineStatus;
  reviewedBy: string | null;
}

const selectForOffice = (db: Database) =>
  db
    .select({
      ...columnsOf(onlinePayments, "id", "bookingId", "amount", "purpose", "method", "phone", "createdAt", "paidAt"),
      ...columnsOf(onlinePayments, "received", "providerReference", "failure", "review"),
      reference: bookings.reference,
      client: nameIn(client).as("client_name"),
      status: sql<OnlineStatus>`${onlinePayments.status}`.as("online_status"),
      reviewedBy: nameById(onlinePayments.reviewedBy).as("reviewer"),
    })
    .from(onlinePayments)
    .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
    .innerJoin(client, eq(client.id, onlinePayments.clientId));

/** Online payments that the office has to check (M11) and that no one has, oldest first, at most 50. */
export const listToReview = (db: Database): Promise<OfficePayment[]> =>
  selectForOffice(db)
    .where(sql`${onlinePayments.review} is not null and ${onlinePayments.reviewedBy} is null`)
    .orderBy(onlinePayments.createdAt)
    .limit(OFFICE_PAYMENTS_SHOWN);

const by = onlinePayments.createdAt;

export const onlinePaymentList = defineList({
  id: onlinePayments.id,
  views: {
    all: { by },
    ...viewsOf(ONLINE_STATUSES, (status) => ({ by, where: eq(onlinePayments.status, status) })),
  },
  select: selectForOffice,
  show: (payment) => payment,
  at: ({ createdAt }) => createdAt,
});

/** Finds online payments by a booking's reference, a phone, or the provider's number; the latest first, at most 50. */
export async function searchOnlinePayments(db: Database, text: string) {
  const typed = text.trim();
  const wanted = foldText(typed);
  // Each condition has its own index.
  return selectForOffice(db)
    .where(
      or(
        sql`${onlinePayments.bookingId} in (select id from bookings where reference = ${wanted.toUpperCase()})`,
        eq(onlinePayments.providerReference, typed),
        eq(onlinePayments.phone, parsePhone(wanted) ?? wanted),
        eq(onlinePayments.id, wanted),
      ),
    )
    .orderBy(desc(onlinePayments.createdAt))
    .limit(OFFICE_PAYMENTS_SHOWN);
}

/** Notes that an admin has checked an online payment (M11). Someone has already: nothing changes. Logged. */
export async function reviewPayment(
  context: DomainContext,
  admin: AuthenticatedUser,
  { id, bookingId }: Pick<OfficePayment, "id" | "bookingId">,
) {
  await officeVerb(context, admin, "paymentReviewed", {
    subject: { kind: "booking", id: bookingId },
    when: sql`exists (select 1 from online_payments where id = ${id} and booking_id = ${bookingId}
      and review is not null and reviewed_by is null)`,
    do: (recorded) => ({
      reviewed: context.db
        .update(onlinePayments)
        .set({ reviewedBy: admin.id })
        .where(sql`id = ${id} and ${recorded}`),
    }),
  });
  return OK;
}
