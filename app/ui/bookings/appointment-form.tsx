import { useActionData } from "@remix-run/react";
import { splitAddress } from "~/content/suburbs";
import type { KnownAddress } from "~/domain/bookings/address";
import type { RequestDraft } from "~/domain/bookings/request-schemas";
import type { Plumber } from "~/domain/plumbers/plumber";
import { isFreeStart } from "~/domain/time/availability";
import {
  dateAt,
  formatTime,
  type Instant,
  instantOf,
  type LocalDate,
  type MinuteOfDay,
  nameDay,
  parseTime,
  timeAt,
} from "~/domain/time/harare";
import { slotChoices } from "~/domain/time/slots";
import { AddressFields, firstAddress, ProblemFields, REQUEST_FIELDS, SuburbField } from "./request-fields";
import { Icon } from "../elements/icon";
import { Notice } from "../elements/notice";
import { type FieldMeta, useFormReply } from "../forms/use-form-reply";
import { DraftPhotos } from "../photos/draft-photos";
import { BookingBar } from "../plumbers/booking-bar";
import { SlotPicker } from "../plumbers/slot-picker";
import { TimesMissing } from "../plumbers/times-missing";

interface Props {
  plumber: Plumber;
  /** False when the free times can't be loaded. */
  hasTimes: boolean;
  now: Instant;
  day: LocalDate | null;
  time: MinuteOfDay | null;
  /** The address of the viewer's profile. */
  address: string;
  /** The addresses of the viewer's previous bookings in the plumber's city (B32). */
  knownAddresses: KnownAddress[];
  /** What this browser has filled in before (B28). */
  draft: RequestDraft | null;
  /** What the problem that was searched for is called here; null: nothing was. */
  serviceType: string | null;
  /** Whether the viewer pressed Book, has signed in since, and is to press it again. */
  isBack: boolean;
}

const FIELDS = ["appointmentDate", "appointmentTime", ...REQUEST_FIELDS, "pin", "photo"] as const;

/** The form of the appointment page (B4). */
export function AppointmentForm({
  plumber,
  hasTimes,
  now,
  day,
  time,
  address,
  knownAddresses,
  draft,
  serviceType,
  isBack,
}: Props) {
  const reply = useActionData<{ nearest?: number[]; photos?: RequestDraft["photos"] | null }>();
  const nearest = reply?.nearest ?? [];
  const { fields, message } = useFormReply("appointment", FIELDS, {
    ...splitAddress(address, plumber.city),
    knownAddress: firstAddress(
      knownAddresses,
      draft?.suburb && draft.street ? { suburb: draft.suburb, street: draft.street } : null,
    ),
    ...(serviceType && { serviceType }),
    ...(draft && {
      serviceType: draft.serviceType ?? serviceType ?? "",
      suburb: draft.suburb ?? "",
      street: draft.street ?? "",
      pin: draft.pin ?? "",
      notes: draft.notes ?? "",
    }),
  });
  const chosenDay = fields.appointmentDate.value ?? day;
  const chosenTime = fields.appointmentTime.value ? parseTime(fields.appointmentTime.value) : time;
  // Somebody else may have booked it since.
  const isFree =
    !chosenDay ||
    chosenTime === null ||
    isFreeStart(plumber.availability, plumber.takenTimes, instantOf(chosenDay, chosenTime));
  const missing = [fields.appointmentDate, fields.appointmentTime, fields.serviceType, fields.suburb, fields.street];
  return (
    <form
      method="post"
      encType="multipart/form-data"
      noValidate
      aria-labelledby="book-title"
      className={`picker card grid gap-4 p-4 sm:gap-6 sm:p-6 ${hasTimes ? "sm:pb-0" : ""}`}
      id="book"
    >
      {/* Enter in a text field presses a form's first button: this one, not one of the photos'. */}
      <button className="sr-only" tabIndex={-1} aria-hidden="true">
        Book
      </button>
      <h2 id="book-title">Choose day and time</h2>
      {isBack && !message && (
        <Notice kind="info">
          One step left: {isFree ? "check your request" : "choose another time"}, then press Book to send it.
        </Notice>
      )}
      <BookingProblem message={message} errors={missing.map(({ error }) => error)} nearest={nearest} now={now} />
      {hasTimes ? (
        <SlotPicker
          choices={slotChoices(plumber, now)}
          chosenDay={chosenDay ?? null}
          chosenTime={chosenTime === null ? null : formatTime(chosenTime)}
        />
      ) : (
        <TimesMissing chosenDay={chosenDay ?? null} chosenTime={chosenTime} />
      )}
      <div className="grid gap-5 border-t border-line pt-5">
        <ProblemFields fields={fields} />
        <DraftPhotos meta={fields.photo} photos={reply?.photos ?? draft?.photos ?? []} />
      </div>
      <div className="grid gap-5 border-t border-line pt-5">
        <AddressFields fields={fields} known={knownAddresses}>
          <SuburbField suburb={fields.suburb} city={plumber.city} />
          <PinField meta={fields.pin} />
        </AddressFields>
      </div>
      {hasTimes && <BookingBar plumber={plumber} now={now} />}
    </form>
  );
}

/** The place on the map, if the visitor's device tells it. Without script there is none: `enhance.ts` shows the button. */
const PinField = ({ meta }: { meta: FieldMeta }) => (
  <div data-pin hidden className="justify-self-start">
    <input type="hidden" name={meta.name} defaultValue={meta.value ?? ""} />
    <button type="button" className="button button-quiet">
      <Icon name="map-pin" /> <span>{meta.value ? "Your place is marked" : "Use my location"}</span>
    </button>
  </div>
);

interface BookingProblemProps {
  message: string | null;
  errors: (string | undefined)[];
  /** The free starts nearest to the one that was just taken. */
  nearest: Instant[];
  now: Instant;
}

/** Why a booking failed. A slot taken meanwhile comes with the nearest free ones. */
function BookingProblem({ message, errors, nearest, now }: BookingProblemProps) {
  const texts = [message, ...errors].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <div tabIndex={-1} autoFocus role="alert" className="notice notice-danger">
      <Icon name="circle-alert" className="mt-0.5" />
      <div className="grid gap-3">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {nearest.length > 0 && (
          <p className="flex flex-wrap items-center gap-2">
            Free nearby:
            {nearest.map((start) => (
              <button key={start} name="instead" value={`${dateAt(start)} ${timeAt(start)}`} className="chip">
                Book {nameDay(dateAt(start), dateAt(now))} {timeAt(start)}
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
