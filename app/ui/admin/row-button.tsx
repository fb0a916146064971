import { Form, useNavigation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { SubmitButton } from "../shell/elements";

interface Props extends Omit<ComponentProps<"button">, "onClick"> {
  busy: string;
  /** The data that its form is sending, where that is not the page's navigation. */
  sent?: FormData;
  name: string;
  value: string;
}

/** A row's submit button: small, sends once, and may have a key of its own (`withKey`). Its name and value are its own. */
export function RowButton({ busy, sent, className = "", children, ...button }: Props) {
  const { formData } = useNavigation();
  const isSent = (sent ?? formData)?.get(button.name) === button.value;
  return (
    <button
      {...button}
      className={`button office-action ${className}`}
      data-busy={busy}
      aria-busy={isSent || undefined}
      onClick={isSent ? (event) => event.preventDefault() : undefined}
    >
      {isSent ? busy : children}
    </button>
  );
}

type Submit = ComponentProps<typeof SubmitButton>;

/** A quiet button that its page's action knows by `value`. */
export const VerbButton = ({ busy = "Saving...", ...button }: Omit<Submit, "busy"> & { busy?: string }) => (
  <SubmitButton className="button-quiet" {...button} name="intent" busy={busy} />
);

/** A row's action about its booking's money: `intent` names the button and the payment or dispute. */
export const PaymentAction = (action: { bookingId: string; intent: string; children: ReactNode }) => (
  <div className="office-actions">
    <Form method="post">
      <input type="hidden" name="booking" value={action.bookingId} />
      <RowButton name="intent" value={action.intent} busy="Saving..." className="button-quiet">
        {action.children}
      </RowButton>
    </Form>
  </div>
);
