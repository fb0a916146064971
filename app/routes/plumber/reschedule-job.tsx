import { useLoaderData, useParams } from "@remix-run/react";
import { rescheduleAction, reschedulePage } from "~/http/reschedule-page.server";
import { RescheduleDialog } from "~/ui/bookings/reschedule-dialog";

export const loader = reschedulePage("plumber");

export const action = rescheduleAction("plumber", (id) => `/plumber-dashboard/jobs/${id}`);

export default function RescheduleJob() {
  return <RescheduleDialog {...useLoaderData<typeof loader>()} back={`/plumber-dashboard/jobs/${useParams()["id"]}`} />;
}
