import { useRouteLoaderData } from "@remix-run/react";
import { ENQUIRY_CATEGORIES, HONEYPOT, type EnquiryTopic } from "~/domain/enquiries/enquiry";
import type { FlashMessage } from "~/http/flash";
import { SelectField, TextArea, TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Notice } from "../elements/notice";

interface Props {
  /** The form's name on its page. */
  id: EnquiryTopic;
  /** The form's action: its own page. */
  action: string;
  subject: "text" | "category" | "none";
  button: string;
}

const FIELDS = ["name", "email", "phone", "subject", "message"] as const;

/**
 * The form by which visitors write to the company. Its result is shown above its fields, in
 * an element that the fragment of the response's URL names, so the browser scrolls there and focuses it without script.
 */
export function EnquiryForm({ id, action, subject, button }: Props) {
  const { fields, all, message } = useFormReply(id, FIELDS);
  const flash = useRouteLoaderData<{ flash: FlashMessage | null }>("root")?.flash;
  return (
    <form method="post" action={`${action}#${id}-problem`} noValidate id={id} className="card grid gap-5 p-5 sm:p-6">
      <input type="hidden" name="form" value={id} />
      {flash?.at === id && (
        <div id={`${id}-sent`} tabIndex={-1}>
          <Notice kind="success">{flash.message}</Notice>
        </div>
      )}
      <ProblemSummary id={`${id}-problem`} message={message} fields={all} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField meta={fields.name} label="Name" autoComplete="name" maxLength={60} />
        <TextField meta={fields.email} label="Email" type="email" autoComplete="email" maxLength={254} />
      </div>
      <TextField meta={fields.phone} label="Phone" type="tel" autoComplete="tel" optional />
      {subject === "text" && <TextField meta={fields.subject} label="Subject" maxLength={120} />}
      {subject === "category" && (
        <SelectField
          meta={fields.subject}
          label="Category"
          choices={ENQUIRY_CATEGORIES}
          placeholder="Choose a category"
          optional
        />
      )}
      <TextArea meta={fields.message} label="Message" maxLength={2000} />
      <p hidden>
        <label>
          Leave this empty <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      <SubmitButton busy="Sending..." className="justify-self-start">
        {button}
      </SubmitButton>
    </form>
  );
}
