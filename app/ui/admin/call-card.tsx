import type { Call, ToldClient } from "~/domain/admin/desk/dispatch";
import { formatInstant, timeAt, type Instant } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { PhoneLinks } from "../accounts/phone-links";
import { StatusBadge } from "../bookings/status-badge";
import { ButtonLink, Link } from "../shell/elements";
import { sayInstant } from "./data-table";
import { VerbButton } from "./office-page";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";

interface Props {
  call: Call;
  now: Instant;
  isOnBooking?: boolean;
  isFirst: boolean;
}

export function CallCard({ call, now, isOnBooking = false, isFirst }: Props) {
  const { id, reference, status, startsAt, client, phone, lines, asksClient, waitingSince, until, triedAt } = call;
  const name = fullName(client);
  return (
    // The keys of lists walk the cards.
    <section className="card grid gap-3 p-4" aria-label={`Call ${name}`} data-row={isOnBooking ? undefined : ""}>
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 className="mr-auto text-base">
          {isOnBooking ? (
            `Call ${name}`
          ) : (
            <Link to={`/admin-dashboard/bookings/${id}`} data-row-link="">
              {name}
            </Link>
          )}
        </h2>
        <PhoneLinks phone={phone} className="button-link" />
      </div>
      {!isOnBooking && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          {reference} <StatusBadge status={status} /> {sayInstant(startsAt, now)}
        </p>
      )}
      <ul className="list-disc pl-5">
        {lines.map((what, index) => (
          <li key={index}>{what}</li>
        ))}
      </ul>
      <p className="text-sm text-ink-3">
        Since {formatInstant(waitingSince)}
        {triedAt !== null && `, no answer at ${timeAt(triedAt)}`}
      </p>
      <Form
        method="post"
        action={`/admin-dashboard/calls${isOnBooking ? "?booking" : ""}`}
        className="flex flex-wrap gap-3"
      >
        <Shown name="until" value={until} />
        {asksClient && !isOnBooking && (
          <ButtonLink
            to={`/admin-dashboard/bookings/${id}`}
            className={`office-action ${isFirst ? "" : "button-quiet"}`}
            label="Enter their answer"
          />
        )}
        <VerbButton
          value={`told:${id}`}
          className={isFirst && (!asksClient || isOnBooking) ? "" : "button-quiet"}
          label={asksClient ? "Told, no answer yet" : "Told"}
        />
        <VerbButton value={`no-answer:${id}`} label="No answer" />
      </Form>
    </section>
  );
}

/** The admin who told a client, and when, with the way back for a day (N20). */
export const TakeBackTold = ({
  told: { id, adminName, at },
  isOnBooking,
}: {
  told: Pick<ToldClient, "id" | "adminName" | "at">;
  isOnBooking?: boolean;
}) => (
  <Form
    method="post"
    action={`/admin-dashboard/calls${isOnBooking ? "?booking" : ""}`}
    className="flex flex-wrap items-center gap-x-4 text-sm text-ink-2"
  >
    {`${adminName} told them at ${timeAt(at)}.`} <VerbButton value={`not-told:${id}`} label="Not told after all" />
  </Form>
);
