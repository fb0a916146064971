import { Form } from "@remix-run/react";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { isJobStep, type JobStepName } from "~/domain/bookings/job-steps";
import { Icon } from "../elements/icon";
import type { IconName } from "../elements/icon-names";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../shell/link";
import { STEP_LABELS } from "./step-labels";
import { MenuButton, MenuLink } from "./ticket-menu";
import { TRANSITION_LABELS } from "./transition-labels";

interface Props {
  step: BookingTransition | JobStepName;
  /** The page of the booking. */
  page: string;
}

/** Finishing asks what is to be paid (M3), on a page of its own. */
const FINISH = "finish";

/** A step's labels, and the form that asks before it; null: it is taken at once. */
function describeStep(step: Props["step"]): { button: string; busy: string; icon: IconName; form: string | null } {
  if (isJobStep(step)) return { ...STEP_LABELS[step], form: STEP_LABELS[step].asksFirst ? `step/${step}` : null };
  const { button, busy, icon, question } = TRANSITION_LABELS[step];
  return { button, busy, icon, form: step === "complete" ? FINISH : question && step };
}

/** The button of a step. */
export function StepButton({ step, page, className, label }: Props & { className: string; label?: string }) {
  const { button, busy, form } = describeStep(step);
  return form ? (
    <Link to={`${page}/${form}`} className={`button ${className}`} preventScrollReset={form !== FINISH}>
      {label ?? button}
    </Link>
  ) : (
    <Form method="post" action={page}>
      <SubmitButton name="intent" value={step} busy={busy} className={className}>
        {label ?? button}
      </SubmitButton>
    </Form>
  );
}

/** A step in a ticket's menu. */
export function StepEntry({ step, page }: Props) {
  const { button, icon, form } = describeStep(step);
  return form ? (
    <MenuLink to={`${page}/${form}`} dialog={form !== FINISH}>
      <Icon name={icon} /> {button}
    </MenuLink>
  ) : (
    <MenuButton action={page} intent={step}>
      <Icon name={icon} /> {button}
    </MenuButton>
  );
}
