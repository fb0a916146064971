import { CHECKS, formatCheckDay, lastDayOf, validChecks, type PlumberCheck } from "~/domain/vetting/check";
import { dateAt, type Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";

/** What our office has checked of a plumber, each with its date (D9), and nothing else. */
export function CheckList({ checks, now }: { checks: PlumberCheck[]; now: Instant }) {
  const valid = validChecks(checks, now);
  return (
    <ul className="grid gap-2">
      {valid.map(({ kind, checkedAt, expiresAt }) => (
        <li key={kind} className="flex gap-2">
          <Icon name="check" className="mt-1 text-success" />
          <span>
            <b>{CHECKS[kind].name}</b>, checked {formatCheckDay(dateAt(checkedAt))}
            {expiresAt !== null && `, valid until ${formatCheckDay(lastDayOf(expiresAt))}`}
            <span className="block text-ink-2">{CHECKS[kind].seen}</span>
          </span>
        </li>
      ))}
      <li className="text-ink-2">
        {valid.length > 0
          ? "Nothing else is checked. Ask to see more if it matters to you."
          : "Email confirmed. Papers not checked yet: ask to see them."}
      </li>
    </ul>
  );
}
