import { forgetPlumber, savePlumber } from "~/domain/plumbers/saved-plumbers.server";
import { flashCookie } from "~/http/flash";
import { roleAction } from "~/http/guards";
import { param } from "~/http/params";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { messageOf, initOf } from "~/http/refusals";

/** Saves a plumber or takes them from the list (D15), and goes back to where the button was. */
export const action = roleAction("client", async ({ context, user, params, form }) => {
  const id = param(params, "plumberId");
  const { verb } = requireButton(form, ["save", "forget", "remove"]);
  const client = await user;
  if (verb === "save") {
    const result = await savePlumber(context, client, id);
    if (!result.ok) throw new Response(messageOf(result), initOf(result));
  } else await forgetPlumber(context, client, id);
  const back = verb === "remove" ? "/client-dashboard/saved" : `/appointment/${encodeURIComponent(id)}`;
  return redirectTo(back, { "Set-Cookie": flashCookie(verb === "save" ? "plumberSaved" : "plumberForgotten") });
});
