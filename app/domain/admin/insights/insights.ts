import { addDays, dateAt, mondayOf, type Instant, type LocalDate } from "../../time/harare";

export const RANGES = [4, 12, 52] as const;

/** The minutes that answers are counted by: each counts at the first of them within which it came. */
export const WAIT_STEPS = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 720, 1440] as const;

export const SIDES = ["client", "plumber", "office"] as const;
export const NOTICES = ["Early", "Short", "Late"] as const;
const STARS = [1, 2, 3, 4, 5] as const;

/** Figures of requests, by the week in which they were made. */
export const REQUEST_FIGURES = [
  ...(["requested", "repeated", "confirmed", "completed", "refused", "expired"] as const),
  ...SIDES.flatMap((side) => NOTICES.map((notice) => `${side}${notice}` as const)),
  ...WAIT_STEPS.map((step) => `waited${step}` as const),
  "waitedLonger",
] as const;

/** Figures of completed jobs, by the week in which they were completed; `value`, `paid` and `commission` in cents. */
export const JOB_FIGURES = [
  ...(["jobs", "priced", "value", "paid", "commission"] as const),
  ...STARS.map((stars) => `rated${stars}` as const),
] as const;

export const isMoney = (name: FigureName): boolean => name === "value" || name === "paid" || name === "commission";

export const FIGURES = [...REQUEST_FIGURES, ...JOB_FIGURES] as const;
export type FigureName = (typeof FIGURES)[number];
export type Figures = Record<FigureName, number>;

export const sumOf = (all: readonly Partial<Figures>[]): Figures =>
  Object.fromEntries(FIGURES.map((name) => [name, all.reduce((sum, one) => sum + (one[name] ?? 0), 0)])) as Figures;

interface Compared {
  now: Figures;
  before: Figures;
}

/** Figures of a week in a city ('': none was named) and of a kind of service ('': none was named). */
export type Cell = { week: LocalDate; cityKey: string; serviceType: string } & Partial<Figures>;

/** In an address: requests that name no city, or no service. */
export const NONE_NAMED = "none";

export interface Asked {
  city: string | null;
  service: string | null;
  weeks: number;
}

const isNamed = (asked: string | null, key: string) => asked === null || key === (asked === NONE_NAMED ? "" : asked);

export const cellsOf = (cells: readonly Cell[], { city, service }: Asked): Cell[] =>
  cells.filter(({ cityKey, serviceType }) => isNamed(city, cityKey) && isNamed(service, serviceType));

type ComparedKind = Compared & { key: string };

interface WeekNames {
  monday: LocalDate;
  mondayBefore: LocalDate;
}

interface ComparedWeeks {
  weeks: (Compared & WeekNames)[];
  total: Compared;
  cities: ComparedKind[];
  services: ComparedKind[];
}

/** Compares the weeks that are asked for with as many before (O20), oldest first; cities and services by their requests. */
export function compareWeeks(all: readonly Cell[], asked: Asked, now: Instant): ComparedWeeks {
  const cells = cellsOf(all, asked);
  const mondays = weeksCompared(asked.weeks, now);
  const byWeek = Map.groupBy(cells, ({ week }) => week);
  const weekOf = (monday: LocalDate) => sumOf(byWeek.get(monday) ?? []);
  const compare = (of: readonly Cell[]): Compared => {
    const { now = [], before = [] } = Object.groupBy(of, ({ week }) => (week >= mondays.now[0]! ? "now" : "before"));
    return { now: sumOf(now), before: sumOf(before) };
  };
  const by = (name: "cityKey" | "serviceType") =>
    [...Map.groupBy(cells, (cell) => cell[name])]
      .map(([key, of]) => ({ key, ...compare(of) }))
      .sort((one, other) => other.now.requested - one.now.requested || (one.key < other.key ? -1 : 1));
  const weeks = mondays.now.map((monday, at) => {
    const mondayBefore = mondays.before[at]!;
    return { monday, mondayBefore, now: weekOf(monday), before: weekOf(mondayBefore) };
  });
  return { weeks, total: compare(cells), cities: by("cityKey"), services: by("serviceType") };
}

/** The Mondays of the `weeks` whole weeks before the week of `now`, oldest first, and of as many before them. */
export function weeksCompared(weeks: number, now: Instant): { now: LocalDate[]; before: LocalDate[] } {
  const present = mondayOf(dateAt(now));
  const mondays = Array.from({ length: 2 * weeks }, (_, at) => addDays(present, 7 * (at - 2 * weeks)));
  return { now: mondays.slice(weeks), before: mondays.slice(0, weeks) };
}

export const answeredWithin = (figures: Figures, minutes: number): number =>
  WAIT_STEPS.reduce((sum, step) => sum + (step <= minutes ? figures[`waited${step}`] : 0), 0);

export const answeredOf = (figures: Figures): number => answeredWithin(figures, Infinity) + figures.waitedLonger;

/** The fewest of `WAIT_STEPS` within which this part of the answers came. Infinity: more than all of them; null: no answers. */
export function waitOf(figures: Figures, part: number): number | null {
  const answered = answeredOf(figures);
  if (answered === 0) return null;
  return WAIT_STEPS.find((step) => answeredWithin(figures, step) >= part * answered) ?? Infinity;
}

export const cancelledOf = (figures: Figures): number =>
  SIDES.reduce((sum, side) => sum + NOTICES.reduce((part, notice) => part + figures[`${side}${notice}`], 0), 0);

export const openOf = (figures: Figures): number =>
  figures.requested - figures.completed - figures.refused - figures.expired - cancelledOf(figures);

export const ratingOf = (figures: Figures) => ({
  ratingCount: STARS.reduce((sum, stars) => sum + figures[`rated${stars}`], 0),
  ratingSum: STARS.reduce((sum, stars) => sum + stars * figures[`rated${stars}`], 0),
});

export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((100 * part) / whole);

const KINDS_DRAWN = 8;

type Drawn = Pick<Figures, "requested" | "confirmed" | "completed" | "value">;

export interface DrawnWeek extends Drawn {
  open: number;
  lost: number;
}

export interface DrawnKind extends Drawn {
  key: string;
  requestedBefore: number;
}

export interface DrawnInsights {
  weeks: (WeekNames & { now: DrawnWeek; before: DrawnWeek })[];
  total: Compared;
  cities: DrawnKind[];
  services: DrawnKind[];
}

const drawn = ({ requested, confirmed, completed, value }: Figures) => ({ requested, confirmed, completed, value });

const drawnWeek = (week: Figures) => ({
  ...drawn(week),
  open: openOf(week),
  lost: week.refused + week.expired + cancelledOf(week),
});

const drawnKinds = (kinds: ComparedKind[]): DrawnKind[] =>
  kinds.slice(0, KINDS_DRAWN).map(({ key, now, before }) => {
    return { key, ...drawn(now), requestedBefore: before.requested };
  });

/** Reduces insights to what the page shows (O20): a year of all figures would weigh more than the page. */
export const drawnInsights = ({ weeks, total, cities, services }: ComparedWeeks): DrawnInsights => ({
  weeks: weeks.map(({ now, before, ...days }) => ({ ...days, now: drawnWeek(now), before: drawnWeek(before) })),
  total,
  cities: drawnKinds(cities),
  services: drawnKinds(services),
});
