import { useLoaderData } from "@remix-run/react";
import { ruleFor, upcomingTransitions } from "~/domain/bookings/booking-machine";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { agreedAmount } from "~/domain/bookings/final-amount";
import { CHANGES_OF_BOOKING, withLatest } from "~/domain/bookings/latest-event";
import { findBookingFor, selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import { finishForm } from "~/domain/bookings/transition-schemas";
import { newId } from "~/domain/values/id";
import { refuse } from "~/domain/values/refusal";
import { bookingPage } from "~/http/booking-page";
import { flashAfter } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { redirectTo } from "~/http/redirects";
import { messageOf, type Reason, type Refused } from "~/http/refusals";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { FinishForm } from "~/ui/money/finish-form";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Finish the job",
  failed: "Failed to fetch job",
  missing: "Job not found.",
  home: "/plumber-dashboard/jobs",
});

/** The end of a job on one page: what is to be paid, the report, and photos of the work (M3, P5). */
export const loader = roleLoader("plumber", async ({ context: { db, now }, viewer, params }) => {
  const id = param(params, "id");
  const [booking, photos, latest] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listJobPhotos(db, viewer, id),
    selectLatest(db, id, viewer),
  ]);
  if (!booking) throw notFound();
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

export const action = roleAction(
  "plumber",
  async ({ context, viewer, params, form, user }) => {
    const id = param(params, "id");
    const [plumber, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
    if (!booking) throw notFound();
    const parsed = parseForm(form, finishForm);
    if (!parsed.value) return parsed.invalid();
    const { finalAmount: amount, finalReason: reason, sure, report } = parsed.value;
    const final = { amount, reason, isSure: Boolean(sure) };
    const result = await transitionBooking(context, plumber, booking, "complete", { final, report });
    return result.ok
      ? redirectTo(bookingPage("plumber", id), flashAfter("complete", "plumber", booking))
      : parsed.refused(result, FIELDS_OF[result.reason]);
  },
  "Failed to complete job",
);

export default function FinishPage() {
  return <FinishForm {...useLoaderData<typeof loader>()} />;
}
