import { fullName } from "~/domain/values/user";
import type { UserSummary } from "~/domain/admin/user-summary";
import { formatDay } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { Avatar } from "../accounts/avatar";
import { Link } from "../shell/link";

const ROLE_NAMES = { client: "Client", plumber: "Plumber", admin: "Admin" } as const;

/** A list of users for the office, one line each on wide screens. */
export function UserRows({ users }: { users: UserSummary[] }) {
  return (
    <ul className="card divide-y divide-line">
      {users.map((user) => (
        <li key={user.id} className="grid gap-x-4 gap-y-1 p-4 xl:grid-cols-[1.4fr_1.4fr_9rem_12rem] xl:items-center">
          <span className="flex items-center gap-3">
            <Avatar photoKey={user.photoKey} size={40} />
            <span className="min-w-0 leading-snug">
              <Link
                to={`/admin-dashboard/people/${user.id}`}
                className="inline-flex min-h-11 items-center font-semibold wrap-anywhere"
              >
                {fullName(user)}
              </Link>
              <UserMarks user={user} />
            </span>
          </span>
          <span className="wrap-anywhere text-ink-2">{user.email}</span>
          <span className="text-ink-2 tabular-nums">{user.phone ? formatPhone(user.phone) : ""}</span>
          <span className="text-sm text-ink-3 tabular-nums">since {formatDay(user.createdAt)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Role, city and the account's badges. */
export function UserMarks({ user }: { user: UserSummary }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="text-ink-2">{[ROLE_NAMES[user.role], user.city].filter(Boolean).join(", ")}</span>
      {user.isSuspended && <span className="badge badge-cancelled">Suspended</span>}
      {!user.isVerified && (
        <span className="badge badge-refused">{user.email === null ? "By phone" : "Not verified"}</span>
      )}
    </span>
  );
}
