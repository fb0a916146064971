import type { LocalDate } from "~/domain/time/harare";
import type { SlotChoices } from "~/domain/time/slot-choices";
import { TextField } from "../forms/field";
import type { FieldMeta } from "../forms/use-form-reply";
import { SlotPicker } from "../plumbers/slot-picker";

interface Props {
  /** Null: there is no plumber yet. */
  slots: SlotChoices | null;
  today: LocalDate;
  /** The day it is on now, where the choice begins. */
  day: LocalDate;
  fields: Record<"appointmentDate" | "appointmentTime" | "otherDate" | "otherTime", FieldMeta>;
}

/** Another start for a booking: one of the plumber's free times this week, or any other day and time (B13). */
export function NewTime({ slots, today, day, fields }: Props) {
  const { appointmentDate, appointmentTime, otherDate, otherTime } = fields;
  const typed = (date: FieldMeta, time: FieldMeta) => (
    <div className="grid items-start gap-3 min-[460px]:grid-cols-2">
      <TextField meta={date} label="Date" type="date" min={today} />
      <TextField meta={time} label="Time" type="time" step={900} />
    </div>
  );
  if (!slots) return typed(appointmentDate, appointmentTime);
  return (
    <>
      <SlotPicker choices={slots} chosenDay={appointmentDate.value ?? day} chosenTime={appointmentTime.value ?? null} />
      <details open={Boolean(otherDate.value || otherTime.value)}>
        <summary className="min-h-11 py-2 font-semibold text-brand-700">Another day or time</summary>
        <div className="pt-2">{typed(otherDate, otherTime)}</div>
      </details>
    </>
  );
}
