import { fullName } from "~/domain/values/user";
import { photoUrl } from "~/domain/photos/photo";
import { WHAT_WE_CHECKED, type Plumber } from "~/domain/plumbers/plumber";
import type { Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { Icon } from "../elements/icon";
import { Availability } from "./availability";
import { Rating } from "./rating";
import { VerifiedMark } from "./verified-mark";

/** The head of an appointment page: the plumber, the rating, the fee. `savesData`: uses the small photo. */
export function PlumberHead({
  plumber,
  now,
  savesData,
  hasTimes,
  saved,
}: {
  plumber: Plumber;
  now: Instant;
  savesData: boolean;
  hasTimes: boolean;
  /** Whether the viewer has saved them (D15); null for all but clients. */
  saved: boolean | null;
}) {
  return (
    <section className="card overflow-hidden lg:sticky lg:top-6">
      <div className="grid grid-cols-[104px_1fr] gap-3 p-4 sm:grid-cols-[160px_1fr] sm:gap-4 sm:p-6 lg:grid-cols-1">
        <img
          src={photoUrl(plumber.photoKey, 160)}
          srcSet={
            plumber.photoKey && !savesData
              ? `${photoUrl(plumber.photoKey, 160)} 160w, ${photoUrl(plumber.photoKey, 800)} 800w`
              : undefined
          }
          sizes="(min-width: 1024px) 400px, 104px"
          alt={`Photo of ${fullName(plumber)}`}
          width={400}
          height={400}
          className="aspect-square w-full rounded-card bg-brand-50 object-cover"
        />
        <div className="grid min-w-0 content-start gap-1.5">
          <h1 className="flex items-start gap-1.5 wrap-anywhere max-sm:text-xl">
            <span className="min-w-0">{fullName(plumber)}</span> <VerifiedMark />
          </h1>
          <Rating plumber={plumber} />
          <p className="text-ink-2">
            {plumber.speciality} · {plumber.experience}
          </p>
          <p className="inline-flex items-center gap-1 text-ink-2">
            <Icon name="map-pin" /> {plumber.city}
          </p>
          {hasTimes && (
            <p>
              <Availability plumber={plumber} now={now} />
            </p>
          )}
        </div>
      </div>
      <div className="grid gap-3 border-t border-line p-4 sm:p-6">
        <div>
          <h2 className="text-base">About</h2>
          <p className="whitespace-pre-line text-ink-2">{plumber.about}</p>
        </div>
        <details>
          <summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-700">
            <Icon name="shield-check" /> What we checked
          </summary>
          <ul className="grid gap-1 pb-2">
            {WHAT_WE_CHECKED.map((check) => (
              <li key={check} className="flex gap-2">
                <Icon name="check" className="mt-1 text-success" /> {check}
              </li>
            ))}
            <li className="text-ink-2">Nothing else. Ask for papers and references if they matter to you.</li>
          </ul>
        </details>
        <p>
          Appointment fee: <b className="tabular-nums">{formatMoney(plumber.feeCents)}</b>
        </p>
        {saved !== null && (
          <form method="post" action={`/appointment/${plumber.id}/save`}>
            <button name="intent" value={saved ? "forget" : "save"} className="button button-quiet">
              {saved ? "Remove from saved plumbers" : "Save this plumber"}
            </button>
          </form>
        )}
      </div>
    </section>
  );
}
