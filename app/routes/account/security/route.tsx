import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as setUp from "~/domain/accounts/second-factor/factor-set-up.server";
import { passkeyForm } from "~/domain/accounts/second-factor/factor-answers";
import { renewRecoveryCodes, findSecondFactors } from "~/domain/accounts/second-factor/factor-changes.server";
import { steppedUp } from "~/domain/accounts/second-factor/factor-use.server";
import { endOtherSession, findAccess } from "~/domain/accounts/sessions.server";
import { hashToken } from "~/domain/accounts/tokens.server";
import { settingsOf } from "~/domain/values/user";
import { formAction } from "~/http/forms";
import { requireUserToSetUp, toSignIn } from "~/http/guards";
import type { Refused } from "~/http/refusals";
import { withReturn } from "~/http/return-to";
import * as sections from "./factor-list";
import { RecoveryCodes } from "~/ui/accounts/recovery-codes";
import { ButtonLink, Notice } from "~/ui/shell/elements";
import { AccountPage, described } from "~/ui/shell/public-page";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { PlainForm } from "~/ui/forms/owned-form";
import { requireSteppedUp } from "~/http/step-up.server";

const PAGE = "/security";

export const meta = described({ title: "Two-step sign-in", description: "A code or a passkey besides your password." });

/** A user's second factors (A21) and everything that gives access (A12). Admins need a factor before anything opens (A23). */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { viewer, token } = context.session;
  if (!viewer || !token) throw toSignIn(request);
  const [user, factors, access] = await Promise.all([
    requireUserToSetUp(args),
    findSecondFactors(context.db, viewer.id),
    hashToken(token).then((sessionHash) => findAccess(context, viewer.id, sessionHash)),
  ]);
  return {
    factors,
    access,
    isOn: user.hasSecondFactor,
    isOpen: steppedUp(user, context.now) !== null,
    isRequired: user.role === "admin" && context.requiresSecondFactor,
    settings: settingsOf(user.role),
  };
}

const CHANGES = ["beginApp", "removeApp", "addPasskey", "removePasskey", "renewCodes"] as const;

export const action = formAction("Two-step sign-in was not changed", async (args) => {
  const { context, read, button, refused, goTo } = args;
  const { verb, of } = button([...CHANGES, "endSession", "stopReset"]);
  const user = requireUserToSetUp(args);
  if (verb === "stopReset") {
    const owner = await user;
    await setUp.stopFactorReset(context, owner, owner.id);
    return goTo(PAGE, "factorKept");
  }
  // The page offers nothing to who isn't stepped up: its ten minutes are over.
  const owner = await requireSteppedUp({ context, user }, PAGE);
  const answer = (result: { ok: true; recoveryCodes?: string[] | null } | Refused) => {
    if (!result.ok) return refused(result);
    const { recoveryCodes } = result;
    return recoveryCodes ? { recoveryCodes } : goTo(PAGE, "securityChanged");
  };
  switch (verb) {
    case "endSession":
      return answer(await endOtherSession(context, owner, of));
    case "beginApp":
      await setUp.beginAppSetUp(context, owner);
      return goTo("/security/app");
    case "removeApp":
      return answer(await setUp.removeApp(context, owner));
    case "removePasskey":
      return answer(await setUp.removePasskey(context, owner, of));
    case "renewCodes":
      return answer(await renewRecoveryCodes(context, owner));
    case "addPasskey": {
      const { passkey, name } = read(passkeyForm);
      return answer(await setUp.addPasskey(context, owner, passkey, name));
    }
  }
});

export default function Security() {
  const { factors, access, isOn, isOpen, isRequired, settings } = useLoaderData<typeof loader>();
  const { recoveryCodes } = useActionData<{ recoveryCodes?: string[] }>() ?? {};
  const { fields, all, message } = useFormReply("passkey", ["name"]);
  const isToSetUp = isRequired && !isOn;
  if (recoveryCodes)
    return (
      <AccountPage title="Two-step sign-in">
        <RecoveryCodes codes={recoveryCodes} next={PAGE} />
      </AccountPage>
    );
  return (
    <AccountPage
      title="Two-step sign-in"
      settings={!isToSetUp && settings}
      lead="Whoever learns your password still can't sign in: a code from your phone, or a passkey, is asked for too."
    >
      <ProblemSummary message={message} fields={all} />
      <sections.ResetNotice resetDueAt={factors.resetDueAt} />
      {isToSetUp && <Notice kind="info">Admins need it. Set up an app or a passkey to go on.</Notice>}
      {!isOpen && <ButtonLink to={withReturn("/step-up", PAGE)}>{isOn ? "Change something" : "Turn it on"}</ButtonLink>}
      <sections.AppSection factors={factors} isOpen={isOpen} />
      <sections.PasskeySection factors={factors} isOpen={isOpen} name={fields.name} />
      {isOn && <sections.RecoveryCodesSection factors={factors} isOpen={isOpen} />}
      <sections.AccessSection access={access} isOpen={isOpen} settings={settings} />
      {isToSetUp && (
        <PlainForm action="/signout">
          <button className="button-link">Sign out</button>
        </PlainForm>
      )}
    </AccountPage>
  );
}
