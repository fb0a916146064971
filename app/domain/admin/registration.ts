import type { Instant } from "../time/harare";

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
