import { useActionData } from "@remix-run/react";
import { SERVICE_TYPES } from "~/domain/bookings/booking";
import type { Plumber } from "~/domain/plumbers/plumber";
import { parseTime, type Instant, type LocalDate, type MinuteOfDay } from "~/domain/time/harare";
import { SelectField, TextArea, TextField } from "../forms/field";
import { useFormReply } from "../forms/use-form-reply";
import { BookingBar } from "../plumbers/booking-bar";
import { SlotPicker } from "../plumbers/slot-picker";
import { TimesMissing } from "../plumbers/times-missing";
import { BookingProblem } from "./booking-problem";

interface Props {
  plumber: Plumber;
  /** False when the free times can't be loaded. */
  hasTimes: boolean;
  now: Instant;
  day: LocalDate | null;
  time: MinuteOfDay | null;
  address: string;
}

const FIELDS = ["appointmentDate", "appointmentTime", "serviceType", "location", "notes"] as const;

/** The form of the appointment page (B4). */
export function AppointmentForm({ plumber, hasTimes, now, day, time, address }: Props) {
  const nearest = useActionData<{ nearest?: number[] }>()?.nearest ?? [];
  const { fields, message } = useFormReply("appointment", FIELDS, { location: address });
  const chosenDay = fields.appointmentDate.value ?? day;
  const chosenTime = fields.appointmentTime.value ? parseTime(fields.appointmentTime.value) : time;
  return (
    <form
      method="post"
      action="#book"
      noValidate
      aria-labelledby="book-title"
      className={`picker card grid gap-6 p-4 sm:p-6 ${hasTimes ? "pb-0 sm:pb-0" : ""}`}
      id="book"
    >
      <h2 id="book-title">Choose day and time</h2>
      <BookingProblem
        message={message}
        errors={[fields.appointmentDate.error, fields.appointmentTime.error]}
        nearest={nearest}
        now={now}
      />
      {hasTimes ? (
        <SlotPicker plumber={plumber} now={now} chosenDay={chosenDay ?? null} chosenTime={chosenTime} />
      ) : (
        <TimesMissing chosenDay={chosenDay ?? null} chosenTime={chosenTime} />
      )}
      <details
        open={Boolean(fields.notes.value || fields.serviceType.value || fields.notes.error || fields.location.error)}
      >
        <summary className="min-h-11 py-2 font-semibold text-brand-700">
          Tell the plumber more <span className="font-normal text-ink-3">(optional)</span>
        </summary>
        <div className="grid gap-5 pt-2">
          <SelectField
            meta={fields.serviceType}
            label="Service"
            choices={SERVICE_TYPES}
            placeholder="Choose a service"
            optional
          />
          <TextField
            meta={fields.location}
            label="Address"
            maxLength={300}
            autoComplete="street-address"
            optional
            hint="Shared only with this plumber."
          />
          <TextArea meta={fields.notes} label="What's the problem?" maxLength={1000} optional />
        </div>
      </details>
      {hasTimes && <BookingBar plumber={plumber} now={now} />}
    </form>
  );
}
