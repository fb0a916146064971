import type { ReactNode } from "react";
import { shortAverage, type PlumberSummary } from "~/domain/plumbers/plumber";
import { countOf } from "~/domain/values/numbers";
import { dateAt, nameDay, timeAt, type Instant } from "~/domain/time/harare";
import { type PlumberCheck, nameChecks, validChecks } from "~/domain/vetting/vetting";
import { Icon } from "../shell/elements";

type Rated = Pick<PlumberSummary, "ratingSum" | "ratingCount">;

/** The rating with a star and the number of reviews; "New" without any (D6). */
export function Rating({ plumber }: { plumber: Rated }) {
  if (plumber.ratingCount === 0) return <New />;
  const average = shortAverage(plumber);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 tabular-nums">
      <b
        role="img"
        aria-label={`${average} of 5 stars`}
        className="whitespace-nowrap first-letter:font-normal first-letter:text-star"
      >
        ★ {average}
      </b>
      <span className="text-ink-2">({countOf(plumber.ratingCount, "review")})</span>
    </span>
  );
}

export function ShortRating({ plumber, children }: { plumber: Rated; children?: ReactNode }) {
  const { ratingCount } = plumber;
  const average = shortAverage(plumber);
  return (
    <p className="tabular-nums first-letter:text-star">
      {ratingCount === 0 ? (
        <New />
      ) : (
        <b role="img" aria-label={`${average} of 5 stars, ${countOf(ratingCount, "review")}`}>
          ★ {average} ({ratingCount})
        </b>
      )}
      {children}
    </p>
  );
}

const New = () => <span className="badge justify-self-start bg-brand-100 text-brand-800">New</span>;

/** A plumber's next free start, "Available · today 2:30 pm", none this week (D8), or unknown (F4), and its class. */
export function describeAvailability({ nextFree }: Pick<PlumberSummary, "nextFree">, now: Instant): [string, string] {
  if (nextFree === undefined) return ["Free times: ask again soon", "text-ink-2"];
  if (nextFree === null) return ["No free slots this week", "text-ink-2"];
  // A cached copy may name a start that has passed.
  const when = nextFree <= now ? "" : ` · ${nameDay(dateAt(nextFree), dateAt(now))} ${timeAt(nextFree)}`;
  return [`Available${when.replace(/ (?=[ap]m$)/, "\u00A0")}`, "font-semibold text-success"];
}

export function Availability({ plumber, now }: { plumber: Pick<PlumberSummary, "nextFree">; now: Instant }) {
  const [words, className] = describeAvailability(plumber, now);
  return <span className={className}>{words}</span>;
}

/** The badge of a plumber whom our office has checked (D9): its label claims nothing but the checks. */
export function VerifiedMark({ checks, now }: { checks: PlumberCheck[]; now: Instant }) {
  const names = nameChecks(validChecks(checks, now));
  const label = `Checked by our office: ${names}`;
  return names && <Icon name="badge-check" label={label} className="inline text-lg text-brand-600" />;
}
