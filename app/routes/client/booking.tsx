import { Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isOpen } from "~/domain/bookings/booking";
import { availableProposalActions, availableTransitions, canReschedule } from "~/domain/bookings/booking-machine";
import { describeHistory } from "~/domain/bookings/booking-event";
import { availableSteps, JOB_STEP_NAMES, missedVisitClaim } from "~/domain/bookings/job-steps";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { stepFacts } from "~/domain/bookings/next-step/step-facts";
import { againPage, reviewPage } from "~/domain/bookings/next-step/step-links";
import { findAnswerTime, listHistory } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { findMoney } from "~/domain/money/money-view.server";
import { moneyBackOf } from "~/domain/online-payments/held-money";
import { findHeldMoney } from "~/domain/online-payments/held-money.server";
import { findOnlineMoney } from "~/domain/online-payments/online-payment-views.server";
import { onlineStep } from "~/domain/online-payments/payable";
import { takeStep } from "~/http/booking-transition.server";
import { clientAction, clientLoader } from "~/http/guards";
import { markSeenAfterResponse } from "~/http/mark-read.server";
import { findPushOffer } from "~/http/push-offer.server";
import { StepControls } from "~/ui/bookings/next-step";
import { StepEntry } from "~/ui/bookings/step-button";
import { Ticket } from "~/ui/bookings/ticket";
import { CommonEntries, MenuLink, TicketMenu } from "~/ui/bookings/ticket-menu";
import { Icon } from "~/ui/elements/icon";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { askedPoint } from "~/ui/money/asked-point";
import { BookingMoneySection } from "~/ui/money/booking-money";
import { describeHeld } from "~/ui/money/describe-held";
import { describeMoney } from "~/ui/money/describe-money";
import { HeldMoneySection } from "~/ui/money/held-money";
import { PushOffer } from "~/ui/notices/push-offer";
import { JobPhotosSection } from "~/ui/photos/job-photos-section";
import { clientPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = clientPage<typeof loader>(
  "Booking",
  "booking",
  "bookings",
  ({ booking }) => booking.reference,
);

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

type Shown = Awaited<ReturnType<typeof loader>>;

export default function BookingPage() {
  const shown = useLoaderData<typeof loader>();
  const { booking, history, step, photos, money, held, pushKey, now } = shown;
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
        actions={<ClientActions {...shown} answers={answers} />}
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

/** What a client can do about a booking: the next step, and the rest in a menu. */
function ClientActions({ booking, step, answers, money, now, shareUrl }: Shown & { answers: ReactNode }) {
  const { id, plumber, status } = booking;
  const page = `/client-dashboard/bookings/${id}`;
  const isShown = (action: string) => action === step.primary || action === step.beside;
  const canPropose = availableProposalActions(booking, "client").includes("propose");
  return (
    <>
      <StepControls step={step} answers={answers} booking={booking} page={page} pay={money?.pay ?? null} />
      <TicketMenu>
        {status === "completed" && plumber && booking.reviewedAt === null && !isShown("review") && (
          <MenuLink to={reviewPage(booking)}>
            <Icon name="star" /> Leave a review
          </MenuLink>
        )}
        {!isOpen(status) && plumber && !isShown("book-again") && (
          <MenuLink to={againPage(id, plumber)}>
            <Icon name="calendar" /> Book again
          </MenuLink>
        )}
        {canPropose && !isShown("answer-time") && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Suggest a new time
          </MenuLink>
        )}
        {canReschedule(booking, "client") && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Change the time
          </MenuLink>
        )}
        {isOpen(status) && (
          <MenuLink to={`${page}/pin`} dialog>
            <Icon name="map-pin" /> Place on the map
          </MenuLink>
        )}
        <CommonEntries reference={booking.reference} shareUrl={shareUrl} isOpen={isOpen(status)} />
        {availableSteps(booking, "client", now)
          .filter((one) => !isShown(one))
          .map((one) => (
            <StepEntry key={one} step={one} page={page} />
          ))}
        {availableTransitions(booking, "client", now).includes("cancel") && (
          <MenuLink to={`${page}/cancel`} dialog>
            <Icon name="circle-x" /> Cancel the booking
          </MenuLink>
        )}
      </TicketMenu>
    </>
  );
}
