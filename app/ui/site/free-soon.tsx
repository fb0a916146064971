import { brand } from "~/brand";
import { BLOG_POSTS } from "~/content/blog-posts";
import type { PlumberSummary } from "~/domain/plumbers/plumber";
import { dateAt, nameDay, timeAt, type Instant } from "~/domain/time/harare";
import { nextOfficeOpening } from "~/domain/time/office-hours";
import { CITIES } from "~/domain/values/cities";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { PlumberGrid } from "../plumbers/plumber-card";
import { PlumbersMissing } from "../plumbers/plumbers-missing";
import { Link } from "../shell/link";

/** Plumbers for an emergency: who is free within three hours or, where nobody is, who is free soonest. */
interface FreePlumbers {
  plumbers: PlumberSummary[];
  isSoon: boolean;
}

/** What to do until someone comes. */
const FIRST_MINUTES = BLOG_POSTS.find(({ id }) => id === 4)!;

/** Who can come soon, in a city to be chosen; `free` is null while that can't be said. */
export function FreeSoon({ city, free, now }: { city: string | null; free: FreePlumbers | null; now: Instant }) {
  const opening = nextOfficeOpening(now);
  return (
    <section className="grid gap-5">
      <h2>Who is free within three hours?</h2>
      <nav aria-label="Cities" className="flex flex-wrap gap-2">
        {CITIES.map((known) => (
          <Link
            key={known}
            to={`/services/emergency?city=${known}`}
            className="chip"
            aria-current={known === city ? "true" : undefined}
          >
            {known}
          </Link>
        ))}
      </nav>
      {city && !free && <PlumbersMissing />}
      {free && !free.isSoon && (
        <p className="text-ink-2">
          {free.plumbers.length > 0
            ? `Nobody in ${city} is free within three hours. These plumbers are free soonest:`
            : `Nobody in ${city} is free this week.`}
        </p>
      )}
      {free && free.plumbers.length > 0 && <PlumberGrid plumbers={free.plumbers} now={now} />}
      <div className="grid justify-items-start gap-2">
        <a href={telephoneLink(brand.phone)} className="button">
          <Icon name="phone" /> Call {formatPhone(brand.phone)}
        </a>
        {opening !== null && (
          <p className="text-ink-2">
            Our office is closed now. It opens {nameDay(dateAt(opening), dateAt(now))} at {timeAt(opening)}.
          </p>
        )}
        <Link to={`/blog/${FIRST_MINUTES.id}`} className="button-link">
          {FIRST_MINUTES.title}
        </Link>
      </div>
    </section>
  );
}
