import { Form, useNavigation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";

interface RowButtonProps extends Omit<ComponentProps<"button">, "onClick"> {
  busy: string;
  /** The data that its form is sending, where that is not the page's navigation. */
  sent?: FormData;
  name: string;
  value: string;
}

/** A row's submit button: small, sends once, and may have a key of its own (`withKey`). Its name and value are its own. */
export function RowButton({ busy, sent, className = "", children, ...button }: RowButtonProps) {
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

interface PaymentActionProps {
  bookingId: string;
  intent: string;
  children: ReactNode;
}

/** A row's action for a payment: `intent` names the button and the payment. */
export const PaymentAction = ({ bookingId, intent, children }: PaymentActionProps) => (
  <div className="office-actions">
    <Form method="post">
      <input type="hidden" name="booking" value={bookingId} />
      <RowButton name="intent" value={intent} busy="Saving..." className="button-quiet">
        {children}
      </RowButton>
    </Form>
  </div>
);
