import type { AccountAction } from "~/domain/admin/user-summary";

interface AccountActionLabel {
  button: string;
  busy: string;
  /** What follows from it, said before it is done. */
  consequence: string;
  /** It takes something away. */
  danger: boolean;
}

/** The words of what can be done with an account. */
export const ACCOUNT_ACTION_LABELS: Record<AccountAction, AccountActionLabel> = {
  suspend: {
    button: "Suspend",
    busy: "Suspending...",
    consequence:
      "They are signed out everywhere at once and cannot sign in. A plumber leaves the directory; open bookings stay, and Dispatch lists those that need somebody else.",
    danger: true,
  },
  restore: {
    button: "Restore",
    busy: "Restoring...",
    consequence: "They can sign in again. A plumber is listed again.",
    danger: false,
  },
  approve: {
    button: "Approve",
    busy: "Saving...",
    consequence: "The directory lists this plumber from now on.",
    danger: false,
  },
  "make-admin": {
    button: "Make an admin",
    busy: "Saving...",
    consequence: "They see everything that you see and can do everything that you can do. They have to sign in again.",
    danger: true,
  },
  "revoke-admin": {
    button: "Take the admin's role",
    busy: "Saving...",
    consequence: "They are a client or a plumber again, and have to sign in again.",
    danger: true,
  },
  erase: {
    button: "Erase",
    busy: "Erasing...",
    consequence:
      "Name, email, phone, address and photo are erased at once and cannot be brought back. Past bookings, reviews and messages stay without the name.",
    danger: true,
  },
};
