import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { formatSortable } from "../time/harare";
import { csvLine } from "../values/csv";
import { formatReceipt } from "./booking-money";

const COLUMNS = ["receipt", "date", "booking", "visit", "client", "service", "dollars", "method", "voids"];
const BATCH_SIZE = 500;

interface Row {
  booking_id: string;
  starts_at: number;
  reference: string;
  service_type: string | null;
  client: string;
  number: number | null;
  issued_at: number;
  amount: number;
  method: string;
  voids: number | null;
}

/**
 * A plumber's earnings as a stream of CSV in UTF-8 (M8): a line for each receipt and each counter-entry, jobs in the order
 * of their visits, at most 500 of them in memory. Times are Harare's.
 */
export function exportEarnings(db: Database, plumberId: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let last: { at: number; id: string } | null = null;
  return new ReadableStream({
    async pull(controller) {
      // Excel reads a file as UTF-8 only with a byte order mark.
      if (last === null) controller.enqueue(encoder.encode(`\uFEFF${csvLine(COLUMNS)}`));
      const { at, id } = last ?? { at: 0, id: "" };
      const rows: Row[] = await db.all<Row>(sql`
        select job.id as booking_id, job.starts_at, job.reference, job.service_type, first_name || ' ' || last_name as client,
          number, issued_at, receipts.amount, method, voids
        from (select * from bookings where plumber_id = ${plumberId} and (starts_at, id) > (${at}, ${id})
          order by starts_at, id limit ${BATCH_SIZE}) as job
        join users on users.id = job.client_id
        left join receipts on receipts.booking_id = job.id
        left join payments on payments.id = receipts.payment_id
        order by job.starts_at, job.id, number`);
      controller.enqueue(encoder.encode(rows.map(lineOf).join("")));
      const end = rows.at(-1);
      if (end) last = { at: end.starts_at, id: end.booking_id };
      if (new Set(rows.map(({ booking_id }) => booking_id)).size < BATCH_SIZE) controller.close();
    },
  });
}

const lineOf = ({ number, ...row }: Row): string =>
  number === null
    ? ""
    : csvLine([
        formatReceipt(number),
        formatSortable(row.issued_at),
        row.reference,
        formatSortable(row.starts_at),
        row.client,
        row.service_type,
        { cents: row.amount },
        row.method,
        row.voids === null ? null : formatReceipt(row.voids),
      ]);
