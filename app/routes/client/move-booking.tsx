import { useLoaderData } from "@remix-run/react";
import { fullName } from "~/domain/accounts/user";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { findBookingFor } from "~/domain/bookings/booking-lists.server";
import { movesFor } from "~/domain/bookings/booking-machine";
import { flashCookie } from "~/http/flash";
import { areaAction, areaPage } from "~/http/guards";
import { makeMove, requireMove } from "~/http/move-actions.server";
import { redirectTo } from "~/http/redirects";
import { messageOf, refusal } from "~/http/refusals";
import { MoveDialog } from "~/ui/bookings/move-dialog";

const BACK = "/client-dashboard/bookings";

export const loader = areaPage("client", async ({ context, viewer, params }) => {
  const move = requireMove(params["move"], "client");
  const booking = await findBookingFor(context.db, viewer, params["id"] ?? "");
  if (!booking) throw new Response("Not found", { status: 404 });
  const possible = movesFor(booking.status, "client").includes(move);
  return {
    move,
    startsAt: booking.startsAt,
    other: booking.plumber ? fullName(booking.plumber) : NO_PLUMBER_YET,
    obstacle: possible ? null : messageOf({ ok: false, reason: "moveNotPossible", status: booking.status }),
  };
});

export const action = areaAction("client", async (args) => {
  const move = requireMove(args.params["move"], "client");
  const result = await makeMove(args, args.params["id"] ?? "", move);
  return result.ok ? redirectTo(BACK, { "Set-Cookie": flashCookie("bookingCancelled") }) : refusal(result);
});

export default function MoveBooking() {
  return <MoveDialog {...useLoaderData<typeof loader>()} back={BACK} />;
}
