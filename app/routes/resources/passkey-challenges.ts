import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { CHALLENGE_LIFE, giveChallenge } from "~/domain/accounts/second-factor/factor-set-up.server";
import { findPendingSignIn } from "~/domain/accounts/sign-in.server";
import { listCredentialIds } from "~/domain/accounts/second-factor/factor-changes.server";
import { ALGORITHMS } from "~/domain/accounts/second-factor/factor-answers";
import { toBase64Url } from "~/domain/values/secrets";
import { type AuthenticatedUser, fullName } from "~/domain/values/user";
import { readForm } from "~/http/forms";
import { notFound } from "~/http/responses";
import { pendingCookie } from "~/http/cookies";
import { answerProblem, answerRefusal, answerSignedOut } from "~/http/refusals";
import * as z from "zod";

export const loader = () => notFound();

const asked = z.object({ purpose: z.enum(["create", "signIn", "secondStep", "stepUp"]) });

/** The challenge that a passkey signs (A21): for the `fetch` of `ui/accounts/passkey-buttons.ts`. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const { origin, session } = context;
  const form = asked.safeParse(Object.fromEntries(await readForm(request))).data;
  if (!form) return answerProblem("There is no such purpose.", { status: 422 });
  const { purpose } = form;
  const { hostname } = new URL(origin);
  /** The options of a signature by one of the passkeys of `known` (none: by any), or of a new passkey of `creator`. */
  const answer = async (userId: string | null, known: string[] | Promise<string[]>, creator?: AuthenticatedUser) => {
    const asking = giveChallenge(context, { purpose: creator ? "create" : "use", userId });
    const [given, ids] = await Promise.all([asking, known]);
    if (!given.ok) return answerRefusal(given);
    const options = { challenge: given.challenge, timeout: CHALLENGE_LIFE };
    const credentials = ids.map((id) => ({ type: "public-key", id }));
    // The formats of `parseRequestOptionsFromJSON` and `parseCreationOptionsFromJSON`.
    if (!creator)
      return Response.json({
        ...options,
        rpId: hostname,
        userVerification: "required",
        allowCredentials: credentials,
      });
    const { id, email } = creator;
    return Response.json({
      ...options,
      rp: { id: hostname, name: brand.name },
      user: { id: toBase64Url(new TextEncoder().encode(id)), name: email, displayName: fullName(creator) },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      // Kept by the authenticator, so that it can sign in alone, and never without finger, face or PIN.
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: credentials,
    });
  };

  if (purpose === "signIn") return answer(null, []);
  if (purpose === "secondStep") {
    const token = pendingCookie.read(request);
    const pending = token && (await findPendingSignIn(context, token));
    return pending ? answer(pending.userId, pending.credentialIds) : answerRefusal({ ok: false, reason: "signInOver" });
  }
  const user = (await session.confirm()) ?? (await session.withoutFactor());
  if (!user) return answerSignedOut();
  return answer(user.id, listCredentialIds(context.db, user.id), purpose === "create" ? user : undefined);
}
