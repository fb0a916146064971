import { Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import {
  DEFAULT_SERVICE,
  DEFAULT_TITLE,
  isToCome,
  NO_PLUMBER_YET,
  NO_REPORT,
  TITLE_LENGTH,
} from "~/domain/bookings/booking";
import { BOOKING_TRANSITION_NAMES, upcomingTransitions } from "~/domain/bookings/booking-machine";
import { retitleBooking } from "~/domain/bookings/commands/job-updates.server";
import { describeHistory } from "~/domain/bookings/booking-history";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { findBookingFor, listHistory, listReplacements } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import type { KnownParticipant } from "~/domain/bookings/booking-views";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { titleForm } from "~/domain/bookings/transition-schemas";
import { findCall } from "~/domain/admin/desk/today.server";
import { FIRST_PAGE } from "~/domain/values/lists";
import { REMINDER_GAP, TAKE_BACK_TOLD } from "~/domain/admin/desk/dispatch";
import { remindPlumber } from "~/domain/admin/bookings/bulk-actions.server";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { findMoneyOfView } from "~/domain/money/money-lists.server";
import { listNoticesOfBooking } from "~/domain/notices/notice-states.server";
import { moneyBackOf } from "~/domain/escrow/settlement";
import { findHeldMoney } from "~/domain/escrow/held-money.server";
import { findOnlineMoney } from "~/domain/escrow/online-payment-views.server";
import { onlineStep } from "~/domain/escrow/online-payment";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { makeTransition, transitionFailed } from "~/http/booking-transition.server";
import { adminAction, adminLoader } from "~/http/guards";
import { findDisputes } from "~/domain/bookings/queries/open-disputes.server";
import { overdueBefore, type OpenDispute } from "~/domain/bookings/dispute";
import { BOOKING_PAGE, Card, Facts, officePage, UserLink } from "~/ui/admin/office-page";
import { ContactLinks } from "~/ui/admin/contact-links";
import { sayInstant } from "~/ui/admin/data-table";
import { DisputePromise } from "~/ui/admin/dispute-promise";
import { AuditList } from "~/ui/admin/audit-list";
import { CallCard, TakeBackTold } from "~/ui/admin/call-card";
import { PreferredPlumber } from "~/ui/admin/preferred-plumber";
import { BOOKED_BY_PHONE } from "~/ui/bookings/other-side";
import { BookingHistory } from "~/ui/bookings/ticket";
import { BookingName, BookingWhen, ProposedTime, UpcomingTransitions } from "~/ui/bookings/booking-when";
import { JobLine } from "~/ui/bookings/job-line";
import { replacementFacts } from "~/ui/bookings/replacements";
import { Notice, SubmitButton } from "~/ui/shell/elements";
import { readDrawn } from "~/http/forms";
import { DrawnForm, useDrawnReply } from "~/ui/forms/drawn-form";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/form";
import { askedPoint, BookingMoneySection, HeldMoneySection } from "~/ui/money/booking-money";
import { describeHeld } from "~/ui/money/describe-held";
import { describeMoney } from "~/ui/money/describe-money";
import { JobPhotosSection } from "~/ui/photos/job-photos";
import { OfficeActions } from "./office-actions";
import { SentNotices } from "./sent-notices";
import type { Flash } from "~/http/flash";
import { bookingPage } from "~/http/booking-pages";
import { listAuditEntries } from "~/domain/audit-log/audit-log-lists.server";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Booking", "booking", {
  list: "bookings",
  ...BOOKING_PAGE,
});

export const loader = adminLoader(async ({ context, viewer, param }) => {
  const id = param("id");
  const { db, now, paymentProvider } = context;
  const [booking, history, replacements, photos, money, online, paid, notices, call, disputes, log] = await Promise.all(
    [
      findBookingView(db, viewer, id, now),
      listHistory(db, viewer, id),
      listReplacements(db, viewer, id),
      listJobPhotos(db, viewer, id),
      findMoneyOfView(db, viewer, id),
      paymentProvider && findOnlineMoney(db, viewer, id),
      findHeldMoney(db, viewer, id),
      listNoticesOfBooking(db, id),
      findCall(db, id, now),
      findDisputes(db, id),
      listAuditEntries(db, { subjectId: id }, FIRST_PAGE, 20),
    ],
  );
  if (!booking || !money || !paid) return null;
  const held = { ...booking, ...paid };
  const back = moneyBackOf(held, now);
  const told = log.entries.find(({ action }) => action === "clientTold");
  const isStillTold =
    booking.isByPhone &&
    notices.some(({ channel, status, sentAt }) => channel === "call" && status === "sent" && sentAt === told?.at);
  const reminder = log.entries.find(({ action }) => action === "plumberReminded");
  return {
    booking,
    conversationId:
      booking.plumber && !booking.isOnlyCalled ? conversationIdOf(booking.client.id, booking.plumber.id) : null,
    remindedAt: reminder && reminder.at > now - REMINDER_GAP ? reminder.at : null,
    history: describeHistory(history, booking, viewer),
    replacements,
    photos,
    step: nextStep({ ...booking, ...onlineStep(booking, online), back }, "office", now),
    money: describeMoney(money, { ...booking, back }, "admin", now, online),
    held: describeHeld(held, "admin", now),
    refunds: held.refunds.filter(({ sentAt }) => sentAt === null).map(({ id, amount }) => ({ id, amount })),
    notices,
    call,
    told: told && told.at > now - TAKE_BACK_TOLD && isStillTold ? { ...told, id } : null,
    disputes,
    auditEntries: log.entries,
    now,
  };
});

export const action = adminAction(transitionFailed, async (args) => {
  const { context, viewer, form, param, pressed, read, refused, goTo } = args;
  const id = param("id");
  const { verb } = pressed([...BOOKING_TRANSITION_NAMES, "remindPlumber"]) ?? {};
  if (verb && verb !== "remindPlumber") return makeTransition(args, verb);
  const done = (flash: Flash = "savedAndLogged") => goTo(bookingPage("admin", id), flash);
  if (!verb) {
    const result = await retitleBooking(context, await args.user, id, {
      ...read(titleForm),
      shown: readDrawn(form)?.["title"],
    });
    if (result.ok) return done();
    return refused("present" in result ? { ...result, present: { title: result.present.title ?? "" } } : result);
  }
  const [admin, booking] = await Promise.all([args.user, findBookingFor(context.db, viewer, id)]);
  if (!booking) return null;
  const result = await remindPlumber(context, admin, booking);
  return result.ok ? done("plumberReminded") : refused(result);
});

export default function AdminBooking() {
  const { booking, money, step, now, ...shown } = useLoaderData<typeof loader>();
  const reply = useDrawnReply("title", ["title"], { title: booking.title ?? "" });
  const { fields, all, message } = reply;
  const page = `/admin-dashboard/bookings/${booking.id}`;
  const { asked, words, answers } = askedPoint(money, step, page);
  const isOfMoney = shown.disputes.length === 0 || shown.disputes.some(({ canResolve }) => !canResolve);
  const rest = money?.rest.filter(({ action }) => action !== step.primary || !isOfMoney) ?? [];
  return (
    <>
      <div className="grid gap-6">
        <header className="grid gap-1">
          <p className="text-ink-3 tabular-nums">{booking.reference}</p>
          <h1>
            <BookingName booking={booking} now={now} />
          </h1>
          {booking.title && (
            <p dir="auto" className="text-ink-2">
              {booking.title}
            </p>
          )}
        </header>
        <JobLine booking={booking} />
        {(asked !== null || step.primary !== "decide" || shown.disputes.length === 0) && words}
        <ProblemSummary message={message} fields={all} />
        {shown.disputes.map((dispute) => (
          <DisputeCard key={dispute.id} dispute={dispute} now={now} />
        ))}
        {shown.told && <TakeBackTold told={shown.told} isOnBooking />}
        {shown.call && <CallCard call={shown.call} now={now} isOnBooking isFirst={step.primary === null} />}
        <OfficeActions
          booking={booking}
          refunds={shown.refunds}
          step={step}
          answers={answers}
          disputes={shown.disputes}
          now={now}
          conversationId={shown.conversationId}
          remindedAt={shown.remindedAt}
        />
        <UpcomingTransitions transitions={upcomingTransitions(booking, "admin", now)} />
        <ProposedTime booking={booking} />
        <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
          <div className="grid gap-6">
            <Card title="The job" className="gap-5">
              <Facts
                facts={[
                  ["When", <BookingWhen key="when" startsAt={booking.startsAt} />],
                  ["Service", booking.serviceType ?? DEFAULT_SERVICE],
                  ["Where", booking.location ?? "N/A"],
                  ["Notes", booking.notes ?? "N/A"],
                  ["Report", booking.report ?? NO_REPORT],
                  ["Requested", formatInstant(booking.createdAt)],
                  ["Seen", booking.seenAt ? formatInstant(booking.seenAt) : "Not yet"],
                  ...replacementFacts(shown.replacements, "/admin-dashboard/bookings"),
                ]}
              />
              <details open={message !== null || fields.title.error !== undefined}>
                <summary className="min-h-11 py-2 font-semibold text-brand-700">
                  {booking.title ? "Change the title" : "Add a title"}
                </summary>
                <DrawnForm reply={reply} method="post" noValidate className="flex flex-wrap items-end gap-3">
                  <div className="min-w-60 flex-1">
                    <TextField
                      meta={fields.title}
                      label="Title"
                      optional
                      maxLength={TITLE_LENGTH}
                      placeholder={DEFAULT_TITLE}
                    />
                  </div>
                  <SubmitButton busy="Saving..." className="button-quiet" label="Save title" />
                </DrawnForm>
              </details>
            </Card>
            <BookingMoneySection money={money && { ...money, rest }} asked={asked} page={page} />
            <HeldMoneySection held={shown.held} page={page} />
            <JobPhotosSection photos={shown.photos} status={booking.status} role="admin" page={page} />
          </div>
          <div className="grid gap-6">
            <Side {...booking.client} label="Client" readsMessages={!booking.isOnlyCalled}>
              {booking.isOnlyCalled && <p className="text-ink-2">{BOOKED_BY_PHONE}</p>}
            </Side>
            {booking.plumber ? (
              <Side {...booking.plumber} label="Plumber" />
            ) : (
              <div className="card grid gap-3 p-4 sm:p-6 text-ink-2">
                <p>Plumber: {NO_PLUMBER_YET}</p>
                {isToCome(booking.status) && <PreferredPlumber booking={booking} />}
              </div>
            )}
            <SentNotices
              notices={shown.notices}
              isToAnswer={booking.status === "pending" && booking.plumber !== null}
              remindedAt={shown.remindedAt}
            />
            <BookingHistory history={shown.history} />
            {shown.auditEntries.length > 0 && <AuditList entries={shown.auditEntries} />}
          </div>
        </div>
      </div>
      <Outlet />
    </>
  );
}

const DisputeCard = ({ dispute, now }: { dispute: OpenDispute; now: Instant }) => (
  <Notice kind={dispute.openedAt < overdueBefore(now) ? "danger" : "info"} alert={false}>
    <p>
      <b>{dispute.said}.</b> {sayInstant(dispute.openedAt, now)}. Promised{" "}
      <DisputePromise openedAt={dispute.openedAt} now={now} />
    </p>
    {dispute.reason && (
      <p dir="auto" className="whitespace-pre-line">
        “{dispute.reason}”
      </p>
    )}
    {dispute.before && (
      <p dir="auto" className="whitespace-pre-line">
        {dispute.before}
      </p>
    )}
  </Notice>
);

type SideProps = KnownParticipant & { label: string; readsMessages?: boolean; children?: ReactNode };

const Side = ({ label, id, email, phone, readsMessages = true, children, ...named }: SideProps) => (
  <Card title={label}>
    <p>
      <UserLink {...named} id={id} className="font-semibold wrap-anywhere" />
    </p>
    <ContactLinks id={readsMessages ? id : null} email={email} phone={phone} />
    {children}
  </Card>
);
