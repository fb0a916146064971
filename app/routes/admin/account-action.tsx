import { Form, useLoaderData, useParams } from "@remix-run/react";
import { fullName, type AuthenticatedUser } from "~/domain/values/user";
import { makeAdmin, revokeAdmin } from "~/domain/admin/admin-role.server";
import { approvePlumber } from "~/domain/admin/approval.server";
import { accountActionForm } from "~/domain/admin/admin-forms";
import { eraseUser } from "~/domain/admin/erasure.server";
import { findUser, hasOpenBookings, type Person } from "~/domain/admin/users.server";
import { availableAccountActions, ACCOUNT_ACTIONS, type AccountAction } from "~/domain/admin/user-summary";
import { restoreUser, suspendUser } from "~/domain/admin/suspension.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { flashCookie } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { messageOf } from "~/http/refusals";
import { redirectTo } from "~/http/redirects";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { Dialog } from "~/ui/elements/dialog";
import { FieldError, TextField } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { Notice } from "~/ui/elements/notice";

const DEEDS = {
  suspend: (context, admin, id, reason) => suspendUser(context, admin, id, reason),
  restore: restoreUser,
  approve: approvePlumber,
  "make-admin": makeAdmin,
  "unmake-admin": revokeAdmin,
  erase: (context, admin, _, __, person) => eraseUser(context, admin, person),
} satisfies Record<
  AccountAction,
  (context: DomainContext, admin: AuthenticatedUser, id: string, reason: string | null, person: Person) => unknown
>;

function requireAccountAction(name: string | undefined): AccountAction {
  const deed = ACCOUNT_ACTIONS.find((known) => known === name);
  if (!deed) throw new Response("Not found", { status: 404 });
  return deed;
}

export const loader = roleLoader("admin", async ({ context, viewer, params }) => {
  const deed = requireAccountAction(params["deed"]);
  const id = params["id"] ?? "";
  const [person, isBusy] = await Promise.all([findUser(context.db, id), hasOpenBookings(context.db, id)]);
  if (!person) throw new Response("Not found", { status: 404 });
  const isFreeOnly = deed === "erase" || deed === "make-admin";
  return {
    deed,
    label: ACCOUNT_ACTION_LABELS[deed],
    name: fullName(person),
    isOwn: person.id === viewer.id,
    obstacle: isBusy && isFreeOnly ? messageOf({ ok: false, reason: "openBookings" }) : null,
    makesSense: availableAccountActions(person, viewer.id).includes(deed),
  };
});

export const action = roleAction("admin", async ({ context, member, params, form }) => {
  const deed = requireAccountAction(params["deed"]);
  const id = params["id"] ?? "";
  const parsed = parseForm(form, accountActionForm(deed));
  const [admin, person] = await Promise.all([member, findUser(context.db, id)]);
  if (!person) throw new Response("Not found", { status: 404 });
  if (!parsed.value) return parsed.invalid();
  const result = await DEEDS[deed](context, admin, id, parsed.value.reason, person);
  return result.ok
    ? redirectTo(`/admin-dashboard/people/${id}`, { "Set-Cookie": flashCookie("savedAndLogged") })
    : parsed.refused(result);
});

export default function AccountActionDialog() {
  const { id } = useParams();
  const { deed, label, name, isOwn, obstacle, makesSense } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("deed", ["reason", "sure"]);
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
          {deed === "suspend" && (
            <TextField meta={fields.reason} label="Why?" hint="The desk alone reads it." optional maxLength={300} />
          )}
          {deed === "erase" && (
            <div className="field">
              <label className="check">
                <input type="checkbox" name="sure" id={fields.sure.id} />
                <span className="font-normal">I know that this cannot be undone.</span>
              </label>
              <FieldError meta={fields.sure} />
            </div>
          )}
          <SubmitButton busy={label.busy} className={`w-full ${label.danger ? "button-danger" : ""}`}>
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      ) : (
        !message &&
        !obstacle && (
          <Notice kind="info">There is nothing to do: the account is that way already, or it cannot be.</Notice>
        )
      )}
    </Dialog>
  );
}
