import type { RegistrationAction } from "~/domain/admin/registration";

interface ActionLabel {
  button: string;
  busy: string;
  /** What follows from it, said before it is done. */
  consequence: string;
}

/** The words of what the office can do for somebody who has signed up. */
export const REGISTRATION_ACTION_LABELS: Record<RegistrationAction, ActionLabel> = {
  verify: {
    button: "Verify by hand",
    busy: "Saving...",
    consequence:
      "The account is made without a click on our mail, with the password of this sign-up. Do this only after you have spoken to the person and know that the email is theirs.",
  },
  resend: { button: "Send the mail again", busy: "Sending...", consequence: "A new link goes to this email." },
};
