import { fullName } from "~/domain/values/user";
import { dateAt, timeAt, weekdayOf, type Instant } from "~/domain/time/harare";
import type { PublicPlumber } from "~/domain/plumbers/plumber";
import { showPhone } from "~/domain/values/phone";
import { Avatar } from "../accounts/avatar";
import { Link } from "../shell/elements";

type OnCard = "firstName" | "lastName" | "photoKey" | "city" | "speciality";
export interface OwnCardFacts extends Pick<PublicPlumber, OnCard> {
  experience: string;
  email: string;
  phone: string | null;
  week: { id: string; startsAt: Instant; isOver: boolean; client: string }[];
}

/** `isBeside` a page the card has no facts: they are on its own page. */
export const OwnCard = ({ card, isBeside = false }: { card: OwnCardFacts; isBeside?: boolean }) => (
  <section className="card grid gap-4 p-5" aria-label="My card">
    <div className="flex items-center gap-3">
      <Avatar photoKey={card.photoKey} size={56} />
      <div className="min-w-0 leading-snug">
        <p className="font-bold wrap-anywhere">{fullName(card)}</p>
        <p className="text-ink-2">Plumber</p>
      </div>
    </div>
    {!isBeside && (
      <dl className="facts">
        {[
          ["City", card.city],
          ["Speciality", card.speciality],
          ["Experience", card.experience],
          ["Email", card.email],
          ["Phone", card.phone && showPhone(card.phone)],
        ].map(([term, fact]) => (
          <div key={term} className="contents">
            <dt>{term}</dt>
            <dd>{fact || "N/A"}</dd>
          </div>
        ))}
      </dl>
    )}
    <div className="grid gap-1 border-t border-line pt-3">
      <p className="font-semibold">This week</p>
      {card.week.length === 0 && <p className="text-ink-2">No jobs this week.</p>}
      <ul>
        {card.week.map((job) => (
          <li key={job.id}>
            <Link
              to={`/plumber-dashboard/jobs/${job.id}`}
              className={`flex min-h-11 flex-wrap items-center gap-x-1 no-underline hover:text-brand-700 ${job.isOver ? "text-ink-3" : "text-ink"}`}
            >
              <span className="flex-none tabular-nums">
                {weekdayOf(dateAt(job.startsAt))} {Number(dateAt(job.startsAt).slice(-2))} · {timeAt(job.startsAt)}
              </span>
              <span className="wrap-anywhere">· {job.client}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link to="/plumber-dashboard/calendar">Calendar</Link>
      </p>
    </div>
  </section>
);
