import { ENDS_TOO } from "./access";
import { brand } from "~/brand";
import { defineNotices } from "../notices/notice";

/** What accounts tell their owners. A name is null where nobody has shown yet that the email is theirs (N10). */
export const accountNotices = defineNotices<{
  verification: { token: string };
  alreadyRegistered: null;
  passwordReset: { token: string };
  passwordChanged: { name: string };
  accountOffered: { token: string };
}>({
  verification: {
    topic: "account",
    onFailure: "issueAnew",
    email: ({ token }, origin) => ({
      subject: `Verify your email for ${brand.name}`,
      to: null,
      paragraphs: [
        `Welcome to ${brand.name}. Open the link and enter the password you chose when you signed up. It works for 48 hours.`,
      ],
      action: { label: "Verify my email", url: `${origin}/verify-email?token=${token}` },
      closing: "If you didn't sign up, ignore this email: without the password nothing happens.",
    }),
  },

  alreadyRegistered: {
    topic: "account",
    email: (_, origin) => ({
      subject: `You already have an account at ${brand.name}`,
      to: null,
      paragraphs: [
        "Someone, probably you, tried to sign up with this email. You already have an account, and nothing about it has changed.",
        `If you forgot your password, choose a new one here: ${origin}/forgot-password`,
      ],
      action: { label: "Sign in", url: `${origin}/signin` },
      closing: "If it wasn't you, ignore this email.",
    }),
  },

  passwordReset: {
    topic: "account",
    onFailure: "issueAnew",
    email: ({ token }, origin) => ({
      subject: `Choose a new password for ${brand.name}`,
      to: null,
      paragraphs: ["Someone, probably you, asked for a new password. The link works once, for 30 minutes."],
      action: { label: "Choose a new password", url: `${origin}/reset-password?token=${token}` },
      closing: "If it wasn't you, ignore this email: your password stays the same.",
    }),
  },

  passwordChanged: {
    topic: "account",
    email: ({ name }, origin) => ({
      subject: `Your ${brand.name} password was changed`,
      to: name,
      paragraphs: [`Your password was just changed, and all your other devices were signed out. ${ENDS_TOO}`],
      action: { label: "It wasn't me", url: `${origin}/forgot-password` },
    }),
  },

  accountOffered: {
    topic: "account",
    onFailure: "issueAnew",
    email: ({ token }, origin) => ({
      subject: `Your bookings at ${brand.name}`,
      to: null,
      paragraphs: [
        "Our office books plumbers for you on the phone. To see your bookings and to book online too, open the link, choose a password and enter the reference of one of your bookings: our office has told it to you. The link works for 48 hours.",
      ],
      action: { label: "Make the account mine", url: `${origin}/claim-account?token=${token}` },
      closing: "If you haven't called us, ignore this email: without a booking's reference nothing happens.",
    }),
  },
});
