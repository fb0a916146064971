import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { partSuburb, splitAddress, SUBURBS_WITH_CITIES } from "~/content/suburbs";
import { MISSING, requestForm } from "~/domain/bookings/request-schemas";
import { addressesToOffer } from "~/domain/bookings/address";
import { listPreviousRequests } from "~/domain/bookings/commands/draft-of-booking.server";
import { requestBooking } from "~/domain/bookings/commands/booking-requests.server";
import { dateAt } from "~/domain/time/harare";
import { CITIES } from "~/domain/values/cities";
import { PLACE_LENGTH } from "~/domain/values/text";
import { takeKnownAddress } from "~/http/request-draft.server";
import { parseForm, type Reply } from "~/http/forms";
import { clientAction, clientLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import { AddressFields, firstAddress, ProblemFields } from "~/ui/bookings/request-fields";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { SuggestedField, TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Link, SubmitButton } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Book a service",
  failed: "Unexpected Application Error!",
  home: "/client-dashboard",
});

const load = clientLoader(async ({ context, viewer }) => {
  const [user, previous] = await Promise.all([context.session.confirm(), listPreviousRequests(context.db, viewer.id)]);
  return {
    today: dateAt(context.now),
    address: user?.address ?? "",
    knownAddresses: addressesToOffer(previous, null),
  };
});

export function loader(args: LoaderFunctionArgs) {
  const { viewer } = args.context.session;
  if (viewer && viewer.role !== "client") throw redirectTo("/only-clients");
  return load(args);
}

export const action = clientAction("Booking failed", async ({ context, user, form, stop, refused, goTo }) => {
  const [client] = await Promise.all([user, takeKnownAddress(context, form)]);
  const place = partSuburb(String(form.get("suburb") ?? ""), String(form.get("city") ?? ""));
  for (const [name, value] of Object.entries(place)) form.set(name, value);
  const { value, invalid } = parseForm(form, requestForm);
  if (!value) return stop(withMissing(invalid()));
  const result = await requestBooking(context, client, null, value);
  if (!result.ok) return refused(result, result.reason === "startNotInFuture" ? "appointmentDate" : undefined);
  return goTo(bookingPage("client", result.id), "requestSent");
});

/** Says once that answers are missing, in the words of the specification. */
function withMissing({ data: reply, init }: Reply): Reply {
  const isMissing = Object.values(reply.errors).some((error) => error.endsWith(" is required."));
  return data({ ...reply, message: isMissing ? MISSING : null }, init ?? undefined);
}

export default function Book() {
  const { today, address, knownAddresses } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply(
    "request",
    ["serviceType", "notes", "appointmentDate", "appointmentTime", "knownAddress", "suburb", "city", "street"],
    { ...splitAddress(address), knownAddress: firstAddress(knownAddresses, null) },
  );
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <h1>Book a service</h1>
        <p className="text-ink-2">
          Tell us what you need and when, and our office will find you a plumber. Or{" "}
          <Link to="/plumbers">choose one yourself</Link>.
        </p>
      </div>
      <ProblemSummary message={message} fields={all} />
      <Form method="post" noValidate className="card grid gap-5 p-5">
        <ProblemFields fields={fields} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField meta={fields.appointmentDate} label="Date" type="date" min={today} />
          <TextField meta={fields.appointmentTime} label="Time" type="time" step={900} />
        </div>
        <AddressFields fields={fields} known={knownAddresses}>
          <SuggestedField
            meta={fields.suburb}
            label="Suburb"
            suggestions={SUBURBS_WITH_CITIES}
            maxLength={PLACE_LENGTH}
          />
          <SuggestedField
            meta={fields.city}
            label="City"
            hint={fields.city.error ? undefined : "Needed when we can't tell it from the suburb, such as Hillside."}
            suggestions={CITIES}
            maxLength={PLACE_LENGTH}
          />
        </AddressFields>
        <SubmitButton busy="Booking...">Book Service</SubmitButton>
      </Form>
    </div>
  );
}
