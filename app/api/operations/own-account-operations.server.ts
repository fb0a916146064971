import { deleteAccountForm } from "~/domain/accounts/account-forms";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { eraseOwnAccount } from "~/domain/personal-data/erasure.server";
import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { confirmBeforePasswordCheck } from "../../http/current-password.server";
import { done, operation, said, saying } from "../operation";
import { ownData, toOwnData } from "../schemas/own-data-schemas";

export const ownAccountOperations = [
  operation({
    id: "signOutEverywhere",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/logout-everywhere",
    summary: "Sign out everywhere",
    description: "Ends all your sessions, including this one, and their sockets.",
    caller: "user",
    scope: null,
    response: said,
    refusals: [],
    async run({ context, user }) {
      await endAllSessions(context, await user);
      return done({ message: "You are signed out everywhere." });
    },
  }),

  operation({
    id: "getOwnData",
    topic: "Accounts",
    method: "GET",
    path: "/api/auth/my-data",
    summary: "Everything we hold about you",
    description: "What you wrote and the bookings you are part of, at most 5,000 of each.",
    caller: "user",
    scope: null,
    response: ownData,
    refusals: [],
    run: async ({ context, viewer }) => done(toOwnData(await collectOwnData(context.db, viewer), context.origin)),
  }),

  operation({
    id: "deleteAccount",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/delete-account",
    summary: "Delete your account",
    description:
      "Takes the current password. Unanswered requests are cancelled. Refused while a confirmed appointment is ahead.",
    caller: "participant",
    scope: null,
    body: { as: "json", schema: deleteAccountForm.pick({ current: true }) },
    response: said,
    limits: ["currentPasswordPerSession"],
    refusals: ["wrongPassword", "appointmentAhead", "moneyOpen", "tooMany"],
    async run(call) {
      const begun = await confirmBeforePasswordCheck(call);
      if (!begun.ok) return begun;
      const result = await eraseOwnAccount(call.context, begun.user, begun.passwordCheck, call.body.current);
      return saying(result, "Your account is deleted.");
    },
  }),
];
