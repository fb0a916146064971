import type { Role } from "../values/user";
import type { Instant } from "../time/harare";

/** Somebody in the desk's lists. */
export interface UserSummary {
  id: string;
  role: Role;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  photoKey: string | null;
  createdAt: Instant;
  isVerified: boolean;
  isSuspended: boolean;
  /** A plumber's; null for others. */
  city: string | null;
}

/** The parts of the list of people. */
export const USER_FILTERS = ["all", "client", "plumber", "admin", "suspended", "review"] as const;
export type UserFilter = (typeof USER_FILTERS)[number];
export const parseUserFilter = (text: string | null): UserFilter =>
  USER_FILTERS.find((known) => known === text) ?? "all";

/** What an admin can do with an account. */
export const ACCOUNT_ACTIONS = ["suspend", "restore", "approve", "make-admin", "revoke-admin", "erase"] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** Which of it makes sense now, for the buttons of a page; every verb guards itself. */
export function availableAccountActions(
  user: UserSummary & { awaitsApproval: boolean; isErased: boolean },
  adminId: string,
): AccountAction[] {
  if (user.isErased) return [];
  const { role, isVerified, isSuspended } = user;
  const own = user.id === adminId;
  const can: Record<AccountAction, boolean> = {
    suspend: !isSuspended && !own,
    restore: isSuspended,
    approve: user.awaitsApproval && isVerified,
    "make-admin": role !== "admin" && isVerified && !isSuspended,
    "revoke-admin": role === "admin",
    erase: role !== "admin",
  };
  return ACCOUNT_ACTIONS.filter((action) => can[action]);
}
