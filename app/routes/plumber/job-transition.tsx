import { useLoaderData, useParams } from "@remix-run/react";
import { flashAfter } from "~/http/flash";
import { areaAction } from "~/http/guards";
import { makeMove, moveFailed, moveQuestionPage, requireMove } from "~/http/transition-page.server";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { MoveDialog } from "~/ui/bookings/transition-dialog";

export const loader = moveQuestionPage("plumber");

export const action = areaAction(
  "plumber",
  async (args) => {
    const move = requireMove(args.params["move"], "plumber");
    const id = args.params["id"] ?? "";
    const result = await makeMove(args, id, move);
    return result.ok ? redirectTo(`/plumber-dashboard/jobs/${id}`, flashAfter(move)) : refusal(result);
  },
  moveFailed("job"),
);

export default function MoveJob() {
  const { id } = useParams();
  return <MoveDialog {...useLoaderData<typeof loader>()} back={`/plumber-dashboard/jobs/${id}`} />;
}
