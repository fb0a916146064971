import { Form, useLoaderData, useParams } from "@remix-run/react";
import { fullName, type AuthenticatedUser } from "~/domain/values/user";
import { makeAdmin, revokeAdmin } from "~/domain/admin/admin-role.server";
import { approvePlumber } from "~/domain/admin/approval.server";
import { CONSENT_WORDS } from "~/domain/admin/caller";
import { offerAccount, recordConsent } from "~/domain/admin/caller-accounts.server";
import { accountActionForm, type AccountAnswers } from "~/domain/admin/admin-forms";
import { eraseUser } from "~/domain/admin/erasure.server";
import { findUser, hasOpenBookings, type UserDetails } from "~/domain/admin/users.server";
import { availableAccountActions, ACCOUNT_ACTIONS, type AccountAction } from "~/domain/admin/user-summary";
import { restoreUser, suspendUser } from "~/domain/admin/suspension.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { flashCookie } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { messageOf } from "~/http/refusals";
import { redirectTo } from "~/http/redirects";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { Dialog } from "~/ui/elements/dialog";
import { SureField, TextField } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { Notice } from "~/ui/elements/notice";

const VERBS = {
  suspend: (context, admin, id, { reason }) => suspendUser(context, admin, id, reason),
  restore: restoreUser,
  approve: approvePlumber,
  "offer-account": (context, admin, id, { email }) => offerAccount(context, admin, id, email ?? ""),
  consent: (context, admin, id, { words }) => recordConsent(context, admin, id, words ?? ""),
  "make-admin": makeAdmin,
  "revoke-admin": revokeAdmin,
  erase: (context, admin, _, __, user) => eraseUser(context, admin, user),
} satisfies Record<
  AccountAction,
  (context: DomainContext, admin: AuthenticatedUser, id: string, answers: AccountAnswers, user: UserDetails) => unknown
>;

function requireAccountAction(name: string): AccountAction {
  const accountAction = ACCOUNT_ACTIONS.find((known) => known === name);
  if (!accountAction) throw notFound();
  return accountAction;
}

export const loader = roleLoader("admin", async ({ context, viewer, params }) => {
  const accountAction = requireAccountAction(param(params, "action"));
  const id = param(params, "id");
  const [user, isBusy] = await Promise.all([findUser(context.db, id), hasOpenBookings(context.db, id)]);
  if (!user) throw notFound();
  const isFreeOnly = accountAction === "erase" || accountAction === "make-admin";
  return {
    accountAction,
    label: ACCOUNT_ACTION_LABELS[accountAction],
    name: fullName(user),
    isOwn: user.id === viewer.id,
    obstacle: isBusy && isFreeOnly ? messageOf({ ok: false, reason: "openBookings" }) : null,
    makesSense: availableAccountActions(user, viewer.id).includes(accountAction),
  };
});

export const action = roleAction("admin", async ({ context, user, params, form }) => {
  const accountAction = requireAccountAction(param(params, "action"));
  const id = param(params, "id");
  const parsed = parseForm(form, accountActionForm(accountAction));
  const [admin, subject] = await Promise.all([user, findUser(context.db, id)]);
  if (!subject) throw notFound();
  if (!parsed.value) return parsed.invalid();
  const result = await VERBS[accountAction](context, admin, id, parsed.value, subject);
  return result.ok
    ? redirectTo(`/admin-dashboard/people/${id}`, { "Set-Cookie": flashCookie("savedAndLogged") })
    : parsed.refused(result);
});

export default function AccountActionDialog() {
  const { id } = useParams();
  const { accountAction, label, name, isOwn, obstacle, makesSense } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("account-action", ["reason", "sure", "email", "words"], {
    words: CONSENT_WORDS,
  });
  return (
    <Dialog
      title={`${label.button}: ${name}`}
      back={`/admin-dashboard/people/${id}`}
      backLabel={makesSense && !obstacle ? "No, leave it" : "Back"}
      careful
    >
      <ProblemSummary message={message ?? obstacle} fields={all} />
      {makesSense && !obstacle ? (
        <Form method="post" replace noValidate className="grid gap-4">
          <p>{label.consequence}</p>
          {isOwn && <Notice kind="danger">This is your own account.</Notice>}
          {accountAction === "suspend" && (
            <TextField meta={fields.reason} label="Why?" hint="Only our office can read it." optional maxLength={300} />
          )}
          {accountAction === "offer-account" && (
            <TextField meta={fields.email} label="Their email" type="email" maxLength={254} />
          )}
          {accountAction === "consent" && <TextField meta={fields.words} label="Their words" maxLength={300} />}
          {accountAction === "erase" && <SureField meta={fields.sure} />}
          <SubmitButton busy={label.busy} className={`w-full ${label.danger ? "button-danger" : ""}`}>
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      ) : (
        !message &&
        !obstacle && (
          <Notice kind="info">
            There is nothing to do. The account is in that state already, or this can't be done to it.
          </Notice>
        )
      )}
    </Dialog>
  );
}
