import * as z from "zod";
import {
  describedRegistration,
  emailedToken,
  profileCall,
  registrationCall,
  signInCall,
} from "~/domain/accounts/account-forms";
import { beginProfileChange, findOwnAccount, updateProfile } from "~/domain/accounts/profile.server";
import { beginSignUp, signUp } from "~/domain/accounts/registration.server";
import { endSession } from "~/domain/accounts/sessions.server";
import { readFactorAnswer } from "~/domain/accounts/second-factor/factor-answer";
import { signInByCall } from "~/domain/accounts/sign-in.server";
import { verifyByToken } from "~/domain/accounts/verification.server";
import type { Database } from "~/db/client.server";
import { refuse } from "~/domain/values/refusal";
import { logSignIn } from "../../http/log-sign-in";
import { receivePhoto } from "../../http/photo-upload.server";
import { done, made, openOperation, operation, said, saying, showStored } from "../operation";
import { account, toAccount } from "../schemas/user-schemas";
import { PHOTO_REFUSALS } from "~/domain/photos/photo";

const signedIn = z
  .object({
    token: z.string().meta({
      description:
        "Goes into the header `Authorization: Bearer …`. Lasts seven days from its last use, thirty at most.",
    }),
    user: account,
    message: z.string(),
  })
  .meta({ id: "SignedIn", description: "A new session." });

async function findAccount(db: Database, id: string, origin: string) {
  const own = await findOwnAccount(db, id);
  if (!own) throw new Error("A signed-in user has no account.");
  return toAccount(own, origin);
}

export const accountOperations = [
  openOperation({
    id: "register",
    failed: "Registration failed",
    topic: "Accounts",
    method: "POST",
    path: "/auth/register",
    alias: "/api/auth/register",
    summary: "Create an account",
    description:
      "An email asks the user to verify the address. A known address gets the same response, and its owner an email that says so.",
    caller: "anyone",
    body: { as: "form", schema: registrationCall, described: describedRegistration },
    response: said,
    makes: "always",
    limits: ["registrationPerAddress"],
    refusals: [...PHOTO_REFUSALS, "photoGone", "tooMany"],
    async run({ context, body }) {
      const begun = beginSignUp(context, body.email, context.clientAddress);
      const upload = body.role === "plumber" ? body.image : null;
      const photo = await receivePhoto(context, { upload, left: null }, begun);
      const admission = await begun;
      if (!admission.ok) return admission;
      if (!photo.ok) return photo;
      const result = await signUp(context, admission, body, {
        photoKey: photo.photoKey,
        redirectTo: null,
        termsVersion: null,
      });
      return result.ok
        ? made({ message: "Registration successful! Please check your email to verify your account." })
        : result;
    },
  }),

  openOperation({
    id: "signIn",
    failed: "Login failed",
    topic: "Accounts",
    method: "POST",
    path: "/auth/login",
    alias: "/api/auth/login",
    summary: "Sign in",
    description:
      "Returns the token that all other calls take. Only failures count against the limit. An account with two-step sign-in gets 401 `second_factor_required` until `code` comes along.",
    caller: "anyone",
    body: { as: "json", schema: signInCall },
    response: signedIn,
    keepsResponse: false,
    limits: ["signInPerUser"],
    refusals: [
      "wrongCredentials",
      "emailNotVerified",
      "accountSuspended",
      "secondFactorRequired",
      "wrongFactor",
      "tooMany",
    ],
    async run({ context, body }) {
      const answer = readFactorAnswer({ code: body.code });
      const tried = await signInByCall(context, body, answer, context.clientAddress);
      const result = logSignIn(context, "program", tried);
      if (!result.ok) return result;
      const user = await findAccount(context.db, result.id, context.origin);
      return done({ token: result.token, user, message: "Sign-in successful!" });
    },
  }),

  operation({
    id: "signOut",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/logout",
    summary: "Sign out",
    description: "Ends the session of the token, and its sockets.",
    caller: "user",
    scope: null,
    response: said,
    refusals: [],
    async run({ context, user }) {
      await user;
      await endSession(context, context.session.token ?? "");
      return done({ message: "You are signed out." });
    },
  }),

  openOperation({
    id: "verifyEmail",
    topic: "Accounts",
    method: "GET",
    path: "/api/auth/verify-email",
    summary: "Verify an email address",
    description:
      "Takes the token of the emailed link. Its page asks for the password as well. Repeated within 48 hours it succeeds again.",
    caller: "anyone",
    query: z.object({ token: emailedToken.optional() }),
    response: said,
    refusals: ["noToken", "linkInvalid"],
    async run({ context, query }) {
      if (!query.token) return refuse("noToken");
      const result = await verifyByToken(context, query.token);
      return saying(result, "Your email is verified.");
    },
  }),

  operation({
    id: "getProfile",
    topic: "Accounts",
    method: "GET",
    path: "/api/auth/profile",
    summary: "Your own account",
    description: "Everything you have told us about yourself.",
    caller: "user",
    scope: "read",
    response: account,
    refusals: [],
    run: async ({ context, viewer }) => done(await findAccount(context.db, viewer.id, context.origin)),
  }),

  operation({
    id: "changeProfile",
    failed: "Failed to update profile",
    topic: "Accounts",
    method: "PUT",
    path: "/api/auth/profile",
    summary: "Change your own account",
    description:
      "Fields that are left out stay as they are; an empty phone or address is removed, but a plumber must have an address.",
    caller: "user",
    scope: null,
    body: { as: "form", schema: profileCall },
    response: account,
    limits: ["profilePerUser"],
    refusals: [...PHOTO_REFUSALS, "photoGone", "addressRequired", "tooMany"],
    async run({ context, viewer, user: confirmation, body }) {
      const begun = beginProfileChange(context, context.session.token ?? "", viewer.id);
      const [user, admission, photo] = await Promise.all([
        confirmation,
        begun,
        receivePhoto(context, { upload: body.image ?? null, left: null }, begun, confirmation),
      ]);
      if (!admission.ok) return admission;
      if (!photo.ok) return photo;
      const { image: _, ...change } = body;
      const result = await updateProfile(context, user, admission, change, photo.photoKey);
      return result.ok ? showStored(async () => done(await findAccount(context.db, user.id, context.origin))) : result;
    },
  }),
];
