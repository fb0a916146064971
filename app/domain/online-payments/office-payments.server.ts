import { desc, eq, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, onlinePayments } from "~/db/schema";
import { officeVerb } from "../audit-log/audit-log.server";
import { client } from "../bookings/queries/booking-columns.server";
import type { DomainContext } from "../domain-context.server";
import { defineList, viewsOf } from "../values/list-definition.server";
import { parsePhone } from "../values/typed-phone";
import type { AuthenticatedUser } from "../values/user";
import { ONLINE_STATUSES, type OfficePayment, type OnlineStatus } from "./online-payment";
import { foldName } from "~/db/folding";

const AT_MOST = 50;

const selectForOffice = (db: Database) =>
  db
    .select({
      id: onlinePayments.id,
      bookingId: onlinePayments.bookingId,
      reference: bookings.reference,
      client: sql<string>`${client.firstName} || ' ' || ${client.lastName}`.as("client_name"),
      amount: onlinePayments.amount,
      purpose: onlinePayments.purpose,
      method: onlinePayments.method,
      phone: onlinePayments.phone,
      status: sql<OnlineStatus>`${onlinePayments.status}`.as("online_status"),
      createdAt: onlinePayments.createdAt,
      paidAt: onlinePayments.paidAt,
      received: onlinePayments.received,
      providerReference: onlinePayments.providerReference,
      failure: onlinePayments.failure,
      review: onlinePayments.review,
      reviewedBy: sql<
        string | null
      >`(select first_name || ' ' || last_name from users where users.id = ${onlinePayments.reviewedBy})`.as(
        "reviewer",
      ),
    })
    .from(onlinePayments)
    .innerJoin(bookings, eq(bookings.id, onlinePayments.bookingId))
    .innerJoin(client, eq(client.id, onlinePayments.clientId));

/** Online payments that the office has to check (M11) and that nobody has, oldest first, at most 50. */
export const listToReview = (db: Database): Promise<OfficePayment[]> =>
  selectForOffice(db)
    .where(sql`${onlinePayments.review} is not null and ${onlinePayments.reviewedBy} is null`)
    .orderBy(onlinePayments.createdAt)
    .limit(AT_MOST);

/** The online payments, all and by status. */
export const onlinePaymentList = defineList({
  id: onlinePayments.id,
  views: {
    all: { by: onlinePayments.createdAt },
    ...viewsOf(ONLINE_STATUSES, (status) => ({
      by: onlinePayments.createdAt,
      where: eq(onlinePayments.status, status),
    })),
  },
  select: selectForOffice,
  show: (payment): OfficePayment => payment,
  at: ({ createdAt }) => createdAt,
});

/**
 * Finds online payments by what a caller or a bank statement names: a booking's reference, the phone that paid, or the
 * provider's number; the latest first, at most 50.
 */
export async function searchOnlinePayments(db: Database, text: string): Promise<OfficePayment[]> {
  const wanted = foldName(text.trim());
  // Each by its own index.
  const finds: SQL[] = [
    sql`${onlinePayments.bookingId} in (select id from bookings where reference = ${wanted.toUpperCase()})`,
    sql`${onlinePayments.providerReference} = ${wanted}`,
    sql`${onlinePayments.phone} = ${parsePhone(wanted) ?? wanted}`,
    sql`${onlinePayments.id} = ${wanted}`,
  ];
  return selectForOffice(db)
    .where(or(...finds))
    .orderBy(desc(onlinePayments.createdAt))
    .limit(AT_MOST);
}

/** Notes that an admin has checked an online payment (M11). Somebody has already: nothing changes. Logged. */
export async function reviewPayment(
  context: DomainContext,
  admin: AuthenticatedUser,
  { id, bookingId }: { id: string; bookingId: string },
): Promise<{ ok: true }> {
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
  return { ok: true };
}
