import { useLoaderData, useParams } from "@remix-run/react";
import { flashCookie } from "~/http/flash";
import { areaAction } from "~/http/guards";
import { makeMove, moveFailed, moveQuestionPage, requireMove } from "~/http/transition-page.server";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { MoveDialog } from "~/ui/bookings/transition-dialog";

export const loader = moveQuestionPage("admin");

export const action = areaAction(
  "admin",
  async (args) => {
    const move = requireMove(args.params["move"], "admin");
    const id = args.params["id"] ?? "";
    const result = await makeMove(args, id, move);
    return result.ok
      ? redirectTo(`/admin-dashboard/bookings/${id}`, { "Set-Cookie": flashCookie("bookingMoved") })
      : refusal(result);
  },
  moveFailed("booking"),
);

export default function DeskBookingMove() {
  const { id } = useParams();
  return <MoveDialog {...useLoaderData<typeof loader>()} back={`/admin-dashboard/bookings/${id}`} />;
}
