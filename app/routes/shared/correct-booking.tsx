import { useLoaderData } from "@remix-run/react";
import { suburbsOf } from "~/content/suburbs";
import { DEFAULT_SERVICE, NOTES_LENGTH, SERVICE_TYPES, STREET_LENGTH } from "~/domain/bookings/booking";
import { correctBooking, findCorrectable } from "~/domain/bookings/commands/corrections.server";
import { CORRECTABLE_FIELDS, type CorrectableFacts, canCorrect } from "~/domain/bookings/correction";
import { correctionForm } from "~/domain/bookings/request-schemas";
import { CITIES } from "~/domain/values/cities";
import { PLACE_LENGTH } from "~/domain/values/text";
import type { Role } from "~/domain/values/user";
import { readDrawn } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { Dialog } from "~/ui/elements/dialog";
import { SelectField, SuggestedField, TextArea, TextField } from "~/ui/forms/field";
import { CorrectionForm } from "~/ui/forms/correction-form";
import { useDrawnReply } from "~/ui/forms/drawn-form";
import { WhileOpen } from "~/ui/forms/while-open";
import { SubmitButton } from "~/ui/shell/elements";
import { bookingPage, withBooking } from "~/http/booking-pages";

/** Corrects what was misheard or mistyped about a booking (B33). */
export const loader = signedInLoader(async ({ context: { db, now }, viewer, param }) => {
  const id = param("id");
  const booking = await findCorrectable(db, viewer, id);
  if (!booking) return null;
  return {
    isByOffice: viewer.role === "admin",
    isPossible: canCorrect(booking, viewer.role, now),
    facts: asAnswers(booking, viewer.role),
    back: bookingPage(viewer.role, id),
  };
});

/** The facts as a role's form is drawn with them. */
const asAnswers = (facts: CorrectableFacts, role: Role): Record<string, string> =>
  Object.fromEntries(CORRECTABLE_FIELDS[role].map((field) => [field, facts[field] ?? ""]));

export const action = signedInAction(
  "Failed to correct the booking",
  withBooking(async ({ context, user, booking, form, read, pressed, refused, goTo, done }) => {
    const verb = pressed(["keep", "reassign"])?.verb ?? null;
    const given = readDrawn(form) ?? {};
    const drawn: CorrectableFacts = Object.fromEntries(
      CORRECTABLE_FIELDS[user.role].map((field) => [field, given[field] || null]),
    );
    const corrected = read(correctionForm(user.role, drawn));
    const result = await correctBooking(context, user, booking, { drawn, corrected, isSure: verb !== null });
    if (result.ok)
      return verb === "reassign"
        ? goTo(`/admin-dashboard/dispatch/${booking.id}`, "bookingCorrected")
        : done("bookingCorrected");
    return refused("present" in result ? { ...result, present: asAnswers(result.present, user.role) } : result);
  }),
);

export default function CorrectBooking() {
  const { isByOffice, isPossible, facts, back } = useLoaderData<typeof loader>();
  const reply = useDrawnReply("correct", CORRECTABLE_FIELDS.admin, facts);
  const { fields, message, reason } = reply;
  return (
    <Dialog title="Correct the booking" back={back} backLabel="Back">
      {!isPossible && <p>{message ?? "This booking can't be corrected any more."}</p>}
      <WhileOpen isOpen={isPossible} reply={reply} words={["street", "suburb", "city", "notes"]}>
        <CorrectionForm reply={reply}>
          {isByOffice && (
            <SelectField
              meta={fields.serviceType}
              label="Service"
              choices={SERVICE_TYPES}
              placeholder={DEFAULT_SERVICE}
            />
          )}
          <TextField meta={fields.street} label="Street or landmark" maxLength={STREET_LENGTH} />
          <SuggestedField
            meta={fields.suburb}
            label="Suburb"
            suggestions={suburbsOf(facts["city"] ?? "")}
            maxLength={PLACE_LENGTH}
            optional={isByOffice}
          />
          {isByOffice && (
            <SuggestedField meta={fields.city} label="City" suggestions={CITIES} maxLength={PLACE_LENGTH} />
          )}
          <TextArea meta={fields.notes} label="Notes" rows={4} maxLength={NOTES_LENGTH} optional />
          {reason === "cityNotServed" ? (
            <>
              <SubmitButton value="reassign" busy="Saving...">
                Correct, and find another plumber
              </SubmitButton>
              <SubmitButton value="keep" busy="Saving..." className="button-quiet">
                Correct, the same plumber goes
              </SubmitButton>
            </>
          ) : (
            <SubmitButton busy="Saving...">Correct</SubmitButton>
          )}
        </CorrectionForm>
      </WhileOpen>
    </Dialog>
  );
}
