import { photoUrl, workPhotoUrl, type WorkPhoto } from "~/domain/photos/photo";
import type { Plumber } from "~/domain/plumbers/plumber";
import { roundSpan } from "~/domain/bookings/booking-words";
import { dateAt, formatDay, MINUTE, type Instant } from "~/domain/time/harare";
import { countOf } from "~/domain/values/numbers";
import { formatMoney } from "~/domain/values/money";
import { fullName, type Role } from "~/domain/values/user";
import { CHECKS, formatCheckDay, lastDayOf, type PlumberCheck, validChecks } from "~/domain/vetting/vetting";
import { Icon, QuietLink } from "~/ui/shell/elements";
import { Stamp } from "~/ui/elements/stamp";
import { Availability, Rating } from "~/ui/plumbers/plumber-facts";
import { formatPriceRange, type UsualPrice } from "~/domain/prices/usual-price";
import { RATINGS } from "~/domain/reviews/review";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { PlainForm } from "~/ui/forms/owned-form";

interface Props {
  plumber: Plumber;
  photos: WorkPhoto[];
  reviews: unknown[];
  now: Instant;
  savesData: boolean;
  hasTimes: boolean;
  /** The plumber's usual price for the work that was searched for. */
  usualPrice: string | null;
}

export function WorkshopCard({ plumber, photos, reviews, now, savesData, hasTimes, usualPrice }: Props) {
  const valid = validChecks(plumber.checks, now);
  const { jobsCompleted, minutesToAnswer, acceptedPercent } = plumber;
  const figures = [
    jobsCompleted > 0 && countOf(jobsCompleted, "job"),
    minutesToAnswer !== null && `answers in ${roundSpan(minutesToAnswer * MINUTE)}`,
    acceptedPercent !== null && `${acceptedPercent}% accepted`,
  ].filter(Boolean);
  return (
    <section className="card grid content-start leading-snug">
      <div className="flex gap-3 px-4 py-3 sm:p-6">
        <img
          src={photoUrl(plumber.photoKey, 160)}
          srcSet={
            plumber.photoKey && !savesData
              ? `${photoUrl(plumber.photoKey, 160)} 160w, ${photoUrl(plumber.photoKey, 800)} 800w`
              : undefined
          }
          sizes="(min-width: 640px) 112px, 56px"
          alt={`Photo of ${fullName(plumber)}`}
          width={112}
          height={112}
          className="avatar w-14 self-start sm:w-24"
        />
        <div className="grid min-w-0 flex-1 content-start">
          <h1 className="max-sm:text-h2">{fullName(plumber)}</h1>
          <Rating plumber={plumber} />
          <p className="text-ink-2 max-sm:text-sm">
            {plumber.speciality}, {describeExperience(plumber.experience)}
            <br />
            {plumber.suburb ? `${plumber.suburb}, ${plumber.city}` : plumber.city}
          </p>
        </div>
      </div>
      <div className="grid gap-1 border-t border-line px-4 py-2 max-sm:text-sm sm:px-6">
        {figures.length > 0 && <p className="tabular-nums">{figures.join(", ")}</p>}
        <p>
          Visit fee <b className="tabular-nums">{formatMoney(plumber.feeCents)}</b>: comes, inspects, quotes
        </p>
        {hasTimes && (
          <p className="max-sm:hidden">
            <Availability plumber={plumber} now={now} />
          </p>
        )}
        {usualPrice && <p className="text-ink-2">{usualPrice}</p>}
      </div>
      <div className="border-t border-line px-4 max-sm:text-sm sm:px-6">
        {valid.length === 0 && <p className="pt-2 text-ink-2">Papers not shown yet. Ask to see them.</p>}
        {valid.length > 0 && (
          <p role="group" aria-label="Checked by our office" className="flex flex-wrap gap-1 py-1">
            {valid.map(({ kind, checkedAt }) => (
              <Stamp key={kind} name={CHECKS[kind].name}>
                {formatCheckDay(dateAt(checkedAt))}
              </Stamp>
            ))}
          </p>
        )}
        <div className="chip-row py-0">
          <details>
            <summary className="min-h-11 py-3 font-semibold text-brand-700">What we checked</summary>
            <CheckList valid={valid} />
          </details>
          {reviews.length > 0 && <JumpLink to="reviews" label={`Reviews (${plumber.ratingCount})`} />}
          {photos.length > 0 && <JumpLink to="work" label="Photos" />}
        </div>
      </div>
    </section>
  );
}

/** On phones the form stands between the card and what newcomers read first. */
const JumpLink = ({ to, label }: { to: string; label: string }) => (
  <a href={`#${to}`} className="inline-flex min-h-11 items-center lg:hidden">
    {label}
  </a>
);

/** A plumber's years in words: `9 Years` is "9 years' experience". */
const describeExperience = (experience: string): string =>
  experience.replace(/^(\d+\+?) ?(years?|yrs?)$/i, (_, years: string) =>
    years === "1" ? "1 year's experience" : `${years} years' experience`,
  );

const CheckList = ({ valid }: { valid: PlumberCheck[] }) => (
  <ul className="grid gap-2 pb-4">
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
        : "Their email. Nothing else is checked yet."}
    </li>
  </ul>
);

/** A finished job (P7): its place before and after the work, what it was, where, when, and what it cost. */
function FinishedWork({ photo }: { photo: WorkPhoto }) {
  const { id, beforeId, suburb, completedAt, settledPrice } = photo;
  const service = photo.serviceType ?? DEFAULT_SERVICE;
  const facts = [
    suburb ? `${service}, ${suburb}` : service,
    completedAt !== null && formatDay(completedAt),
    settledPrice !== null && formatMoney(settledPrice),
  ].filter(Boolean);
  const picture = (of: string, when: string) => (
    <a href={workPhotoUrl(of, 640)}>
      <img
        src={workPhotoUrl(of, 320)}
        alt={`${service}, ${when}`}
        width={320}
        height={240}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-field"
      />
    </a>
  );
  return (
    <li className="grid grid-cols-2 content-start gap-1 text-sm text-ink-2">
      {beforeId && picture(beforeId, "before")}
      {picture(id, "finished")}
      <p className="col-span-2">{facts.join(", ")}</p>
    </li>
  );
}

interface DetailsProps {
  plumber: Plumber;
  photos: WorkPhoto[];
  prices: Record<string, UsualPrice>;
  /** The viewer's role, where they can't ask before booking (C16). */
  barred: Role | null;
  /** The viewer has saved them (D15); null for all but clients. */
  saved: boolean | null;
}

export const WorkshopDetails = ({ plumber, photos, prices, barred, saved }: DetailsProps) => (
  <section className="later card grid content-start gap-4 p-4 [--tall:600px] sm:p-6">
    {photos.length > 0 && (
      <div id="work" className="grid gap-2">
        <h2 className="text-base">Finished work</h2>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          {photos.map((photo) => (
            <FinishedWork key={photo.id} photo={photo} />
          ))}
        </ul>
      </div>
    )}
    <div>
      <h2 className="text-base">About</h2>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere text-ink-2">
        {plumber.about}
      </p>
    </div>
    {plumber.served.length > 0 && (
      <div>
        <h2 className="text-base">Suburbs served</h2>
        <p className="wrap-anywhere text-ink-2">
          {[plumber.suburb && `${plumber.suburb} (based there)`, ...plumber.served].filter(Boolean).join(", ")}
        </p>
      </div>
    )}
    {Object.keys(prices).length > 0 && (
      <div>
        <h2 className="text-base">What it usually costs</h2>
        <dl className="grid text-ink-2">
          {Object.entries(prices).map(([service, price]) => (
            <div key={service} className="flex flex-wrap justify-between gap-x-4">
              <dt>{service}</dt>
              <dd className="tabular-nums">
                <b className="text-ink">{formatPriceRange(price)}</b>, from {price.jobs} jobs
              </dd>
            </div>
          ))}
        </dl>
      </div>
    )}
    {barred === null && (
      <QuietLink to={`/appointment/${plumber.id}/ask`} icon="message-circle" label="Ask a question first" />
    )}
    {saved !== null && (
      <PlainForm action={`/appointment/${plumber.id}/save`}>
        <button name="intent" value={saved ? "forget" : "save"} className="button button-quiet">
          {saved ? "Remove from saved plumbers" : "Save this plumber"}
        </button>
      </PlainForm>
    )}
  </section>
);

export const RatingDistribution = ({ plumber }: { plumber: Pick<Plumber, "rated" | "ratingCount"> }) => (
  <dl className="card grid w-full max-w-[480px] grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 p-4 tabular-nums">
    {RATINGS.map((rating) => {
      const count = plumber.rated[rating];
      return (
        <div key={rating} className="contents">
          <dt>
            {rating}{" "}
            <span aria-hidden="true" className="text-star">
              ★
            </span>
            <span className="sr-only">{rating === 1 ? "star" : "stars"}</span>
          </dt>
          <dd className="contents">
            <svg
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="h-3 w-full rounded-full bg-brand-100"
            >
              <rect width={(100 * count) / Math.max(plumber.ratingCount, 1)} height="8" fill="var(--color-star)" />
            </svg>
            <span className="text-right">{count}</span>
          </dd>
        </div>
      );
    })}
  </dl>
);
