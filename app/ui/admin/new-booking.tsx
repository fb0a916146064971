import { Form } from "@remix-run/react";
import { CONSENT_WORDS, selectedClient, type CallerChoices } from "~/domain/admin/callers/caller";
import { NOTES_LENGTH, SERVICE_TYPES } from "~/domain/bookings/booking";
import type { LocalDate } from "~/domain/time/harare";
import { CITIES } from "~/domain/values/cities";
import { fullName } from "~/domain/values/user";
import { FieldError, SelectField, TextArea, TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { SlotPicker } from "../plumbers/slot-picker";
import { CallerAddress, fillInAddress } from "./caller-address";
import { CallerChoice } from "./caller-choice";
import { CALLER_ADDRESS_FIELDS } from "./filled-address";

const FIELDS = [
  "q",
  "client",
  "firstName",
  "lastName",
  "phone",
  "email",
  "words",
  "city",
  "plumber",
  "otherDate",
  "appointmentDate",
  "appointmentTime",
  "serviceType",
  ...CALLER_ADDRESS_FIELDS,
  "notes",
] as const;

/**
 * The booking of a caller on one page (B29), for the keyboard: who, with whom and when, what and where. Its buttons "Find"
 * and "Show free times" send the whole form and show it again, so nothing that was typed is lost without a script.
 */
export function NewBooking({ choices, today }: { choices: CallerChoices; today: LocalDate }) {
  const { city, plumbers, plumber, slots, day, lastDay, dayError } = choices;
  const { fields, all, message } = useFormReply("new-booking", FIELDS, {
    city,
    words: CONSENT_WORDS,
    otherDate: day ?? "",
  });
  const { appointmentDate, appointmentTime, otherDate } = fields;
  const client = selectedClient(choices, fields.client.value);
  return (
    <div className="grid max-w-3xl gap-4">
      <div className="office-bar">
        <h1>New booking</h1>
      </div>
      <ProblemSummary message={message} fields={all} />
      <Form
        method="post"
        noValidate
        className="picker grid gap-4"
        preventScrollReset
        onChange={({ currentTarget: form, target }) => {
          if (!(target instanceof HTMLInputElement) || target.name !== "client") return;
          fillInAddress(form, choices.clients.find(({ id }) => id === target.value) ?? null);
        }}
      >
        <CallerChoice choices={choices} client={client} fields={fields} />
        <section className="card grid gap-5 p-5">
          <h2>Plumber and time</h2>
          <div className="grid items-end gap-3 sm:grid-cols-[1fr_1.6fr_auto]">
            <SelectField meta={fields.city} label="City" choices={CITIES} placeholder="Choose a city" />
            <div className="field">
              <label htmlFor={fields.plumber.id}>Plumber</label>
              <select
                id={fields.plumber.id}
                name="plumber"
                className="input"
                defaultValue={fields.plumber.value ?? plumber?.id ?? ""}
              >
                <option value="">Our office finds one later</option>
                {plumbers.map((one) => (
                  <option key={one.id} value={one.id}>
                    {fullName(one)}, {one.speciality}
                  </option>
                ))}
              </select>
            </div>
            <SubmitButton name="intent" value="show" busy="Looking..." className="button-quiet">
              Show free times
            </SubmitButton>
          </div>
          {slots ? (
            <>
              <SlotPicker
                key={slots.days[0]?.date}
                choices={slots}
                chosenDay={day ?? appointmentDate.value ?? null}
                chosenTime={appointmentTime.value ?? null}
              />
              <div className="field">
                <FieldError meta={appointmentTime} />
              </div>
              <input type="hidden" name="shownDay" value={day ?? ""} />
              <div className="grid items-end gap-3 min-[420px]:grid-cols-[auto_auto_1fr]">
                <TextField
                  meta={{ ...otherDate, error: otherDate.error ?? dayError ?? undefined }}
                  label="Another day"
                  type="date"
                  min={today}
                  max={lastDay}
                  optional
                />
                <SubmitButton name="intent" value="show" busy="Looking..." className="button-quiet">
                  Show that day
                </SubmitButton>
              </div>
            </>
          ) : (
            <div className="grid items-start gap-4 min-[420px]:grid-cols-2">
              <TextField meta={appointmentDate} label="Date" type="date" min={today} max={lastDay} />
              <TextField meta={appointmentTime} label="Time" type="time" step={900} />
            </div>
          )}
        </section>
        <section className="card grid gap-5 p-5">
          <h2>What and where</h2>
          <SelectField
            meta={fields.serviceType}
            label="Service"
            choices={SERVICE_TYPES}
            placeholder="Choose a service"
          />
          <CallerAddress client={client} city={city} fields={fields} />
          <TextArea meta={fields.notes} label="What's the problem?" maxLength={NOTES_LENGTH} rows={3} optional />
        </section>
        <SubmitButton busy="Booking...">Book</SubmitButton>
      </Form>
    </div>
  );
}
