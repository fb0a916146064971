import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { DISPATCH_KINDS, REMINDER_GAP } from "~/domain/admin/desk/dispatch";
import type { DispatchLine } from "~/domain/admin/desk/dispatch-line";
import type { Instant } from "~/domain/time/harare";
import { telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { withBack, type OfficeList } from "~/domain/values/lists";
import { Link } from "../shell/link";
import { CompactAction } from "./compact-action";
import { RemindForm } from "./remind-form";
import { RowButton } from "./row-button";
import { withKey } from "./shortcuts";

/** Whether it is one of Dispatch's: then another plumber, or an answer, is what it needs. */
const isDispatched = ({ kind }: DispatchLine) => DISPATCH_KINDS.some((one) => one === kind);

/** The page that compares plumbers for a row and leads back to the list; where it needs no other one, the booking's. */
export const pageOf = (row: DispatchLine, list: OfficeList) =>
  isDispatched(row) ? withBack(`/admin-dashboard/dispatch/${row.id}`, list) : `/admin-dashboard/bookings/${row.id}`;
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
  return (
    <div className="office-actions">
      {canRemind ? (
        <RemindForm id={row.id} name={row.reached[0]?.name} list={list} className={className} />
      ) : isDispatched(row) ? (
        <Assign row={row} list={list} className={className} />
      ) : (
        <FailedVisit row={row} className={className} />
      )}
      {row.reached.map(({ name, phone }, at) => (
        <Fragment key={phone}>
          <CompactAction
            icon="phone"
            label={`Call ${name}`}
            href={telephoneLink(phone)}
            shortcut={at === 0 ? "c" : undefined}
          />
          <CompactAction
            icon="whatsapp"
            label={`WhatsApp ${name}`}
            href={whatsAppLink(phone)}
            shortcut={at === 0 ? "w" : undefined}
          />
        </Fragment>
      ))}
      {canRemind && (
        <CompactAction icon="users" label={`Reassign ${row.reference}`} to={pageOf(row, list)} shortcut="a" />
      )}
      {isDispatched(row) && (
        <CompactAction icon="ban" label={`Cancel ${row.reference}`} to={cancellationOf(row, list)} shortcut="d" />
      )}
    </div>
  );
}

/** A visit that fails has its answer on the booking's page, or on the phone. */
function FailedVisit({ row: { id, kind, reached }, className }: { row: DispatchLine; className: string }) {
  const isDecided = kind === "missed" || kind === "overdue";
  const [first] = reached;
  if (!isDecided && first)
    return (
      <a href={telephoneLink(first.phone)} className={`button office-action ${className}`}>
        Call {first.name.split(" ")[0]}
      </a>
    );
  return (
    <Link to={`/admin-dashboard/bookings/${id}`} className={`button office-action ${className}`} {...withKey("a")}>
      {isDecided ? "Decide" : "See the booking"}
    </Link>
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
      <Form method="post" action={pageOf(row, list)}>
        <input type="hidden" name="from" value="" />
        <RowButton name="plumber" value={preferred.id} busy="Assigning..." className={className} {...withKey("a")}>
          Assign {preferred.firstName}
          <span className="sr-only"> to {row.reference}</span>
        </RowButton>
      </Form>
    );
  return (
    <Link to={pageOf(row, list)} className={`button office-action ${className}`} {...withKey("a")}>
      {kind === "unassigned" ? "Assign" : "Reassign"}
      <span className="sr-only"> {row.reference}</span>
    </Link>
  );
}
