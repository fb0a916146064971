import { useLoaderData } from "@remix-run/react";
import { flashCookie } from "~/http/flash";
import { areaAction } from "~/http/guards";
import { makeMove, moveFailed, moveQuestionPage, requireMove } from "~/http/transition-page.server";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { MoveDialog } from "~/ui/bookings/transition-dialog";

const BACK = "/client-dashboard/bookings";

export const loader = moveQuestionPage("client");

export const action = areaAction(
  "client",
  async (args) => {
    const move = requireMove(args.params["move"], "client");
    const result = await makeMove(args, args.params["id"] ?? "", move);
    return result.ok ? redirectTo(BACK, { "Set-Cookie": flashCookie("bookingCancelled") }) : refusal(result);
  },
  moveFailed("booking"),
);

export default function MoveBooking() {
  return <MoveDialog {...useLoaderData<typeof loader>()} back={BACK} />;
}
