import { Outlet, useLoaderData } from "@remix-run/react";
import { listAuditEntries } from "~/domain/audit-log/audit-log.server";
import { describeHistory } from "~/domain/bookings/booking-event";
import { findBookingFor, listHistory } from "~/domain/bookings/queries/booking-details.server";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { titleForm } from "~/domain/bookings/transition-schemas";
import { BOOKING_TRANSITION_NAMES } from "~/domain/bookings/booking-machine";
import { retitleBooking } from "~/domain/bookings/commands/job-updates.server";
import { findCall } from "~/domain/admin/desk/today.server";
import { findDisputes, resolveDispute } from "~/domain/admin/desk/disputes.server";
import { REMINDER_GAP } from "~/domain/admin/desk/dispatch";
import { remindPlumber } from "~/domain/admin/bookings/bulk-actions.server";
import { listNoticesOfBooking } from "~/domain/notices/notice-states.server";
import { refusal } from "~/http/refusals";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { onlineStep } from "~/domain/escrow/online-payment";
import { stepFacts } from "~/domain/bookings/next-step/step-facts";
import { findOnlineMoney } from "~/domain/escrow/online-payment-views.server";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { findMoney } from "~/domain/money/money-lists.server";
import { moneyBackOf } from "~/domain/escrow/settlement";
import { findHeldMoney } from "~/domain/escrow/held-money.server";
import { bookingPage } from "~/http/booking-page";
import { type ActionArgs, adminAction, adminLoader } from "~/http/guards";
import { makeTransition, transitionFailed } from "~/http/booking-transition.server";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { AdminBooking } from "~/ui/admin/admin-booking";
import { describeHeld } from "~/ui/money/describe-held";
import { describeMoney } from "~/ui/money/describe-money";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage<typeof loader>({
  title: "Booking",
  about: ({ booking }) => booking.reference,
  failed: "Failed to fetch booking",
  missing: "Booking not found.",
  home: "/admin-dashboard/bookings",
});

export const loader = adminLoader(async ({ context, viewer, param }) => {
  const id = param("id");
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
  if (!booking || !money) return null;
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

export const action = adminAction(transitionFailed, async (args) => {
  const id = args.param("id");
  const button = args.pressed([...BOOKING_TRANSITION_NAMES, "remindPlumber", "resolve"]);
  if (button?.verb === "remindPlumber") return remind(args, id);
  if (button?.verb === "resolve") return resolve(args, id, button.of);
  if (button) return makeTransition(args, button.verb);
  const admin = await args.user;
  const { title } = args.read(titleForm);
  const result = await retitleBooking(args.context, admin, id, title);
  return result.ok ? args.goTo(bookingPage("admin", id), "savedAndLogged") : args.refused(result);
});

async function resolve({ context, user, goTo }: ActionArgs, id: string, dispute: string) {
  await resolveDispute(context, await user, id, dispute);
  return goTo(bookingPage("admin", id), "savedAndLogged");
}

async function remind({ context, user, goTo }: ActionArgs, id: string) {
  const admin = await user;
  const booking = await findBookingFor(context.db, admin, id);
  if (!booking) return null;
  const result = await remindPlumber(context, admin, booking);
  return result.ok ? goTo(bookingPage("admin", id), "plumberReminded") : refusal(result);
}

export default function AdminBookingPage() {
  return (
    <>
      <AdminBooking {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}
