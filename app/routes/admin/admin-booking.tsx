import { Outlet, useLoaderData } from "@remix-run/react";
import { listAuditEntries } from "~/domain/audit-log/audit-log.server";
import { describeHistory } from "~/domain/bookings/event-words";
import { findBookingFor, listHistory } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/queries/job-photos.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { titleForm } from "~/domain/bookings/transition-schemas";
import { BOOKING_TRANSITION_NAMES } from "~/domain/bookings/booking-machine";
import { retitleBooking } from "~/domain/bookings/commands/job-updates.server";
import { findCall } from "~/domain/admin/calls.server";
import { findDisputes, resolveDispute } from "~/domain/admin/disputes.server";
import { REMINDER_GAP } from "~/domain/admin/dispatch-list";
import { remindPlumber } from "~/domain/admin/remind-plumber.server";
import { listNoticesOfBooking } from "~/domain/notices/notices-of-booking.server";
import { refusal } from "~/http/refusals";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { onlineStep } from "~/domain/online-payments/payable";
import { stepFacts } from "~/domain/bookings/next-step/step-facts";
import { findOnlineMoney } from "~/domain/online-payments/online-payment-views.server";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { findMoney } from "~/domain/money/money-view.server";
import { moneyBackOf } from "~/domain/online-payments/held-money";
import { findHeldMoney } from "~/domain/online-payments/held-money.server";
import { bookingPage } from "~/http/booking-page";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader, type ActionArgs } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { makeTransition, transitionFailed } from "~/http/booking-transition.server";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { AdminBooking } from "~/ui/admin/admin-booking";
import { describeHeld } from "~/ui/money/describe-held";
import { describeMoney } from "~/ui/money/describe-money";

export const { meta, ErrorBoundary } = dashboardPage<typeof loader>({
  title: "Booking",
  about: ({ booking }) => booking.reference,
  failed: "Failed to fetch booking",
  missing: "Booking not found.",
  home: "/admin-dashboard/bookings",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("admin", async ({ context, viewer, params }) => {
  const id = param(params, "id");
  const [booking, history, photos, money, online, held, notices, call, disputes, log] = await Promise.all([
    findBookingView(context.db, viewer, id, context.now),
    listHistory(context.db, viewer, id),
    listJobPhotos(context.db, viewer, id),
    findMoney(context.db, viewer, id),
    context.paymentProvider && findOnlineMoney(context.db, viewer, id),
    findHeldMoney(context.db, viewer, id),
    listNoticesOfBooking(context.db, id),
    findCall(context.db, id, context.now),
    findDisputes(context.db, id),
    listAuditEntries(context.db, { subjectId: id }, null, 20),
  ]);
  if (!booking || !money) throw notFound();
  const reminder = log.entries.find(({ action }) => action === "plumberReminded");
  return {
    booking,
    conversationId:
      booking.plumber && !booking.isByPhone ? conversationIdOf(booking.client.id, booking.plumber.id) : null,
    remindedAt: reminder && reminder.at > context.now - REMINDER_GAP ? reminder.at : null,
    history: describeHistory(history, booking, viewer),
    photos,
    step: nextStep(
      stepFacts(booking, { ...onlineStep(booking, online), back: held && moneyBackOf(held, context.now) }),
      "office",
      context.now,
    ),
    money: describeMoney(money, "admin", context.now, online),
    held: held && describeHeld(held, "admin", context.now),
    notices,
    call,
    disputes,
    auditEntries: log.entries,
    now: context.now,
  };
});

export const action = roleAction(
  "admin",
  async (args) => {
    const id = param(args.params, "id");
    const button = pressedButton(args.form, [...BOOKING_TRANSITION_NAMES, "remindPlumber", "resolve"]);
    if (button?.verb === "remindPlumber") return remind(args, id);
    if (button?.verb === "resolve") return resolve(args, id, button.of);
    if (button) return makeTransition(args, button.verb);
    const admin = await args.user;
    const parsed = parseForm(args.form, titleForm);
    if (!parsed.value) return parsed.invalid();
    const result = await retitleBooking(args.context, admin, id, parsed.value.title);
    return result.ok ? redirectTo(bookingPage("admin", id), flashed("savedAndLogged")) : parsed.refused(result);
  },
  transitionFailed,
);

async function resolve({ context, user }: ActionArgs, id: string, dispute: string) {
  await resolveDispute(context, await user, id, dispute);
  return redirectTo(bookingPage("admin", id), flashed("savedAndLogged"));
}

async function remind({ context, user }: ActionArgs, id: string) {
  const admin = await user;
  const booking = await findBookingFor(context.db, admin, id);
  if (!booking) throw notFound();
  const result = await remindPlumber(context, admin, booking);
  return result.ok ? redirectTo(bookingPage("admin", id), flashed("plumberReminded")) : refusal(result);
}

export default function AdminBookingPage() {
  return (
    <>
      <AdminBooking {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
