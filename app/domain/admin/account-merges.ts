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
