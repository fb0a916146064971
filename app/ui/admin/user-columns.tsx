import {
  type RegistrationSummary,
  type UserSummary,
  REGISTRATION_ACTIONS,
  type RegistrationAction,
} from "~/domain/admin/people/office-users";
import { formatDay, type Instant } from "~/domain/time/harare";
import { showPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import { actionsColumn, sayInstant, type Column } from "./data-table";
import { REGISTRATION_ACTION_LABELS } from "./account-action-labels";
import { RowLink } from "./office-page";

export const userColumns: Column<UserSummary>[] = [
  { id: "name", label: "Name", sort: "name", link: ({ id }) => `/admin-dashboard/people/${id}`, cell: fullName },
  {
    id: "role",
    label: "Role",
    onPhones: "end",
    cell: (user) => (
      <>
        {ROLE_NAMES[user.role]} <AccountBadges user={user} />
      </>
    ),
  },
  { id: "city", label: "City", cell: ({ city }) => city },
  { id: "email", label: "Email", onPhones: "hidden", cell: ({ email }) => email },
  { id: "phone", label: "Phone", cell: ({ phone }) => phone && showPhone(phone) },
  {
    id: "joined",
    label: "Joined",
    sort: "-joined",
    onPhones: "hidden",
    cell: ({ createdAt }) => formatDay(createdAt),
  },
];

export const ROLE_NAMES = { client: "Client", plumber: "Plumber", admin: "Admin" } as const;

const roleAndCity = ({ role, city }: Pick<UserSummary, "role" | "city">) =>
  [ROLE_NAMES[role], city].filter(Boolean).join(", ");

export const UserMarks = ({ user }: { user: UserSummary }) => (
  <span className="flex flex-wrap items-center gap-2">
    <span className="text-ink-2">{roleAndCity(user)}</span>
    <AccountBadges user={user} />
  </span>
);

const AccountBadges = ({ user }: { user: UserSummary }) => (
  <>
    {user.isSuspended && <span className="badge badge-cancelled">Suspended</span>}
    {!user.isVerified && (
      <span className="badge badge-refused">{user.email === null ? "By phone" : "Not verified"}</span>
    )}
  </>
);

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
  { id: "phone", label: "Phone", cell: ({ phone }) => phone && showPhone(phone) },
  { id: "created", label: "Signed up", sort: "-created", cell: ({ createdAt }) => sayInstant(createdAt, now) },
  {
    id: "note",
    label: "Note",
    cell: ({ hasAccount }) => hasAccount && <span className="takes-rest">This email already has an account</span>,
  },
  actionsColumn(({ id, hasAccount }) =>
    REGISTRATION_ACTIONS.filter((action) => action === "resend" || !hasAccount).map((action) => (
      <RowLink key={action} to={pageOf(id, action)} label={REGISTRATION_ACTION_LABELS[action].button} />
    )),
  ),
];
