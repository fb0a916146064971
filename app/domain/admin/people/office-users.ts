import type { Instant } from "../../time/harare";
import type { Role } from "../../values/user";
import { type Approval, VETTING_ACTIONS, type VettingAction } from "../../vetting/approval";
import { newBookingPath } from "../callers/caller";

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

/** What the office may have to do about someone. */
export interface NeedsOfUser {
  id: string;
  role: Role;
  /** In one line; null: not known. */
  address: string | null;
  isErased: boolean;
  isSuspended: boolean;
  factorResetDueAt: number | null;
  /** Whether a plumber's papers wait for the office (D21), or the plumber for approval. */
  isQueued: boolean;
  isWaiting: boolean;
  /** Their earliest request that waits: for a plumber, or for the plumber's answer. */
  pending: { id: string; reference: string; hasPlumber: boolean } | null;
}

/** The one action that a person's file offers first (O21); null for an erased account and for admins. */
export function nextAction(user: NeedsOfUser): { words: string; to: string } | null {
  const page = `/admin-dashboard/people/${user.id}`;
  if (user.isErased) return null;
  if (user.factorResetDueAt !== null) return { words: "Keep two-step sign-in", to: `${page}/keep-second-factor` };
  if (user.isSuspended) return { words: "Restore", to: `${page}/restore` };
  if (user.role === "plumber" && (user.isQueued || user.isWaiting))
    return { words: "Check the papers", to: `/admin-dashboard/vetting/${user.id}` };
  if (user.pending)
    return user.pending.hasPlumber
      ? { words: `See to ${user.pending.reference}`, to: `/admin-dashboard/bookings/${user.pending.id}` }
      : { words: `Assign ${user.pending.reference}`, to: `/admin-dashboard/dispatch/${user.pending.id}` };
  if (user.role === "client") return { words: "New booking", to: newBookingPath(user) };
  return user.role === "plumber" ? { words: "Write a message", to: `/admin-dashboard/messages/${user.id}` } : null;
}

/** Of two accounts, what says which can be merged into which. */
export interface MergeSide {
  id: string;
  role: string;
  /** Null: nobody can sign in to it (B29). */
  email: string | null;
  isErased: boolean;
  isSuspended: boolean;
  mergedInto: string | null;
}

const isWhole = ({ role, isErased, isSuspended, mergedInto }: MergeSide) =>
  role === "client" && !isErased && !isSuspended && mergedInto === null;

/**
 * Which of two accounts goes, and which stays (O28): a client's without an email goes, into any other client's. Null: they
 * can't be merged. Of two without an email the first goes.
 */
export function mergeOrder<Side extends MergeSide>(one: Side, other: Side): { merged: Side; survivor: Side } | null {
  if (one.id === other.id || !isWhole(one) || !isWhole(other)) return null;
  if (one.email === null) return { merged: one, survivor: other };
  return other.email === null ? { merged: other, survivor: one } : null;
}

/** What an account has that a merge moves. */
export interface Movable {
  bookings: number;
  open: number;
  notes: number;
  conversations: number;
  /** Has a review, an online payment or a message: those don't move, so it can't be merged. */
  isBound: boolean;
}

/** An account that was merged into another one. */
export interface MergedAccount {
  id: string;
  name: string;
  phone: string | null;
}

/** A sign-up whose email is not verified yet, as the office sees it (O10). */
export interface RegistrationSummary {
  id: string;
  role: "client" | "plumber";
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  photoKey: string | null;
  createdAt: Instant;
  /** Null for clients. */
  city: string | null;
  /** Whether the email has an account already: its owner signed up again, or someone else tried to. */
  hasAccount: boolean;
}

/** What an admin can do with a registration. */
export const REGISTRATION_ACTIONS = ["verify", "resend"] as const;
export type RegistrationAction = (typeof REGISTRATION_ACTIONS)[number];

export const NOTE_LENGTH = 1000;

/** A note of the office about someone (O22). */
export interface OfficeNote {
  id: string;
  userId: string;
  words: string;
  authorId: string;
  authorName: string;
  at: Instant;
  editedAt: Instant | null;
}

/** A plumber's figures for the office (O15). */
export interface PlumberStats {
  /**
   * Acceptance rate: the whole percent of answered requests that were confirmed; an expired one counts against it. Null
   * without any.
   */
  acceptance: number | null;
  /** Median minutes from the request (or the assignment) to the plumber's answer; null without any. */
  minutesToAnswer: number | null;
  /**
   * Completion rate: the whole percent of closed jobs that were completed, excluding client cancellations; null without
   * any.
   */
  completionWithoutClients: number | null;
}
