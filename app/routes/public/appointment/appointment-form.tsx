import { useActionData } from "@remix-run/react";
import type { RequestDraft, KnownAddress } from "~/domain/bookings/booking-views";
import { splitAddress } from "~/content/suburbs";
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
  formatDate,
  parseDate,
} from "~/domain/time/harare";
import { slotChoices, bookableDates, DAY_STARTS } from "~/domain/time/slots";
import { AddressFields, firstAddress, ProblemFields, REQUEST_FIELDS, SuburbField } from "~/ui/bookings/request-fields";
import { Icon, Notice, SubmitButton, TabLink } from "~/ui/shell/elements";
import { type FieldMeta, ProblemSummary, useFormReply } from "~/ui/forms/form";
import { SlotPicker } from "~/ui/plumbers/slot-picker";
import { brand } from "~/brand";
import { telephoneLink, whatsAppLink, showPhone } from "~/domain/values/phone";
import { formatMoney } from "~/domain/values/money";
import { PHOTOS_PER_KIND, privatePhotoUrl, type PrivatePhoto } from "~/domain/photos/photo";
import { controlProps, FieldError } from "~/ui/forms/field";
import { PHOTO_TYPES } from "~/ui/photos/shrink-photo";
import { Promises } from "~/ui/site/promises";
import { PlainForm } from "~/ui/forms/owned-form";

interface Props {
  plumber: Plumber;
  /** False when the free times can't be loaded. */
  hasTimes: boolean;
  now: Instant;
  day: LocalDate | null;
  time: MinuteOfDay | null;
  address: string;
  /** The addresses of the viewer's previous bookings in the plumber's city (B32). */
  knownAddresses: KnownAddress[];
  draft: RequestDraft | null;
  serviceType: string | null;
  /** The viewer pressed Book, has signed in since, and has to press it again. */
  isBack: boolean;
  canPayOnline: boolean;
}

const FIELDS = ["appointmentDate", "appointmentTime", ...REQUEST_FIELDS, "pin", "photo"] as const;

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
  canPayOnline,
}: Props) {
  const reply = useActionData<{ nearest?: number[]; photos?: RequestDraft["photos"] | null }>();
  const { fields, all, message } = useFormReply("appointment", FIELDS, {
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
  // Someone else may have booked it since.
  const isFree =
    !chosenDay ||
    chosenTime === null ||
    isFreeStart(plumber.availability, plumber.takenTimes, instantOf(chosenDay, chosenTime));
  // Enter in a text field presses a form's first button: the hidden one, not one of the photos'.
  return (
    <PlainForm
      encType="multipart/form-data"
      noValidate
      data-keep="request"
      aria-labelledby="book-title"
      className={`picker card grid gap-4 p-4 sm:gap-6 sm:p-6 ${hasTimes ? "sm:pb-0" : ""}`}
      id="book"
    >
      <button className="sr-only" tabIndex={-1} aria-hidden="true">
        Book
      </button>
      <h2 id="book-title" className="max-sm:sr-only">
        Choose day and time
      </h2>
      {isBack && !message && (
        <Notice kind="info">
          One step left: {isFree ? "check your request" : "choose another time"}, then press Book to send it.
        </Notice>
      )}
      <ProblemSummary message={message} fields={all}>
        <NearestStarts nearest={reply?.nearest ?? []} now={now} />
      </ProblemSummary>
      {hasTimes ? (
        <SlotPicker
          choices={slotChoices(plumber, now)}
          date={fields.appointmentDate}
          time={fields.appointmentTime}
          chosenDay={chosenDay ?? null}
          chosenTime={chosenTime === null ? null : formatTime(chosenTime)}
          isFolded
        />
      ) : (
        <TimesMissing chosenDay={chosenDay ?? null} chosenTime={chosenTime} />
      )}
      <div className="grid gap-5 border-t border-line pt-5">
        <ProblemFields fields={fields} />
        <DraftPhotos meta={fields.photo} photos={reply?.photos ?? draft?.photos ?? []} />
      </div>
      <div className="grid gap-5 border-t border-line pt-5 lg:grid-cols-2">
        <AddressFields fields={fields} known={knownAddresses}>
          <SuburbField suburb={fields.suburb} city={plumber.city} />
          <PinField meta={fields.pin} />
        </AddressFields>
      </div>
      <Promises canPayOnline={canPayOnline} />
      {hasTimes && <BookingBar plumber={plumber} time={fields.appointmentTime} now={now} />}
    </PlainForm>
  );
}

/**
 * The photos of a request that is not sent yet (B28, P5). Without script a form takes one file; with it, `enhance.ts`
 * sends the chosen photos at once, shrunk, and replaces this part of the page with that of the answer.
 */
const DraftPhotos = ({ meta, photos }: { meta: FieldMeta; photos: Pick<PrivatePhoto, "id">[] }) => (
  <fieldset id="photos" className="grid gap-3">
    <legend className="legend mb-2">
      Photos <span className="font-normal text-ink-3">(optional, up to {PHOTOS_PER_KIND})</span>
    </legend>
    {photos.length > 0 && (
      <ul className="flex flex-wrap gap-3">
        {photos.map(({ id }, index) => (
          <li key={id} className="grid justify-items-start">
            <span className="photo">
              <img src={privatePhotoUrl(id, 320)} alt={`Your photo ${index + 1}`} width={96} height={96} />
            </span>
            <button name="intent" value={`remove:${id}`} formAction="#photos" className="button-link">
              Remove <span className="sr-only">photo {index + 1}</span>
            </button>
          </li>
        ))}
      </ul>
    )}
    {photos.length < PHOTOS_PER_KIND && (
      <div className="field" data-upload>
        <p className="hint">
          A picture tells the plumber which tools and parts to bring. Only you, the plumber and our office see it.
        </p>
        <label className="photo-input button button-quiet justify-self-start">
          <span className="with-script">
            <Icon name="camera" className="inline" /> Take or choose photos
          </span>
          <input {...controlProps({ meta })} type="file" accept={PHOTO_TYPES} aria-label="Take or choose photos" />
        </label>
        <button
          name="intent"
          value="photo"
          formAction="#photos"
          className="button button-quiet justify-self-start"
          data-busy="Adding..."
        >
          Add this photo
        </button>
      </div>
    )}
    <div className="field" data-problems>
      <FieldError meta={meta} />
    </div>
  </fieldset>
);

const PinField = ({ meta }: { meta: FieldMeta }) => (
  <div data-pin hidden className="order-last justify-self-start">
    <input type="hidden" name={meta.name} defaultValue={meta.value ?? ""} />
    <button type="button" className="button button-quiet">
      <Icon name="map-pin" /> <span>{meta.value ? "Your place is marked" : "Use my location"}</span>
    </button>
  </div>
);

/** The free starts nearest to the one that was just taken (B6). */
const NearestStarts = ({ nearest, now }: { nearest: Instant[]; now: Instant }) =>
  nearest.length > 0 && (
    <p className="mt-2 flex flex-wrap items-center gap-2">
      Free nearby:
      {nearest.map((start) => (
        <button key={start} name="instead" value={`${dateAt(start)} ${timeAt(start)}`} className="chip">
          Book {nameDay(dateAt(start), dateAt(now))} {timeAt(start)}
        </button>
      ))}
    </p>
  );

/**
 * The choice and the fee, always in view; on phones the only bar, so that it leads to the office too (W10). CSS shows the
 * words of the chosen day and time, and before there is one the way to the times in place of the button.
 */
function BookingBar({ plumber, time, now }: { plumber: Plumber; time: FieldMeta; now: Instant }) {
  // All in one element: each would be one more of thirty on the page.
  const words = Object.fromEntries([
    ...bookableDates(now).map((date, index) => [`data-d${index}`, formatDate(date, "short")]),
    ...DAY_STARTS.map((minute, index) => [`data-t${index}`, formatTime(minute)]),
  ]);
  return (
    <div className="booking-bar">
      <p className="leading-snug">
        <span className="chosen block font-semibold max-sm:text-sm" {...words} />
        <small className="text-ink-2">{formatMoney(plumber.feeCents)} when they come</small>
      </p>
      <details data-menu className="bar-menu">
        <summary className="bar-icon list-none">
          <Icon name="message-circle" /> Ask
        </summary>
        <p className="card grid p-2">
          <a href={telephoneLink(brand.phone)} className="tab">
            <Icon name="phone" /> Call our office
          </a>
          <a href={whatsAppLink(brand.whatsApp)} className="tab">
            <Icon name="whatsapp" /> WhatsApp our office
          </a>
          <TabLink to={`/appointment/${plumber.id}/ask`} icon="message-circle" label={`Ask ${plumber.firstName}`} />
        </p>
      </details>
      <a href={`#${time.id}`} className="button choose">
        Choose a time
      </a>
      <SubmitButton busy="Booking..." className="book">
        <span>
          Book<span className="max-sm:sr-only"> an appointment</span>
          <span className="sm:hidden">, {formatMoney(plumber.feeCents)}</span>
        </span>
      </SubmitButton>
    </div>
  );
}

/** Replaces the times while D1 can't be reached. Keeps the earlier choice in the form. */
function TimesMissing({ chosenDay, chosenTime }: { chosenDay: LocalDate | null; chosenTime: MinuteOfDay | null }) {
  const day = chosenDay && parseDate(chosenDay);
  return (
    <div className="grid gap-4">
      <Notice kind="danger">Times can't be loaded right now. Please try again in a moment, or call us.</Notice>
      {day && chosenTime !== null && (
        <p>
          You have chosen {formatDate(day)} at {formatTime(chosenTime)}.
          <input type="hidden" name="appointmentDate" value={day} />
          <input type="hidden" name="appointmentTime" value={formatTime(chosenTime)} />
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {day && chosenTime !== null ? (
          <button className="button">Try again</button>
        ) : (
          <a href="" className="button">
            Try again
          </a>
        )}
        <a href={telephoneLink(brand.phone)} className="button button-quiet">
          <Icon name="phone" /> {showPhone(brand.phone)}
        </a>
      </div>
    </div>
  );
}
