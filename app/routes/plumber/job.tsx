import { Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { isAccepted, isOpen } from "~/domain/bookings/booking";
import {
  availableProposalActions,
  availableTransitions,
  BOOKING_TRANSITION_NAMES,
} from "~/domain/bookings/booking-machine";
import { describeHistory } from "~/domain/bookings/booking-event";
import { availableSteps, isJobStep, JOB_STEP_NAMES, missedVisitClaim } from "~/domain/bookings/job-steps";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { stepFacts } from "~/domain/bookings/next-step/step-facts";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { findMoney } from "~/domain/money/money-view.server";
import { moneyBackOf } from "~/domain/online-payments/held-money";
import { findHeldMoney } from "~/domain/online-payments/held-money.server";
import { findOnlineMoney } from "~/domain/online-payments/online-payment-views.server";
import { onlineStep } from "~/domain/online-payments/payable";
import { makeTransition, takeStep, transitionFailed } from "~/http/booking-transition.server";
import { plumberAction, plumberLoader } from "~/http/guards";
import { markSeenAfterResponse } from "~/http/mark-read.server";
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
import { JobPhotosSection } from "~/ui/photos/job-photos-section";
import { PhotoStrip } from "~/ui/photos/photo-strip";
import { plumberPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage<typeof loader>(
  "Job",
  "job",
  "jobs",
  ({ job }) => job.reference,
);

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

type Shown = Awaited<ReturnType<typeof loader>>;

export default function Job() {
  const shown = useLoaderData<typeof loader>();
  const { job, history, step, photos, money, held, now } = shown;
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
        actions={<PlumberActions {...shown} answers={answers} />}
      >
        <BookingMoneySection money={money} asked={asked} page={page} />
        <HeldMoneySection held={held} page={page} />
        {!isUnanswered && <JobPhotosSection photos={photos} status={job.status} role="plumber" page={page} />}
      </Ticket>
      <Outlet />
    </>
  );
}

/** What a plumber can do about a job: the next step, and the rest in a menu. */
function PlumberActions({ job, step, answers, now, shareUrl }: Shown & { answers: ReactNode }) {
  const page = `/plumber-dashboard/jobs/${job.id}`;
  const isShown = (action: string) => action === step.primary || action === step.beside;
  const canPropose = availableProposalActions(job, "plumber").length > 0;
  const rest = [...availableSteps(job, "plumber", now), ...availableTransitions(job, "plumber", now)];
  return (
    <>
      <StepControls step={step} answers={answers} booking={job} page={page} />
      <TicketMenu>
        {canPropose && !isShown("answer-time") && (
          <MenuLink to={`${page}/reschedule`} dialog>
            <Icon name="clock" /> Suggest a new time
          </MenuLink>
        )}
        {isAccepted(job.status) && (
          <MenuLink to={`${page}/report`} dialog>
            <Icon name="notebook-pen" /> {job.report ? "Edit the report" : "Write the report"}
          </MenuLink>
        )}
        <CommonEntries reference={job.reference} shareUrl={shareUrl} isOpen={isOpen(job.status)} />
        {rest
          .filter((one) => !isShown(one))
          .map((one) => (
            <StepEntry key={one} step={one} page={page} />
          ))}
      </TicketMenu>
    </>
  );
}
