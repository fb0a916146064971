import { sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { type Database, isOneOf } from "~/db/client.server";
import { isFinalSettled } from "~/db/schema";
import { recordAuditEntry } from "../../audit-log/audit-log.server";
import { ACCEPTED_STATUSES, SERVICE_TYPES } from "../../bookings/booking";
import type { DomainContext } from "../../domain-context.server";
import { addDays, HOUR, type Instant, instantOf, MINUTE } from "../../time/harare";
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

const selectCell = (at: "created_at" | "completed_at"): SQL => sql`
  date(${sql.raw(at)} / 1000 + 7200, 'unixepoch', 'weekday 0', '-6 days') as week,
  coalesce(city_key, '') as city_key, coalesce(service_type, '') as service_type`;

const selectRequests = (from: Instant, until: Instant): SQL => sql`
  select ${selectCell("created_at")}, bookings.status,
    exists (select 1 from bookings as earlier
      where earlier.client_id = bookings.client_id and earlier.created_at < bookings.created_at) as is_repeated,
    exists (select 1 from booking_events where booking_id = bookings.id
      and ${isOneOf(sql`to_status`, ACCEPTED_STATUSES)}) as is_confirmed,
    ended.event as last_event, ended.actor_role as ended_by, starts_at - ended.at as ahead,
    (select min(at) from booking_events where booking_id = bookings.id and event in ('confirm', 'refuse'))
      - created_at as wait
  from bookings left join booking_events as ended on ended.id = (
    select id from booking_events where booking_id = bookings.id and event in ('cancel', 'refuse', 'expire')
    order by at desc, id desc limit 1)
  where created_at >= ${from} and created_at < ${until}`;

const selectJobs = (from: Instant, until: Instant): SQL => sql`
  select ${selectCell("completed_at")}, iif(${isFinalSettled}, final_amount, null) as value, paid_amount as paid,
    (select sum(amount) from ledger_transfers
      where debit = 'held:' || bookings.id and kind = 'commission') as commission,
    (select rating from reviews where booking_id = bookings.id and hidden_at is null) as rating
  from bookings where completed_at >= ${from} and completed_at < ${until}`;

/** Reads the figures of the last `weeks` whole weeks and of as many before (O20), by week, city and service. */
export async function readInsights(db: Database, weeks: number, now: Instant): Promise<Cell[]> {
  const mondays = weeksCompared(weeks, now);
  const from = instantOf(mondays.before[0]!, 0);
  const until = instantOf(addDays(mondays.now.at(-1)!, 7), 0);
  const sumUp = async (names: readonly FigureName[], sums: Record<string, string>, rows: SQL): Promise<Cell[]> => {
    // An array, because so many names would weigh ten times what the figures do.
    const figures = names.map((name) => `sum(coalesce(${sums[name]!}, 0))`).join(", ");
    const cells = await db.all<Record<"week" | "cityKey" | "serviceType" | "figures", string>>(sql`
      select week, city_key as cityKey, service_type as serviceType, ${sql.raw(`json_array(${figures})`)} as figures
      from (${rows}) group by 1, 2, 3`);
    return cells.map(({ figures, ...cell }) => {
      const values = JSON.parse(figures) as number[];
      return { ...cell, ...Object.fromEntries(names.map((name, at) => [name, values[at]])) };
    });
  };
  const [requests, jobs] = await Promise.all([
    sumUp(REQUEST_FIGURES, REQUEST_SUMS, selectRequests(from, until)),
    sumUp(JOB_FIGURES, JOB_SUMS, selectJobs(from, until)),
  ]);
  return [...requests, ...jobs];
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

const KEPT = 3600;

/** The figures of the last `weeks` whole weeks and of as many before (O20), as they were within the last hour. */
export async function keptInsights({ db, now, origin }: DomainContext, weeks: number): Promise<Cell[]> {
  const cache = await caches.open("insights");
  const address = `${origin}/${weeksCompared(weeks, now).before[0]}/${weeks}`;
  const kept = await cache.match(address);
  if (kept) return kept.json<Cell[]>();
  const cells = await readInsights(db, weeks, now);
  await cache.put(address, Response.json(cells, { headers: { "Cache-Control": `max-age=${KEPT}` } }));
  return cells;
}
