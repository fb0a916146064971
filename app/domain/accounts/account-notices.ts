import { brand } from "~/brand";
import type { PhoneChannel } from "../notices/choices";
import { defineNotices } from "../notices/notice";
import { formatInstant, type Instant } from "../time/harare";
import { ENDS_TOO, FACTOR_CHANGES, type FactorChange } from "./account";

const IF_NOT_YOU =
  "If it wasn't you, choose a new password, sign out everywhere in your settings, and call our office.";

/** The notices of accounts to their owners, also of phones (N15) and second factors (A21). */
export const accountNotices = defineNotices<{
  /** `hasRequest`: one was begun before, and is sent from the link (B28). */
  verification: { token: string; hasRequest: boolean };
  alreadyRegistered: null;
  passwordReset: { token: string };
  passwordChanged: { name: string };
  accountOffered: { token: string };
  phoneCode: { code: string; expiresAt: Instant };
  phoneEnded: { channel: PhoneChannel };
  madeAdmin: { by: string };
  adminRoleTaken: { by: string };
  factorChanged: { change: FactorChange; name: string };
  recoveryCodeUsed: null;
  factorResetStarted: { dueAt: Instant };
  factorResetOfAdmin: { name: string; by: string; dueAt: Instant };
  factorResetStopped: null;
  factorReset: null;
}>("account", {
  verification: {
    isOver: "linkSpent",
    onFailure: "issueAnew",
    email: ({ token, hasRequest }, origin) => ({
      subject: hasRequest ? "One step is left: send your request" : `Verify your email for ${brand.name}`,
      paragraphs: [
        hasRequest ? "We've kept your request. It goes to the plumber once you have verified your email." : null,
        `Welcome to ${brand.name}. Open the link and enter the password you chose when you signed up. It works for 48 hours.`,
      ].filter((paragraph) => paragraph !== null),
      action: {
        label: hasRequest ? "Verify and send" : "Verify my email",
        url: `${origin}/verify-email?token=${token}`,
      },
      closing: "If you didn't sign up, ignore this email: without the password nothing happens.",
    }),
  },

  alreadyRegistered: {
    isOver: "never: access",
    email: (_, origin) => ({
      subject: `You already have an account at ${brand.name}`,
      paragraphs: [
        "Someone, probably you, tried to sign up with this email. You already have an account, and nothing about it has changed.",
      ],
      action: { label: "Sign in", url: `${origin}/signin` },
      second: { label: "Choose a new password", url: `${origin}/forgot-password` },
      closing: "If it wasn't you, ignore this email.",
    }),
  },

  passwordReset: {
    isOver: "linkSpent",
    onFailure: "issueAnew",
    email: ({ token }, origin) => ({
      subject: `Choose a new password for ${brand.name}`,
      paragraphs: ["Someone, probably you, asked for a new password. The link works once, for 30 minutes."],
      action: { label: "Choose a new password", url: `${origin}/reset-password?token=${token}` },
      closing: "If it wasn't you, ignore this email: your password stays the same.",
    }),
  },

  passwordChanged: {
    isOver: "never: access",
    email: ({ name }, origin) => ({
      subject: `Your ${brand.name} password was changed`,
      to: name,
      paragraphs: [`Your password was changed, and all your other devices were signed out. ${ENDS_TOO}`],
      action: { label: "It wasn't me", url: `${origin}/forgot-password` },
    }),
  },

  madeAdmin: {
    isOver: "never: access",
    email: ({ by }, origin) => ({
      subject: `You're now an admin of ${brand.name}`,
      paragraphs: [
        `${by} has made you an admin. You were signed out everywhere: sign in again to open the office's pages.`,
        "An admin needs two-step sign-in. If you don't have it, you'll set it up first.",
      ],
      action: { label: "Sign in", url: `${origin}/signin` },
      closing: "If you didn't expect this, call our office.",
    }),
  },

  adminRoleTaken: {
    isOver: "never: access",
    email: ({ by }, origin) => ({
      subject: `You're no longer an admin of ${brand.name}`,
      paragraphs: [
        `${by} has taken the admin role from your account. You were signed out everywhere; your account is as it was before you became an admin.`,
      ],
      action: { label: "Sign in", url: `${origin}/signin` },
      closing: "If you didn't expect this, call our office.",
    }),
  },

  accountOffered: {
    isOver: "linkSpent",
    onFailure: "issueAnew",
    email: ({ token }, origin) => ({
      subject: `Your bookings at ${brand.name}`,
      paragraphs: [
        "Our office books plumbers for you on the phone. To see your bookings and to book online too, open the link, choose a password and enter the reference of one of your bookings: our office has told it to you. The link works for 48 hours.",
      ],
      action: { label: "Make the account mine", url: `${origin}/claim-account?token=${token}` },
      closing: "If you haven't called us, ignore this email: without a booking's reference nothing happens.",
    }),
  },

  phoneCode: {
    isOver: "codeReplaced",
    // The code is in the line, because the title is kept.
    short: ({ code }) => ({
      title: `Your code for ${brand.name}`,
      body: `${code}. It works for 10 minutes. If you didn't ask for it, tell it to nobody.`,
      path: "",
      tag: "phone",
      code,
    }),
    expiresAt: ({ expiresAt }) => expiresAt,
  },

  phoneEnded: {
    isOver: "phoneUsedAgain",
    short: ({ channel }) => ({
      title: `You'll get no more ${channel === "sms" ? "text" : "WhatsApp"} messages from ${brand.name}`,
      body:
        channel === "whatsapp"
          ? "Write START to get them again."
          : "You can start them again in your settings, or by calling our office.",
      path: "",
      tag: "phone",
    }),
  },

  factorChanged: {
    isOver: "never: access",
    email: ({ change, name }, origin) => ({
      subject: `${FACTOR_CHANGES[change]} – ${brand.name}`,
      to: name,
      paragraphs: [`${FACTOR_CHANGES[change]} for your account.`],
      action: { label: "See two-step sign-in", url: `${origin}/security` },
      closing: IF_NOT_YOU,
    }),
  },

  recoveryCodeUsed: {
    isOver: "never: access",
    email: (_, origin) => ({
      subject: `${FACTOR_CHANGES.codeUsed} – ${brand.name}`,
      paragraphs: ["One of your recovery codes was used. It won't work again. Make new ones before they run out."],
      action: { label: "See how many are left", url: `${origin}/security` },
      closing: IF_NOT_YOU,
    }),
  },

  factorResetStarted: {
    isOver: "resetEnded",
    email: ({ dueAt }, origin) => ({
      subject: `Our office will turn off your two-step sign-in – ${brand.name}`,
      paragraphs: [
        `Our office was told that you have lost your app, passkeys and recovery codes. From ${formatInstant(dueAt)} on your password alone will open your account, until you set up two-step sign-in again.`,
        "If you still have one of them, sign in and stop it.",
      ],
      action: { label: "Stop it", url: `${origin}/security` },
      closing: "If you haven't asked for this, stop it and call our office.",
    }),
  },

  factorResetOfAdmin: {
    isOver: "resetEnded",
    email: ({ name, by, dueAt }, origin) => ({
      subject: `${name}'s two-step sign-in will be turned off – ${brand.name}`,
      paragraphs: [
        `${by} has said that ${name}, an admin, has lost app, passkeys and recovery codes. From ${formatInstant(dueAt)} on their password alone will let them in, to set up new ones.`,
        `Any admin can stop it until then, on ${name}'s page. If you aren't sure, stop it and ask both of them.`,
      ],
      action: { label: "Open the office", url: `${origin}/admin-dashboard/people?show=admin` },
    }),
  },

  factorResetStopped: {
    isOver: "never: access",
    email: (_, origin) => ({
      subject: `Your two-step sign-in stays on – ${brand.name}`,
      paragraphs: ["It was going to be turned off because you had lost it. That was stopped, and nothing has changed."],
      action: { label: "See two-step sign-in", url: `${origin}/security` },
    }),
  },

  factorReset: {
    isOver: "never: access",
    email: (_, origin) => ({
      subject: `${FACTOR_CHANGES.turnedOff} – ${brand.name}`,
      paragraphs: [
        "As our office has told you, your app, passkeys and recovery codes don't count any more, and you were signed out everywhere. Sign in with your password and set up two-step sign-in again.",
      ],
      action: { label: "Sign in", url: `${origin}/signin` },
      closing: IF_NOT_YOU,
    }),
  },
});
