import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { forgetPlumber, savePlumber } from "~/domain/plumbers/plumber-profiles.server";
import { clientAction } from "~/http/guards";
import { redirectTo, param } from "~/http/responses";
import { messageOf, initOf } from "~/http/refusals";

const pageOf = (plumberId: string) => `/appointment/${encodeURIComponent(plumberId)}`;

/** Leads someone who had to sign in first to the plumber, to press the button again. */
export const loader = ({ params }: LoaderFunctionArgs) => redirectTo(pageOf(param(params, "plumberId")));

/** Saves a plumber or takes them from the list (D15), and goes back to where the button was. */
export const action = clientAction("Failed to save the plumber", async ({ context, user, param, button, goTo }) => {
  const id = param("plumberId");
  const { verb } = button(["save", "forget", "remove"]);
  const client = await user;
  if (verb === "save") {
    const result = await savePlumber(context, client, id);
    if (!result.ok) throw new Response(messageOf(result), initOf(result));
  } else await forgetPlumber(context, client, id);
  const back = verb === "remove" ? "/client-dashboard/saved" : pageOf(id);
  return goTo(back, verb === "save" ? "plumberSaved" : "plumberForgotten");
});
