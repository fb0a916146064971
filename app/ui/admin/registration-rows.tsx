import { fullName } from "~/domain/values/user";
import type { RegistrationSummary } from "~/domain/admin/registration";
import { formatInstant } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { Avatar } from "../accounts/avatar";
import { Link } from "../shell/link";
import { REGISTRATION_ACTION_LABELS } from "./registration-action-labels";

const ROLE_NAMES = { client: "Client", plumber: "Plumber" } as const;

/** Unverified sign-ups with their actions, one line each on wide screens. */
export function RegistrationRows({ registrations }: { registrations: RegistrationSummary[] }) {
  return (
    <ul className="card divide-y divide-line">
      {registrations.map((registration) => (
        <li
          key={registration.id}
          className="grid gap-x-4 gap-y-2 p-4 xl:grid-cols-[1.4fr_1.4fr_9rem_11rem_auto] xl:items-center"
        >
          <span className="flex items-center gap-3">
            <Avatar photoKey={registration.photoKey} size={40} />
            <span className="min-w-0 leading-snug">
              <b className="wrap-anywhere">{fullName(registration)}</b>
              <span className="flex flex-wrap items-center gap-1.5">
                <span className="text-ink-2">
                  {[ROLE_NAMES[registration.role], registration.city].filter(Boolean).join(", ")}
                </span>
                {registration.hasAccount && (
                  <span className="badge badge-refused">This email already has an account</span>
                )}
              </span>
            </span>
          </span>
          <span className="wrap-anywhere text-ink-2">{registration.email}</span>
          <span className="text-ink-2 tabular-nums">{registration.phone ? formatPhone(registration.phone) : ""}</span>
          <span className="text-sm text-ink-3 tabular-nums">signed up {formatInstant(registration.createdAt)}</span>
          <span className="flex flex-wrap gap-2">
            {!registration.hasAccount && (
              <Link to={`/admin-dashboard/registrations/${registration.id}/verify`} className="button button-quiet">
                {REGISTRATION_ACTION_LABELS.verify.button}
              </Link>
            )}
            <Link to={`/admin-dashboard/registrations/${registration.id}/resend`} className="button button-quiet">
              {REGISTRATION_ACTION_LABELS.resend.button}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
