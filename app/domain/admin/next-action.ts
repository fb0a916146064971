import type { Role } from "../values/user";
import { newBookingPath } from "./caller";

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
