import { inArray, sql, type SQL } from "drizzle-orm";
import { bookings } from "~/db/schema";
import type { Change } from "../audit-log/audit-log";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { EXPORT_BATCH_SIZE } from "../values/csv.server";
import type { SteppedUpUser } from "../values/user";
import { pageOf } from "./admin-bookings.server";
import type { AdminBookingFilter } from "./booking-filter";
import { writeBookingQuery } from "./booking-query";
import { BOOKING_EXPORT, streamExport } from "./export.server";

/** How many bookings at most are exported of a filter. */
export const MAX_EXPORTED = 5000;

/**
 * Logs an export of chosen bookings, or of those of a filter in its order, and gives them as a stream of CSV, at most 5,000
 * (O13, O29).
 */
export async function exportBookings(
  context: DomainContext,
  admin: SteppedUpUser,
  which: { ids: string[] } | { filter: AdminBookingFilter },
): Promise<ReadableStream<Uint8Array>> {
  const after: Change = "ids" in which ? { chosen: which.ids.length } : { filter: writeBookingQuery(which.filter) };
  await recordAuditEntry(
    context,
    { admin, action: "dataExported", subject: { kind: "export", id: "bookings" }, after },
    sql`true`,
  ).entry;
  const query = (last: Record<string, string | number | null> | null): SQL => {
    const page =
      "ids" in which
        ? { where: inArray(bookings.id, which.ids), key: bookings.startsAt, orderBy: [bookings.startsAt, bookings.id] }
        : pageOf(which.filter, last && { at: Number(last["at"]), id: String(last["id"]) });
    return sql`select ${page.key} as at, ${BOOKING_EXPORT.columnsInSql} from bookings
      where ${page.where ?? sql`true`} order by ${sql.join(page.orderBy, sql`, `)} limit ${sql.raw(String(EXPORT_BATCH_SIZE))}`;
  };
  return streamExport(context.db, { ...BOOKING_EXPORT, query }, MAX_EXPORTED);
}
