import { formatPriceRange, type UsualPrice } from "~/domain/prices/usual-price";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { workPhotoUrl, type WorkPhoto } from "~/domain/photos/photo";
import type { Plumber } from "~/domain/plumbers/plumber";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";

interface Props {
  plumber: Plumber;
  /** Work that everyone may see (P7). */
  photos: WorkPhoto[];
  /** What they usually charge for each kind of work (D18). */
  prices: Record<string, UsualPrice>;
  /** Whether the viewer may ask before booking (C16). */
  isAskable: boolean;
  /** Whether the viewer has saved them (D15); null for all but clients. */
  saved: boolean | null;
}

/** More about a plumber, below the form on phones and below the card on wide screens. */
export function WorkshopDetails({ plumber, photos, prices, isAskable, saved }: Props) {
  return (
    <section className="later card grid content-start gap-4 p-4 [--tall:600px] sm:p-6">
      {photos.length > 0 && (
        <div className="grid gap-2">
          <h2 className="text-base">Finished work</h2>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-2">
            {photos.map(({ id, serviceType }) => (
              <li key={id}>
                <a href={workPhotoUrl(id, 640)} className="block">
                  <img
                    src={workPhotoUrl(id, 320)}
                    alt={`${serviceType ?? DEFAULT_SERVICE}, finished`}
                    width={320}
                    height={240}
                    loading="lazy"
                    decoding="async"
                    className="h-auto w-full rounded-field"
                  />
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h2 className="text-base">About</h2>
        <p className="whitespace-pre-line wrap-anywhere text-ink-2">{plumber.about}</p>
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
      {isAskable && (
        <Link to={`/appointment/${plumber.id}/ask`} className="button button-quiet">
          <Icon name="message-circle" /> Ask a question first
        </Link>
      )}
      {saved !== null && (
        <form method="post" action={`/appointment/${plumber.id}/save`}>
          <button name="intent" value={saved ? "forget" : "save"} className="button button-quiet">
            {saved ? "Remove from saved plumbers" : "Save this plumber"}
          </button>
        </form>
      )}
    </section>
  );
}
