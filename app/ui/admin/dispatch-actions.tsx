import { Form } from "@remix-run/react";
import type { DispatchLine } from "~/domain/admin/dispatch-line";
import { REMINDER_GAP } from "~/domain/admin/dispatch-list";
import type { Instant } from "~/domain/time/harare";
import { telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { withBack, type OfficeList } from "~/domain/values/office-list";
import { Link } from "../shell/link";
import { CompactAction } from "./compact-action";
import { RemindForm } from "./remind-form";
import { RowButton } from "./row-button";
import { withKey } from "./shortcuts";

/** The page that compares plumbers for a row, and leads back to the list. */
export const comparisonOf = ({ id }: DispatchLine, list: OfficeList) =>
  withBack(`/admin-dashboard/dispatch/${id}`, list);
const cancellationOf = ({ id }: DispatchLine, list: OfficeList) =>
  withBack(`/admin-dashboard/bookings/${id}/cancel`, list);

interface RowProps {
  row: DispatchLine;
  /** The list that it is in. */
  list: OfficeList;
}

/** What the office can do about a booking of Dispatch: what helps most first, then ways to reach whoever is needed. */
export function DispatchActions({ row, list, now, isFirst }: RowProps & { now: Instant; isFirst: boolean }) {
  // What is most urgent has the one button in copper.
  const className = isFirst ? "" : "button-quiet";
  const canRemind = row.kind === "unanswered" && !isJustReminded(row, now);
  const { reached } = row;
  return (
    <div className="office-actions">
      {canRemind ? (
        <RemindForm id={row.id} name={reached?.name} list={list} className={className} />
      ) : (
        <Assign row={row} list={list} className={className} />
      )}
      {reached && (
        <>
          <CompactAction icon="phone" label={`Call ${reached.name}`} href={telephoneLink(reached.phone)} shortcut="c" />
          <CompactAction
            icon="whatsapp"
            label={`WhatsApp ${reached.name}`}
            href={whatsAppLink(reached.phone)}
            shortcut="w"
          />
        </>
      )}
      {canRemind && (
        <CompactAction icon="users" label={`Reassign ${row.reference}`} to={comparisonOf(row, list)} shortcut="a" />
      )}
      <CompactAction icon="ban" label={`Cancel ${row.reference}`} to={cancellationOf(row, list)} shortcut="d" />
    </div>
  );
}

/** Within this time reminding again changes nothing. */
export const isJustReminded = ({ remindedAt }: DispatchLine, now: Instant) =>
  remindedAt !== null && remindedAt > now - REMINDER_GAP;

/** The plumber that the client asked for, at once (B8); else the page that compares plumbers. */
function Assign({ row, list, className }: RowProps & { className: string }) {
  const { kind, preferred } = row;
  if (preferred)
    return (
      <Form method="post" action={comparisonOf(row, list)}>
        <input type="hidden" name="from" value="" />
        <RowButton name="plumber" value={preferred.id} busy="Assigning..." className={className} {...withKey("a")}>
          Assign {preferred.firstName}
          <span className="sr-only"> to {row.reference}</span>
        </RowButton>
      </Form>
    );
  return (
    <Link to={comparisonOf(row, list)} className={`button office-action ${className}`} {...withKey("a")}>
      {kind === "unassigned" ? "Assign" : "Reassign"}
      <span className="sr-only"> {row.reference}</span>
    </Link>
  );
}
