import { Form } from "@remix-run/react";
import type { Dispute } from "~/domain/admin/desk/desk";
import type { Instant } from "~/domain/time/harare";
import { Notice } from "../elements/notice";
import { SubmitButton } from "../forms/submit-button";
import { sayInstant } from "./say-instant";

/** What the sides of a booking disagree about, on its page (O31). */
export const DisputeCard = ({ dispute, now }: { dispute: Dispute; now: Instant }) => (
  <Notice kind="danger" alert={false}>
    <p>
      <b>{dispute.said}.</b> {sayInstant(dispute.openedAt, now)}
    </p>
    {dispute.reason && <p className="whitespace-pre-line">“{dispute.reason}”</p>}
    {dispute.before && <p className="whitespace-pre-line">{dispute.before}</p>}
    {dispute.canResolve && (
      <Form method="post" className="mt-3">
        <SubmitButton name="intent" value={`resolve:${dispute.id}`} busy="Saving..." className="button-quiet">
          Mark as resolved
        </SubmitButton>
      </Form>
    )}
  </Notice>
);
