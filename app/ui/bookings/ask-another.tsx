import { Form } from "@remix-run/react";
import { DEFAULT_SERVICE, type BookingView } from "~/domain/bookings/booking";
import type { OtherPlumber } from "~/domain/bookings/other-plumber";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { cityPath } from "~/domain/values/cities";
import { countOf } from "~/domain/values/count-of";
import { formatMoney } from "~/domain/values/money";
import { fullName } from "~/domain/values/user";
import { Avatar } from "../accounts/avatar";
import { EmptyState } from "../elements/empty-state";
import { Icon } from "../elements/icon";
import { Notice } from "../elements/notice";
import { SubmitButton } from "../forms/submit-button";
import noPlumbers from "../illustrations/no-plumbers.svg?url";
import { Availability } from "../plumbers/availability";
import { Rating } from "../plumbers/rating";
import { VerifiedMark } from "../plumbers/verified-mark";
import { Link } from "../shell/link";

interface Props {
  booking: BookingView;
  plumbers: OtherPlumber[];
  message: string | null;
  now: Instant;
}

/** Whom to ask instead, with everything that was said the first time (B31). */
export function AskAnother({ booking, plumbers, message, now }: Props) {
  const { id, city, photos, location, serviceType, startsAt } = booking;
  const problemPhotos = photos.filter(({ kind }) => kind === "problem").length;
  const carried = [
    serviceType ?? DEFAULT_SERVICE,
    startsAt > now && formatInstant(startsAt),
    location,
    booking.notes && "your notes",
    problemPhotos > 0 && countOf(problemPhotos, "photo"),
  ].filter(Boolean);
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5">
      <Link to={`/client-dashboard/bookings/${id}`} className="button-link justify-self-start">
        <Icon name="arrow-left" /> The booking
      </Link>
      <header className="grid gap-2">
        <h1>Ask another plumber</h1>
        <p className="text-ink-2">Your request goes along: {carried.join(", ")}.</p>
      </header>
      {message && <Notice kind="danger">{message}</Notice>}
      {plumbers.length > 0 ? (
        <ul className="card divide-y divide-line">
          {plumbers.map((plumber) => (
            <OtherPlumberRow key={plumber.id} plumber={plumber} now={now} />
          ))}
        </ul>
      ) : (
        <EmptyState illustration={noPlumbers} text="No other plumbers in your city yet.">
          <Link to="/client-dashboard/book" className="button">
            Let our office find one
          </Link>
        </EmptyState>
      )}
      <p>
        <Link to={city ? cityPath(city) : "/plumbers"} className="button-link">
          {city ? `All plumbers in ${city}` : "All plumbers"}
        </Link>
      </p>
    </div>
  );
}

function OtherPlumberRow({ plumber, now }: { plumber: OtherPlumber; now: Instant }) {
  const { id, firstName, isFreeThen, feeCents, speciality } = plumber;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <Avatar photoKey={plumber.photoKey} size={56} />
      <div className="grid min-w-44 flex-1 leading-snug">
        <h2 className="flex items-start gap-1.5 text-base wrap-anywhere">
          <Link to={`/appointment/${id}`}>{fullName(plumber)}</Link>
          <VerifiedMark checks={plumber.checks} now={now} />
        </h2>
        <p className="text-ink-2">
          {speciality}, fee {formatMoney(feeCents)}
        </p>
        <p className="flex flex-wrap items-center gap-x-3">
          <Rating plumber={plumber} />
          {isFreeThen ? (
            <span className="font-semibold text-success">Free at that time</span>
          ) : (
            <Availability plumber={plumber} now={now} />
          )}
        </p>
      </div>
      <Form method="post" className="max-sm:w-full">
        <SubmitButton
          name="intent"
          value={`${isFreeThen ? "ask" : "choose"}:${id}`}
          busy="Sending..."
          className="button-quiet w-full"
        >
          {isFreeThen ? `Ask ${firstName}` : "Choose a time"}
        </SubmitButton>
      </Form>
    </li>
  );
}
