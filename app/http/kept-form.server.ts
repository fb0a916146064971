import { deleteKeptForm, findKeptForm, keepForm, KEPT_FORM_LIFE } from "~/domain/accounts/kept-forms.server";
import { readDeviceToken } from "~/domain/accounts/tokens.server";
import type { RequestContext } from "./context";
import { deviceCookie, ownCookie } from "./cookies";
import { orWithout } from "./page-parts";

/** The id alone: what was typed is in D1 (F7). */
const keptCookie = ownCookie("kept", "[a-z0-9]{24}", KEPT_FORM_LIFE);
export const endedKeptCookie = keptCookie.ended;

const LONGEST_TOKEN = 200;

/** Where a response leads to sign-in, keeps what was typed (F7), and by the device cookie who wrote it. */
export async function keepingForm(
  context: RequestContext,
  request: Request,
  answers: [name: string, value: string][],
  response: Response,
) {
  const to = new URL(response.headers.get("Location") ?? "/", context.origin);
  const back = to.searchParams.get("redirectTo");
  const deviceToken = deviceCookie.read(request);
  if (to.pathname !== "/signin" || !back || !deviceToken || deviceToken.length > LONGEST_TOKEN) return response;
  const { pathname: path } = new URL(back, context.origin);
  const form = { path, deviceToken, answers: Object.fromEntries(answers) };
  const id = await orWithout(context, "kept form", keepForm(context, form), null);
  if (id === null) return response;
  to.searchParams.set("reason", "kept");
  response.headers.set("Location", to.pathname + to.search);
  response.headers.append("Set-Cookie", keptCookie.set(id));
  return response;
}

/** Finds what this browser had sent from this page without a session; shown once, to the person who wrote it (F7). */
export async function findKeptReply(
  context: RequestContext,
  request: Request,
  user: Promise<{ id: string; email: string } | null | undefined>,
) {
  const id = keptCookie.read(request);
  if (id === null) return null;
  const { pathname: path } = new URL(request.url);
  const [form, reader] = await Promise.all([
    orWithout(context, "kept form", findKeptForm(context, id, path), null),
    user,
  ]);
  if (!form || !reader) return null;
  // The browser that sent it was last used by this user.
  if (!(await readDeviceToken(context.sessionSecret, form.deviceToken, reader.email))) return null;
  // A page that stayed open while others signed in on it names its user in a message (C3).
  if ((form.answers["from"] ?? reader.id) !== reader.id) return null;
  context.afterResponse(() => deleteKeptForm(context, id));
  const message = "Your session had ended. We've kept what you wrote: check it and send it again.";
  return { values: form.answers, errors: {}, message, reason: null };
}
