import { inArray, sql, type SQL } from "drizzle-orm";
import { bookings } from "~/db/schema";
import type { Change } from "../../audit-log/audit-log";
import { recordAuditEntry, officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { formatSortable, type Instant } from "../../time/harare";
import type { Cell } from "../../values/csv";
import { EXPORT_BATCH_SIZE, streamCsv } from "../../values/lists.server";
import type { SteppedUpUser, AuthenticatedUser } from "../../values/user";
import { pageOf } from "./admin-bookings.server";
import { type AdminBookingFilter, type ExportName, MAX_EXPORTED, writeBookingQuery } from "../lists/office-lists";
import type { Database } from "~/db/client.server";
import { newEmailedToken } from "../../accounts/tokens.server";
import { bookingNotices } from "../../bookings/booking-notices";
import { hasPayments } from "../../bookings/commands/assignment.server";
import { selectForCommand, soonestFirst } from "../../bookings/queries/booking-views.server";
import type { BookingForCommand } from "../../bookings/booking-views";
import { notify } from "../../notices/notify.server";
import { OK, type Refusal, refuse } from "../../values/refusal";
import { REMINDER_GAP } from "../desk/dispatch";
import { remindedAt } from "../desk/dispatch.server";
import { readOfficeRows } from "./office-rows.server";
import { keepAnswerLink } from "../../bookings/commands/kept-answer-links.server";

/** Lists chosen bookings by their start; ids of none are left out (O29). */
export async function listChosen(db: Database, ids: string[], now: Instant) {
  /** `remindedAt`: since the plumber was asked. `paid`: a payment, or 0 for none, keeps it with its plumber (M6). */
  interface More {
    plumberId: string | null;
    remindedAt: Instant | null;
    jobMinutes: number;
    paid: number;
  }
  const which = sql`${inArray(bookings.id, ids)} order by starts_at, bookings.id`;
  const more = sql`, plumber_id as plumberId, ${remindedAt} as remindedAt, job_minutes as jobMinutes, ${hasPayments} as paid`;
  const rows = await readOfficeRows<More>(db, which, now, more);
  return rows.map(({ more: { plumberId, remindedAt, jobMinutes, paid }, ...row }) => ({
    ...row,
    plumberId,
    remindedAt,
    jobMinutes,
    hasPayments: paid === 1,
  }));
}

export const findChosenFor = (db: Database, ids: string[]) =>
  selectForCommand(db)
    .where(inArray(bookings.id, ids))
    .orderBy(...soonestFirst);

type Act = (booking: BookingForCommand) => Promise<{ ok: true } | Refusal<string>>;

/** Does one thing with each booking, one after the other, by the verb of the single action (O29). A refusal stops no other. */
export async function doEach(chosen: readonly BookingForCommand[], act: Act) {
  const outcomes = [];
  for (const booking of chosen) {
    const result = await act(booking);
    outcomes.push({ id: booking.id, refused: result.ok ? null : result.reason });
  }
  return outcomes;
}

/**
 * Reminds the plumber of a request at once, on all their channels (N17); within half an hour after the last time it changes
 * nothing. Refuses with `noRequestToRemindOf` unless it waits for a plumber's answer.
 */
export async function remindPlumber(context: DomainContext, admin: AuthenticatedUser, booking: BookingForCommand) {
  const { plumber } = booking;
  if (booking.status !== "pending" || !plumber) return refuse("noRequestToRemindOf");
  const answer = await newEmailedToken();
  const facts = { booking, token: answer.token };
  await officeVerb(context, admin, "plumberReminded", {
    subject: { kind: "booking", id: booking.id },
    when: sql`not exists (select 1 from audit_log where subject_id = ${booking.id} and action = 'plumberReminded'
      and at > ${context.now - REMINDER_GAP})
      and exists (select 1 from bookings
      where id = ${booking.id} and status = 'pending' and plumber_id = ${plumber.id})`,
    do: (recorded, id) => ({
      answerLink: keepAnswerLink(context, answer, booking, plumber.id, recorded),
      notice: notify(context, {
        to: plumber.id,
        cause: id,
        when: recorded,
        notice: bookingNotices.requestUnanswered,
        facts,
      }),
    }),
  });
  return OK;
}

const nameSql = (id: string) => `(select first_name || ' ' || last_name from users where users.id = ${id})`;
const phoneSql = (id: string) => `(select phone from users where users.id = ${id})`;

const TABLES: Record<ExportName, Record<string, string>> = {
  bookings: {
    reference: "reference",
    status: "status",
    starts: "starts_at",
    client: nameSql("client_id"),
    client_phone: phoneSql("client_id"),
    plumber: nameSql("plumber_id"),
    plumber_phone: phoneSql("plumber_id"),
    city: "coalesce(city, (select city from plumber_profiles where user_id = plumber_id))",
    service: "service_type",
    suburb: "suburb",
    street: "street",
    notes: "notes",
    title: "title",
    report: "report",
    price_usd: "coalesce(final_amount, agreed_price, fee)",
    paid_usd: "paid_amount",
    created: "created_at",
  },
  users: {
    id: "id",
    role: "role",
    first_name: "first_name",
    last_name: "last_name",
    email: "email",
    phone: "phone",
    city: "(select city from plumber_profiles where user_id = users.id)",
    verified: "email_verified_at",
    suspended: "suspended_at",
    created: "created_at",
  },
  reviews: {
    booking: "(select reference from bookings where bookings.id = booking_id)",
    client: nameSql("client_id"),
    plumber: nameSql("plumber_id"),
    rating: "rating",
    comment: "comment",
    answer: "answer",
    hidden: "hidden_at",
    created: "created_at",
  },
};
/** The columns that hold instants, written as sortable text in Harare's time. Those in `_usd` hold cents. */
const INSTANTS = ["starts", "verified", "suspended", "hidden", "created"];

type Row = Record<string, string | number | null>;
type Which = { ids: string[] } | { filter: AdminBookingFilter } | null;

/**
 * Logs an export and gives the table as a stream of CSV in UTF-8 (O13): all of it, or of bookings the chosen ones, or those of
 * a filter in its order, at most 5,000 (O29).
 */
export async function exportTable(context: DomainContext, admin: SteppedUpUser, name: ExportName, which: Which) {
  const after: Change | null =
    which && ("ids" in which ? { chosen: which.ids.length } : { filter: writeBookingQuery(which.filter) });
  const subject = { kind: "export", id: name } as const;
  await recordAuditEntry(context, { admin, action: "dataExported", subject, after }, sql`true`).entry;
  const columns = Object.entries(TABLES[name]);
  const selected = columns.map(([column, as]) => `${as} as ${column}`);
  return streamCsv<Row>(context.db, {
    columns: Object.fromEntries(columns.map(([column]) => [column, cellOf(column)])),
    query: (last) => sql`
      select ${sql.raw(selected.join(", "))}, id as row_id, ${rowsAfter(name, which, last, context.now)}
      limit ${sql.raw(String(EXPORT_BATCH_SIZE))}`,
    ...(which && { most: MAX_EXPORTED }),
  });
}

const cellOf =
  (column: string) =>
  (row: Row): Cell => {
    const value = row[column] ?? null;
    if (value !== null && INSTANTS.includes(column)) return formatSortable(Number(value));
    return value !== null && column.endsWith("_usd") ? { cents: Number(value) } : value;
  };

function rowsAfter(name: ExportName, which: Which, last: Row | null, now: Instant): SQL {
  if (which === null) {
    const kept = sql.raw(name === "users" ? "merged_into is null" : "true");
    return sql`0 as row_at from ${sql.raw(name)} where id > ${last?.["row_id"] ?? ""} and ${kept} order by id`;
  }
  const cursor = last && { at: Number(last["row_at"]), id: String(last["row_id"]) };
  if ("ids" in which)
    return sql`starts_at as row_at from bookings where ${inArray(bookings.id, which.ids)} order by starts_at, id`;
  const { key, where, orderBy } = pageOf(which.filter, cursor, EXPORT_BATCH_SIZE, now);
  return sql`${bookings[key]} as row_at from bookings where ${where} order by ${orderBy}`;
}
