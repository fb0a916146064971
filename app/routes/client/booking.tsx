import { Outlet, useLoaderData } from "@remix-run/react";
import { JOB_STEP_NAMES, missedVisitClaim } from "~/domain/bookings/job-steps";
import { findAnswerTime } from "~/domain/bookings/queries/answer-time.server";
import { describeHistory } from "~/domain/bookings/event-words";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { onlineStep } from "~/domain/online-payments/payable";
import { stepFacts } from "~/domain/bookings/next-step/step-facts";
import { findOnlineMoney } from "~/domain/online-payments/online-payment-views.server";
import { findMoney } from "~/domain/money/money-view.server";
import { moneyBackOf } from "~/domain/online-payments/held-money";
import { findHeldMoney } from "~/domain/online-payments/held-money.server";
import { takeStep } from "~/http/booking-transition.server";
import { clientAction, clientLoader } from "~/http/guards";
import { markSeenAfterResponse } from "~/http/mark-seen.server";
import { findPushOffer } from "~/http/push-offer.server";
import { ClientActions } from "~/ui/bookings/client-actions";
import { Ticket } from "~/ui/bookings/ticket";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { askedPoint } from "~/ui/money/asked-point";
import { BookingMoneySection } from "~/ui/money/booking-money";
import { describeHeld } from "~/ui/money/describe-held";
import { describeMoney } from "~/ui/money/describe-money";
import { HeldMoneySection } from "~/ui/money/held-money";
import { PushOffer } from "~/ui/notices/push-offer";
import { JobPhotosSection } from "~/ui/photos/job-photos-section";
import { clientPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage("Booking", "booking", "bookings");

export const loader = clientLoader(async ({ context, request, viewer, param }) => {
  const { db, now, origin, paymentProvider } = context;
  const id = param("id");
  const [booking, history, answerTime, photos, money, held, offer, online] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listHistory(db, viewer, id),
    findAnswerTime(db, id),
    listJobPhotos(db, viewer, id),
    findMoney(db, viewer, id),
    findHeldMoney(db, viewer, id),
    findPushOffer(context, request),
    paymentProvider && findOnlineMoney(db, viewer, id),
  ]);
  if (!booking || !money) return null;
  markSeenAfterResponse(context, request, id);
  return {
    booking: { ...booking, missedVisit: missedVisitClaim(history, "client") },
    history: describeHistory(history, booking, viewer),
    step: nextStep(
      stepFacts(booking, { ...onlineStep(booking, online), back: held && moneyBackOf(held, now), answerTime }),
      "client",
      now,
    ),
    photos,
    money: describeMoney(money, viewer.role, now, online),
    held: held && describeHeld(held, viewer.role, now),
    pushKey: booking.status === "pending" ? offer : null,
    shareUrl: `${origin}/bookings/${booking.reference}`,
    now,
  };
});

export const action = clientAction("Failed to change booking", (args) =>
  takeStep(args, args.button(JOB_STEP_NAMES).verb),
);

export default function BookingPage() {
  const { booking, history, step, photos, money, held, pushKey, shareUrl, now } = useLoaderData<typeof loader>();
  const page = `/client-dashboard/bookings/${booking.id}`;
  const { asked, words, answers } = askedPoint(money, step, page);
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return (
    <>
      <Ticket
        booking={booking}
        side="client"
        history={history}
        message={message}
        now={now}
        next={words}
        actions={
          <ClientActions
            booking={booking}
            step={step}
            answers={answers}
            pay={money?.pay ?? null}
            now={now}
            shareUrl={shareUrl}
          />
        }
      >
        {pushKey && (
          <PushOffer publicKey={pushKey} dashboard="/client-dashboard">
            We can tell you on this device the moment your request is answered.
          </PushOffer>
        )}
        <BookingMoneySection money={money} asked={asked} page={page} />
        <HeldMoneySection held={held} page={page} />
        <JobPhotosSection photos={photos} status={booking.status} role="client" page={page} />
      </Ticket>
      <Outlet />
    </>
  );
}
