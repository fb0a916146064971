import { useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/values/user";
import { REGISTRATION_ACTIONS } from "~/domain/admin/people/office-users";
import { findRegistration, resendVerificationTo, verifyByHand } from "~/domain/admin/people/registrations.server";
import { adminAction, adminLoader } from "~/http/guards";
import { REGISTRATION_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { Dialog } from "~/ui/elements/dialog";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { requireOneOf } from "~/http/responses";
import { Form } from "~/ui/forms/owned-form";

const LIST = "/admin-dashboard/registrations";

export const loader = adminLoader(async ({ context, param }) => {
  const name = requireOneOf(REGISTRATION_ACTIONS, param("action"));
  const registration = await findRegistration(context.db, param("id"));
  if (!registration) return null;
  return {
    label: REGISTRATION_ACTION_LABELS[name],
    name: fullName(registration),
    email: registration.email,
    isPossible: name === "resend" || !registration.hasAccount,
  };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, param, refused, goTo } = args;
  const name = requireOneOf(REGISTRATION_ACTIONS, param("action"));
  const [admin, registration] = await Promise.all([user, findRegistration(context.db, param("id"))]);
  if (!registration) return null;
  if (name === "resend") {
    await resendVerificationTo(context, admin, registration);
    return goTo(LIST, "savedAndLogged");
  }
  const result = await verifyByHand(context, admin, registration);
  return result.ok ? goTo(`/admin-dashboard/people/${registration.id}`, "savedAndLogged") : refused(result);
});

export default function RegistrationActionDialog() {
  const { label, name, email, isPossible } = useLoaderData<typeof loader>();
  const { all, message } = useFormReply("registration-action", []);
  return (
    <Dialog title={`${label.button}: ${name}`} back={LIST} backLabel={isPossible ? "No, leave it" : "Back"} careful>
      <ProblemSummary message={message} fields={all} />
      {isPossible ? (
        <Form method="post" replace noValidate className="grid gap-4">
          <p className="wrap-anywhere">
            <b>{email}</b>
          </p>
          <p>{label.consequence}</p>
          <SubmitButton busy={label.busy ?? "Saving..."} className="w-full">
            Yes, {label.button.toLowerCase()}
          </SubmitButton>
        </Form>
      ) : (
        !message && <Notice kind="info">This email already has an account.</Notice>
      )}
    </Dialog>
  );
}
