import { KEPT_STATUSES } from "~/domain/bookings/booking";
import type { KeyboardEvent } from "react";
import { Form } from "@remix-run/react";
import { suburbsOf } from "~/content/suburbs";
import { BOARD_PATH, boardQuery, type BoardChoice, BOARD_VIEWS } from "~/domain/admin/board/board";
import { addDays, type LocalDate } from "~/domain/time/harare";
import { CITIES, cityKey, suburbKey } from "~/domain/values/cities";
import { StatusBadge } from "../bookings/status-badge";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";
import { ListTools } from "./list-tools";
import { withKey } from "./shortcuts";

/** Where, when and how the board is shown: links and one form, each an address. */
export function BoardControls({ choice, today }: { choice: BoardChoice; today: LocalDate }) {
  const { view, day, city } = choice;
  const step = view === "day" ? 1 : 7;
  const to = (changed: Partial<BoardChoice>) => boardQuery(choice, changed);
  const suburb = city && suburbsOf(city).find((name) => suburbKey(name) === choice.suburb);
  return (
    <div className="board-controls">
      <nav aria-label="Days" className="board-days">
        <Link to={to({ day: addDays(day, -step) })} className="chip" {...withKey("[")}>
          <Icon name="arrow-left" /> Previous
        </Link>
        <Link to={to({ day: today })} className="chip" aria-current={day === today ? "true" : undefined}>
          Today
        </Link>
        <Link to={to({ day: addDays(day, step) })} className="chip" {...withKey("]")}>
          Next <Icon name="chevron-right" />
        </Link>
        {BOARD_VIEWS.map((one) => (
          <Link key={one} to={to({ view: one })} className="chip" aria-current={one === view ? "true" : undefined}>
            {one === "day" ? "Day" : "Week"}
          </Link>
        ))}
      </nav>
      <ListTools chosen={suburb ? [suburb] : []}>
        <Form key={to({})} action={BOARD_PATH} className="board-where" onKeyDown={showByEnter}>
          {view !== "day" && <input type="hidden" name="view" value={view} />}
          <label>
            <span className="sr-only" data-key="c">
              City
            </span>
            <select name="city" className="input" aria-keyshortcuts="c" defaultValue={city ?? "all"}>
              {CITIES.map((name) => (
                <option key={name} value={cityKey(name)}>
                  {name}
                </option>
              ))}
              {city && !CITIES.some((name) => cityKey(name) === city) && <option value={city}>{city}</option>}
              <option value="all">All of Zimbabwe</option>
            </select>
          </label>
          {city && suburbsOf(city).length > 0 && (
            <label>
              <span className="sr-only">Suburb</span>
              <select name="suburb" className="input" defaultValue={choice.suburb ?? ""}>
                <option value="">All suburbs</option>
                {suburbsOf(city).map((name) => (
                  <option key={name} value={suburbKey(name)}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label>
            <span className="sr-only">Day</span>
            <input type="date" name="day" className="input" defaultValue={day} />
          </label>
          <button className="button button-quiet">Show</button>
        </Form>
      </ListTools>
    </div>
  );
}

/** Enter in a list shows what is chosen, as it does in a field. */
function showByEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** What the colours of jobs mean. */
export function BoardLegend() {
  return (
    <p className="board-legend">
      {KEPT_STATUSES.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
    </p>
  );
}
