import { data } from "@remix-run/cloudflare";
import { useFetcher, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import {
  type FoundClient,
  notOfCity,
  readCaller,
  selectedClient,
  SHOWN_UNVERIFIED,
  SOMEONE_NEW,
} from "~/domain/admin/callers/caller";
import { type CallerChoices, bookForCaller, listChoices } from "~/domain/admin/callers/caller-booking.server";
import { callerBookingForm, choicesQuery, newCallerForm } from "~/domain/admin/callers/caller-forms";
import { NOTES_LENGTH, SERVICE_TYPES } from "~/domain/bookings/booking";
import { dateAt } from "~/domain/time/harare";
import { CITIES } from "~/domain/values/cities";
import { fullName } from "~/domain/values/user";
import { parseForm, showAgain, type Reply } from "~/http/forms";
import { adminAction, adminLoader } from "~/http/guards";
import { PageWithBar } from "~/ui/admin/office-page";
import { SubmitButton, useHasScript, useLastActionData } from "~/ui/shell/elements";
import { SelectField, TextArea, TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { SlotPicker } from "~/ui/plumbers/slot-picker";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { CALLER_ADDRESS_FIELDS, CallerAddress, fillInAddress, setAddress, CallerChoice } from "./caller-choice";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "New booking",
  failed: "Failed to open the form",
  home: "/admin-dashboard/bookings",
});

export const loader = adminLoader(async ({ context, url }) => {
  const { db, now } = context;
  const query = choicesQuery.parse(Object.fromEntries(url.searchParams));
  return { choices: await listChoices(db, { ...query, q: undefined }, now), today: dateAt(now) };
});

export const action = adminAction("Booking failed", async ({ context, user, form, pressed, goTo }) => {
  const { db, now } = context;
  const { verb } = pressed(["find", "show"]) ?? {};
  if (verb && form.get("q") !== form.get("searched")) searchAnew(form);
  const asked = choicesQuery.parse(Object.fromEntries(form));
  const [admin, found] = await Promise.all([user, listChoices(db, asked, now)]);
  const client = selectedClient(found, asked.client ?? undefined);
  if (verb || (client && !found.chosen && form.get("city") === found.city)) setAddress(form, client, found.city);
  const query = choicesQuery.parse(Object.fromEntries(form));
  const choices = query.city === found.city ? found : await listChoices(db, query, now);
  const isNew = query.client === SOMEONE_NEW;
  const caller = isNew ? parseForm(form, newCallerForm) : null;
  const booking = parseForm(form, callerBookingForm);
  const missing: Record<string, string> = {
    ...(!isNew && !choices.chosen && { client: clientMissing(client) }),
    // The page showed the times of another week.
    ...(query.otherDate &&
      query.otherDate !== form.get("shownDay") && {
        [choices.dayError ? "otherDate" : "appointmentTime"]: choices.dayError ?? "Please choose a time on that day.",
      }),
    ...(choices.plumberError && { plumber: choices.plumberError }),
  };
  const wrong = { ...missing, ...caller?.invalid().data.errors };
  if (verb) {
    const plumber =
      choices.plumberError ?? (verb === "show" && !choices.plumber ? plumberMissing(query.plumber) : null);
    // The words of a refused form stay until it is right.
    const errors = form.has("isRefused") ? booking.invalid(wrong).data.errors : {};
    const said = { ...errors, ...(plumber && { plumber }) };
    return data({ ...showAgain(form, {}).data, errors: said, choices, wasRefused: form.has("isRefused") });
  }
  const again = ({ data: reply, init }: Reply, more: Partial<CallerChoices> = {}) =>
    data({ ...reply, choices: { ...choices, ...more } }, init ?? undefined);
  const who = caller?.value
    ? { ...caller.value, isSure: form.getAll(SHOWN_UNVERIFIED).includes(caller.value.phone) }
    : choices.chosen;
  if (!booking.value || !who || Object.keys(missing).length > 0) return again(booking.invalid(wrong));
  if (query.plumber && !choices.plumber) return again(booking.refused({ ok: false, reason: "plumberNotFound" }));

  const plumber = choices.plumber && { ...choices.plumber, fee: choices.plumber.feeCents };
  const result = await bookForCaller(context, admin, { caller: who, plumber, ...booking.value });
  if (result.ok) return goTo(bookingPage("admin", result.id), plumber ? "bookingMade" : "bookingMadeUnassigned");
  if (result.reason === "phoneTaken" || result.reason === "emailTaken")
    return again(booking.refused(result), { clients: [result.client], chosen: result.client });
  if (result.reason === "clientSuspended")
    return again(booking.refused(result), result.client ? { clients: [result.client], isSearched: true } : {});
  if (result.reason === "phoneNotVerified") return again(booking.refused(result), { clients: [result.client] });
  return again(booking.refused(result, REASON_FIELDS[result.reason]));
});

const clientMissing = (client: FoundClient | null) =>
  client
    ? `We found ${fullName(client)}. Is this the client? If so, press Book again.`
    : "Please find the client, or choose Someone new.";

const plumberMissing = (asked: string | null) =>
  asked
    ? "This plumber can't be booked now. Please choose another."
    : "Please choose a plumber to see their free times.";

/** A new search clears the selection and prefilled values but keeps typed input. */
function searchAnew(form: FormData) {
  form.delete("client");
  for (const [name, value] of Object.entries(readCaller(String(form.get("searched") ?? ""))))
    if (form.get(name) === value) form.delete(name);
}

const REASON_FIELDS: Partial<Record<string, string>> = {
  startNotInFuture: "appointmentDate",
  slotTaken: "appointmentTime",
  userNotFound: "client",
};

/** In the order of the page, in which its errors are said. */
const FIELDS = [
  ...(["q", "client", "firstName", "lastName", "phone", "email", "agreed", "words"] as const),
  "serviceType",
  ...CALLER_ADDRESS_FIELDS,
  ...(["notes", "city", "plumber", "appointmentDate", "appointmentTime", "otherDate"] as const),
] as const;

/**
 * The choices of the city that the form names: with script its plumbers follow it, and a plumber of another one is
 * named. They stay until the form is answered, as news from another desk loads the page's own choices again.
 */
function useCity(choices: CallerChoices, reply: object | undefined) {
  const { load, data: found } = useFetcher<typeof loader>();
  const [moved, setMoved] = useState<{ from?: object; city: string; dropped: string | null } | null>(null);
  const isMoved = moved !== null && moved.from === reply && moved.city !== choices.city;
  const elsewhere = found?.choices.city === moved?.city ? found?.choices.plumbers : null;
  const shown = isMoved
    ? { city: moved.city, plumbers: elsewhere ?? [], slots: null, dropped: moved.dropped }
    : { city: choices.city, plumbers: choices.plumbers, slots: choices.slots, dropped: null };
  function follow(form: HTMLFormElement) {
    const { city = "", plumber } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    if (city === shown.city) return;
    const chosen = shown.plumbers.find(({ id }) => id === plumber);
    setMoved({ from: reply, city, dropped: chosen ? notOfCity(fullName(chosen), city) : shown.dropped });
    if (city) load(`/admin-dashboard/bookings/new?${new URLSearchParams({ city })}`);
  }
  return { ...shown, follow };
}

/** The booking of a caller on one page (B29). "Find" and "Show free times" send the whole form, so typed input is kept. */
export default function NewBooking() {
  const { choices: first, today } = useLoaderData<typeof loader>();
  const reply = useLastActionData<{ choices?: CallerChoices; wasRefused?: boolean }>();
  const choices = reply?.choices ?? first;
  const { plumber, day, lastDay, dayError } = choices;
  const { city, plumbers, slots, dropped, follow } = useCity(choices, reply);
  const { fields, all, message } = useFormReply("new-booking", FIELDS, {
    city,
    otherDate: day ?? "",
  });
  const { appointmentDate, appointmentTime, otherDate } = fields;
  const hasScript = useHasScript();
  const [asked, setAsked] = useState(fields.plumber.value ?? plumber?.id);
  const client = selectedClient(choices, fields.client.value);
  const isRefused = reply?.wasRefused ?? all.some(({ error }) => error);
  return (
    <PageWithBar title="New booking" className="new-booking gap-2">
      {/* A lookup keeps its place on the page: what it lacks is said at its field. */}
      {reply?.wasRefused === undefined && <ProblemSummary message={message} fields={all} />}
      <Form
        method="post"
        noValidate
        className="picker grid items-start gap-4 lg:grid-cols-2"
        preventScrollReset
        onChange={({ currentTarget: form, target }) => {
          const { name, value } = target as HTMLInputElement;
          if (name === "plumber") setAsked(value);
          if (name !== "client" && name !== "city") return;
          const chosen = new FormData(form).get("client");
          fillInAddress(form, choices.clients.find(({ id }) => id === chosen) ?? null);
          follow(form);
        }}
      >
        {isRefused && <input type="hidden" name="isRefused" value="on" />}
        <div className="grid content-start gap-4">
          <CallerChoice choices={choices} client={client} fields={fields} />
          <section className="card grid gap-3 p-4">
            <h2>What and where</h2>
            <SelectField
              meta={fields.serviceType}
              label="Service"
              choices={SERVICE_TYPES}
              placeholder="Choose a service"
            />
            <CallerAddress client={client} city={city} fields={fields} />
            <TextArea meta={fields.notes} label="What's the problem?" maxLength={NOTES_LENGTH} rows={2} optional />
          </section>
        </div>
        <div className="grid content-start gap-4">
          <section className="card grid gap-3 p-4">
            <h2>Plumber and time</h2>
            <div className="grid items-start gap-3">
              <SelectField meta={fields.city} label="City" choices={CITIES} placeholder="Choose a city" />
              <SelectField
                key={plumbers[0]?.id}
                meta={{
                  ...fields.plumber,
                  value: fields.plumber.value ?? plumber?.id,
                  error: dropped ?? fields.plumber.error,
                }}
                label="Plumber"
                choices={plumbers.map((one) => [one.id, `${fullName(one)}, ${one.speciality}`] as const)}
                placeholder="Our office finds one later"
              />
              {(!hasScript || plumbers.some(({ id }) => id === asked)) && (
                <SubmitButton value="show" busy="Looking..." className="button-quiet" label="Show free times" />
              )}
              <noscript>Choose a plumber first. In another city, press it to see its plumbers.</noscript>
            </div>
            {slots ? (
              <>
                <SlotPicker
                  key={slots.days[0]?.date}
                  choices={slots}
                  date={appointmentDate}
                  time={appointmentTime}
                  chosenDay={day ?? appointmentDate.value ?? null}
                  chosenTime={appointmentTime.value ?? null}
                />
                <input type="hidden" name="shownDay" value={day ?? ""} />
                <div className="flex flex-wrap items-end gap-3">
                  <TextField
                    meta={{ ...otherDate, error: otherDate.error ?? dayError ?? undefined }}
                    label="Another day"
                    type="date"
                    min={today}
                    max={lastDay}
                    optional
                  />
                  <SubmitButton value="show" busy="Looking..." className="button-quiet" label="Show that day" />
                </div>
              </>
            ) : (
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <TextField meta={appointmentDate} label="Day" type="date" min={today} max={lastDay} />
                <TextField meta={appointmentTime} label="Time" type="time" step={900} />
              </div>
            )}
          </section>
          <SubmitButton busy="Booking..." label="Book" />
        </div>
      </Form>
    </PageWithBar>
  );
}
