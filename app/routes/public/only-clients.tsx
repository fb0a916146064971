import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { redirectTo } from "~/http/responses";
import { OnlyClients } from "~/ui/bookings/only-clients";
import { described } from "~/ui/shell/public-page";

export const meta = described({ title: "Book a service", description: "Only clients can book appointments." });

/** The client dashboard's booking form sends plumbers and admins here (B3). */
export async function loader({ context }: LoaderFunctionArgs) {
  const user = await context.session.confirm();
  if (!user || user.role === "client") throw redirectTo("/booking");
  return { role: user.role };
}

export default function OnlyClientsPage() {
  const { role } = useLoaderData<typeof loader>();
  return (
    <div className="page-text grid gap-5 py-8">
      <h1>Book a service</h1>
      <OnlyClients role={role} />
    </div>
  );
}
