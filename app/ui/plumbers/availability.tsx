import type { PlumberSummary } from "~/domain/plumbers/plumber";
import { dateAt, nameDay, timeAt, type Instant } from "~/domain/time/harare";

/**
 * When a plumber is free next: "Available · today 2:30 pm", or that there is nothing this week (D8); with the class that
 * colours it.
 */
export function describeAvailability({ nextFree }: Pick<PlumberSummary, "nextFree">, now: Instant): [string, string] {
  if (nextFree === null) return ["No free slots this week", "text-ink-2"];
  // A start that has gone by is of a cached copy.
  const when = nextFree <= now ? "" : ` · ${nameDay(dateAt(nextFree), dateAt(now))} ${timeAt(nextFree)}`;
  return [`Available${when.replace(/ (?=[ap]m$)/, "\u00A0")}`, "font-semibold text-success"];
}

export function Availability({ plumber, now }: { plumber: Pick<PlumberSummary, "nextFree">; now: Instant }) {
  const [words, className] = describeAvailability(plumber, now);
  return <span className={className}>{words}</span>;
}
