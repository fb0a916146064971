import { eq, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { type Database, isOneOf } from "~/db/client.server";
import { insightWeeks, isFinalSettled } from "~/db/schema";
import { recordAuditEntry } from "../../audit-log/audit-log.server";
import { ACCEPTED_STATUSES, SERVICE_TYPES } from "../../bookings/booking";
import type { DomainContext } from "../../domain-context.server";
import { addDays, dateAt, HOUR, type Instant, instantOf, MINUTE, mondayOf } from "../../time/harare";
import { CITIES, cityKey, nameCity } from "../../values/cities";
import { csvLine } from "../../values/csv";
import type { AuthenticatedUser } from "../../values/user";
import {
  type Cell,
  type FigureName,
  FIGURES,
  isMoney,
  JOB_FIGURES,
  NONE_NAMED,
  NOTICES,
  RANGES,
  REQUEST_FIGURES,
  SIDES,
  sumOf,
  WAIT_STEPS,
  weeksCompared,
} from "./insights";

/** The filters of the page, from its query string; a missing or malformed one shows everything (O20). */
export const insightsQuery = z.object({
  weeks: z.coerce.number().pipe(z.literal(RANGES)).catch(12),
  city: z
    .enum([...CITIES.map(cityKey), NONE_NAMED])
    .nullable()
    .catch(null),
  service: z
    .enum([...SERVICE_TYPES, NONE_NAMED])
    .nullable()
    .catch(null),
});

const AHEAD = {
  Early: `ahead >= ${24 * HOUR}`,
  Short: `ahead >= ${2 * HOUR} and ahead < ${24 * HOUR}`,
  Late: `ahead < ${2 * HOUR}`,
} satisfies Record<(typeof NOTICES)[number], string>;

const ENDINGS = {
  client: "ended_by = 'client'",
  plumber: "ended_by = 'plumber'",
  office: "ended_by not in ('client', 'plumber')",
} satisfies Record<(typeof SIDES)[number], string>;

const REQUEST_SUMS: Record<string, string> = {
  requested: "1",
  repeated: "is_repeated",
  confirmed: "is_confirmed",
  completed: "status = 'completed'",
  refused: "status = 'refused' and last_event <> 'expire'",
  expired: "status = 'refused' and last_event = 'expire'",
  ...Object.fromEntries(
    SIDES.flatMap((side) =>
      NOTICES.map((notice) => [`${side}${notice}`, `status = 'cancelled' and ${ENDINGS[side]} and ${AHEAD[notice]}`]),
    ),
  ),
  ...Object.fromEntries(
    WAIT_STEPS.map((step, at) => [
      `waited${step}`,
      `wait <= ${step * MINUTE} and wait > ${(WAIT_STEPS[at - 1] ?? -1) * MINUTE}`,
    ]),
  ),
  waitedLonger: `wait > ${WAIT_STEPS.at(-1)! * MINUTE}`,
};

const JOB_SUMS: Record<string, string> = {
  jobs: "1",
  priced: "value is not null",
  value: "value",
  paid: "paid",
  commission: "commission",
  ...Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [`rated${stars}`, `rating = ${stars}`])),
};

const CELL = sql.raw("coalesce(city_key, '') as city_key, coalesce(service_type, '') as service_type");

const selectRequests = (from: Instant, until: Instant): SQL => sql`
  select ${CELL}, bookings.status,
    exists (select 1 from bookings as earlier
      where earlier.client_id = bookings.client_id and earlier.created_at < bookings.created_at) as is_repeated,
    exists (select 1 from booking_events where booking_id = bookings.id
      and ${isOneOf(sql`to_status`, ACCEPTED_STATUSES)}) as is_confirmed,
    ended.event as last_event, ended.actor_role as ended_by, starts_at - ended.at as ahead,
    (select min(at) from booking_events where booking_id = bookings.id and event in ('confirm', 'refuse'))
      - created_at as wait
  from bookings left join booking_events as ended on ended.booking_id = bookings.id and ended.seq = (
    select seq from booking_events where booking_id = bookings.id and event in ('cancel', 'refuse', 'expire')
    order by seq desc limit 1)
  where created_at >= ${from} and created_at < ${until}`;

const selectJobs = (from: Instant, until: Instant): SQL => sql`
  select ${CELL}, iif(${isFinalSettled}, final_amount, null) as value, paid_amount as paid,
    (select sum(amount) from ledger_transfers
      where debit = 'held:' || bookings.id and kind = 'commission') as commission,
    (select rating from reviews where booking_id = bookings.id and hidden_at is null) as rating
  from bookings where completed_at >= ${from} and completed_at < ${until}`;

/** D1 gives a function 32 arguments at most. */
const PAIRS_AT_MOST = 16;

/** The cells of rows as JSON: figures by their names, so that another version reads them too, but for zeros. */
const selectCells = (names: readonly FigureName[], sums: Record<string, string>, rows: SQL): SQL => {
  const pairs = names.map((name) => `'${name}', nullif(sum(coalesce(${sums[name]!}, 0)), 0)`);
  let cell = "json_object('cityKey', city_key, 'serviceType', service_type)";
  for (let at = 0; at < pairs.length; at += PAIRS_AT_MOST)
    cell = `json_patch(${cell}, json_object(${pairs.slice(at, at + PAIRS_AT_MOST).join(", ")}))`;
  return sql`select city_key, service_type, ${sql.raw(cell)} as cell from (${rows}) group by city_key, service_type`;
};

/** The weeks that one run of the schedule counts: each reads some rows of every booking in it. */
const WEEKS_AT_ONCE = 3;

/**
 * Counts the whole weeks in which something has changed (O20), each at most once a day in Harare, first those that were
 * counted longest ago. Returns how many it has counted, 3 at most.
 */
export async function countWeeks({ db, now }: Pick<DomainContext, "db" | "now">): Promise<number> {
  const today = dateAt(now);
  const isDue = sql`is_stale = 1 and counted_on < ${today} and week < ${mondayOf(today)}`;
  const due = await db
    .select({ week: insightWeeks.week })
    .from(insightWeeks)
    .where(isDue)
    .orderBy(insightWeeks.countedOn, insightWeeks.week)
    .limit(WEEKS_AT_ONCE);
  for (const { week } of due) {
    const from = instantOf(week, 0);
    const until = instantOf(addDays(week, 7), 0);
    const cells = sql`(select json_group_array(json_patch(coalesce(requests.cell, '{}'), coalesce(jobs.cell, '{}')))
      from (${selectCells(REQUEST_FIGURES, REQUEST_SUMS, selectRequests(from, until))}) as requests
      full join (${selectCells(JOB_FIGURES, JOB_SUMS, selectJobs(from, until))}) as jobs using (city_key, service_type))`;
    const counted = { isStale: false, countedOn: today, cells };
    await db.update(insightWeeks).set(counted).where(eq(insightWeeks.week, week));
  }
  return due.length;
}

/** Reads the figures of the last `weeks` whole weeks and of as many before (O20), by week, city and service, as last counted. */
export async function readInsights(db: Database, weeks: number, now: Instant): Promise<Cell[]> {
  const mondays = weeksCompared(weeks, now);
  const isCompared = sql`week between ${mondays.before[0]!} and ${mondays.now.at(-1)!}`;
  const rows = await db
    .select({ week: insightWeeks.week, cells: insightWeeks.cells })
    .from(insightWeeks)
    .where(isCompared);
  return rows.flatMap(({ week, cells }) =>
    (JSON.parse(cells) as Omit<Cell, "week">[]).map((cell) => ({ ...cell, week })),
  );
}

const snakeCase = (name: string) => name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

/** Logs the download and gives `cells` as CSV in UTF-8 (O20, O13): a row for each week, city and service. Cents stay cents. */
export async function exportInsights(context: DomainContext, admin: AuthenticatedUser, cells: readonly Cell[]) {
  const subject = { kind: "export", id: "insights" } as const;
  await recordAuditEntry(context, { admin, action: "dataExported", subject }, sql`true`).entry;
  const rows = Map.groupBy(cells, ({ week, cityKey, serviceType }) => JSON.stringify([week, cityKey, serviceType]));
  const lines = [...rows.keys()].sort().map((key) => {
    const of = rows.get(key)!;
    const { week, cityKey, serviceType } = of[0]!;
    const figures = sumOf(of);
    const amounts = FIGURES.map((name) => (isMoney(name) ? (figures[name] / 100).toFixed(2) : figures[name]));
    return csvLine([week, nameCity(cityKey), serviceType, ...amounts]);
  });
  const heads = FIGURES.map((name) => snakeCase(name) + (isMoney(name) ? "_usd" : ""));
  // Excel reads a file as UTF-8 only with a byte order mark.
  return `\uFEFF${csvLine(["week", "city", "service", ...heads])}${lines.join("")}`;
}
