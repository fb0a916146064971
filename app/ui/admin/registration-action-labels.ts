import type { RegistrationAction } from "~/domain/admin/registration";

interface ActionLabel {
  button: string;
  busy: string;
  /** What the action does, shown before it is confirmed. */
  consequence: string;
}

/** The labels of each registration action. */
export const REGISTRATION_ACTION_LABELS: Record<RegistrationAction, ActionLabel> = {
  verify: {
    button: "Verify by hand",
    busy: "Saving...",
    consequence:
      "Creates the account without the emailed link, with the password chosen at sign-up. Only do this after speaking to the person and making sure that the email is theirs.",
  },
  resend: { button: "Resend email", busy: "Sending...", consequence: "Sends a new link to this email." },
};
