import { Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { DEFAULT_SERVICE, isOpen, isAccepted } from "~/domain/bookings/booking";
import {
  availableProposalActions,
  availableTransitions,
  canReschedule,
  BOOKING_TRANSITION_NAMES,
} from "~/domain/bookings/booking-machine";
import { dateAt, formatDate } from "~/domain/time/harare";
import { canCorrect } from "~/domain/bookings/correction";
import { describeHistory } from "~/domain/bookings/booking-history";
import { availableSteps, JOB_STEP_NAMES, missedVisitClaim, isJobStep } from "~/domain/bookings/job-steps";
import { ticketStep, worthOf } from "~/domain/bookings/next-step/next-step";
import { declinedTotal } from "~/domain/bookings/next-step/step-facts";
import { againPage, reviewPage, pageFor } from "~/domain/bookings/next-step/step-links";
import { findAnswerTime, listHistory, listReplacements } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView, ticketOf } from "~/domain/bookings/queries/booking-views.server";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { formatUsualPrice } from "~/domain/prices/usual-price";
import { findPriceOfRequest } from "~/domain/prices/usual-prices.server";
import { findMoneyOfView } from "~/domain/money/money-lists.server";
import { moneyBackOf } from "~/domain/escrow/settlement";
import { findHeldMoney } from "~/domain/escrow/held-money.server";
import { findOnlineMoney } from "~/domain/escrow/online-payment-views.server";
import { onlineStep } from "~/domain/escrow/online-payment";
import { takeStep, makeTransition, transitionFailed } from "~/http/booking-transition.server";
import { markSeenAfterResponse } from "~/http/mark-read.server";
import { findPushOffer } from "~/http/push-offer.server";
import { StepControls } from "~/ui/bookings/next-step";
import { StepEntry, CommonEntries, MenuLink, TicketMenu } from "~/ui/bookings/ticket-menu";
import { Ticket } from "~/ui/bookings/ticket";
import { QuietLink, useLastActionData } from "~/ui/shell/elements";
import { askedPoint, BookingMoneySection, HeldMoneySection } from "~/ui/money/booking-money";
import { describeHeld } from "~/ui/money/describe-held";
import { describeMoney } from "~/ui/money/describe-money";
import { PushOffer } from "~/ui/notices/push-offer";
import { JobPhotosSection, PhotoStrip } from "~/ui/photos/job-photos";
import { clientPage, plumberPage, useDashboard } from "~/ui/shell/dashboard-page";
import type { MetaFunction } from "@remix-run/cloudflare";
import { dashboardRoleOf } from "~/domain/values/user";
import { signedInAction, signedInLoader } from "~/http/guards";

/** It names the page in the list of those that a phone has kept. */
const nameOf = ({ booking: { reference, serviceType, startsAt } }: Shown) =>
  `${reference}: ${serviceType ?? DEFAULT_SERVICE}, ${formatDate(dateAt(startsAt), "short")}`;
const PAGES = {
  client: clientPage<typeof loader>("Booking", "booking", "bookings", nameOf),
  plumber: plumberPage<typeof loader>("Job", "job", "jobs", nameOf),
};
const pageOf = (role: string | null) => PAGES[role === "plumber" ? "plumber" : "client"];

export const { shouldRevalidate } = PAGES.client;
export const meta: MetaFunction<typeof loader> = (page) => pageOf(dashboardRoleOf(page.location.pathname)).meta(page);
export const ErrorBoundary = () => pageOf(useDashboard().role).ErrorBoundary();

export const loader = signedInLoader(async ({ context, request, viewer, param }) => {
  const { db, now, origin, paymentProvider } = context;
  const id = param("id");
  const side = viewer.role === "plumber" ? "plumber" : "client";
  const isClient = side === "client";
  const [booking, history, replacements, answerTime, photos, money, paid, offer, online, price] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listHistory(db, viewer, id),
    listReplacements(db, viewer, id),
    isClient ? findAnswerTime(db, id) : undefined,
    listJobPhotos(db, viewer, id),
    findMoneyOfView(db, viewer, id),
    findHeldMoney(db, viewer, id),
    isClient ? findPushOffer(context, request) : null,
    paymentProvider && findOnlineMoney(db, viewer, id),
    isClient ? null : findPriceOfRequest(db, viewer.id, id),
  ]);
  if (!booking || !money || !paid) return null;
  const held = { ...booking, ...paid };
  const back = moneyBackOf(held, now);
  const denialReason = history.findLast(({ event }) => event === "deny-payment")?.reason ?? null;
  markSeenAfterResponse(context, request, id);
  return {
    side,
    booking: { ...ticketOf(booking), missedVisit: missedVisitClaim(history, side, booking.startsAt) },
    history: describeHistory(history, booking, viewer),
    replacements,
    step: ticketStep({ ...booking, ...onlineStep(booking, online), back, denialReason, answerTime }, side, now),
    isDeclined: !isClient && isOpen(booking.status) && declinedTotal(booking) !== null,
    photos,
    // A plumber sees what a request is worth, its notes and photos before they answer it.
    request: !isClient &&
      booking.status === "pending" && {
        worth: worthOf(booking),
        usual: price && booking.agreedPrice === null ? `${price.serviceType}: ${formatUsualPrice(price)}` : null,
      },
    money: describeMoney(money, { ...booking, back }, side, now, online),
    held: describeHeld(held, side, now),
    pushKey: booking.status === "pending" ? offer : null,
    shareUrl: `${origin}/bookings/${booking.reference}`,
    now,
  } as const;
});

export const action = signedInAction(transitionFailed, (args) => {
  const transitions = args.viewer.role === "plumber" ? BOOKING_TRANSITION_NAMES : [];
  const { verb } = args.button([...transitions, ...JOB_STEP_NAMES]);
  return isJobStep(verb) ? takeStep(args, verb) : makeTransition(args, verb);
});

type Shown = Awaited<ReturnType<typeof loader>>;

export default function BookingPage() {
  const shown = useLoaderData<typeof loader>();
  const { side, booking, history, replacements, step, isDeclined, photos, request, money, held, pushKey, now } = shown;
  const page = pageFor(side, booking);
  const { asked, words, answers } = askedPoint(money, step, page);
  const requote = isDeclined ? money?.rest.find(({ action }) => action === "quote") : undefined;
  // The ticket's own buttons say it already.
  const rest = money && {
    ...money,
    pay: money.pay === step.links.primary?.label ? null : money.pay,
    rest: money.rest.filter(
      (button) => button !== requote && button.action !== step.primary && button.action !== step.beside,
    ),
  };
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return (
    <>
      <Ticket
        booking={booking}
        side={side}
        history={history}
        replacements={replacements}
        message={message}
        now={now}
        next={
          <>
            {request && (
              <p className="text-h2 leading-tight font-bold">
                {request.worth}
                {request.usual && <span className="block text-sm font-normal text-ink-2">{request.usual}</span>}
              </p>
            )}
            {step.isUrgent && <p className="font-semibold text-copper-700">{step.brief}</p>}
            {words}
            {requote && <QuietLink to={`${page}/quote`} className="justify-self-start" label={requote.label} />}
            {request && (
              <div className="flex flex-wrap gap-3 empty:hidden">
                <PhotoStrip photos={photos} />
                {booking.notes && (
                  <p dir="auto" className="flex-[1_1_6rem] leading-snug whitespace-pre-line text-ink-2">
                    {booking.notes}
                  </p>
                )}
              </div>
            )}
          </>
        }
        actions={<Actions {...shown} answers={answers} page={page} />}
      >
        {pushKey && (
          <PushOffer publicKey={pushKey} dashboard="/client-dashboard">
            We can tell you on this device the moment your request is answered.
          </PushOffer>
        )}
        <BookingMoneySection money={rest} asked={asked} page={page} />
        <HeldMoneySection held={held} page={page} />
        {!request && <JobPhotosSection photos={photos} status={booking.status} role={side} page={page} />}
      </Ticket>
      <Outlet />
    </>
  );
}

function Actions({ side, booking, step, answers, page, now, shareUrl }: Shown & { answers: ReactNode; page: string }) {
  const { id, plumber, status } = booking;
  const isClient = side === "client";
  const isShown = (action: string) => action === step.primary || action === step.beside;
  const proposals = availableProposalActions(booking, side);
  const canPropose = isClient ? proposals.includes("propose") : proposals.length > 0;
  const transitions = availableTransitions(booking, side, now);
  const steps = [...availableSteps(booking, side, now), ...(isClient ? [] : transitions)];
  return (
    <>
      <StepControls step={step} answers={answers} booking={booking} page={page} />
      <TicketMenu
        last={
          isClient &&
          transitions.includes("cancel") && (
            <MenuLink to={`${page}/cancel`} icon="circle-x" label="Cancel the booking" isDanger dialog />
          )
        }
      >
        {isClient && status === "completed" && plumber && booking.reviewedAt === null && !isShown("review") && (
          <MenuLink to={reviewPage(booking)} icon="star" label="Leave a review" />
        )}
        {isClient && status === "completed" && booking.isPaid && (
          <MenuLink to="/client-dashboard/support" icon="circle-alert" label="Something isn't right" />
        )}
        {isClient && !isOpen(status) && plumber && !isShown("book-again") && (
          <MenuLink to={againPage(id, plumber)} icon="calendar" label="Book again" />
        )}
        {canPropose && !isShown("answer-time") && (
          <MenuLink to={`${page}/reschedule`} icon="clock" label="Suggest a new time" dialog />
        )}
        {canReschedule(booking, side) && (
          <MenuLink to={`${page}/reschedule`} icon="clock" label="Change the time" dialog />
        )}
        {isClient && isOpen(status) && <MenuLink to={`${page}/pin`} icon="map-pin" label="Place on the map" dialog />}
        {canCorrect(booking, side, now) && (
          <MenuLink to={`${page}/correct`} icon="notebook-pen" label="Correct the address or notes" dialog />
        )}
        {!isClient && isAccepted(status) && (
          <MenuLink
            to={`${page}/report`}
            icon="notebook-pen"
            label={booking.report ? "Edit the report" : "Write the report"}
            dialog
          />
        )}
        <CommonEntries booking={booking} shareUrl={shareUrl} />
        {steps
          .filter((one) => !isShown(one))
          .map((one) => (
            <StepEntry key={one} step={one} page={page} />
          ))}
      </TicketMenu>
    </>
  );
}
