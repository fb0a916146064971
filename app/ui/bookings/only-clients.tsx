import type { Role } from "~/domain/values/user";
import { ButtonLink, Notice } from "../shell/elements";
import { PlainForm } from "~/ui/forms/owned-form";

const INSTEAD = {
  plumber: {
    text: "You're signed in as a plumber. To book for yourself, sign out and use a client account with another email address.",
    to: "/plumber-dashboard/jobs",
    label: "Your jobs",
  },
  admin: {
    text: "You're signed in as an admin. Assign clients' requests in Dispatch.",
    to: "/admin-dashboard/dispatch",
    label: "Open Dispatch",
  },
};

/** Replaces the booking form for plumbers and admins (B3), with what they can do instead. */
export function OnlyClients({ role }: { role: Exclude<Role, "client"> }) {
  const { text, to, label } = INSTEAD[role];
  return (
    <section className="card grid gap-4 p-4 sm:p-6">
      <Notice kind="info" alert>
        Only clients can book appointments.
      </Notice>
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={to}>{label}</ButtonLink>
        <PlainForm action="/signout">
          <button className="button button-quiet">Sign out</button>
        </PlainForm>
      </div>
    </section>
  );
}
