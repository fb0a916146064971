import type { Role } from "../values/user";
import type { Instant } from "../time/harare";
import type { Approval } from "../vetting/approval";

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

/** What an admin can do with an account. */
export const ACCOUNT_ACTIONS = [
  "suspend",
  "restore",
  "approve",
  "ask-papers",
  "finish-papers",
  "refuse",
  "offer-account",
  "consent",
  "end-consent",
  "make-admin",
  "revoke-admin",
  "turn-off-second-factor",
  "keep-second-factor",
  "erase",
] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];

/** Those that decide about a plumber's papers (D21). */
export const VETTING_ACTIONS = ["approve", "ask-papers", "finish-papers", "refuse"] as const satisfies AccountAction[];
export const isVettingAction = (action: AccountAction): boolean => VETTING_ACTIONS.some((known) => known === action);

/** The account actions to offer for a user; the verbs check again. Empty for an erased account. */
export function availableAccountActions(
  user: UserSummary & {
    /** Null for everyone but plumbers. */
    approval: Approval | null;
    /** Whether the office has to check what they have sent (D21). */
    isQueued: boolean;
    isErased: boolean;
    /** The account that it was merged into (O28). */
    mergedInto: string | null;
    hasSecondFactor: boolean;
    factorResetDueAt: Instant | null;
  },
  adminId: string,
): AccountAction[] {
  if (user.isErased || user.mergedInto !== null) return [];
  const { role, isVerified, isSuspended } = user;
  const isOwn = user.id === adminId;
  const isByPhone = user.email === null;
  const isPlumber = role === "plumber";
  const isApproved = user.approval === "approved";
  const can: Record<AccountAction, boolean> = {
    suspend: !isSuspended && !isOwn,
    restore: isSuspended,
    approve: isPlumber && !isApproved && isVerified,
    "ask-papers": isPlumber,
    "finish-papers": isPlumber && isApproved && user.isQueued,
    refuse: isPlumber && !isApproved && (user.approval !== "refused" || user.isQueued),
    "offer-account": isByPhone && !isSuspended,
    consent: isByPhone && !isSuspended,
    "end-consent": isByPhone,
    "make-admin": role !== "admin" && isVerified && !isSuspended,
    "revoke-admin": role === "admin",
    "turn-off-second-factor": user.hasSecondFactor && user.factorResetDueAt === null && !isOwn,
    "keep-second-factor": user.factorResetDueAt !== null,
    erase: role !== "admin",
  };
  return ACCOUNT_ACTIONS.filter((action) => can[action]);
}
