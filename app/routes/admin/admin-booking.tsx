import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listDeeds } from "~/domain/audit-log/audit-log.server";
import { findBookingFor, listHistory } from "~/domain/bookings/queries/booking-details.server";
import { moveForm, titleForm } from "~/domain/bookings/booking-forms";
import { retitleBooking } from "~/domain/bookings/commands/job-updates.server";
import { flashCookie } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { areaAction, areaPage } from "~/http/guards";
import { makeMove, moveFailed, requireMove } from "~/http/transition-page.server";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { AreaProblem } from "~/ui/shell/dashboard-error";
import { DeskBooking } from "~/ui/admin/admin-booking";

export const meta: MetaFunction = () => [{ title: `Booking – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = areaPage("admin", async ({ context, viewer, params }) => {
  const id = params["id"] ?? "";
  const [booking, history, log] = await Promise.all([
    findBookingFor(context.db, viewer, id),
    listHistory(context.db, viewer, id),
    listDeeds(context.db, { subjectId: id }, null, 20),
  ]);
  if (!booking) throw new Response("Not found", { status: 404 });
  return { booking, history, deeds: log.entries, now: context.now };
});

export const action = areaAction(
  "admin",
  async (args) => {
    const id = args.params["id"] ?? "";
    const back = `/admin-dashboard/bookings/${id}`;
    if (args.form.has("move")) {
      const move = requireMove(moveForm.safeParse(Object.fromEntries(args.form)).data?.move, "admin");
      const result = await makeMove(args, id, move);
      return result.ok ? redirectTo(back, { "Set-Cookie": flashCookie("bookingMoved") }) : refusal(result);
    }
    const parsed = parseForm(args.form, titleForm);
    const admin = await args.member;
    if (!parsed.value) return parsed.invalid();
    const result = await retitleBooking(args.context, admin, id, parsed.value.title);
    return result.ok ? redirectTo(back, { "Set-Cookie": flashCookie("deskSaved") }) : parsed.refused(result);
  },
  moveFailed("booking"),
);

export default function DeskBookingPage() {
  return (
    <>
      <DeskBooking {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <AreaProblem failed="Failed to fetch booking" missing="Booking not found." home="/admin-dashboard/bookings" />;
}
