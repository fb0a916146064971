import type { Plumber } from "~/domain/plumbers/plumber";
import { dateAt, parseTime, type Instant } from "~/domain/time/harare";
import { TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";
import { SlotPicker } from "../plumbers/slot-picker";

/** When a plumber takes jobs, and what is taken. */
export type PlumberTimes = Pick<Plumber, "availability" | "takenStarts">;

interface Props {
  /** Null: there is no plumber yet. */
  times: PlumberTimes | null;
  now: Instant;
  fields: Record<"appointmentDate" | "appointmentTime" | "otherDate" | "otherTime", FieldMeta>;
}

/** Another start for a booking: one of the plumber's free times this week, or any other day and time (B13). */
export function NewTime({ times, now, fields }: Props) {
  const { appointmentDate, appointmentTime, otherDate, otherTime } = fields;
  const typed = (date: FieldMeta, time: FieldMeta) => (
    <div className="grid items-start gap-3 min-[460px]:grid-cols-2">
      <TextField meta={date} label="Date" type="date" min={dateAt(now)} />
      <TextField meta={time} label="Time" type="time" step={900} />
    </div>
  );
  if (!times) return typed(appointmentDate, appointmentTime);
  return (
    <>
      <SlotPicker
        plumber={times}
        now={now}
        chosenDay={appointmentDate.value ?? null}
        chosenTime={appointmentTime.value ? parseTime(appointmentTime.value) : null}
      />
      <details open={Boolean(otherDate.value || otherTime.value)}>
        <summary className="min-h-11 py-2 font-semibold text-brand-700">Another day or time</summary>
        <div className="pt-2">{typed(otherDate, otherTime)}</div>
      </details>
    </>
  );
}
