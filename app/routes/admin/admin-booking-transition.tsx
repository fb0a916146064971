import { useLoaderData, useParams } from "@remix-run/react";
import { flashCookie } from "~/http/flash";
import { roleAction } from "~/http/guards";
import { param } from "~/http/params";
import { applyTransition, transitionFailed, transitionPage, requireTransition } from "~/http/transition-page.server";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { TransitionDialog } from "~/ui/bookings/transition-dialog";

export const loader = transitionPage("admin");

export const action = roleAction(
  "admin",
  async (args) => {
    const transition = requireTransition(param(args.params, "transition"), "admin");
    const id = param(args.params, "id");
    const result = await applyTransition(args, id, transition);
    return result.ok
      ? redirectTo(`/admin-dashboard/bookings/${id}`, { "Set-Cookie": flashCookie("bookingTransitioned") })
      : refusal(result);
  },
  transitionFailed("booking"),
);

export default function AdminBookingTransitionPage() {
  const { id } = useParams();
  return <TransitionDialog {...useLoaderData<typeof loader>()} back={`/admin-dashboard/bookings/${id}`} />;
}
