import { Form } from "@remix-run/react";
import { BOARD_PATH, SPOT_WORDS, type PlumberPlace } from "~/domain/admin/board/board";
import { DEFAULT_SERVICE, NO_PLUMBER_YET, statusWord, type BookingStatus } from "~/domain/bookings/booking";
import { dateAt, formatInstant, minuteAt, type Instant, type LocalDate } from "~/domain/time/harare";
import { StatusBadge } from "../bookings/status-badge";
import { Notice } from "../elements/notice";
import { FieldError, TextField } from "../forms/field";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Link } from "../shell/link";
import { Fact } from "./fact";

interface Props {
  booking: {
    id: string;
    reference: string;
    status: BookingStatus;
    startsAt: Instant;
    serviceType: string | null;
    location: string | null;
    client: string;
    plumber: string;
    plumberId: string | null;
  };
  isMovable: boolean;
  /** The time that `places` are for. */
  start: Instant;
  places: PlumberPlace[];
  today: LocalDate;
  /** The query of the board that one came from. */
  query: string;
}

const FIELDS = ["plumber", "appointmentDate", "appointmentTime"] as const;

/** A job of the board, with a form that moves it to another time or plumber, as dragging it does (O26). */
export function MoveBooking({ booking, isMovable, start, places, today, query }: Props) {
  const { fields, message } = useFormReply("move", FIELDS, {
    plumber: booking.plumberId ?? "",
    appointmentDate: dateAt(start),
    appointmentTime: clockOf(start),
  });
  const { plumber, appointmentDate, appointmentTime } = fields;
  return (
    <div className="grid gap-4">
      <div className="office-bar">
        <h1>Move {booking.reference}</h1>
        <StatusBadge status={booking.status} />
        <Link to={`/admin-dashboard/bookings/${booking.id}`} className="button button-quiet">
          Open the booking
        </Link>
        <Link to={`${BOARD_PATH}${query}`} className="button button-quiet">
          Board
        </Link>
      </div>
      <dl className="card office-facts">
        <Fact label="When">{formatInstant(booking.startsAt)}</Fact>
        <Fact label="Plumber">{booking.plumber}</Fact>
        <Fact label="Client">{booking.client}</Fact>
        <Fact label="Service">{booking.serviceType ?? DEFAULT_SERVICE}</Fact>
        <Fact label="Where">{booking.location ?? "Not given"}</Fact>
      </dl>
      {message && <Notice kind="danger">{message}</Notice>}
      {isMovable ? (
        <Form method="post" replace noValidate className="card grid max-w-xl gap-4 p-5">
          <input type="hidden" name="from" value={booking.plumberId ?? ""} />
          <input type="hidden" name="fromStart" value={booking.startsAt} />
          <input type="hidden" name="board" value={query} />
          <div className="field">
            <label htmlFor={plumber.id}>Plumber</label>
            <p className="hint">For {formatInstant(start)}.</p>
            <select
              id={plumber.id}
              name="plumber"
              className="input"
              defaultValue={plumber.value}
              aria-invalid={plumber.error ? true : undefined}
              aria-describedby={plumber.error ? `${plumber.id}-error` : undefined}
            >
              {places.map(({ id, name, spot }) => (
                <option key={id} value={id}>
                  {name || NO_PLUMBER_YET}: {SPOT_WORDS[spot]}
                </option>
              ))}
            </select>
            <FieldError meta={plumber} />
          </div>
          <div className="grid items-start gap-3 min-[460px]:grid-cols-2">
            <TextField meta={appointmentDate} label="Date" type="date" min={today} />
            <TextField meta={appointmentTime} label="Time" type="time" step={900} />
          </div>
          <SubmitButton busy="Moving...">Move</SubmitButton>
        </Form>
      ) : (
        <p className="text-ink-2">The booking is {statusWord(booking.status)}, so it can't be moved.</p>
      )}
    </div>
  );
}

/** A time as `type=time` takes it: `14:30`. */
function clockOf(start: Instant): string {
  const minute = minuteAt(start);
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
