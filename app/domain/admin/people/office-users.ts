import type { plumberProfiles, users } from "~/db/schema";
import type { Instant } from "../../time/harare";
import type { BookingStatus } from "../../bookings/booking";
import { VETTING_ACTIONS, type VettingAction } from "../../vetting/vetting";
import { newBookingPath } from "../callers/caller";
import { fullName, type Named, type Role } from "../../values/user";

/** Somebody who has signed up and not verified their email yet (O10). */
export interface RegistrationSummary extends Named {
  id: string;
  role: "client" | "plumber";
  email: string;
  phone: string | null;
  photoKey: string | null;
  city: string | null;
  createdAt: Instant;
  /** The email has an account: its owner signed up again, or someone else tried to. */
  hasAccount: boolean;
}

/** A user as the office's lists show them. */
export interface UserSummary extends Named {
  id: string;
  role: Role;
  /** Null: a client whom the office books for on the phone (B29). */
  email: string | null;
  phone: string | null;
  photoKey: string | null;
  /** A plumber's. */
  city: string | null;
  createdAt: Instant;
  isVerified: boolean;
  isSuspended: boolean;
}

/** A plumber's profile and figures, as the office sees them; the fee in cents. */
interface Trade extends Record<"speciality" | "experience" | "about", string> {
  feeCents: number;
  listed: boolean;
  paused: boolean;
  ratingSum: number;
  ratingCount: number;
  jobsTotal: number;
  jobsCompleted: number;
}

/** A user with all the office may see. */
export interface UserDetails extends UserSummary {
  addressLine1: string | null;
  addressLine2: string | null;
  /** In one line: of their account, else of their latest booking. */
  address: string | null;
  suspendedReason: string | null;
  mergedInto: string | null;
  phoneCorrectedAt: Instant | null;
  isErased: boolean;
  hasSecondFactor: boolean;
  /** They have agreed on the phone to text messages, which have not ended since (B29). */
  hasConsent: boolean;
  factorResetDueAt: Instant | null;
  /** Null: no plumber. */
  approval: (typeof plumberProfiles.$inferSelect)["approval"] | null;
  /** Their papers wait for the office. */
  isQueued: boolean;
  trade: Trade | null;
}

/** The earliest request of someone's that waits for an answer. */
interface Pending {
  id: string;
  reference: string;
  plumberId: string | null;
}

const isByPhone = ({ email }: UserDetails) => email === null;
const isUnapproved = ({ role, approval }: UserDetails) => role === "plumber" && approval !== "approved";

const CAN = {
  suspend: ({ isSuspended }, isOwn) => !isSuspended && !isOwn,
  restore: ({ isSuspended }) => isSuspended,
  approve: (user) => isUnapproved(user) && user.isVerified,
  "ask-papers": ({ role }) => role === "plumber",
  "finish-papers": ({ role, approval, isQueued }) => role === "plumber" && approval === "approved" && isQueued,
  refuse: (user) => isUnapproved(user) && (user.approval !== "refused" || user.isQueued),
  "offer-account": (user) => isByPhone(user) && !user.isSuspended,
  consent: (user) => isByPhone(user) && !user.isSuspended && !user.hasConsent,
  "end-consent": (user) => isByPhone(user) && user.hasConsent,
  "make-admin": ({ role, isVerified, isSuspended }) => role !== "admin" && isVerified && !isSuspended,
  "revoke-admin": ({ role }) => role === "admin",
  "turn-off-second-factor": (user, isOwn) => user.hasSecondFactor && user.factorResetDueAt === null && !isOwn,
  "keep-second-factor": ({ factorResetDueAt }) => factorResetDueAt !== null,
  erase: ({ role }) => role !== "admin",
} as const satisfies Record<string, (user: UserDetails, isOwn: boolean) => boolean>;

export type AccountAction = keyof typeof CAN;
export const ACCOUNT_ACTIONS = Object.keys(CAN) as AccountAction[];

export const isVettingAction = (action: AccountAction): action is VettingAction =>
  VETTING_ACTIONS.some((known) => known === action);

/** The account actions to offer for a user; the verbs check again. Empty for an erased account. */
export const availableAccountActions = (user: UserDetails, adminId: string): AccountAction[] =>
  user.isErased || user.mergedInto !== null
    ? []
    : ACCOUNT_ACTIONS.filter((action) => CAN[action](user, user.id === adminId));

export interface NextAction {
  words: string;
  to: string;
}

/** The one action that a person's file offers first (O21); null for an erased account and for admins. */
export function nextAction(user: UserDetails, pending: Pending | null): NextAction | null {
  const page = `/admin-dashboard/people/${user.id}`;
  if (user.isErased) return null;
  if (user.factorResetDueAt !== null) return { words: "Keep two-step sign-in", to: `${page}/keep-second-factor` };
  if (user.isSuspended) return { words: "Restore", to: `${page}/restore` };
  if (user.role === "plumber" && (user.isQueued || user.approval === "waiting"))
    return { words: "Check the papers", to: `/admin-dashboard/vetting/${user.id}` };
  if (pending)
    return pending.plumberId
      ? { words: `See unanswered ${pending.reference}`, to: `/admin-dashboard/bookings/${pending.id}` }
      : { words: `Assign ${pending.reference}`, to: `/admin-dashboard/dispatch/${pending.id}` };
  if (user.role === "client") return { words: "New booking", to: newBookingPath(user) };
  return user.role === "plumber" ? { words: "Write a message", to: `/admin-dashboard/messages/${user.id}` } : null;
}

const isWhole = ({ role, isErased, isSuspended, mergedInto }: UserDetails) =>
  role === "client" && !isErased && !isSuspended && mergedInto === null;

/** Orders two accounts of clients for a merge (O28): one without an email, the first of two, is merged. Null: they can't be. */
export function mergeOrder(one: UserDetails, other: UserDetails) {
  if (one.id === other.id || !isWhole(one) || !isWhole(other)) return null;
  if (one.email === null) return { merged: one, survivor: other };
  return other.email === null ? { merged: other, survivor: one } : null;
}

/**
 * True if a name (in either order, as duplicates are found) or a phone suggests that two accounts are one person's (O28); else
 * the office is asked once more.
 */
export function lookLikeOne(one: UserDetails, other: UserDetails): boolean {
  if (one.phone !== null && one.phone === other.phone) return true;
  const turned = { firstName: other.lastName, lastName: other.firstName };
  return [other, turned].some((name) => fullName(name).toLowerCase() === fullName(one).toLowerCase());
}

export const REGISTRATION_ACTIONS = ["verify", "resend"] as const;
export type RegistrationAction = (typeof REGISTRATION_ACTIONS)[number];

export const NOTE_LENGTH = 1000;

export const TIMELINE_KINDS = ["booking", "message", "money", "notice", "review", "log", "note"] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
export const parseTimelineKind = (text: string | null): TimelineKind | null =>
  TIMELINE_KINDS.find((known) => known === text) ?? null;

export interface TimelineEntry {
  id: string;
  kind: TimelineKind;
  /** Of a booking its start, of a conversation when someone last wrote. */
  at: Instant;
  words: string;
  detail: string | null;
  to: string | null;
  status?: BookingStatus;
  isFailed?: boolean;
}

export function joinNotices(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const joined: TimelineEntry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    const isSame = (["kind", "at", "words", "to"] as const).every((name) => last?.[name] === entry[name]);
    if (last && isSame && last.kind === "notice") {
      const detail = [last.detail, entry.detail].filter(Boolean).join("; ");
      joined[joined.length - 1] = { ...last, detail, isFailed: last.isFailed || entry.isFailed };
    } else joined.push(entry);
  }
  return joined;
}

export interface PlumberStats {
  /** The whole percent of answered requests that were confirmed; an expired one counts against it. */
  acceptance: number | null;
  /** The median from the request (or the assignment) to the plumber's answer. */
  minutesToAnswer: number | null;
  /** The whole percent of closed jobs that were completed, without those that clients cancelled. */
  completionWithoutClients: number | null;
}

export type MergedAccount = Pick<typeof users.$inferSelect, "id" | "phone"> & { name: string };
