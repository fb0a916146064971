import type { UserSummary } from "~/domain/admin/people/office-users";
import { formatDay } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import type { Column } from "./data-table";

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
  { id: "email", label: "Email", cell: ({ email }) => email },
  { id: "phone", label: "Phone", cell: ({ phone }) => phone && formatPhone(phone) },
  {
    id: "joined",
    label: "Joined",
    sort: "-joined",
    onPhones: "labelled",
    cell: ({ createdAt }) => formatDay(createdAt),
  },
];

const ROLE_NAMES = { client: "Client", plumber: "Plumber", admin: "Admin" } as const;

export const roleAndCity = ({ role, city }: Pick<UserSummary, "role" | "city">) =>
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
