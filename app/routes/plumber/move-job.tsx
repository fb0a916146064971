import { useLoaderData, useParams } from "@remix-run/react";
import { fullName } from "~/domain/accounts/user";
import { findBookingFor } from "~/domain/bookings/booking-lists.server";
import { movesFor } from "~/domain/bookings/booking-machine";
import { flashAfter } from "~/http/flash";
import { areaAction, areaPage } from "~/http/guards";
import { makeMove, requireMove } from "~/http/move-actions.server";
import { redirectTo } from "~/http/redirects";
import { messageOf, refusal } from "~/http/refusals";
import { MoveDialog } from "~/ui/bookings/move-dialog";

export const loader = areaPage("plumber", async ({ context, viewer, params }) => {
  const move = requireMove(params["move"], "plumber");
  const booking = await findBookingFor(context.db, viewer, params["id"] ?? "");
  if (!booking) throw new Response("Not found", { status: 404 });
  const possible = movesFor(booking.status, "plumber").includes(move);
  return {
    move,
    startsAt: booking.startsAt,
    other: fullName(booking.client),
    obstacle: possible ? null : messageOf({ ok: false, reason: "moveNotPossible", status: booking.status }),
  };
});

export const action = areaAction("plumber", async (args) => {
  const move = requireMove(args.params["move"], "plumber");
  const id = args.params["id"] ?? "";
  const result = await makeMove(args, id, move);
  return result.ok ? redirectTo(`/plumber-dashboard/jobs/${id}`, flashAfter(move)) : refusal(result);
});

export default function MoveJob() {
  const { id } = useParams();
  return <MoveDialog {...useLoaderData<typeof loader>()} back={`/plumber-dashboard/jobs/${id}`} />;
}
