import type { PlumberCheck } from "~/db/schema";
import { addDays, DAY, dateAt, formatDate, instantOf, type Instant, type LocalDate } from "../time/harare";

/** What a plumber and the office write to each other about papers, in characters. */
export const PAPERS_NOTE_LENGTH = 500;

export type { PlumberCheck };

/** What the office checks of a plumber (D17), in the order in which it is shown. */
export const CHECK_KINDS = ["identity", "certificate", "reference"] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** Each check: its stamp, what the office has seen, and what a plumber sends for it. */
export const CHECKS: Record<CheckKind, { name: string; seen: string; send: string; expires: boolean }> = {
  identity: {
    name: "Identity",
    seen: "We have seen a national ID, passport or driver's licence in this name.",
    send: "A photo of your national ID, passport or driver's licence.",
    expires: true,
  },
  certificate: {
    name: "Trade certificate",
    seen: "We have seen a trade certificate or licence in this name.",
    send: "A photo of your trade test certificate, journeyman card or licence.",
    expires: true,
  },
  reference: {
    name: "Reference",
    seen: "We have heard from someone this plumber has worked for.",
    send: "A photo of a reference letter, or, in the note below, the name and phone number of someone you've worked for.",
    expires: false,
  },
};

/** The checks that hold at `now`, in the order of their kinds: what is shown of a plumber, and nothing else (D17). */
export const validChecks = (checks: readonly PlumberCheck[], now: Instant): PlumberCheck[] =>
  CHECK_KINDS.flatMap((kind) => checks.find((check) => check.kind === kind && isValid(check, now)) ?? []);

const isValid = ({ expiresAt }: Pick<PlumberCheck, "expiresAt">, now: Instant): boolean =>
  expiresAt === null || expiresAt > now;

/** The checks of which nothing holds at `now`, by name, as the office sees them: `trade certificate, reference`; empty: none. */
export function namesOfMissing(checks: readonly PlumberCheck[], now: Instant): string {
  const valid = validChecks(checks, now).map(({ kind }) => kind);
  const missing = CHECK_KINDS.filter((kind) => !valid.includes(kind));
  return missing.map((kind) => CHECKS[kind].name.toLowerCase()).join(", ");
}

/** When a check ends whose paper is valid until and on `lastDay`. */
export const endOfCheck = (lastDay: LocalDate): Instant => instantOf(addDays(lastDay, 1), 0);

/** The last day of a paper whose check ends at `expiresAt`. */
export const lastDayOf = (expiresAt: Instant): LocalDate => dateAt(expiresAt - 1);

/** How many days before the end of a check its plumber is reminded (D17). */
export const REMIND_DAYS = [30, 7] as const;

/**
 * What comes next for a check that ends at `expiresAt`, after `now`: when, and the reminder's days (0: it ends). Null when
 * nothing does.
 */
export function nextStep(expiresAt: Instant | null, now: Instant): { at: Instant; days: number } | null {
  if (expiresAt === null) return null;
  const steps = [...REMIND_DAYS, 0].map((days) => ({ at: expiresAt - days * DAY, days }));
  return steps.find(({ at }) => at > now) ?? null;
}

/** A day as stamps show it: `12 Nov 2026`. */
export function formatCheckDay(date: LocalDate): string {
  return `${formatDate(date, "label")} ${date.slice(0, 4)}`;
}

/** What was checked and when, in a line: `Identity (12 Nov 2026), Reference (3 Oct 2026)`. */
export const nameChecks = (checks: readonly PlumberCheck[]): string =>
  checks.map(({ kind, checkedAt }) => `${CHECKS[kind].name} (${formatCheckDay(dateAt(checkedAt))})`).join(", ");
