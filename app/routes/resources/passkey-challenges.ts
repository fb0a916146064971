import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as z from "zod";
import { giveChallenge } from "~/domain/accounts/second-factor/passkeys.server";
import { findPendingSignIn } from "~/domain/accounts/second-factor/factor-sign-in.server";
import { listCredentialIds } from "~/domain/accounts/second-factor/second-factors.server";
import { readForm } from "~/http/forms";
import { notFound } from "~/http/not-found";
import { creationOptions, requestOptions } from "~/http/passkey-options.server";
import { readPendingCookie } from "~/http/pending-cookie";
import { answerProblem, answerRefusal } from "~/http/refusals";

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
    const token = readPendingCookie(request);
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
