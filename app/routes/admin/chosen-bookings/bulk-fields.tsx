import type { CommonSuggestion } from "~/domain/admin/bookings/suggestions";
import { CANCELLATION_REASONS } from "~/domain/bookings/booking";
import { REASON_LENGTH } from "~/domain/values/text";
import { fullName } from "~/domain/values/user";
import { FieldError, groupProps, SelectField, TextField } from "~/ui/forms/field";
import type { FieldMeta } from "~/ui/forms/form";
import { Link } from "~/ui/shell/elements";

interface ReasonProps {
  fields: { reason: FieldMeta; reasonText: FieldMeta };
}

export const ReasonFields = ({ fields }: ReasonProps) => (
  <div className="grid max-w-xl gap-3">
    <SelectField
      meta={fields.reason}
      label="Why? (both sides of each booking will see it)"
      placeholder="Another reason"
      choices={CANCELLATION_REASONS.admin}
      autoFocus
    />
    <TextField meta={fields.reasonText} label="In your own words" maxLength={REASON_LENGTH} optional />
  </div>
);

interface PlumbersProps {
  meta: FieldMeta;
  suggestions: CommonSuggestion[];
  count: number;
}

export function Plumbers({ meta, suggestions, count }: PlumbersProps) {
  if (suggestions.length === 0) return <p>No plumbers found here. Choose another city.</p>;
  return (
    <fieldset {...groupProps(meta)} className="card office-table-frame">
      <legend className="sr-only">Plumber</legend>
      <FieldError meta={meta} />
      <table className="office-table comparison">
        <thead>
          <tr>
            <th scope="col" className="office-check">
              <span className="sr-only">Choose</span>
            </th>
            <th scope="col">Plumber</th>
            <th scope="col">Speciality</th>
            <th scope="col">Can take</th>
            <th scope="col">Can't take</th>
          </tr>
        </thead>
        <tbody>
          {suggestions.map((suggestion) => {
            const { id, assignable, free, speciality } = suggestion;
            const name = fullName(suggestion);
            return (
              <tr key={id} data-row="" className={assignable < count ? "is-back" : undefined}>
                <td className="office-check">
                  <label>
                    <input type="radio" name={meta.name} value={id} disabled={assignable === 0} aria-label={name} />
                  </label>
                </td>
                <td>
                  <Link to={`/admin-dashboard/people/${id}`} data-row-link="">
                    {name}
                  </Link>
                </td>
                <td>{speciality}</td>
                <td className={free === count ? "is-for" : undefined}>{describe(suggestion, count)}</td>
                <td className="on-phones-labelled" data-label="Can't take:">
                  <span className="office-text">{whyNotAll(suggestion)}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </fieldset>
  );
}

const whyNotAll = ({ busy, clashing, own }: CommonSuggestion): string =>
  Object.entries({ "another job then": busy, "same time as others here": clashing, "has it already": own })
    .flatMap(([why, references]) => (references.length > 0 ? `${why}: ${references.join(", ")}` : []))
    .join("; ");

function describe({ assignable, free }: CommonSuggestion, count: number): string {
  const all = count === 1 ? "yes" : `all ${count}`;
  const outside = assignable - free;
  const hours = outside > 0 ? `, ${outside === assignable ? "" : `${outside} `}outside working hours` : "";
  return `${assignable === count ? all : `${assignable} of ${count}`}${hours}`;
}
