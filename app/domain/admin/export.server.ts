import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { SteppedUpUser } from "../values/user";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { formatSortable } from "../time/harare";
import { EXPORT_BATCH_SIZE, streamCsv } from "../values/csv.server";
import type { ExportName } from "./export";

type Row = Record<string, string | number | null>;

interface Export {
  columns: readonly string[];
  /** Columns that hold instants, written as sortable text in Harare's time. */
  instants: readonly string[];
  /** Columns that hold cents, written in dollars. */
  amounts: readonly string[];
  /** The rows after one, or the first. */
  query: (last: Row | null) => SQL;
}

const limit = sql.raw(String(EXPORT_BATCH_SIZE));
const nameOf = (column: string) =>
  sql.raw(`(select first_name || ' ' || last_name from users where users.id = ${column})`);

const phoneOf = (column: string) => sql.raw(`(select phone from users where users.id = ${column})`);

/** Before every id for none. */
const idOf = (row: Row | null) => String(row?.["id"] ?? "");

/** The columns of an export of bookings, and what they are in a statement over `bookings`. */
export const BOOKING_EXPORT = {
  columns: [
    "reference",
    "status",
    "starts",
    "client",
    "client_phone",
    "plumber",
    "plumber_phone",
    "city",
    "service",
    "suburb",
    "street",
    "notes",
    "title",
    "report",
    "price_usd",
    "paid_usd",
    "created",
  ],
  instants: ["starts", "created"],
  amounts: ["price_usd", "paid_usd"],
  columnsInSql: sql`id, reference, status, starts_at as starts, ${nameOf("client_id")} as client, ${phoneOf("client_id")} as client_phone,
        ${nameOf("plumber_id")} as plumber, ${phoneOf("plumber_id")} as plumber_phone,
        coalesce(city, (select city from plumber_profiles where user_id = plumber_id)) as city, service_type as service, suburb, street, notes, title, report,
        coalesce(final_amount, agreed_price, fee) as price_usd, paid_amount as paid_usd, created_at as created`,
} as const;

/** What can be exported, read by key, 500 rows at a time. */
const EXPORTS = {
  bookings: {
    ...BOOKING_EXPORT,
    query: (last) => sql`
      select ${BOOKING_EXPORT.columnsInSql} from bookings where id > ${idOf(last)} order by id limit ${limit}`,
  },
  users: {
    columns: ["id", "role", "first_name", "last_name", "email", "phone", "city", "verified", "suspended", "created"],
    instants: ["verified", "suspended", "created"],
    amounts: [],
    query: (last) => sql`
      select id, role, first_name, last_name, email, phone, (select city from plumber_profiles where user_id = users.id) as city,
        email_verified_at as verified, suspended_at as suspended, created_at as created
      from users where id > ${idOf(last)} and merged_into is null order by id limit ${limit}`,
  },
  reviews: {
    columns: ["booking", "client", "plumber", "rating", "comment", "answer", "hidden", "created"],
    instants: ["hidden", "created"],
    amounts: [],
    query: (last) => sql`
      select id, (select reference from bookings where bookings.id = booking_id) as booking, ${nameOf("client_id")} as client, ${nameOf("plumber_id")} as plumber,
        rating, comment, answer, hidden_at as hidden, created_at as created
      from reviews where id > ${idOf(last)} order by id limit ${limit}`,
  },
} as const satisfies Record<ExportName, Export>;

/**
 * Logs an export and gives the table as a stream of CSV in UTF-8, with at most 500 rows in memory (O13). Times are
 * Harare's.
 */
export async function exportData(
  context: DomainContext,
  admin: SteppedUpUser,
  name: ExportName,
): Promise<ReadableStream<Uint8Array>> {
  await recordAuditEntry(context, { admin, action: "dataExported", subject: { kind: "export", id: name } }, sql`true`)
    .entry;
  return streamExport(context.db, EXPORTS[name]);
}

/** The columns of an export: instants and amounts are stored as numbers. */
const columnsOf = ({ columns, instants, amounts }: Omit<Export, "query">) =>
  Object.fromEntries(
    columns.map((name) => [
      name,
      (row: Row) => {
        const value = row[name] ?? null;
        if (value !== null && instants.includes(name)) return formatSortable(Number(value));
        return value !== null && amounts.includes(name) ? { cents: Number(value) } : value;
      },
    ]),
  );

/** The rows of an export as a stream of CSV, at most `most`. */
export const streamExport = (db: Database, { query, ...shape }: Export, most?: number): ReadableStream<Uint8Array> =>
  streamCsv<Row>(db, { columns: columnsOf(shape), query, ...(most && { most }) });
