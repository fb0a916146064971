import { useLoaderData } from "@remix-run/react";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import {
  availableProposalActions,
  canReschedule,
  isUndecided,
  MAX_PROPOSALS,
  type ProposalAction,
} from "~/domain/bookings/booking-machine";
import { acceptTime, declineTime, proposeTime, rescheduleBooking } from "~/domain/bookings/commands/reschedule.server";
import { proposalAnswerForm, proposalForm } from "~/domain/bookings/transition-schemas";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { findTimesAround } from "~/domain/plumbers/plumber-profiles.server";
import { dateAt, formatInstant, type LocalDate } from "~/domain/time/harare";
import { slotChoices, type SlotChoices, withoutStart } from "~/domain/time/slots";
import { refuse } from "~/domain/values/refusal";
import { fullName, isSide, type Role } from "~/domain/values/user";
import { signedInAction, signedInLoader } from "~/http/guards";
import { messageOf, type Reason } from "~/http/refusals";
import { Dialog } from "~/ui/elements/dialog";
import { SubmitButton } from "~/ui/shell/elements";
import { TextField } from "~/ui/forms/field";
import { type FieldMeta, ProblemSummary, useFormReply } from "~/ui/forms/form";
import { SlotPicker } from "~/ui/plumbers/slot-picker";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";
import { bookingPage, namesOfOthers, withBooking } from "~/http/booking-pages";

export const loader = signedInLoader(async ({ context, viewer, param }) => {
  const id = param("id");
  const { db, now } = context;
  const [booking, times] = await Promise.all([findBookingFor(db, viewer, id), findTimesAround(db, id, now)]);
  if (!booking) return null;
  const { client, plumber, startsAt, proposedStart, proposedBy, proposals } = booking;
  const { role } = viewer;
  return {
    other: namesOfOthers(booking, role),
    startsAt,
    proposedStart,
    isOwn: proposedBy === role,
    suggestedBy: proposedBy === role ? "You" : fullName(proposedBy === "plumber" && plumber ? plumber : client),
    proposals,
    possible: possibleFor(role, booking),
    isImmediate: canReschedule(booking, role) && !isUndecided(booking),
    obstacle: isUndecided(booking)
      ? messageOf(refuse("visitUndecided"))
      : "The time of this booking can't be changed any more.",
    slots: times && withoutStart(slotChoices(times, now), startsAt),
    today: dateAt(now),
    back: bookingPage(role, id),
  };
});

/** Suggests a time, or moves the booking where no one has to agree; accepts or declines the time that the page showed. */
export const action = signedInAction(
  "Failed to change the time",
  withBooking(async ({ context, user, booking, read, pressed, refused, done }) => {
    const verb = pressed(["accept", "decline", "propose"])?.verb ?? "propose";
    if (verb === "propose") {
      const { start, shown = booking.startsAt } = read(proposalForm);
      const asShown = start === booking.startsAt ? booking : { ...booking, startsAt: shown };
      const isImmediate = !isSide(user) || canReschedule(booking, user.role);
      const result = isImmediate
        ? await rescheduleBooking(context, user, asShown, start)
        : await proposeTime(context, user, booking, start);
      if (!result.ok) return refused(result, REASON_FIELDS[result.reason]);
      return done(isImmediate ? "timeChanged" : "timeProposed");
    }
    if (!isSide(user) && !booking.isByPhone) return null;
    const answer = { accept: acceptTime, decline: declineTime }[verb];
    const result = await answer(context, user, booking, read(proposalAnswerForm).start);
    return result.ok ? done(verb === "accept" ? "timeAccepted" : "timeDeclined") : refused(result);
  }),
);

/** The answers of a role to a suggested time: the office answers for a client without an email (N20). */
function possibleFor(role: Role, booking: BookingForCommand): ProposalAction[] {
  if (role !== "admin") return availableProposalActions(booking, role);
  const clientActions = booking.isByPhone ? availableProposalActions(booking, "client") : [];
  return clientActions.includes("accept") ? ["accept", "decline"] : [];
}

const REASON_FIELDS: Partial<Record<Reason, string>> = {
  startNotInFuture: "appointmentDate",
  startUnchanged: "appointmentTime",
  slotTaken: "appointmentTime",
};

const RESCHEDULE_FIELDS = ["appointmentDate", "appointmentTime", "otherDate", "otherTime"] as const;
const REMAINING = ["no more times", "one more time", "two more times", "three times"];

export default function Reschedule() {
  const {
    other,
    startsAt,
    proposedStart,
    isOwn,
    suggestedBy,
    proposals,
    possible,
    isImmediate,
    slots,
    today,
    obstacle,
    back,
  } = useLoaderData<typeof loader>();
  const { fields, message } = useFormReply("reschedule", RESCHEDULE_FIELDS);
  const date = atAnswer(fields.appointmentDate, fields.otherDate);
  const time = atAnswer(fields.appointmentTime, fields.otherTime);
  const canChoose = isImmediate || possible.includes("propose");
  return (
    <Dialog
      title={
        possible.includes("accept") ? "Answer the new time" : isImmediate ? "Change the time" : "Suggest a new time"
      }
      back={back}
      backLabel="Back"
    >
      <p className="text-ink-2">
        {other}, currently {formatInstant(startsAt)}
      </p>
      <ProblemSummary message={message} fields={[date.picked, date.other, time.picked, time.other]} />
      {possible.length === 0 && !isImmediate && <p>{obstacle}</p>}
      {proposedStart !== null && possible.includes("decline") && (
        <Form method="post" replace className="grid gap-3">
          <input type="hidden" name="start" value={proposedStart} />
          <p>
            {suggestedBy} suggested: <b>{formatInstant(proposedStart)}</b>
          </p>
          <div className="flex flex-wrap gap-3">
            {possible.includes("accept") && (
              <SubmitButton value="accept" busy="Moving..." label="Accept the new time" />
            )}
            <SubmitButton value="decline" busy="Sending..." className="button-quiet">
              {isOwn ? "Withdraw" : "Decline"}
            </SubmitButton>
          </div>
        </Form>
      )}
      {canChoose && (
        <Form method="post" replace noValidate className="picker grid gap-4 border-t border-line pt-4">
          <Shown value={startsAt} />
          <NewTime slots={slots} today={today} day={dateAt(startsAt)} date={date} time={time} />
          <SubmitButton busy="Sending..." className={possible.includes("accept") ? "button-quiet" : ""}>
            {isImmediate ? "Change to this time" : "Suggest this time"}
          </SubmitButton>
          {!isImmediate && (
            <p className="text-sm text-ink-3">You can suggest {REMAINING[MAX_PROPOSALS - proposals]}.</p>
          )}
        </Form>
      )}
    </Dialog>
  );
}

interface NewTimeProps {
  slots: SlotChoices | null;
  today: LocalDate;
  day: LocalDate;
  date: Answer;
  time: Answer;
}

interface Answer {
  picked: FieldMeta;
  other: FieldMeta;
}

/** Moves an error to the field that holds the answer: a typed day or time takes the place of the picked one. */
const atAnswer = (picked: FieldMeta, other: FieldMeta): Answer =>
  other.value
    ? { picked: { ...picked, error: undefined }, other: { ...other, error: picked.error } }
    : { picked, other };

function NewTime({ slots, today, day, date, time }: NewTimeProps) {
  const typedIn = (of: keyof Answer) => (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <TextField meta={date[of]} label="Date" type="date" min={today} />
      <TextField meta={time[of]} label="Time" type="time" step={900} />
    </div>
  );
  if (!slots) return typedIn("picked");
  return (
    <>
      <SlotPicker
        choices={slots}
        date={date.picked}
        time={time.picked}
        chosenDay={date.picked.value ?? day}
        chosenTime={time.picked.value ?? null}
      />
      <details open={Boolean(date.other.value || time.other.value)}>
        <summary className="min-h-11 py-2 font-semibold text-brand-700">Another day or time</summary>
        <div className="pt-2">{typedIn("other")}</div>
      </details>
    </>
  );
}
