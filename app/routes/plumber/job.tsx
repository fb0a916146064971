import { Outlet, useLoaderData } from "@remix-run/react";
import { BOOKING_TRANSITION_NAMES } from "~/domain/bookings/booking-machine";
import { isJobStep, JOB_STEP_NAMES, missedVisitClaim } from "~/domain/bookings/job-steps";
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
import { makeTransition, takeStep, transitionFailed } from "~/http/booking-transition.server";
import { plumberAction, plumberLoader } from "~/http/guards";
import { markSeenAfterResponse } from "~/http/mark-seen.server";
import { PlumberActions } from "~/ui/bookings/plumber-actions";
import { Ticket } from "~/ui/bookings/ticket";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { askedPoint } from "~/ui/money/asked-point";
import { BookingMoneySection } from "~/ui/money/booking-money";
import { describeHeld } from "~/ui/money/describe-held";
import { describeMoney } from "~/ui/money/describe-money";
import { HeldMoneySection } from "~/ui/money/held-money";
import { JobPhotosSection } from "~/ui/photos/job-photos-section";
import { PhotoStrip } from "~/ui/photos/photo-strip";
import { plumberPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Job Details", "job", "jobs");

export const loader = plumberLoader(async ({ context, request, viewer, param }) => {
  const { db, now, origin, paymentProvider } = context;
  const id = param("id");
  const [job, history, photos, money, online, held] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listHistory(db, viewer, id),
    listJobPhotos(db, viewer, id),
    findMoney(db, viewer, id),
    paymentProvider && findOnlineMoney(db, viewer, id),
    findHeldMoney(db, viewer, id),
  ]);
  if (!job || !money) return null;
  markSeenAfterResponse(context, request, id);
  return {
    job: { ...job, missedVisit: missedVisitClaim(history, "plumber") },
    history: describeHistory(history, job, viewer),
    step: nextStep(
      stepFacts(job, { ...onlineStep(job, online), back: held && moneyBackOf(held, now) }),
      "plumber",
      now,
    ),
    photos,
    money: describeMoney(money, viewer.role, now, online),
    held: held && describeHeld(held, viewer.role, now),
    shareUrl: `${origin}/bookings/${job.reference}`,
    now,
  };
});

export const action = plumberAction(transitionFailed, (args) => {
  const { verb } = args.button([...BOOKING_TRANSITION_NAMES, ...JOB_STEP_NAMES]);
  return isJobStep(verb) ? takeStep(args, verb) : makeTransition(args, verb);
});

export default function Job() {
  const { job, history, step, photos, money, held, shareUrl, now } = useLoaderData<typeof loader>();
  const page = `/plumber-dashboard/jobs/${job.id}`;
  const { asked, words, answers } = askedPoint(money, step, page);
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  // Whoever answers sees what it is about first.
  const isUnanswered = job.status === "pending";
  return (
    <>
      <Ticket
        booking={job}
        side="plumber"
        history={history}
        message={message}
        now={now}
        next={
          <>
            {words}
            {isUnanswered && <PhotoStrip photos={photos} />}
          </>
        }
        actions={<PlumberActions job={job} step={step} answers={answers} now={now} shareUrl={shareUrl} />}
      >
        <BookingMoneySection money={money} asked={asked} page={page} />
        <HeldMoneySection held={held} page={page} />
        {!isUnanswered && <JobPhotosSection photos={photos} status={job.status} role="plumber" page={page} />}
      </Ticket>
      <Outlet />
    </>
  );
}
