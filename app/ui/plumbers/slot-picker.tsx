import type { LocalDate } from "~/domain/time/harare";
import type { SlotChoices } from "~/domain/time/slots";
import { FieldError, groupProps } from "../forms/field";
import type { FieldMeta } from "../forms/form";
import { Notice } from "../shell/elements";

interface Props {
  choices: SlotChoices;
  date: FieldMeta;
  time: FieldMeta;
  chosenDay: LocalDate | null;
  /** Written as `10:30 am`. */
  chosenTime: string | null;
  /** Only the part of the day open with the chosen time, else with the soonest one. */
  isFolded?: boolean;
}

/** The number of free starts of a part of each day, of which the styles show the chosen day's. */
const freeByDay = (days: number, starts: SlotChoices["parts"][number]["starts"]) =>
  Object.fromEntries(
    Array.from({ length: days }, (_, day) => {
      const free = starts.filter(({ off }) => !off.includes(day)).length;
      return [`data-d${day}`, `, ${free || "none"} free`];
    }),
  );

/** Two radio groups, so that without script the chosen time survives a change of day (T7). CSS hides what isn't free (T6). */
export function SlotPicker({
  choices,
  date: dateMeta,
  time: timeMeta,
  chosenDay,
  chosenTime,
  isFolded = false,
}: Props) {
  const { isPaused, days, parts, firstDay } = choices;
  const selected = days.find(({ date }) => date === chosenDay)?.date ?? firstDay ?? days[0]?.date;
  const dayIndex = days.findIndex(({ date }) => date === selected);
  const opened =
    parts.find(({ starts }) => starts.some(({ time }) => time === chosenTime)) ??
    parts.find(({ starts }) => starts.some(({ off }) => !off.includes(dayIndex)));
  return (
    <>
      {isPaused && (
        <Notice kind="info">Not taking bookings at the moment. Other plumbers in this city may be free.</Notice>
      )}
      <fieldset {...groupProps(dateMeta)}>
        <legend className="legend mb-2 max-sm:sr-only">Day</legend>
        <div className="slots grid-cols-[repeat(auto-fit,minmax(3.75rem,1fr))]">
          {days.map(({ date, weekday, rest }, index) => (
            <label key={date} className="day">
              <input
                type="radio"
                name="appointmentDate"
                value={date}
                className={`day-${index}`}
                defaultChecked={date === selected}
              />
              {weekday} <small>{rest}</small>
            </label>
          ))}
        </div>
        <FieldError meta={dateMeta} />
      </fieldset>
      <fieldset {...groupProps(timeMeta)}>
        <legend className="legend mb-2">Time (in Zimbabwe)</legend>
        {days.map(
          ({ date, note }, index) =>
            note && (
              <p key={date} className={`day-note note-${index} mb-4 text-ink-2`}>
                {note}
              </p>
            ),
        )}
        <p className="not-on-this-day mb-4 font-semibold text-danger">That time is not available on the chosen day.</p>
        <div className="grid gap-2">
          {parts.map(({ name, starts }) => (
            <details
              key={name}
              open={!isFolded || name === opened?.name}
              className={`slot-group ${starts.every(({ hasPassed }) => hasPassed) ? "passed" : ""}`}
            >
              <summary className="min-h-11 py-2 text-ink-2">
                {name}
                {isFolded && name !== opened?.name && (
                  <span className="chosen no-underline" {...freeByDay(days.length, starts)} />
                )}
              </summary>
              <div className="slots">
                {starts.map(({ index, time, hasPassed, off }) => (
                  <label
                    key={time}
                    className={`slot ${hasPassed ? "passed " : ""}${off.map((day) => `not-${day}`).join(" ")}`}
                  >
                    <input
                      type="radio"
                      name="appointmentTime"
                      className={`time-${index}`}
                      value={time}
                      defaultChecked={time === chosenTime}
                    />
                    {time}
                  </label>
                ))}
              </div>
            </details>
          ))}
        </div>
        <FieldError meta={timeMeta} />
      </fieldset>
    </>
  );
}
