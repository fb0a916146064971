import {
  REGISTRATION_ACTIONS,
  type RegistrationAction,
  type RegistrationSummary,
} from "~/domain/admin/people/office-users";
import type { Instant } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import { REGISTRATION_ACTION_LABELS } from "./account-action-labels";
import { sayInstant, type Column } from "./data-table";
import { RowLink } from "./office-page";
import { roleAndCity } from "./user-columns";

const pageOf = (id: string, action: RegistrationAction) => `/admin-dashboard/registrations/${id}/${action}`;

export const registrationColumns = (now: Instant): Column<RegistrationSummary>[] => [
  {
    id: "name",
    label: "Name",
    // The actions that people mostly ask for on the phone, where they are possible.
    link: ({ id, hasAccount }) => pageOf(id, hasAccount ? "resend" : "verify"),
    cell: fullName,
  },
  { id: "role", label: "Role", cell: roleAndCity },
  { id: "email", label: "Email", cell: ({ email }) => email },
  { id: "phone", label: "Phone", cell: ({ phone }) => phone && formatPhone(phone) },
  { id: "created", label: "Signed up", sort: "-created", cell: ({ createdAt }) => sayInstant(createdAt, now) },
  {
    id: "note",
    label: "Note",
    cell: ({ hasAccount }) =>
      hasAccount && (
        <span className="takes-rest" title="This email already has an account">
          This email already has an account
        </span>
      ),
  },
  {
    id: "actions",
    label: "Actions",
    cell: ({ id, hasAccount }) => (
      <div className="office-actions">
        {REGISTRATION_ACTIONS.filter((action) => action === "resend" || !hasAccount).map((action) => (
          <RowLink key={action} to={pageOf(id, action)}>
            {REGISTRATION_ACTION_LABELS[action].button}
          </RowLink>
        ))}
      </div>
    ),
  },
];
