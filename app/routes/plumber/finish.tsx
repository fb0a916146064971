import { useLoaderData } from "@remix-run/react";
import { ruleFor, upcomingTransitions } from "~/domain/bookings/booking-machine";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { agreedAmount } from "~/domain/bookings/final-amount";
import { CHANGES_OF_BOOKING, withLatest } from "~/domain/bookings/latest-event";
import { findBookingFor, selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import { finishForm } from "~/domain/bookings/transition-schemas";
import { newId } from "~/domain/values/id";
import { refuse } from "~/domain/values/refusal";
import { bookingPage } from "~/http/booking-page";
import { flashAfter } from "~/http/flash";
import { plumberAction, plumberLoader } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { messageOf, type Reason, type Refused } from "~/http/refusals";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { FinishForm } from "~/ui/money/finish-form";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Finish the job", "job", "jobs");

/** The end of a job on one page: what is to be paid, the report, and photos of the work (M3, P5). */
export const loader = plumberLoader(async ({ context: { db, now }, viewer, param }) => {
  const id = param("id");
  const [booking, photos, latest] = await Promise.all([
    findBookingFor(db, viewer, id),
    listJobPhotos(db, viewer, id),
    selectLatest(db, id, viewer),
  ]);
  if (!booking) return null;
  const { status, client, report, agreedPrice, openQuote } = booking;
  const upcoming = upcomingTransitions(booking, "plumber", now).find(({ transition }) => transition === "complete");
  const refused: Refused | null = upcoming
    ? { ok: false, reason: "tooEarly", possibleFrom: upcoming.from }
    : ruleFor("complete", "plumber")?.from.includes(status)
      ? null
      : withLatest({ ...refuse("transitionNotAllowed"), status }, latest, CHANGES_OF_BOOKING, viewer, now);
  return {
    client: client.firstName,
    agreed: agreedAmount(booking),
    isQuoted: agreedPrice !== null,
    quoted: agreedPrice === null && openQuote && openQuote.validUntil >= now ? openQuote.total : null,
    report,
    obstacle: refused && messageOf(refused),
    photos: photos.filter(({ kind }) => kind === "after"),
    upload: `/job-photos/of/${id}`,
    uploadId: newId(),
    back: bookingPage("plumber", id),
  };
});

/** The field beside which a refusal says why. */
const FIELDS_OF: Partial<Record<Reason, string>> = { finalReasonRequired: "finalReason", amountUnusual: "sure" };

export const action = plumberAction(
  "Failed to complete job",
  async ({ context, viewer, user, param, read, refused }) => {
    const id = param("id");
    const [plumber, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
    if (!booking) return null;
    const value = read(finishForm);
    const { finalAmount: amount, finalReason: reason, sure, report } = value;
    const final = { amount, reason, isSure: Boolean(sure) };
    const result = await transitionBooking(context, plumber, booking, "complete", { final, report });
    return result.ok
      ? redirectTo(bookingPage("plumber", id), flashAfter("complete", "plumber", booking))
      : refused(result, FIELDS_OF[result.reason]);
  },
);

export default function FinishPage() {
  return <FinishForm {...useLoaderData<typeof loader>()} />;
}
