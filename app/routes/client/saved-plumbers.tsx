import { useLoaderData } from "@remix-run/react";
import { listSavedPlumbers } from "~/domain/plumbers/plumber-profiles.server";
import { formatMoney } from "~/domain/values/money";
import { fullName } from "~/domain/values/user";
import { clientLoader } from "~/http/guards";
import { Avatar } from "~/ui/accounts/avatar";
import { ButtonLink, EmptyState, QuietLink } from "~/ui/shell/elements";
import { Availability, ShortRating } from "~/ui/plumbers/plumber-facts";
import { clientPage } from "~/ui/shell/dashboard-page";
import noBookings from "~/ui/illustrations/no-bookings.svg?url";
import { PlainForm } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Saved plumbers", "your plumbers", "saved");

export const loader = clientLoader(async ({ context: { db, now }, viewer }) => ({
  plumbers: await listSavedPlumbers(db, viewer.id, now),
  now,
}));

export default function SavedPlumbers() {
  const { plumbers, now } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-5">
      <h1>Saved plumbers</h1>
      {plumbers.length === 0 && (
        <EmptyState illustration={noBookings} text="No saved plumbers yet.">
          <ButtonLink to="/plumbers">Find a plumber</ButtonLink>
        </EmptyState>
      )}
      <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {plumbers.map((plumber) => (
          <li key={plumber.id} className="card grid content-start gap-4 p-4">
            <div className="flex items-start gap-4">
              <Avatar photoKey={plumber.photoKey} size={56} />
              <div className="grid min-w-0 gap-1 leading-snug">
                <h2 className="text-lg wrap-anywhere">{fullName(plumber)}</h2>
                <p className="text-ink-2">
                  {plumber.speciality}, {plumber.city}
                </p>
                <ShortRating plumber={plumber} />
                <p>
                  <b>{formatMoney(plumber.feeCents)}</b> visit fee
                </p>
                <Availability plumber={plumber} now={now} />
              </div>
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <QuietLink to={`/appointment/${plumber.id}`}>Book {plumber.firstName}</QuietLink>
              <PlainForm action={`/appointment/${plumber.id}/save`}>
                <button name="intent" value="remove" className="button-link">
                  Remove
                </button>
              </PlainForm>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
