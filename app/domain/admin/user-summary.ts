import type { Role } from "../values/user";
import type { Instant } from "../time/harare";
import { VETTING_ACTIONS, type Approval, type VettingAction } from "../vetting/vetting";

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

/** An account as it says what can be done with it. */
interface Account extends UserSummary {
  /** Null for everyone but plumbers. */
  approval: Approval | null;
  /** Whether the office has to check what they have sent (D21). */
  isQueued: boolean;
  isErased: boolean;
  /** The account that it was merged into (O28). */
  mergedInto: string | null;
  hasSecondFactor: boolean;
  factorResetDueAt: Instant | null;
}

const isByPhone = ({ email }: Account) => email === null;
const isUnapproved = ({ role, approval }: Account) => role === "plumber" && approval !== "approved";

/** The actions of an admin on an account, each with its condition. */
const CAN = {
  suspend: ({ isSuspended }, isOwn) => !isSuspended && !isOwn,
  restore: ({ isSuspended }) => isSuspended,
  approve: (user) => isUnapproved(user) && user.isVerified,
  "ask-papers": ({ role }) => role === "plumber",
  "finish-papers": ({ role, approval, isQueued }) => role === "plumber" && approval === "approved" && isQueued,
  refuse: (user) => isUnapproved(user) && (user.approval !== "refused" || user.isQueued),
  "offer-account": (user) => isByPhone(user) && !user.isSuspended,
  consent: (user) => isByPhone(user) && !user.isSuspended,
  "end-consent": isByPhone,
  "make-admin": ({ role, isVerified, isSuspended }) => role !== "admin" && isVerified && !isSuspended,
  "revoke-admin": ({ role }) => role === "admin",
  "turn-off-second-factor": (user, isOwn) => user.hasSecondFactor && user.factorResetDueAt === null && !isOwn,
  "keep-second-factor": ({ factorResetDueAt }) => factorResetDueAt !== null,
  erase: ({ role }) => role !== "admin",
} as const satisfies Record<string, (user: Account, isOwn: boolean) => boolean>;

export type AccountAction = keyof typeof CAN;
export const ACCOUNT_ACTIONS = Object.keys(CAN) as AccountAction[];

/** Those that decide about a plumber's papers (D21). */
export const isVettingAction = (action: AccountAction): action is VettingAction =>
  VETTING_ACTIONS.some((known) => known === action);

/** The account actions to offer for a user; the verbs check again. Empty for an erased account. */
export const availableAccountActions = (user: Account, adminId: string): AccountAction[] =>
  user.isErased || user.mergedInto !== null
    ? []
    : ACCOUNT_ACTIONS.filter((action) => CAN[action](user, user.id === adminId));
