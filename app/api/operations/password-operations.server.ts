import { changePasswordForm, emailForm, resetPasswordCall } from "~/domain/accounts/account-forms";
import { changePassword } from "~/domain/accounts/password-change.server";
import { requestPasswordReset, resetPassword } from "~/domain/accounts/password-reset.server";
import { resendVerification } from "~/domain/accounts/verification-links.server";
import { logSignIn } from "../../http/log-sign-in";
import { confirmBeforePasswordCheck } from "../../http/current-password.server";
import { openOperation, operation, said, saying } from "../operation";

/** The count per email is not shown: it would tell what someone else has asked for. */
const EMAIL_LIMITS = ["accountEmailPerAddress"] as const;

export const passwordOperations = [
  openOperation({
    id: "resendVerification",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/resend-verification",
    summary: "Resend the verification email",
    description: "The response is the same for every address; an unverified one gets an email.",
    caller: "anyone",
    body: { as: "json", schema: emailForm },
    response: said,
    limits: EMAIL_LIMITS,
    refusals: ["tooMany"],
    async run({ context, body }) {
      const result = await resendVerification(context, body.email, null, context.clientAddress);
      return saying(result, "If this email is waiting to be verified, a new link is on its way.");
    },
  }),

  openOperation({
    id: "forgotPassword",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/forgot-password",
    summary: "Ask for a password reset link",
    description:
      "The response is the same for every address; one with an account gets an email. Its link works once, for 30 minutes.",
    caller: "anyone",
    body: { as: "json", schema: emailForm },
    response: said,
    limits: EMAIL_LIMITS,
    refusals: ["tooMany"],
    async run({ context, body }) {
      const result = await requestPasswordReset(context, body.email, context.clientAddress);
      return saying(result, "If this email has an account, a link is on its way.");
    },
  }),

  openOperation({
    id: "resetPassword",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/reset-password",
    summary: "Choose a new password",
    description: "With the token of the emailed link, once. All sessions end.",
    caller: "anyone",
    body: { as: "json", schema: resetPasswordCall },
    response: said,
    refusals: ["linkInvalid", "tooMany"],
    async run({ context, body }) {
      const result = logSignIn(context, "emailed link", await resetPassword(context, body.token, body.password));
      return saying(result, "Your password is changed. Please sign in.");
    },
  }),

  operation({
    id: "changePassword",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/change-password",
    summary: "Change the password",
    description: "Takes the current password. All other sessions end. Only wrong passwords count against the limit.",
    caller: "user",
    scope: null,
    body: { as: "json", schema: changePasswordForm },
    response: said,
    limits: ["currentPasswordPerSession"],
    refusals: ["wrongPassword", "tooMany"],
    async run(call) {
      const begun = await confirmBeforePasswordCheck(call);
      if (!begun.ok) return begun;
      const passwords = { current: call.body.current, next: call.body.password };
      const result = await changePassword(call.context, begun.user, begun.passwordCheck, passwords);
      return saying(result, "Your password is changed.");
    },
  }),
];
