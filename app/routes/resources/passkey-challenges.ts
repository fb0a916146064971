import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { CHALLENGE_LIFE, giveChallenge } from "~/domain/accounts/second-factor/factor-set-up.server";
import { findPendingSignIn } from "~/domain/accounts/second-factor/factor-sign-in.server";
import { listCredentialIds } from "~/domain/accounts/second-factor/factor-changes.server";
import { ALGORITHMS } from "~/domain/accounts/second-factor/factor-answers";
import { toBase64Url } from "~/domain/values/secrets";
import { type AuthenticatedUser, fullName } from "~/domain/values/user";
import { readForm } from "~/http/forms";
import { notFound } from "~/http/not-found";
import { pendingCookie } from "~/http/cookies";
import { answerProblem, answerRefusal } from "~/http/refusals";

import * as z from "zod";

export const loader = () => notFound();

const asked = z.object({ purpose: z.enum(["create", "signIn", "secondStep", "stepUp"]) });

/** What the browser asks a passkey to sign (A21): for the `fetch` of `ui/accounts/passkey-buttons.ts`. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const { origin, session, clientAddress } = context;
  const form = asked.safeParse(Object.fromEntries(await readForm(request))).data;
  if (!form) return answerProblem("There is no such purpose.", { status: 422 });
  const { purpose } = form;
  const give = (userId: string | null) =>
    giveChallenge(context, { purpose: purpose === "create" ? "create" : "use", userId }, clientAddress);

  if (purpose === "signIn") {
    const given = await give(null);
    return given.ok ? Response.json(requestOptions(origin, given.challenge, [])) : answerRefusal(given);
  }
  if (purpose === "secondStep") {
    const token = pendingCookie.read(request);
    const pending = token && (await findPendingSignIn(context, token));
    if (!pending) return answerRefusal({ ok: false, reason: "signInOver" });
    const given = await give(pending.userId);
    return given.ok
      ? Response.json(requestOptions(origin, given.challenge, pending.credentialIds))
      : answerRefusal(given);
  }
  const user = (await session.confirm()) ?? (await session.withoutFactor());
  if (!user) return answerProblem("You must be logged in.", { status: 401 });
  const [given, ids] = await Promise.all([give(user.id), listCredentialIds(context.db, user.id)]);
  if (!given.ok) return answerRefusal(given);
  return Response.json(
    purpose === "create"
      ? creationOptions(origin, given.challenge, user, ids)
      : requestOptions(origin, given.challenge, ids),
  );
}

// What `navigator.credentials` is asked for, as `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read it.

const credentials = (ids: string[]) => ids.map((id) => ({ type: "public-key", id }));

/** The options of a new passkey for a user who has those of `ids`. */
const creationOptions = (origin: string, challenge: string, user: AuthenticatedUser, ids: string[]) => ({
  challenge,
  rp: { id: new URL(origin).hostname, name: brand.name },
  user: { id: toBase64Url(new TextEncoder().encode(user.id)), name: user.email, displayName: fullName(user) },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
  // Kept by the authenticator, so that it can sign in alone, and never without finger, face or PIN.
  authenticatorSelection: { residentKey: "required", userVerification: "required" },
  attestation: "none",
  excludeCredentials: credentials(ids),
  timeout: CHALLENGE_LIFE,
});

/** The options of a signature by one of the passkeys of `ids`; empty: by any that the browser has for us. */
const requestOptions = (origin: string, challenge: string, ids: string[]) => ({
  challenge,
  rpId: new URL(origin).hostname,
  userVerification: "required",
  allowCredentials: credentials(ids),
  timeout: CHALLENGE_LIFE,
});
