import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { MoneyAction } from "~/domain/money/booking-money";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../shell/link";
import { MONEY_LABELS } from "./money-labels";

interface Props {
  action: MoneyAction;
  /** The booking's page. */
  page: string;
  className?: string;
}

/** The button of an action that needs no more than what the page shows; `shown` goes with it. */
export const MoneyButton = ({
  action,
  page,
  className = "",
  shown,
}: Props & { shown: Record<string, string | number> }) => (
  <Form method="post" action={`${page}/money/${action}`} preventScrollReset>
    {Object.entries(shown).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <SubmitButton busy={MONEY_LABELS[action].busy} className={className}>
      {MONEY_LABELS[action].button}
    </SubmitButton>
  </Form>
);

/** The link to the form of an action that asks for more. */
export const MoneyLink = ({ action, page, className = "button-quiet", children }: Props & { children?: ReactNode }) => (
  <Link
    to={action === "quote" ? `${page}/quote` : `${page}/money/${action}`}
    className={`button ${className}`}
    preventScrollReset
  >
    {children ?? MONEY_LABELS[action].button}
  </Link>
);
