import { brand } from "~/brand";
import type { PlumberSummary } from "~/domain/plumbers/plumber";
import type { Instant } from "~/domain/time/harare";
import { CITIES } from "~/domain/values/cities";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { PlumberGrid } from "../plumbers/plumber-card";
import { PlumbersMissing } from "../plumbers/plumbers-missing";
import { Link } from "../shell/link";

/** Who can come within three hours, in a city to be chosen; `soon` is null while that can't be said. */
export function FreeSoon({ city, soon, now }: { city: string | null; soon: PlumberSummary[] | null; now: Instant }) {
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
      {city && !soon && <PlumbersMissing />}
      {city && soon?.length === 0 && (
        <p className="text-ink-2">Nobody in {city} has a free slot within three hours. Please call us.</p>
      )}
      {soon && soon.length > 0 && <PlumberGrid plumbers={soon} now={now} />}
      <p>
        <a href={telephoneLink(brand.phone)} className="button">
          <Icon name="phone" /> Call {formatPhone(brand.phone)}
        </a>
      </p>
    </section>
  );
}
