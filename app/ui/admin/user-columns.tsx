import type { UserSummary } from "~/domain/admin/people/office-users";
import { formatDay } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import type { Column } from "./data-table";
import { AccountBadges, ROLE_NAMES } from "./user-marks";

/** The columns of the office's table of people. */
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
