import { changePasswordForm, deleteAccountForm, emailForm, resetPasswordCall } from "~/domain/accounts/account-forms";
import { changePassword, requestPasswordReset, resetPassword } from "~/domain/accounts/password-changes.server";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { resendVerification } from "~/domain/accounts/registration.server";
import { eraseOwnAccount } from "~/domain/personal-data/erasure.server";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { confirmBeforePasswordCheck, logSignIn } from "~/http/step-up.server";
import { done, mustExist, operation, saying } from "../operation";
import { ownData } from "../schemas/own-data-schemas";

/** The count per email is not shown: it would tell what someone else has asked for. */
const EMAIL_LIMITS = ["accountEmailPerAddress"] as const;

export const ownAccountOperations = {
  resendVerification: operation("POST /api/auth/resend-verification", {
    by: "anyone",
    summary: "Resend the verification email",
    description: "The response is the same for every address; an unverified one gets an email.",
    body: emailForm,
    limits: EMAIL_LIMITS,
    async run({ context, body }) {
      const result = await resendVerification(context, body.email, null, context.clientAddress);
      return saying(result, "If this email is waiting to be verified, a new link is on its way.");
    },
  }),

  forgotPassword: operation("POST /api/auth/forgot-password", {
    by: "anyone",
    summary: "Ask for a password reset link",
    description:
      "The response is the same for every address; one with an account gets an email. Its link works once, for 30 minutes.",
    body: emailForm,
    limits: EMAIL_LIMITS,
    async run({ context, body }) {
      const result = await requestPasswordReset(context, body.email, context.clientAddress);
      return saying(result, "If this email has an account, a link is on its way.");
    },
  }),

  resetPassword: operation("POST /api/auth/reset-password", {
    by: "anyone",
    summary: "Choose a new password",
    description: "With the token of the emailed link, once. All sessions end.",
    body: resetPasswordCall,
    refusals: ["linkInvalid", "tooMany"],
    async run({ context, body }) {
      const result = logSignIn(context, "emailed link", await resetPassword(context, body.token, body.password));
      return saying(result, "Your password is changed. Please sign in.");
    },
  }),

  changePassword: operation("POST /api/auth/change-password", {
    by: ["user", null],
    summary: "Change the password",
    description: "Takes the current password. All other sessions end. Only wrong passwords count against the limit.",
    body: changePasswordForm,
    limits: ["currentPasswordPerSession"],
    refusals: ["wrongPassword"],
    async run(call) {
      const begun = await confirmBeforePasswordCheck(call);
      if (!begun.ok) return begun;
      const passwords = { current: call.body.current, next: call.body.password };
      const result = await changePassword(call.context, begun.user, begun.passwordCheck, passwords);
      return saying(result, "Your password is changed.");
    },
  }),

  signOutEverywhere: operation("POST /api/auth/logout-everywhere", {
    by: ["user", null],
    summary: "Sign out everywhere",
    description: "Ends all your sessions, including this one, and their sockets.",
    async run({ context, user }) {
      await endAllSessions(context, await user);
      return done({ message: "You are signed out everywhere." });
    },
  }),

  getOwnData: operation("GET /api/auth/my-data", {
    by: ["user", null],
    summary: "Everything we hold about you",
    description: "What you wrote and the bookings you are part of, at most 5,000 of each.",
    response: ownData,
    async run({ context, viewer }) {
      const data = await collectOwnData(context.db, viewer);
      return done({ ...data, account: mustExist(data.account) });
    },
  }),

  deleteAccount: operation("POST /api/auth/delete-account", {
    by: ["participant", null],
    summary: "Delete your account",
    description:
      "Takes the current password. Unanswered requests are cancelled. Refused while a confirmed appointment is ahead.",
    body: deleteAccountForm.pick({ current: true }),
    limits: ["currentPasswordPerSession"],
    refusals: ["wrongPassword", "appointmentAhead", "moneyOpen"],
    async run(call) {
      const begun = await confirmBeforePasswordCheck(call);
      if (!begun.ok) return begun;
      const result = await eraseOwnAccount(call.context, begun.user, begun.passwordCheck, call.body.current);
      return saying(result, "Your account is deleted.");
    },
  }),
};
