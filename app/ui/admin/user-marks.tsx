import type { UserSummary } from "~/domain/admin/people/office-users";

export const ROLE_NAMES = { client: "Client", plumber: "Plumber", admin: "Admin" } as const;

/** Role, city and the account's badges. */
export function UserMarks({ user }: { user: UserSummary }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="text-ink-2">{[ROLE_NAMES[user.role], user.city].filter(Boolean).join(", ")}</span>
      <AccountBadges user={user} />
    </span>
  );
}

/** What is particular about an account. */
export function AccountBadges({ user }: { user: UserSummary }) {
  return (
    <>
      {user.isSuspended && <span className="badge badge-cancelled">Suspended</span>}
      {!user.isVerified && (
        <span className="badge badge-refused">{user.email === null ? "By phone" : "Not verified"}</span>
      )}
    </>
  );
}
