import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { formatSortable } from "../time/harare";
import { EXPORT_BATCH_SIZE, streamCsv } from "../values/lists.server";
import { formatReceipt } from "./booking-money";

interface Row {
  booking_id: string;
  starts_at: number;
  reference: string;
  service_type: string | null;
  client: string;
  number: number;
  issued_at: number;
  amount: number;
  method: string;
  voids: number | null;
}

/**
 * A plumber's earnings as a stream of CSV (M8): a line for each receipt and each counter-entry, jobs in the order of their
 * visits. Times are Harare's.
 */
export const exportEarnings = (db: Database, plumberId: string): ReadableStream<Uint8Array> =>
  streamCsv<Row>(db, {
    columns: {
      receipt: ({ number }) => formatReceipt(number),
      date: ({ issued_at }) => formatSortable(issued_at),
      booking: ({ reference }) => reference,
      visit: ({ starts_at }) => formatSortable(starts_at),
      client: ({ client }) => client,
      service: ({ service_type }) => service_type,
      dollars: ({ amount }) => ({ cents: amount }),
      method: ({ method }) => method,
      voids: ({ voids }) => (voids === null ? null : formatReceipt(voids)),
    },
    query: (last) => sql`
      select job.id as booking_id, job.starts_at, job.reference, job.service_type, first_name || ' ' || last_name as client,
        number, issued_at, receipts.amount, method, voids
      from bookings job
      join receipts on receipts.booking_id = job.id
      join users on users.id = job.client_id
      left join payments on payments.id = receipts.payment_id
      where job.plumber_id = ${plumberId} and job.starts_at >= ${last?.starts_at ?? 0}
        and (job.starts_at, job.id, number) > (${last?.starts_at ?? 0}, ${last?.booking_id ?? ""}, ${last?.number ?? 0})
      order by job.starts_at, job.id, number limit ${EXPORT_BATCH_SIZE}`,
  });
