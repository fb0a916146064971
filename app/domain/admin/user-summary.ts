import type { Role } from "../values/user";
import type { Instant } from "../time/harare";

/** A user in the office's lists. */
export interface UserSummary {
  id: string;
  role: Role;
  firstName: string;
  lastName: string;
  /** Null: a client whom the office books for on the phone (B29). */
  email: string | null;
  phone: string | null;
  photoKey: string | null;
  createdAt: Instant;
  isVerified: boolean;
  isSuspended: boolean;
  /** Null for everyone but plumbers. */
  city: string | null;
}

/** The filters of the office's list of users. */
export const USER_FILTERS = ["all", "client", "plumber", "admin", "suspended", "review"] as const;
export type UserFilter = (typeof USER_FILTERS)[number];
/** Reads a filter from the query string; anything unknown is "all". */
export const parseUserFilter = (text: string | null): UserFilter =>
  USER_FILTERS.find((known) => known === text) ?? "all";

/** What an admin can do with an account. */
export const ACCOUNT_ACTIONS = [
  "suspend",
  "restore",
  "approve",
  "offer-account",
  "consent",
  "make-admin",
  "revoke-admin",
  "erase",
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** The account actions to offer for a user; the verbs check again. Empty for an erased account. */
export function availableAccountActions(
  user: UserSummary & { awaitsApproval: boolean; isErased: boolean },
  adminId: string,
): AccountAction[] {
  if (user.isErased) return [];
  const { role, isVerified, isSuspended } = user;
  const isOwn = user.id === adminId;
  const isByPhone = user.email === null;
  const can: Record<AccountAction, boolean> = {
    suspend: !isSuspended && !isOwn,
    restore: isSuspended,
    approve: user.awaitsApproval && isVerified,
    "offer-account": isByPhone && !isSuspended,
    consent: isByPhone && !isSuspended,
    "make-admin": role !== "admin" && isVerified && !isSuspended,
    "revoke-admin": role === "admin",
    erase: role !== "admin",
  };
  return ACCOUNT_ACTIONS.filter((action) => can[action]);
}
