import { useLoaderData } from "@remix-run/react";
import { flashCookie } from "~/http/flash";
import { roleAction } from "~/http/guards";
import { param } from "~/http/params";
import { applyTransition, transitionFailed, transitionPage, requireTransition } from "~/http/transition-page.server";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { TransitionDialog } from "~/ui/bookings/transition-dialog";

const BACK = "/client-dashboard/bookings";

export const loader = transitionPage("client");

export const action = roleAction(
  "client",
  async (args) => {
    const transition = requireTransition(param(args.params, "transition"), "client");
    const result = await applyTransition(args, param(args.params, "id"), transition);
    return result.ok ? redirectTo(BACK, { "Set-Cookie": flashCookie("bookingCancelled") }) : refusal(result);
  },
  transitionFailed("booking"),
);

export default function BookingTransitionPage() {
  return <TransitionDialog {...useLoaderData<typeof loader>()} back={BACK} />;
}
