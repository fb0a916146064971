import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { RowButton } from "./row-button";

/** The one thing that the office does with a payment in its row: `intent` names the button and the payment. */
export const PaymentAction = ({
  bookingId,
  intent,
  children,
}: {
  bookingId: string;
  intent: string;
  children: ReactNode;
}) => (
  <div className="office-actions">
    <Form method="post">
      <input type="hidden" name="booking" value={bookingId} />
      <RowButton name="intent" value={intent} busy="Saving..." className="button-quiet">
        {children}
      </RowButton>
    </Form>
  </div>
);
