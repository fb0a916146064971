import { ENQUIRY_CATEGORIES, HONEYPOT } from "~/domain/contact/enquiry";
import { SelectField, TextArea, TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";

interface Props {
  /** Names the form on its page. */
  id: string;
  /** Where the form is sent: its own page, at the form. */
  action: string;
  subject: "text" | "category" | "none";
  button: string;
}

const FIELDS = ["name", "email", "phone", "subject", "message"] as const;

/** The form that visitors write to the company with, wherever it stands. */
export function EnquiryForm({ id, action, subject, button }: Props) {
  const { fields, all, message } = useFormReply(id, FIELDS);
  return (
    <form method="post" action={action} noValidate id={id} className="card grid gap-5 p-5 sm:p-6">
      <input type="hidden" name="form" value={id} />
      <ProblemSummary message={message} fields={all} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField meta={fields.name} label="Name" autoComplete="name" maxLength={60} />
        <TextField meta={fields.email} label="Email" type="email" autoComplete="email" maxLength={254} />
      </div>
      <TextField meta={fields.phone} label="Phone" type="tel" autoComplete="tel" optional />
      {subject === "text" && <TextField meta={fields.subject} label="Subject" maxLength={120} />}
      {subject === "category" && <SelectField meta={fields.subject} label="Category" choices={ENQUIRY_CATEGORIES} placeholder="Choose a category" optional />}
      <TextArea meta={fields.message} label="Message" maxLength={2000} />
      <p className="trap" aria-hidden="true">
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
