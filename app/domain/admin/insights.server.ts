import { and, eq, getTableColumns, gte, lt, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "~/db/client.server";
import { jobTallies, requestTallies } from "~/db/schema";
import { recordAuditEntry } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { addDays, type Instant, type LocalDate } from "../time/harare";
import { nameCity } from "../values/cities";
import { csvLine } from "../values/csv";
import type { AuthenticatedUser } from "../values/user";
import {
  type Compared,
  type FigureName,
  type Figures,
  FIGURES,
  type Insights,
  isMoney,
  NONE_NAMED,
  sumOf,
  weeksCompared,
} from "./insights";
import type { InsightsQuery } from "./insights-query";

type Tallies = typeof requestTallies | typeof jobTallies;

/** The first Monday of the range before, of the range, and of what comes after it. */
function boundsOf({ weeks }: InsightsQuery, now: Instant): [first: LocalDate, middle: LocalDate, end: LocalDate] {
  const middle = weeksCompared(weeks, now).now[0]!;
  return [addDays(middle, -7 * weeks), middle, addDays(middle, 7 * weeks)];
}

const isIn = (tallies: Tallies, query: InsightsQuery, now: Instant) => {
  const [first, , end] = boundsOf(query, now);
  const { city, service } = query;
  return and(
    gte(tallies.week, first),
    lt(tallies.week, end),
    city === null ? undefined : eq(tallies.cityKey, city === NONE_NAMED ? "" : city),
    service === null ? undefined : eq(tallies.serviceType, service === NONE_NAMED ? "" : service),
  );
};

/** The sums of a table's figures, by their names. */
const sums = (tallies: Tallies) =>
  Object.fromEntries(
    Object.entries(getTableColumns(tallies) as Record<string, SQLiteColumn>)
      .filter(([name]) => FIGURES.some((figure) => figure === name))
      .map(([name, column]) => [name as FigureName, sql<number>`sum(${column})`.as(`sum_of_${name}`)]),
  );

/**
 * Reads the figures of the last whole weeks and of as many before (O20), from stored sums: how much it reads grows with
 * weeks, cities and services, not with bookings.
 */
export async function readInsights(db: Database, query: InsightsQuery, now: Instant): Promise<Insights> {
  const mondays = weeksCompared(query.weeks, now);
  const [, middle] = boundsOf(query, now);
  const byWeek = (tallies: Tallies) =>
    db
      .select({ week: tallies.week, ...sums(tallies) })
      .from(tallies)
      .where(isIn(tallies, query, now))
      .groupBy(tallies.week);
  const byKind = (tallies: Tallies) => {
    const isNow = sql<number>`${tallies.week} >= ${middle}`;
    return db
      .select({
        isNow: isNow.as("is_now"),
        cityKey: tallies.cityKey,
        serviceType: tallies.serviceType,
        ...sums(tallies),
      })
      .from(tallies)
      .where(isIn(tallies, query, now))
      .groupBy(isNow, tallies.cityKey, tallies.serviceType);
  };
  const [requestWeeks, jobWeeks, requestKinds, jobKinds] = await Promise.all([
    byWeek(requestTallies),
    byWeek(jobTallies),
    byKind(requestTallies),
    byKind(jobTallies),
  ]);
  const weeks = Map.groupBy([...requestWeeks, ...jobWeeks], ({ week }) => week);
  const weekOf = (monday: LocalDate) => sumOf((weeks.get(monday) ?? []) as Partial<Figures>[]);
  const kinds = [...requestKinds, ...jobKinds];
  const compare = (of: typeof kinds): Compared => ({
    now: sumOf(of.filter(({ isNow }) => isNow === 1) as Partial<Figures>[]),
    before: sumOf(of.filter(({ isNow }) => isNow === 0) as Partial<Figures>[]),
  });
  const by = (name: "cityKey" | "serviceType") =>
    [...Map.groupBy(kinds, (kind) => kind[name])]
      .map(([key, of]) => ({ key, ...compare(of) }))
      .sort((one, other) => other.now.requested - one.now.requested || (one.key < other.key ? -1 : 1));
  return {
    weeks: mondays.now.map((monday, at) => {
      const mondayBefore = mondays.before[at]!;
      return { monday, mondayBefore, now: weekOf(monday), before: weekOf(mondayBefore) };
    }),
    total: compare(kinds),
    cities: by("cityKey"),
    services: by("serviceType"),
  };
}

const snakeCase = (name: string) => name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);

/**
 * Logs the download and gives every figure of both ranges as CSV in UTF-8 (O20, O13): a row for each week, city and service
 * in which something was. Cents stay cents.
 */
export async function exportInsights(
  context: DomainContext,
  admin: AuthenticatedUser,
  query: InsightsQuery,
): Promise<string> {
  const { db, now } = context;
  const [requests, jobs] = await Promise.all([
    db
      .select()
      .from(requestTallies)
      .where(isIn(requestTallies, query, now)),
    db
      .select()
      .from(jobTallies)
      .where(isIn(jobTallies, query, now)),
    recordAuditEntry(context, { admin, action: "dataExported", subject: { kind: "export", id: "insights" } }, sql`true`)
      .entry,
  ]);
  const cells = Map.groupBy([...requests, ...jobs], ({ week, cityKey, serviceType }) =>
    JSON.stringify([week, cityKey, serviceType]),
  );
  const lines = [...cells].sort().map(([key, of]) => {
    const figures = sumOf(of);
    const [week = "", city = "", service = ""] = JSON.parse(key) as string[];
    const cells = FIGURES.map((name) => (isMoney(name) ? (figures[name] / 100).toFixed(2) : figures[name]));
    return csvLine([week, nameCity(city), service, ...cells]);
  });
  // Excel reads a file as UTF-8 only with a byte order mark.
  return `\uFEFF${csvLine(["week", "city", "service", ...FIGURES.map((name) => snakeCase(name) + (isMoney(name) ? "_usd" : ""))])}${lines.join("")}`;
}
