import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { JOB_STEP_NAMES } from "~/domain/bookings/job-steps";
import { findAnswerTime } from "~/domain/bookings/queries/answer-time.server";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { findMoney } from "~/domain/money/money-view.server";
import { takeStep } from "~/http/booking-transition.server";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { requireButton } from "~/http/pressed-button";
import { ClientActions, ClientNext } from "~/ui/bookings/client-actions";
import { Ticket } from "~/ui/bookings/ticket";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { BookingMoneySection } from "~/ui/money/booking-money";
import { describeMoney } from "~/ui/money/describe-money";
import { JobPhotosSection } from "~/ui/photos/job-photos-section";
import { DashboardError } from "~/ui/shell/dashboard-error";

export const meta: MetaFunction = () => [{ title: `Booking – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("client", async ({ context, viewer, params }) => {
  const { db, now, origin } = context;
  const id = param(params, "id");
  const [booking, history, answerTime, photos, money] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listHistory(db, viewer, id),
    findAnswerTime(db, id),
    listJobPhotos(db, viewer, id),
    findMoney(db, viewer, id),
  ]);
  if (!booking || !money) throw notFound();
  return {
    booking,
    history,
    answerTime,
    photos,
    money: describeMoney(money, viewer.role, now),
    shareUrl: `${origin}/bookings/${booking.reference}`,
    now,
  };
});

export const action = roleAction(
  "client",
  (args) => takeStep(args, requireButton(args.form, JOB_STEP_NAMES).verb),
  "Failed to change booking",
);

export default function BookingPage() {
  const { booking, history, answerTime, photos, money, shareUrl, now } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return (
    <>
      <Ticket
        booking={booking}
        side="client"
        history={history}
        message={message}
        now={now}
        next={<ClientNext booking={booking} answerTime={answerTime} />}
        actions={<ClientActions booking={booking} now={now} shareUrl={shareUrl} />}
      >
        <BookingMoneySection money={money} page={`/client-dashboard/bookings/${booking.id}`} />
        <JobPhotosSection
          photos={photos}
          status={booking.status}
          role="client"
          page={`/client-dashboard/bookings/${booking.id}`}
        />
      </Ticket>
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <DashboardError failed="Failed to fetch booking" missing="Booking not found." home="/client-dashboard/bookings" />
  );
}
