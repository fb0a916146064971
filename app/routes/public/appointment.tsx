import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/accounts/user";
import { SERVICE_TYPES } from "~/domain/bookings/booking";
import { appointmentForm, appointmentQuery } from "~/domain/bookings/booking-forms";
import { findBookablePlumber, requestBooking } from "~/domain/bookings/bookings.server";
import { findPlumber, listSameCity } from "~/domain/plumbers/directory.server";
import { SAME_CITY_PLUMBERS } from "~/domain/plumbers/plumber";
import { parseDate, parseTime } from "~/domain/time/harare";
import { countAttempts } from "~/domain/values/attempts.server";
import { formatMoney } from "~/domain/values/money";
import { flashCookie } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { requireMember } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { withReturn } from "~/http/return-to";
import { TextArea, TextField, SelectField } from "~/ui/forms/field";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { BookingProblem } from "~/ui/bookings/booking-problem";
import { PlumberGrid } from "~/ui/plumbers/plumber-card";
import { PlumberHead } from "~/ui/plumbers/plumber-head";
import { SlotPicker } from "~/ui/plumbers/slot-picker";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? `Book ${fullName(page.plumber)}, ${page.plumber.speciality} in ${page.plumber.city} – ${brand.name}` : brand.name },
];

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { db, now, session } = context;
  const id = params["plumberId"] ?? "";
  const [plumber, sameCity, member] = await Promise.all([
    findPlumber(db, id, now),
    listSameCity(db, id, SAME_CITY_PLUMBERS, now),
    session.confirm(),
  ]);
  if (!plumber) throw redirectTo("/plumbers");
  const { day, time } = appointmentQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { plumber, sameCity, now, day: day ?? null, time: time ?? null, address: member?.addressLine1 ?? "" };
}

export async function action(args: ActionFunctionArgs) {
  const { params, request, context } = args;
  const { db, limits, now, session } = context;
  const id = params["plumberId"] ?? "";
  const form = await request.formData();
  const parsed = parseForm(form, appointmentForm);
  if (!session.viewer) return toSignInWithChoice(id, form);
  if (!parsed.value) return parsed.invalid();

  const [member, tooMany, plumber] = await Promise.all([
    requireMember(args),
    countAttempts(db, limits, [["bookingPerClient", session.viewer.id]], now),
    findBookablePlumber(db, id),
  ]);
  if (tooMany) return parsed.refused(tooMany);
  if (!plumber) return parsed.refused({ ok: false, reason: "plumberNotFound" });
  const result = await requestBooking(context, member, plumber, parsed.value);
  if (result.ok) return redirectTo("/client-dashboard/bookings", { "Set-Cookie": flashCookie("booked") });
  const refused = parsed.refused(result);
  return result.reason === "slotTaken" ? data({ ...refused.data, nearest: result.nearest }, refused.init ?? undefined) : refused;
}

/** A visitor's day and time travel along to sign-in and back (product.md 20). */
function toSignInWithChoice(id: string, form: FormData) {
  const day = parseDate(String(form.get("appointmentDate") ?? ""));
  const time = String(form.get("appointmentTime") ?? "");
  const choice = new URLSearchParams({ ...(day && { day }), ...(parseTime(time) !== null && { time }) }).toString();
  const page = `/appointment/${encodeURIComponent(id)}`;
  return redirectTo(withReturn("/signin", choice ? `${page}?${choice}` : page, { reason: "book" }));
}

const FIELDS = ["appointmentDate", "appointmentTime", "serviceType", "location", "notes"] as const;

export default function Appointment() {
  const { plumber, sameCity, now, day, time, address } = useLoaderData<typeof loader>();
  const nearest = useActionData<{ nearest?: number[] }>()?.nearest ?? [];
  const { fields, message } = useFormReply("appointment", FIELDS, { location: address });
  const chosenDay = fields.appointmentDate.value ?? day;
  const chosenTime = fields.appointmentTime.value ? parseTime(fields.appointmentTime.value) : time;
  return (
    <div className="container grid gap-10 py-6 lg:py-10">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <PlumberHead plumber={plumber} now={now} />
        <form method="post" noValidate className="picker card grid gap-6 p-4 sm:p-6" id="book">
          <h2>Choose day and time</h2>
          <BookingProblem message={message} errors={[fields.appointmentDate.error, fields.appointmentTime.error]} nearest={nearest} plumberId={plumber.id} now={now} />
          <SlotPicker plumber={plumber} now={now} chosenDay={chosenDay ?? null} chosenTime={chosenTime} />
          <details open={Boolean(fields.notes.value || fields.serviceType.value || fields.notes.error || fields.location.error)}>
            <summary className="min-h-11 py-2 font-semibold text-brand-700">
              Tell the plumber more <span className="font-normal text-ink-3">(optional)</span>
            </summary>
            <div className="grid gap-5 pt-2">
              <SelectField meta={fields.serviceType} label="Service" choices={SERVICE_TYPES} placeholder="Choose a service" optional />
              <TextField meta={fields.location} label="Address" maxLength={300} autoComplete="street-address" optional hint="Only this plumber sees it, from the request on." />
              <TextArea meta={fields.notes} label="What is the matter?" maxLength={1000} optional />
            </div>
          </details>
          <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
            <p className="text-ink-2">
              Appointment fee <b className="text-xl text-ink tabular-nums">{formatMoney(plumber.feeCents)}</b>
            </p>
            <SubmitButton busy="Booking..." className="book w-full sm:w-auto">
              Book an appointment
            </SubmitButton>
          </div>
        </form>
      </div>
      {sameCity.length > 0 && (
        <section className="grid gap-5">
          <h2>Top Plumbers in {plumber.city}</h2>
          <PlumberGrid plumbers={sameCity} now={now} />
        </section>
      )}
    </div>
  );
}
