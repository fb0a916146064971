import { useLoaderData } from "@remix-run/react";
import { rescheduleAction, reschedulePage } from "~/http/reschedule-page.server";
import { RescheduleDialog } from "~/ui/bookings/reschedule-dialog";

export const loader = reschedulePage("client");

export const action = rescheduleAction("client", () => "/client-dashboard/bookings");

export default function RescheduleBooking() {
  return <RescheduleDialog {...useLoaderData<typeof loader>()} back={"/client-dashboard/bookings"} />;
}
