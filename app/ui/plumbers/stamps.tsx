import { CHECKS, formatCheckDay, validChecks, type PlumberCheck } from "~/domain/vetting/check";
import { dateAt, type Instant } from "~/domain/time/harare";

/** A stamp for each check that holds, with its date (D9); nothing without any. */
export function Stamps({ checks, now }: { checks: PlumberCheck[]; now: Instant }) {
  return validChecks(checks, now).map(({ kind, checkedAt }) => (
    <span
      key={kind}
      className="inline-grid rounded-md border-4 border-double border-brand-600 px-0.5 text-[0.6875rem] leading-tight sm:px-1.5 sm:text-sm font-bold text-brand-700 odd:-rotate-2 even:rotate-1"
    >
      {CHECKS[kind].name}
      <span className="font-medium sm:text-xs tabular-nums">{formatCheckDay(dateAt(checkedAt))}</span>
    </span>
  ));
}
