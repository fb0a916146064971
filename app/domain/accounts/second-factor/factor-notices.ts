import { brand } from "~/brand";
import { defineNotices } from "../../notices/notice";
import { formatInstant, type Instant } from "../../time/harare";
import { FACTOR_CHANGES, type FactorChange } from "./second-factor";

const IF_NOT_YOU =
  "If it wasn't you, choose a new password, sign out everywhere in your settings, and call our office.";

/** What people are told about their second factor: anyone taking over an account would have to change it (A21). */
export const factorNotices = defineNotices<{
  factorChanged: { change: FactorChange; name: string };
  recoveryCodeUsed: null;
  factorResetStarted: { dueAt: Instant };
  factorResetOfAdmin: { name: string; by: string; dueAt: Instant };
  factorResetStopped: null;
  factorReset: null;
}>({
  factorChanged: {
    topic: "account",
    email: ({ change, name }, origin) => ({
      subject: `${FACTOR_CHANGES[change]} – ${brand.name}`,
      to: name,
      paragraphs: [`${FACTOR_CHANGES[change]} for your account, just now.`],
      action: { label: "See two-step sign-in", url: `${origin}/security` },
      closing: IF_NOT_YOU,
    }),
  },

  recoveryCodeUsed: {
    topic: "account",
    email: (_, origin) => ({
      subject: `${FACTOR_CHANGES.codeUsed} – ${brand.name}`,
      to: null,
      paragraphs: ["One of your recovery codes was just used. It won't work again. Make new ones before they run out."],
      action: { label: "See how many are left", url: `${origin}/security` },
      closing: IF_NOT_YOU,
    }),
  },

  factorResetStarted: {
    topic: "account",
    email: ({ dueAt }, origin) => ({
      subject: `Our office will turn off your two-step sign-in – ${brand.name}`,
      to: null,
      paragraphs: [
        `Our office was told that you have lost your app, passkeys and recovery codes. From ${formatInstant(dueAt)} on your password alone will open your account, until you set up two-step sign-in again.`,
        "If you still have one of them, sign in and stop it.",
      ],
      action: { label: "Stop it", url: `${origin}/security` },
      closing: "If you haven't asked for this, stop it and call our office.",
    }),
  },

  factorResetOfAdmin: {
    topic: "account",
    email: ({ name, by, dueAt }, origin) => ({
      subject: `${name}'s two-step sign-in will be turned off – ${brand.name}`,
      to: null,
      paragraphs: [
        `${by} has said that ${name}, an admin, has lost app, passkeys and recovery codes. From ${formatInstant(dueAt)} on their password alone will let them in, to set up new ones.`,
        `Any admin can stop it until then, on ${name}'s page. If you aren't sure, stop it and ask both of them.`,
      ],
      action: { label: "Open the office", url: `${origin}/admin-dashboard/people?show=admin` },
    }),
  },

  factorResetStopped: {
    topic: "account",
    email: (_, origin) => ({
      subject: `Your two-step sign-in stays on – ${brand.name}`,
      to: null,
      paragraphs: ["It was going to be turned off because you had lost it. That was stopped, and nothing has changed."],
      action: { label: "See two-step sign-in", url: `${origin}/security` },
    }),
  },

  factorReset: {
    topic: "account",
    email: (_, origin) => ({
      subject: `${FACTOR_CHANGES.turnedOff} – ${brand.name}`,
      to: null,
      paragraphs: [
        "As our office has told you, your app, passkeys and recovery codes don't count any more, and you were signed out everywhere. Sign in with your password and set up two-step sign-in again.",
      ],
      action: { label: "Sign in", url: `${origin}/signin` },
      closing: IF_NOT_YOU,
    }),
  },
});
