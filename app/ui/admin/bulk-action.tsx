import { Form } from "@remix-run/react";
import type { BulkAction as Action, ChosenBooking } from "~/domain/admin/lists/office-lists";
import type { CommonSuggestion } from "~/domain/admin/bookings/suggestions";
import { CANCELLATION_REASONS } from "~/domain/bookings/booking";
import type { Instant } from "~/domain/time/harare";
import { CITIES, cityKey } from "~/domain/values/cities";
import { countOf } from "~/domain/values/numbers";
import { REASON_LENGTH } from "~/domain/values/text";
import { fullName } from "~/domain/values/user";
import { Notice } from "../elements/notice";
import { useLastActionData } from "../elements/use-sticky-value";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../shell/link";
import { bookingColumns } from "./booking-table";
import { DataTable } from "./data-table";
import { FilterLinks } from "./filter-links";

interface Props {
  action: Action;
  bookings: (ChosenBooking & {
    /** What is in the way, or what has become of it. */
    words: string | null;
    isPossible: boolean;
  })[];
  /** Whether it is over, and the page says what has become of each. */
  isDone: boolean;
  suggestions: CommonSuggestion[];
  city: string | null;
  message: string | null;
  back: string;
  now: Instant;
}

const TEXTS: Record<Action, { title: string; button: string; busy: string; done: string }> = {
  remind: { title: "Remind the plumbers of", button: "Remind", busy: "Reminding...", done: "reminded" },
  reassign: { title: "Reassign", button: "Reassign", busy: "Reassigning...", done: "reassigned" },
  cancel: { title: "Cancel", button: "Cancel", busy: "Cancelling...", done: "cancelled" },
};

const HIDDEN = ["created", "problem", "price", "waiting"];

/** Asks before the office does one thing with several bookings; afterwards it says what has become of each (O29). */
export function BulkAction({ action, bookings, isDone, suggestions, city, message, back, now }: Props) {
  const refused = useLastActionData<{ message?: string }>()?.message;
  const { title, button, busy, done } = TEXTS[action];
  const possible = bookings.filter(({ isPossible }) => isPossible);
  const here = possible.filter((booking) => booking.cityKey === cityKey(city ?? "")).length;
  const outcome = { id: "outcome", label: isDone ? "Result" : "What happens", onPhones: "end" as const };
  const columns = [
    ...bookingColumns(now),
    {
      ...outcome,
      cell: ({ words, isPossible }: Props["bookings"][number]) =>
        isPossible ? <b>{words ?? `Will be ${done}`}</b> : <span className="text-ink-2">{words}</span>,
    },
  ];
  return (
    <div className="grid gap-3">
      <div className="office-bar">
        <h1>
          {isDone
            ? `${possible.length} of ${countOf(bookings.length, "booking")} ${done}`
            : `${title} ${countOf(possible.length, "booking")}`}{" "}
          <small>{!isDone && possible.length < bookings.length && `of ${bookings.length} chosen`}</small>
        </h1>
        <Link to={back} className="button button-quiet">
          Back to bookings
        </Link>
      </div>
      {(message ?? refused) && <Notice kind="danger">{message ?? refused}</Notice>}
      <DataTable caption="The chosen bookings" columns={columns} rows={bookings} hidden={HIDDEN} empty={null} />
      {!isDone && bookings.length > 0 && possible.length === 0 && <p>This can't be done with any of them.</p>}
      {!isDone && possible.length > 0 && (
        <>
          {action === "reassign" && (
            <div className="office-bar">
              <h2>
                Plumbers{city ? ` in ${city}` : ""}{" "}
                <small>
                  {city !== null &&
                    here < possible.length &&
                    `${here} of the ${countOf(possible.length, "booking")} ${here === 1 ? "is" : "are"} there`}
                </small>
              </h2>
              <FilterLinks
                name="city"
                label="City"
                chosen={city}
                choices={CITIES.map((name) => ({ value: name, label: name }))}
              />
            </div>
          )}
          <Form method="post" replace className="grid gap-3">
            <input type="hidden" name="back" value={back.slice(back.indexOf("?") + 1)} />
            {possible.map(({ id }) => (
              <input key={id} type="hidden" name="id" value={id} />
            ))}
            {action === "cancel" && <Reason />}
            {action === "reassign" && (
              <>
                {possible.map(({ id, plumberId }) => (
                  <input key={id} type="hidden" name="from" value={`${id}:${plumberId ?? ""}`} />
                ))}
                <Plumbers suggestions={suggestions} count={possible.length} />
              </>
            )}
            {/* Below a list of plumbers it would be out of sight. */}
            <div className={action === "reassign" ? "office-chosen is-floating" : "office-chosen"}>
              <SubmitButton busy={busy} className={action === "cancel" ? "button-danger" : ""}>
                {button} {countOf(possible.length, "booking")}
              </SubmitButton>
            </div>
          </Form>
        </>
      )}
    </div>
  );
}

function Reason() {
  return (
    <div className="grid max-w-xl gap-3">
      <label className="field">
        <span className="font-semibold">
          Why? <span className="font-normal text-ink-3">(both sides of each booking will see it)</span>
        </span>
        <select name="reason" className="input" autoFocus>
          <option value="">Another reason</option>
          {CANCELLATION_REASONS.admin.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="font-semibold">In your own words</span>
        <input name="reasonText" className="input" maxLength={REASON_LENGTH} />
      </label>
    </div>
  );
}

/** Who could take them, most of them first. */
function Plumbers({ suggestions, count }: { suggestions: CommonSuggestion[]; count: number }) {
  if (suggestions.length === 0) return <p>No plumbers found here. Choose another city.</p>;
  return (
    <fieldset className="card office-table-frame">
      <legend className="sr-only">Plumber</legend>
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
          {suggestions.map((suggestion) => (
            <tr key={suggestion.id} data-row="" className={suggestion.assignable < count ? "is-back" : undefined}>
              <td className="office-check">
                <label>
                  <input
                    type="radio"
                    name="plumber"
                    value={suggestion.id}
                    disabled={suggestion.assignable === 0}
                    aria-label={fullName(suggestion)}
                  />
                </label>
              </td>
              <td>
                <Link to={`/admin-dashboard/people/${suggestion.id}`} data-row-link="">
                  {fullName(suggestion)}
                </Link>
              </td>
              <td>{suggestion.speciality}</td>
              <td className={suggestion.free === count ? "is-for" : undefined}>{describe(suggestion, count)}</td>
              <td className="on-phones-labelled" data-label="Can't take:">
                <span className="office-text">{whyNotAll(suggestion)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}

const whyNotAll = ({ busy, clashing, own }: CommonSuggestion): string =>
  [
    busy.length > 0 && `another job then: ${busy.join(", ")}`,
    clashing.length > 0 && `same time as others here: ${clashing.join(", ")}`,
    own.length > 0 && `has it already: ${own.join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");

function describe({ assignable, free }: CommonSuggestion, count: number): string {
  const all = count === 1 ? "yes" : `all ${count}`;
  const outside = assignable - free;
  const hours = outside > 0 ? `, ${outside === assignable ? "" : `${outside} `}outside working hours` : "";
  return `${assignable === count ? all : `${assignable} of ${count}`}${hours}`;
}
