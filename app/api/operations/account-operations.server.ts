import * as z from "zod";
import {
  describedRegistration,
  emailedToken,
  profileCall,
  registrationCall,
  signInCall,
  changePasswordForm,
  deleteAccountForm,
  emailForm,
  resetPasswordCall,
} from "~/domain/accounts/account-forms";
import { beginProfileChange, findOwnAccount, updateProfile } from "~/domain/accounts/profile.server";
import { beginSignUp, signUp, resendVerification } from "~/domain/accounts/registration.server";
import { endSession, endAllSessions } from "~/domain/accounts/sessions.server";
import { readFactorAnswer } from "~/domain/accounts/second-factor/factor-answers";
import { signInByCall } from "~/domain/accounts/sign-in.server";
import { verifyByToken } from "~/domain/accounts/verification.server";
import { PHOTO_REFUSALS } from "~/domain/photos/photo";
import type { Database } from "~/db/client.server";
import { refuse } from "~/domain/values/refusal";
import { receivePhoto } from "~/http/photo-upload.server";
import { done, mustExist, operation, saying, showStored } from "../operation";
import { object, shownOnce } from "../schemas/kinds";
import { account } from "../schemas/user-objects";
import { changePassword, requestPasswordReset, resetPassword } from "~/domain/accounts/password-changes.server";
import { eraseOwnAccount } from "~/domain/personal-data/erasure.server";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { ownData } from "../schemas/message-objects";
import { logSignIn, confirmBeforePasswordCheck } from "~/http/step-up.server";

const signedIn = object(
  "SignedIn",
  "A new session. Its token goes into the header `Authorization: Bearer …`, and lasts seven days from its last use, thirty at most.",
  { token: shownOnce(z.string()), user: shownOnce(account), message: z.string() },
);

/** The count per email is not shown: it would tell what someone else has asked for. */
const EMAIL_LIMITS = ["accountEmailPerAddress"] as const;

const findAccount = async (db: Database, id: string) => mustExist(await findOwnAccount(db, id));

export const accountOperations = {
  register: operation("POST /auth/register", "anyone", {
    failed: "Registration failed",
    alias: "/api/auth/register",
    summary: "Create an account",
    description:
      "An email asks the user to verify the address. A known address gets the same response, and its owner an email that says so. This call accepts no terms for anyone: the site asks the account's owner to accept them.",
    takes: "form",
    body: registrationCall,
    describedBody: describedRegistration,
    makes: "always",
    limits: ["registrationPerAddress"],
    refusals: [...PHOTO_REFUSALS, "photoGone"],
    async run({ context, body }) {
      const begun = beginSignUp(context, body.email);
      const upload = body.role === "plumber" ? body.image : null;
      const photo = await receivePhoto(context, { upload }, begun);
      const admission = await begun;
      if (!admission.ok) return admission;
      if (!photo.ok) return photo;
      const { photoKey } = photo;
      const result = await signUp(context, admission, body, { photoKey, redirectTo: null, termsVersion: null });
      return saying(result, "Registration successful! Please check your email to verify your account.");
    },
  }),

  signIn: operation("POST /auth/login", "anyone", {
    failed: "Login failed",
    alias: "/api/auth/login",
    summary: "Sign in",
    description:
      "Returns the token that all other calls take. Only failures count against the limit. An account with two-step sign-in gets 401 `second_factor_required` until `code` comes along.",
    body: signInCall,
    response: signedIn,
    limits: ["signInPerUser"],
    refusals: ["wrongCredentials", "emailNotVerified", "accountSuspended", "secondFactorRequired", "wrongFactor"],
    async run({ context, body }) {
      const answer = readFactorAnswer({ code: body.code });
      const tried = await signInByCall(context, body, answer);
      const result = logSignIn(context, "program", tried);
      if (!result.ok) return result;
      const user = await findAccount(context.db, result.id);
      return done({ token: result.token, user, message: "Sign-in successful!" });
    },
  }),

  signOut: operation("POST /api/auth/logout", ["user", null], {
    summary: "Sign out",
    description: "Ends the session of the token, and its sockets.",
    async run({ context, user }) {
      await user;
      await endSession(context, context.session.token ?? "");
      return done({ message: "You are signed out." });
    },
  }),

  verifyEmail: operation("GET /api/auth/verify-email", "anyone", {
    failed: "Verification failed",
    summary: "Verify an email address",
    description:
      "Takes the token of the emailed link. Its page asks for the password as well. Repeated within 48 hours it succeeds again.",
    query: z.object({ token: emailedToken.optional() }),
    refusals: ["noToken", "linkInvalid"],
    async run({ context, query }) {
      if (!query.token) return refuse("noToken");
      return saying(await verifyByToken(context, query.token), "Your email is verified.");
    },
  }),

  getProfile: operation("GET /api/auth/profile", ["user", "read"], {
    summary: "Your own account",
    description: "Everything you have told us about yourself.",
    response: account,
    run: async ({ context, viewer }) => done(await findAccount(context.db, viewer.id)),
  }),

  changeProfile: operation("PUT /api/auth/profile", ["user", null], {
    failed: "Failed to update profile",
    summary: "Change your own account",
    description:
      "Fields that are left out stay as they are; an empty phone or address is removed, but a plumber must have an address.",
    takes: "form",
    body: profileCall,
    response: account,
    limits: ["profilePerUser"],
    refusals: [...PHOTO_REFUSALS, "photoGone", "addressRequired"],
    async run({ context, viewer, user: confirmation, body }) {
      const begun = beginProfileChange(context, context.session.token ?? "", viewer.id);
      const [user, admission, photo] = await Promise.all([
        confirmation,
        begun,
        receivePhoto(context, { upload: body.image ?? null }, begun, confirmation),
      ]);
      if (!admission.ok) return admission;
      if (!photo.ok) return photo;
      const { image: _, ...change } = body;
      const result = await updateProfile(context, user, admission, change, photo.photoKey);
      return result.ok ? showStored(async () => done(await findAccount(context.db, user.id))) : result;
    },
  }),

  resendVerification: operation("POST /api/auth/resend-verification", "anyone", {
    summary: "Resend the verification email",
    description: "The response is the same for every address; an unverified one gets an email.",
    body: emailForm,
    limits: EMAIL_LIMITS,
    async run({ context, body }) {
      const result = await resendVerification(context, body.email, null);
      return saying(result, "If this email is waiting to be verified, a new link is on its way.");
    },
  }),

  forgotPassword: operation("POST /api/auth/forgot-password", "anyone", {
    summary: "Ask for a password reset link",
    description:
      "The response is the same for every address; one with an account gets an email. Its link works once, for 30 minutes.",
    body: emailForm,
    limits: EMAIL_LIMITS,
    async run({ context, body }) {
      const result = await requestPasswordReset(context, body.email);
      return saying(result, "If this email has an account, a link is on its way.");
    },
  }),

  resetPassword: operation("POST /api/auth/reset-password", "anyone", {
    summary: "Choose a new password",
    description: "With the token of the emailed link, once. All sessions end.",
    body: resetPasswordCall,
    refusals: ["linkInvalid", "tooMany"],
    async run({ context, body }) {
      const result = logSignIn(context, "emailed link", await resetPassword(context, body.token, body.password));
      return saying(result, "Your password is changed. Please sign in.");
    },
  }),

  changePassword: operation("POST /api/auth/change-password", ["user", null], {
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

  signOutEverywhere: operation("POST /api/auth/logout-everywhere", ["user", null], {
    summary: "Sign out everywhere",
    description: "Ends all your sessions, including this one, and their sockets.",
    async run({ context, user }) {
      await endAllSessions(context, await user);
      return done({ message: "You are signed out everywhere." });
    },
  }),

  getOwnData: operation("GET /api/auth/my-data", ["user", null], {
    summary: "Everything we hold about you",
    description: "What you wrote and the bookings you are part of, at most 5,000 of each.",
    response: ownData,
    async run({ context, viewer }) {
      const data = await collectOwnData(context.db, viewer);
      return done({ ...data, account: mustExist(data.account) });
    },
  }),

  deleteAccount: operation("POST /api/auth/delete-account", ["participant", null], {
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
