import { type ComponentProps, useEffect, useState, type FormEvent } from "react";
import { timeAt, type Instant, SECOND, formatInstant, unbroken } from "~/domain/time/harare";
import { type OfficeList, withBack, OFFICE_LISTS } from "~/domain/values/office-addresses";
import { OWNER_FIELD } from "~/domain/values/user";
import { useRevalidator, useSubmit } from "@remix-run/react";
import {
  type DispatchLine,
  DESK_STEPS,
  DISPATCH_KINDS,
  REMINDER_GAP,
  formatWait,
  isPastPromise,
} from "~/domain/admin/desk/dispatch";
import { showPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Menu } from "../elements/menu";
import { RowLink, RowButton } from "./office-page";
import { Icon, Link, SubmitButton } from "../shell/elements";
import { DataTable, type Column, actionsColumn, sayInstant } from "./data-table";
import { withKey } from "./shortcuts";
import { leaveRow } from "./chosen-row";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";

interface RowProps {
  row: DispatchLine;
  list: OfficeList;
}
type FirstProps = RowProps & { className: string };

/**
 * Reminds a row's plumber in place, and chooses the next row at once (N17, O19). Each row sends its own: on a slow line
 * the next one must not cut the last one off.
 */
function RemindForm({ row, list, className }: FirstProps) {
  const { revalidate } = useRevalidator();
  const submit = useSubmit();
  const [sent, setSent] = useState<FormData>();
  const intent = `remind:${row.id}`;
  function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    event.preventDefault();
    if (sent) return;
    const data = new FormData(form);
    data.set("intent", intent);
    setSent(data);
    leaveRow(form);
    // A success leads on, as page data by 202. A refused form is sent again as a page, which says why.
    const url = new URL(form.action);
    url.pathname += ".data";
    void fetch(url, {
      method: "POST",
      body: new URLSearchParams({ intent, inPlace: "on", [OWNER_FIELD]: String(data.get(OWNER_FIELD)) }),
      keepalive: true,
    })
      .then(({ status }) => status === 202)
      .catch(() => false)
      .then((isDone) => (isDone ? revalidate() : submit(data, { method: "post", action })))
      .finally(() => setSent(undefined));
  }
  const action = list === "today" ? withBack(OFFICE_LISTS.dispatch, list) : OFFICE_LISTS[list];
  return (
    <Form method="post" action={action} onSubmit={send}>
      <RowButton value={intent} busy="Reminding..." sent={sent} className={className} {...withKey("r")}>
        Remind<span className="sr-only"> {row.reached[0]?.name}</span>
      </RowButton>
    </Form>
  );
}

const STEP = 10 * SECOND;

/** The server's time, running with the page: the device's own clock may be wrong by hours. Without script it does not move. */
function useRunningNow(now: Instant): Instant {
  const [clock, setClock] = useState({ from: now, passed: 0 });
  useEffect(() => {
    const loadedAt = performance.now();
    const timer = setInterval(() => setClock({ from: now, passed: performance.now() - loadedAt }), STEP);
    return () => clearInterval(timer);
  }, [now]);
  return clock.from === now ? now + clock.passed : now;
}

const isDispatched = ({ kind }: DispatchLine) => DISPATCH_KINDS.some((one) => one === kind);

/** The page that compares plumbers for a row and leads back to the list; the booking's if it needs no other plumber. */
const pageOf = (row: DispatchLine, list: OfficeList) =>
  isDispatched(row) ? withBack(`/admin-dashboard/dispatch/${row.id}`, list) : `/admin-dashboard/bookings/${row.id}`;

function DispatchActions({ row, list, now, isFirst }: RowProps & { now: Instant; isFirst: boolean }) {
  const { id, reference, reached } = row;
  const First = canRemind(row, now) ? RemindForm : isDispatched(row) ? Assign : FailedVisit;
  return (
    <>
      <First row={row} list={list} className={isFirst ? "" : "button-quiet"} />
      {reached.length > 0 && <PhoneMenu row={row} />}
      {canRemind(row, now) && (
        <Link to={pageOf(row, list)} {...compact(`Reassign ${reference}`, "a")}>
          <Icon name="users" />
        </Link>
      )}
      {isDispatched(row) && (
        <Link to={withBack(`/admin-dashboard/bookings/${id}/cancel`, list)} {...compact(`Cancel ${reference}`, "d")}>
          <Icon name="ban" />
        </Link>
      )}
    </>
  );
}

const compact = (label: string, key: string) => ({
  className: "office-compact list-none",
  "aria-label": label,
  ...withKey(key),
});

/** Lists whom to call or message. The shortcut opens it and focuses the first entry. */
const PhoneMenu = ({ row: { reference, reached } }: Pick<RowProps, "row">) => (
  <Menu className="relative">
    <summary
      {...compact(`Call ${reached.map(({ name }) => name).join(" or ")} about ${reference}`, "c")}
      onClick={({ currentTarget: { parentElement: menu }, detail }) => {
        // A keyboard click (detail 0) doesn't move the focus by itself.
        if (detail === 0) requestAnimationFrame(() => menu?.querySelector("a")?.focus());
      }}
    >
      <Icon name="phone" />
      <span className="text-xs md:hidden">Call</span>
    </summary>
    <ul className="card drop phone-menu">
      {reached.map(({ name, phone }) => (
        <li key={phone}>
          <a href={telephoneLink(phone)}>
            <b>{name}</b> {showPhone(phone)}
          </a>
          <a href={whatsAppLink(phone)} className="office-compact" aria-label={`WhatsApp ${name}`}>
            <Icon name="whatsapp" />
          </a>
        </li>
      ))}
    </ul>
  </Menu>
);

function FailedVisit({ row: { id, kind, reached }, className }: FirstProps) {
  const isDecided = kind === "missed" || kind === "promised";
  const [first] = reached;
  return !isDecided && first ? (
    <a href={telephoneLink(first.phone)} className={`button office-action ${className}`}>
      Call {first.name.split(" ")[0]}
    </a>
  ) : (
    <RowLink to={`/admin-dashboard/bookings/${id}`} className={className} {...withKey("a")}>
      {isDecided ? "Decide" : "See the booking"}
    </RowLink>
  );
}

/** The plumber that the client asked for, at once (B8); else the page that compares plumbers. */
function Assign({ row, list, className }: FirstProps) {
  const { kind, preferred, reference } = row;
  return preferred ? (
    <Form method="post" action={pageOf(row, list)}>
      <Shown name="from" value="" />
      <RowButton name="plumber" value={preferred.id} busy="Assigning..." className={className} {...withKey("a")}>
        Assign {preferred.firstName}
        <span className="sr-only"> to {reference}</span>
      </RowButton>
    </Form>
  ) : (
    <RowLink to={pageOf(row, list)} className={className} {...withKey("a")}>
      {kind === "unassigned" ? "Assign" : "Reassign"}
      <span className="sr-only"> {reference}</span>
    </RowLink>
  );
}

const isJustReminded = ({ remindedAt }: DispatchLine, now: Instant) =>
  remindedAt !== null && remindedAt > now - REMINDER_GAP;

const canRemind = (row: DispatchLine, now: Instant) => row.kind === "unanswered" && !isJustReminded(row, now);

interface TableProps extends Omit<ComponentProps<typeof DataTable<DispatchLine>>, "caption" | "columns"> {
  list: OfficeList;
  now: Instant;
}

export function DispatchTable({ list, now: loadedAt, ...table }: TableProps) {
  const now = useRunningNow(loadedAt);
  const columns: Column<DispatchLine>[] = [
    {
      id: "waiting",
      label: "Waiting",
      onPhones: "end",
      cell: (row) => (
        <span
          className={isPastPromise(row, now) ? "is-overdue" : undefined}
          title={`Since ${formatInstant(row.since)}`}
        >
          {formatWait(now - row.since)}
        </span>
      ),
    },
    {
      id: "client",
      label: "Client",
      link: (row) => pageOf(row, list),
      cell: ({ client, reference }) => <span title={reference}>{client}</span>,
    },
    { id: "problem", label: "Problem", onPhones: "hidden", cell: ({ problem }) => problem },
    {
      id: "place",
      label: "Where",
      onPhones: "hidden",
      cell: ({ place }) => <span title={place}>{place}</span>,
    },
    {
      id: "when",
      label: "When",
      cell: ({ startsAt, problem, place }) => (
        <>
          {unbroken(sayInstant(startsAt, now))}
          <span className="md:hidden">
            . {problem}, {place}
          </span>
        </>
      ),
    },
    {
      id: "told",
      label: list === "today" ? "Why" : "Asked",
      cell: (row) => (
        <span
          className={`takes-rest takes-two-lines ${isPastPromise(row, now) ? "is-overdue" : ""}`.trim()}
          title={row.told ?? undefined}
        >
          {row.kind === "unanswered" && isJustReminded(row, now) && `Reminded ${timeAt(row.remindedAt ?? now)}. `}
          {row.asked}
        </span>
      ),
    },
    actionsColumn((row) => <DispatchActions row={row} list={list} now={now} isFirst={row === table.rows[0]} />),
  ];
  return (
    <DataTable
      {...table}
      caption="Bookings that need the office"
      columns={columns}
      className={list === "today" ? "desk is-today" : "desk"}
      groupOf={list === "today" || list === "unanswered" ? ({ kind }) => DESK_STEPS[kind] : undefined}
      groupLine={(step) => <Group step={step} rows={table.rows} list={list} now={now} />}
    />
  );
}

/** The rows with one step, and the button that does it for all of them, where there is one. */
function Group({
  step,
  rows,
  list,
  now,
}: {
  step: string;
  rows: readonly DispatchLine[];
  list: OfficeList;
  now: Instant;
}) {
  const ofStep = rows.filter(({ kind }) => DESK_STEPS[kind] === step);
  const toRemind = ofStep.filter((row) => canRemind(row, now));
  return (
    <div className="office-bar">
      {step} ({ofStep.length}){list === "today" && step === DESK_STEPS.missed && ": missed visits and disputes due"}
      {toRemind.length > 1 && (
        <Form method="post" action="/admin-dashboard/bookings/chosen/remind">
          <input type="hidden" name="back" value={list} />
          {toRemind.map(({ id }) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <SubmitButton
            busy="Reminding..."
            className="button-quiet office-action"
            label={`Remind all ${toRemind.length}`}
          />
        </Form>
      )}
    </div>
  );
}
