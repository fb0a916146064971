import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { serviceAndTime } from "~/domain/bookings/booking-words";
import { pageFor } from "~/domain/bookings/next-step/step-links";
import { listOwnBookings } from "~/domain/bookings/queries/booking-lists.server";
import { listAdmins } from "~/domain/messages/message-lists.server";
import { timeAt, unbroken } from "~/domain/time/harare";
import { nextOfficeOpening, officeClosing, sayOpening } from "~/domain/time/office-hours";
import { showPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { clientLoader } from "~/http/guards";
import { SettingLink } from "~/ui/accounts/settings-rows";
import { clientPage } from "~/ui/shell/dashboard-page";
import { Icon, QuietLink } from "~/ui/shell/elements";
import { OfficeHours } from "~/ui/shell/office-hours";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Support", "support");

export const loader = clientLoader(async ({ context: { db, now }, viewer }) => {
  const owner = { id: viewer.id, role: "client" } as const;
  const [[admin], { bookings }] = await Promise.all([
    listAdmins(db, viewer, 1),
    listOwnBookings(db, owner, "all", null, now),
  ]);
  const opens = nextOfficeOpening(now);
  return {
    admin: admin?.id ?? null,
    isOpen: opens === null,
    hours: opens === null ? `We're here until ${timeAt(officeClosing(now))}.` : `We open ${sayOpening(opens, now)}.`,
    bookings: bookings.slice(0, 2).map((booking) => ({
      to: pageFor("client", booking),
      title: serviceAndTime(booking, now),
      hint: `${booking.name}, ${booking.reference}`,
    })),
  };
});

export default function Support() {
  const { admin, isOpen, hours, bookings } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-2xl gap-4">
      <h1>Support</h1>
      <section className="card grid gap-3 p-4">
        <p className="text-lg font-semibold">{unbroken(hours)}</p>
        {isOpen && (
          <a href={telephoneLink(brand.phone)} className="button">
            <Icon name="phone" /> Call {showPhone(brand.phone)}
          </a>
        )}
        <a href={whatsAppLink(brand.whatsApp)} className={`button ${isOpen ? "button-quiet" : ""}`}>
          <Icon name="whatsapp" /> WhatsApp
        </a>
        {admin && (
          <QuietLink to={`/client-dashboard/messages/${admin}`} icon="message-circle" label="Message our office" />
        )}
        <OfficeHours />
      </section>
      {bookings.length > 0 && (
        <section className="card divide-y divide-line" aria-labelledby="which">
          <h2 id="which" className="px-4 py-3 text-lg">
            About which booking?
          </h2>
          {bookings.map((booking) => (
            <SettingLink key={booking.to} icon="calendar-check" {...booking} />
          ))}
          <SettingLink
            icon="calendar-check"
            to="/client-dashboard/bookings"
            title="Another booking"
            hint="All of yours"
          />
        </section>
      )}
      <p className="text-sm text-ink-2">
        <b>Coming soon</b>: support tickets.
      </p>
    </div>
  );
}
