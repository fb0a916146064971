import type { Instant } from "../time/harare";

/** A sign-up that waits for its email to be verified, in the office's list. */
export interface RegistrationSummary {
  id: string;
  role: "client" | "plumber";
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  photoKey: string | null;
  createdAt: Instant;
  /** A plumber's; null for clients. */
  city: string | null;
  /** The email has an account already: somebody signed up a second time, or somebody else tried to. */
  hasAccount: boolean;
}

/** What an admin can do for it. */
export const REGISTRATION_ACTIONS = ["verify", "resend"] as const;
export type RegistrationAction = (typeof REGISTRATION_ACTIONS)[number];
