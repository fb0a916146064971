import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { fullName } from "~/domain/values/user";
import { listAdmins } from "~/domain/messages/message-lists.server";
import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { clientLoader } from "~/http/guards";
import { clientPage } from "~/ui/shell/dashboard-page";
import { Icon, QuietLink } from "~/ui/shell/elements";
import { OfficeHours } from "~/ui/shell/office-hours";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Support", "support");

export const loader = clientLoader(async ({ context, viewer }) => ({ admins: await listAdmins(context.db, viewer) }));

export default function Support() {
  const { admins } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-2xl gap-6">
      <h1>Support</h1>
      <section className="card grid gap-3 p-5">
        <p className="text-lg font-bold">Coming soon</p>
        <p>Support tickets are coming. Until then, call our office, or write to us on WhatsApp or here:</p>
        <p className="flex flex-wrap gap-3">
          <a href={telephoneLink(brand.phone)} className="button">
            <Icon name="phone" /> {formatPhone(brand.phone)}
          </a>
          <a href={whatsAppLink(brand.whatsApp)} className="button button-quiet">
            <Icon name="whatsapp" /> WhatsApp
          </a>
          {admins.map((admin) => (
            <QuietLink key={admin.id} to={`/client-dashboard/messages/${admin.id}`}>
              Message {fullName(admin)}
            </QuietLink>
          ))}
        </p>
        <OfficeHours />
      </section>
    </div>
  );
}
