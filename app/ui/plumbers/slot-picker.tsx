import type { Plumber } from "~/domain/plumbers/plumber";
import { isFreeStart } from "~/domain/time/availability";
import {
  dateAt,
  formatDate,
  formatTime,
  instantOf,
  nameDay,
  type Instant,
  type LocalDate,
  type MinuteOfDay,
} from "~/domain/time/harare";
import { bookableDates, startsOn, STARTS_OF_A_DAY } from "~/domain/time/slots";
import { Notice } from "../elements/notice";

interface Props {
  plumber: Pick<Plumber, "takenStarts" | "availability">;
  now: Instant;
  chosenDay: LocalDate | null;
  chosenTime: MinuteOfDay | null;
}

const NOON = 12 * 60;
const EVENING = 17 * 60;
const PARTS_OF_DAY = [
  { name: "Morning", starts: STARTS_OF_A_DAY.filter((start) => start < NOON) },
  { name: "Afternoon", starts: STARTS_OF_A_DAY.filter((start) => start >= NOON && start < EVENING) },
  { name: "Evening", starts: STARTS_OF_A_DAY.filter((start) => start >= EVENING) },
];

/**
 * Days and times as two radio groups, so that the chosen time survives a change of day (T7) without
 * script. Classes say on which days a time is unavailable and which times have passed today (they are left out,
 * T6); CSS does the rest.
 */
export function SlotPicker({ plumber, now, chosenDay, chosenTime }: Props) {
  const today = dateAt(now);
  const days = bookableDates(now).map((date) => ({ date, starts: startsOn(date, now) }));
  const isFree = (date: LocalDate, minute: MinuteOfDay) =>
    isFreeStart(plumber.availability, plumber.takenStarts, instantOf(date, minute));
  const hasPassed = (minute: MinuteOfDay) => !days[0]?.starts.includes(minute);
  const hasFree = ({ date, starts }: (typeof days)[number]) => starts.some((minute) => isFree(date, minute));
  const selected = days.find(({ date }) => date === chosenDay) ?? days.find(hasFree) ?? days[0];

  return (
    <>
      {plumber.availability.paused && (
        <Notice kind="info">Not taking bookings at the moment. Other plumbers in this city may be free.</Notice>
      )}
      <fieldset>
        <legend className="legend mb-2">Day</legend>
        <div className="days">
          {days.map(({ date }, index) => {
            const [weekday, ...rest] = formatDate(date, "short").split(" ");
            const name = nameDay(date, today);
            return (
              <label key={date} className="day snap-start">
                <input
                  type="radio"
                  name="appointmentDate"
                  value={date}
                  className={`day-${index}`}
                  defaultChecked={date === selected?.date}
                />
                <span className="day-label">
                  {name === "today" ? "Today" : weekday} <small>{rest.join(" ")}</small>
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <fieldset>
        <legend className="legend mb-2">
          Time <span className="font-normal text-ink-3">(in Zimbabwe)</span>
        </legend>
        {days.map((day, index) =>
          hasFree(day) ? null : (
            <p key={day.date} className={`day-note note-${index} mb-3 text-ink-2`}>
              {day.starts.length === 0 ? "No more slots today" : "No free slots on this day"}
            </p>
          ),
        )}
        <p className="not-on-this-day mb-3 font-semibold text-danger">That time is not available on the chosen day.</p>
        <div className="grid gap-4">
          {PARTS_OF_DAY.map(({ name, starts }) => (
            <div key={name} className={`slot-group ${starts.every(hasPassed) ? "passed" : ""}`}>
              <p className="mb-1.5 text-sm text-ink-3">{name}</p>
              <div className="slots">
                {starts.map((minute) => {
                  const off = days.flatMap(({ date, starts }, index) =>
                    starts.includes(minute) && isFree(date, minute) ? [] : [`not-${index}`],
                  );
                  return (
                    <label key={minute} className={`slot ${hasPassed(minute) ? "passed " : ""}${off.join(" ")}`}>
                      <input
                        type="radio"
                        name="appointmentTime"
                        className={`time-${STARTS_OF_A_DAY.indexOf(minute)}`}
                        value={formatTime(minute)}
                        defaultChecked={minute === chosenTime}
                      />
                      <span className="slot-label">
                        {formatTime(minute)}
                        {off.length > 0 && <span className="taken sr-only"> taken</span>}
                      </span>
                    </label>
                  );
                })}
              </div>
            </div>
          ))}
        </div>
      </fieldset>
    </>
  );
}
