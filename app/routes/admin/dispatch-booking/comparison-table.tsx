import { type Suggestion, canBeAssigned, describeStanding } from "~/domain/admin/bookings/suggestions";
import { formatSpan } from "~/domain/bookings/booking-words";
import { MINUTE, timeAt, type Instant } from "~/domain/time/harare";
import { countOf } from "~/domain/values/numbers";
import { formatSum } from "~/domain/values/money";
import { fullName } from "~/domain/values/user";
import { Link } from "~/ui/shell/elements";
import { RowButton } from "~/ui/admin/office-page";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";

interface Props {
  suggestions: readonly Suggestion[];
  startsAt: Instant;
  takenFrom: { id: string; name: string } | null;
}

const KEYED = 9;

/**
 * Plumbers for one booking, compared in one table, each with the button that assigns them (O27). The keys 1 to 9 lead to a
 * row's button, and Enter presses it: no single key assigns.
 */
export function ComparisonTable({ suggestions, startsAt, takenFrom }: Props) {
  const assignable = suggestions.filter(({ standing }) => canBeAssigned(standing)).slice(0, KEYED);
  return (
    <Form method="post" replace>
      <Shown name="from" value={takenFrom?.id ?? ""} />
      <p className="sr-only">
        {assignable.map(({ id, firstName }, at) => (
          <a
            key={id}
            href={`#assign-${id}`}
            tabIndex={-1}
            data-key={at + 1}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(`assign-${id}`)?.focus();
            }}
          >
            To the button that assigns {firstName}{" "}
          </a>
        ))}
      </p>
      <div className="card office-table-frame">
        <table className="office-table comparison">
          <caption className="sr-only">Plumbers who could take the booking, best first</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Key</span>
              </th>
              {["Plumber", `At ${timeAt(startsAt)}`, "Speciality", "Place", "Answers in", "That day", "Rating"].map(
                (head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ),
              )}
              <th scope="col" className="office-figure">
                Fee
              </th>
              <th scope="col">
                <span className="sr-only">Assign</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {suggestions.map((row) => {
              const { standing, place, city, fits, speciality, minutesToAnswer, jobsThatDay, average, ratingCount } =
                row;
              const number = assignable.indexOf(row) + 1;
              return (
                <tr key={row.id} data-row="" className={standing.state === "free" ? undefined : "is-back"}>
                  <td className="on-phones-hidden">{number > 0 && <kbd className="key">{number}</kbd>}</td>
                  <td className="max-w-40">
                    <Link to={`/admin-dashboard/people/${row.id}`} data-row-link="">
                      {fullName(row)}
                    </Link>
                  </td>
                  <td className={`on-phones-end ${standing.state === "free" ? "is-for" : ""}`}>
                    {describeStanding(standing)}
                  </td>
                  <td className={fits ? undefined : "is-against"}>
                    <span className="takes-rest takes-two-lines">{fits ? speciality : `not a fit: ${speciality}`}</span>
                  </td>
                  <td className={place === "suburb" || place === "serves" ? "is-for" : undefined}>
                    {PLACES[place](city)}
                  </td>
                  <td className="on-phones-labelled" data-label="Answers in">
                    {minutesToAnswer === null ? "–" : formatSpan(minutesToAnswer * MINUTE)}
                  </td>
                  <td>{jobsThatDay === 0 ? "no job" : countOf(jobsThatDay, "job")}</td>
                  <td className="on-phones-labelled" data-label="Rated">
                    {average ? `${average} (${ratingCount})` : "New"}
                  </td>
                  <td className="office-figure">{formatSum(row.feeCents)}</td>
                  <td className="ml-auto">
                    {canBeAssigned(standing) && (
                      <Assign
                        {...row}
                        isBest={row === suggestions[0] && standing.state === "free"}
                        takenFrom={takenFrom?.name}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Form>
  );
}

const PLACES: Record<Suggestion["place"], (city: string) => string> = {
  suburb: () => "same suburb",
  serves: () => "serves the suburb",
  city: () => "same city",
  other: (city) => `other city: ${city}`,
  unknown: (city) => city,
};

/** The button that assigns; where another plumber loses the booking, it asks first (O6). */
function Assign({ id, firstName, isBest, takenFrom }: Suggestion & { isBest: boolean; takenFrom?: string }) {
  const quiet = isBest ? "" : "button-quiet";
  const label = `Assign ${firstName}`;
  if (!takenFrom)
    return (
      <RowButton id={`assign-${id}`} name="plumber" value={id} busy="Assigning..." className={quiet} aria-label={label}>
        Assign
      </RowButton>
    );
  return (
    <details name="give">
      <summary id={`assign-${id}`} className={`button office-action list-none ${quiet}`} aria-label={label}>
        Assign
      </summary>
      <div className="grid gap-2 py-2">
        <p>{takenFrom} loses the job. All three are told.</p>
        <RowButton name="plumber" value={id} busy="Assigning..." className="">
          Yes, assign {firstName}
        </RowButton>
      </div>
    </details>
  );
}
