import type { TimelineEntry, TimelineKind } from "~/domain/admin/people/office-users";
import { dateAt, formatDate, formatInstant, timeAt, type Instant } from "~/domain/time/harare";
import { StatusBadge } from "../bookings/status-badge";
import { Icon } from "../elements/icon";
import type { IconName } from "../elements/icon-names";
import { Link } from "../shell/link";
import { FilterLinks } from "./filter-links";
import { MoreLink } from "../elements/more-link";

const KINDS: Record<TimelineKind, { icon: IconName; words: string; all: string }> = {
  booking: { icon: "calendar", words: "Booking", all: "Bookings" },
  message: { icon: "message-circle", words: "Conversation", all: "Conversations" },
  money: { icon: "wallet", words: "Money", all: "Money" },
  notice: { icon: "bell", words: "Notice", all: "Notices" },
  review: { icon: "star", words: "Review", all: "Reviews" },
  log: { icon: "shield-check", words: "Log", all: "Log" },
  note: { icon: "notebook-pen", words: "Note", all: "Notes" },
};
const CHOICES = [
  { value: null, label: "Everything" },
  ...Object.entries(KINDS).map(([value, { all }]) => ({ value, label: all })),
];

/** Everything about someone in order of time, latest first (O21). */
export function TimelineRows({
  entries,
  next,
  kind,
}: {
  entries: TimelineEntry[];
  next: string | null;
  kind: TimelineKind | null;
}) {
  return (
    <section className="grid gap-3" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <FilterLinks name="kind" label="Kind" chosen={kind} choices={CHOICES} />
      {entries.length === 0 ? (
        <p className="text-ink-2">Nothing here yet.</p>
      ) : (
        <ol className="card divide-y divide-line office-timeline">
          {entries.map((entry, index) => (
            <Entry key={`${entry.kind} ${entry.id}`} entry={entry} before={entries[index - 1]?.at} />
          ))}
        </ol>
      )}
      <MoreLink next={next} label="Earlier" />
    </section>
  );
}

/** The day is said once, by the first entry that has it. */
function Entry({ entry, before }: { entry: TimelineEntry; before: Instant | undefined }) {
  const { kind, at, words, detail, to, status, isFailed } = entry;
  const day = dateAt(at);
  const isNewDay = before === undefined || dateAt(before) !== day;
  return (
    <li data-row className="grid grid-cols-[auto_1fr_auto] items-start gap-x-3 px-4 py-2 leading-snug">
      <Icon name={KINDS[kind].icon} label={KINDS[kind].words} className="mt-0.5 text-brand-600" />
      <div className="min-w-0">
        <p className="wrap-anywhere whitespace-pre-line">
          {to ? (
            <Link to={to} data-row-link>
              {words}
            </Link>
          ) : (
            words
          )}
        </p>
        {detail && <p className={`text-sm wrap-anywhere ${isFailed ? "text-danger" : "text-ink-2"}`}>{detail}</p>}
      </div>
      <div className="grid justify-items-end gap-1 text-sm text-ink-3 tabular-nums">
        <time dateTime={new Date(at).toISOString()} title={formatInstant(at)}>
          {isNewDay ? `${formatDate(day, "short")}, ${timeAt(at)}` : timeAt(at)}
        </time>
        {status && <StatusBadge status={status} />}
      </div>
    </li>
  );
}
