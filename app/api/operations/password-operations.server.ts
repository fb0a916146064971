import { changePasswordForm, emailForm, resetPasswordCall } from "~/domain/accounts/account-forms";
import { beginPasswordCheck, changePassword } from "~/domain/accounts/password-change.server";
import { requestPasswordReset, resetPassword } from "~/domain/accounts/password-reset.server";
import { resendVerification } from "~/domain/accounts/verification-links.server";
import { done, openOperation, operation, said } from "../operation";

/** The count per email is not shown: it would tell what somebody else has asked for. */
const EMAIL_LIMITS = ["accountEmailPerAddress"] as const;

export const passwordOperations = [
  openOperation({
    id: "resendVerification",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/resend-verification",
    summary: "Ask for the verification mail again",
    description: "Every address gets the same answer; a mail goes to one that waits for its verification.",
    caller: "anyone",
    body: { as: "json", schema: emailForm },
    answer: said,
    limits: EMAIL_LIMITS,
    refusals: ["tooMany"],
    async run({ context, body }) {
      const result = await resendVerification(context, body.email, null, context.clientAddress);
      return result.ok ? done({ message: "If this email waits to be verified, a new link is on its way." }) : result;
    },
  }),

  openOperation({
    id: "forgotPassword",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/forgot-password",
    summary: "Ask for a link to a new password",
    description:
      "Every address gets the same answer; a mail goes to one that has an account. Its link works once, for 30 minutes.",
    caller: "anyone",
    body: { as: "json", schema: emailForm },
    answer: said,
    limits: EMAIL_LIMITS,
    refusals: ["tooMany"],
    async run({ context, body }) {
      const result = await requestPasswordReset(context, body.email, context.clientAddress);
      return result.ok ? done({ message: "If this email has an account, a link is on its way." }) : result;
    },
  }),

  openOperation({
    id: "resetPassword",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/reset-password",
    summary: "Choose a new password",
    description: "With the token of the mailed link, once. All sessions end.",
    caller: "anyone",
    body: { as: "json", schema: resetPasswordCall },
    answer: said,
    refusals: ["linkInvalid"],
    async run({ context, body }) {
      const result = await resetPassword(context, body.token, body.password);
      return result.ok ? done({ message: "Your password is changed. Please sign in." }) : result;
    },
  }),

  operation({
    id: "changePassword",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/change-password",
    summary: "Change the password",
    description: "With the present one. All other sessions end. Only wrong ones count against the limit.",
    caller: "user",
    body: { as: "json", schema: changePasswordForm },
    answer: said,
    limits: ["currentPasswordPerSession"],
    refusals: ["wrongPassword", "tooMany"],
    async run({ context, viewer, user: confirmation, body }) {
      const [user, begun] = await Promise.all([
        confirmation,
        beginPasswordCheck(context, context.session.token ?? "", viewer.id),
      ]);
      if (!begun.ok) return begun;
      const result = await changePassword(context, user, begun, {
        current: body.current,
        next: body.password,
      });
      return result.ok ? done({ message: "Your password is changed." }) : result;
    },
  }),
];
