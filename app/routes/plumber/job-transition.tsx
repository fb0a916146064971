import { useLoaderData, useParams } from "@remix-run/react";
import { flashAfter } from "~/http/flash";
import { roleAction } from "~/http/guards";
import { param } from "~/http/params";
import { applyTransition, transitionFailed, transitionPage, requireTransition } from "~/http/transition-page.server";
import { redirectTo } from "~/http/redirects";
import { refusal } from "~/http/refusals";
import { TransitionDialog } from "~/ui/bookings/transition-dialog";

export const loader = transitionPage("plumber");

export const action = roleAction(
  "plumber",
  async (args) => {
    const transition = requireTransition(param(args.params, "transition"), "plumber");
    const id = param(args.params, "id");
    const result = await applyTransition(args, id, transition);
    return result.ok ? redirectTo(`/plumber-dashboard/jobs/${id}`, flashAfter(transition)) : refusal(result);
  },
  transitionFailed("job"),
);

export default function JobTransitionPage() {
  const { id } = useParams();
  return <TransitionDialog {...useLoaderData<typeof loader>()} back={`/plumber-dashboard/jobs/${id}`} />;
}
