import { brand } from "~/brand";
import {
  ENQUIRY_CATEGORIES,
  ENQUIRY_LENGTH,
  HONEYPOT,
  SUBJECT_LENGTH,
  type EnquiryTopic,
} from "~/domain/enquiries/enquiry";
import { EMAIL_LENGTH, NAME_LENGTH } from "~/domain/values/text";
import { showPhone, telephoneLink } from "~/domain/values/phone";
import { SelectField, TextArea, TextField } from "../forms/field";
import { ProblemSummary, useFormReply } from "../forms/form";
import { Icon, Notice, SubmitButton, TextLink } from "../shell/elements";
import { useResponseContext } from "../shell/response-context";
import { useFlash } from "../shell/dashboard-page";
import { PlainForm } from "~/ui/forms/owned-form";

const FIELDS = ["name", "email", "phone", "subject", "message"] as const;

const FORMS: Record<EnquiryTopic, { action: string; subject?: "text" | "category"; button: string }> = {
  home: { action: "/?index", subject: "text", button: "Send message" },
  appointment: { action: "/?index", subject: "category", button: "Book An Appointment" },
  contact: { action: "/contact", subject: "category", button: "Send message" },
  quote: { action: "/service-details", button: "Request a quote" },
};

/** Once sent, it is replaced by what happens next. The URL's fragment leads there, or to the errors, without script. */
export function EnquiryForm({ topic: id }: { topic: EnquiryTopic }) {
  const { action, subject, button } = FORMS[id];
  const { fields, all, message } = useFormReply(id, FIELDS);
  const flash = useFlash();
  const { officeOpens = null } = useResponseContext();
  if (flash?.at === id)
    return (
      <div
        id={`${id}-sent`}
        tabIndex={-1}
        role="status"
        className="card grid justify-items-start gap-3 border-success p-5 sm:p-6"
      >
        <Notice kind="success" className="w-full">
          {flash.message}
        </Notice>
        <p>We'll answer by email. If water is running now, call us.</p>
        <p className="flex flex-wrap gap-x-4">
          <a href={telephoneLink(brand.phone)} className="button-link">
            <Icon name="phone" /> {showPhone(brand.phone)}
          </a>
          <TextLink to={action}>Write another message</TextLink>
        </p>
      </div>
    );
  return (
    <PlainForm
      action={`${action}#${id}-problem`}
      noValidate
      id={id}
      data-keep={id}
      className="card grid gap-5 p-5 sm:p-6"
    >
      <input type="hidden" name="form" value={id} />
      <ProblemSummary id={`${id}-problem`} message={message} fields={all} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField meta={fields.name} label="Name" autoComplete="name" maxLength={NAME_LENGTH} />
        <TextField meta={fields.email} label="Email" type="email" autoComplete="email" maxLength={EMAIL_LENGTH} />
      </div>
      <TextField meta={fields.phone} label="Phone" type="tel" autoComplete="tel" optional />
      {subject === "text" && <TextField meta={fields.subject} label="Subject" maxLength={SUBJECT_LENGTH} />}
      {subject === "category" && (
        <SelectField
          meta={fields.subject}
          label="Category"
          hint="Choose the closest match, or none."
          choices={ENQUIRY_CATEGORIES}
          placeholder="Choose a category"
          optional
        />
      )}
      <TextArea meta={fields.message} label="Message" maxLength={ENQUIRY_LENGTH} />
      <label hidden>
        Leave this empty <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
      {/* The contact page has a filled button already while the office is open: the call. */}
      <SubmitButton
        busy="Sending..."
        className={`justify-self-start ${id === "contact" && officeOpens === null ? "button-quiet" : ""}`}
        label={button}
      />
    </PlainForm>
  );
}
