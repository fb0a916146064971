import type { RegistrationAction, AccountAction } from "~/domain/admin/people/office-users";

interface ActionLabel {
  button: string;
  busy?: string;
  consequence: string;
  danger?: boolean;
}

export const ACCOUNT_ACTION_LABELS: Record<AccountAction, ActionLabel> = {
  suspend: {
    button: "Suspend",
    busy: "Suspending...",
    consequence:
      "They're signed out everywhere at once and can't sign in. A plumber leaves the directory. Open bookings stay, and Dispatch lists those that need another plumber.",
    danger: true,
  },
  restore: {
    button: "Restore",
    busy: "Restoring...",
    consequence: "They'll be able to sign in again, and a plumber will be listed again.",
  },
  approve: {
    button: "Approve",
    consequence:
      "Clients will find this plumber in the directory, with what you recorded. The photos they sent are deleted.",
  },
  "ask-papers": {
    button: "Ask for more",
    busy: "Sending...",
    consequence:
      "They get your words by email and read them on their Papers page. The photos they sent are deleted. A plumber who isn't listed leaves the queue until they send something.",
  },
  "finish-papers": {
    button: "Done with the papers",
    consequence: "What you recorded stays. The photos they sent are deleted, and the plumber leaves the queue.",
  },
  refuse: {
    button: "Refuse",
    consequence:
      "They aren't listed. They get your reason by email and read it on their Papers page, and can send again. The photos they sent are deleted.",
    danger: true,
  },
  "offer-account": {
    button: "Add an email",
    busy: "Sending...",
    consequence:
      "We email them a link. With it, the reference of one of their bookings and a password, the account becomes their own. Tell them a reference on the phone: the email doesn't have one.",
  },
  consent: {
    button: "Record consent",
    consequence: "They have agreed on the phone to text messages about their bookings, and nothing else.",
  },
  "end-consent": {
    button: "Stop text messages",
    busy: "Stopping...",
    consequence: "They get no more text messages, until they agree again and you record it.",
  },
  "make-admin": {
    button: "Make an admin",
    consequence: "They can see and do everything that you can. They have to sign in again.",
    danger: true,
  },
  "revoke-admin": {
    button: "Remove admin role",
    consequence: "They become a client or a plumber again and have to sign in again.",
    danger: true,
  },
  "turn-off-second-factor": {
    button: "Turn off two-step sign-in",
    consequence:
      "For someone who has lost app, passkeys and recovery codes. Call them first, at the phone we know. We email them now (for an admin, all admins too), and in 24 hours their password alone lets them in. Until then they or any admin can stop it.",
    danger: true,
  },
  "keep-second-factor": {
    button: "Keep two-step sign-in",
    consequence: "It won't be turned off, and we email them so.",
  },
  erase: {
    button: "Erase",
    busy: "Erasing...",
    consequence:
      "Name, email, phone, address and photo are erased at once and can't be restored. Past bookings, reviews and messages stay, without the name.",
    danger: true,
  },
};

export const REGISTRATION_ACTION_LABELS: Record<RegistrationAction, ActionLabel> = {
  verify: {
    button: "Verify by hand",
    consequence:
      "Creates the account without the emailed link, with the password chosen at sign-up. Only do this after speaking to the person and making sure that the email is theirs.",
  },
  resend: { button: "Resend email", busy: "Sending...", consequence: "Sends a new link to this email." },
};
