import type { ComponentProps, ReactNode } from "react";
import { ProblemSummary, type FormReplyOf } from "../forms/form";
import { SubmitButton } from "../shell/elements";
import { StepUpFields, type STEP_UP_FIELDS } from "./step-up-fields";
import { DrawnForm } from "~/ui/forms/drawn-form";

interface Props {
  form: string;
  title?: string;
  lead?: ReactNode;
  reply: FormReplyOf<(typeof STEP_UP_FIELDS)[number]> & ComponentProps<typeof DrawnForm>["reply"];
  button: ReactNode;
  busy?: string;
  /** The page reads what is to be done from the button: its value is `form`. */
  isVerb?: boolean;
  isCareful?: boolean;
  /** Shows its title alone until it is opened, or has something to say. */
  isFolded?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A form whose action takes a step-up (A24): asks for it where it was refused for the lack of it, and keeps the answers. */
export function SteppedUpForm({
  form,
  title,
  lead,
  reply,
  button,
  busy = "Saving...",
  isVerb = false,
  isCareful = false,
  isFolded = false,
  className = "max-w-xl",
  children,
}: Props) {
  const { fields, all, message, reason } = reply;
  const content = (
    <>
      {lead && <p className="text-ink-2">{lead}</p>}
      <ProblemSummary message={message} fields={all} />
      <DrawnForm reply={reply} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="form" value={form} />
        {children}
        <StepUpFields fields={fields} reason={reason} />
        <SubmitButton
          {...(isVerb && { name: "intent", value: form })}
          busy={busy}
          className={`justify-self-start ${isCareful ? "button-danger" : ""}`}
        >
          {button}
        </SubmitButton>
      </DrawnForm>
    </>
  );
  if (isFolded)
    return (
      <details open={message !== null || all.some(({ error }) => error)}>
        <summary className="py-3 text-sm font-semibold">{title}</summary>
        <div className={`grid gap-5 pt-3 ${className}`}>{content}</div>
      </details>
    );
  return (
    <section className={`card grid gap-5 p-5 ${className}`}>
      {title && <h2>{title}</h2>}
      {content}
    </section>
  );
}
