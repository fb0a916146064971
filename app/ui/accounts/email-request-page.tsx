import { useActionData } from "@remix-run/react";
import { AccountPage } from "../shell/account-page";
import mailSent from "../illustrations/mail-sent.svg?url";
import { TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Link } from "../shell/link";
import { Notice } from "../elements/notice";

/**
 * Asks for an email address and sends a link to it. The response is the same whether or not the address has an account.
 */
export function EmailRequestPage({ title, lead, label }: { title: string; lead: string; label: string }) {
  const sent = useActionData<{ sentTo?: string }>()?.sentTo;
  const { fields, all, message } = useFormReply("mail-request", ["email"]);
  if (sent) {
    return (
      <AccountPage title="Check your email">
        <img src={mailSent} alt="" width={200} height={150} className="mx-auto" />
        <Notice kind="success">
          If there's an account for {sent} that needs it, an email with a link is on its way.
        </Notice>
        <Link to="/signin" className="button button-quiet">
          Back to sign in
        </Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={title} lead={lead}>
      <ProblemSummary message={message} fields={all} />
      <form method="post" noValidate className="grid gap-5">
        <TextField meta={fields.email} label="Email" type="email" autoComplete="email" required />
        <SubmitButton busy="Sending...">{label}</SubmitButton>
      </form>
    </AccountPage>
  );
}
