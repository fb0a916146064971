import { deleteKeptForm, keepForm, KEPT_FORM_LIFE, listKeptForms } from "~/domain/accounts/kept-forms.server";
import { readDeviceToken } from "~/domain/accounts/tokens.server";
import type { RequestContext } from "./context";
import { deviceCookie, ownCookie } from "./cookies";
import { dashboardOf, fullName, OWNER_FIELD, ownerTag } from "~/domain/values/user";
import { flashCookie } from "./flash";
import { orWithout } from "./page-parts";
import { redirectTo } from "./responses";

/** The ids alone, newest first: what was typed is in D1 (F7). Several pages may have been open when the session ended. */
const keptCookie = ownCookie("kept", "[a-z0-9]{24}(?:\\.[a-z0-9]{24}){0,3}", KEPT_FORM_LIFE);
const MAX_KEPT = 4;

const keptIds = (request: Request): string[] => keptCookie.read(request)?.split(".") ?? [];
const cookieOfIds = (ids: string[]): string =>
  ids.length === 0 ? keptCookie.ended : keptCookie.set(ids.slice(0, MAX_KEPT).join("."));

const LONGEST_TOKEN = 200;

/** The typed values of a form, and the tag of the user that it names; null: it names no one. */
interface Written {
  answers: [name: string, value: string][];
  owner: string | null;
}

/** Keeps what was typed for its writer: by the form's owner, else by the device cookie (F7). Gives its cookie; null: not kept. */
async function keepWritten(context: RequestContext, request: Request, path: string, { answers, owner }: Written) {
  const deviceToken = deviceCookie.read(request) ?? "";
  if ((owner === null && deviceToken === "") || deviceToken.length > LONGEST_TOKEN || answers.length === 0) return null;
  const named = owner === null ? answers : [...answers, [OWNER_FIELD, owner] as const];
  const form = { path, deviceToken, answers: Object.fromEntries(named) };
  const id = await orWithout(context, "kept form", keepForm(context, form), null);
  return id && cookieOfIds([id, ...keptIds(request)]);
}

/** Where a response leads to sign-in, keeps what was typed (F7). */
export async function keepingForm(context: RequestContext, request: Request, written: Written, response: Response) {
  const to = new URL(response.headers.get("Location") ?? "/", context.origin);
  const back = to.searchParams.get("redirectTo");
  if (to.pathname !== "/signin" || !back) return response;
  const kept = await keepWritten(context, request, new URL(back, context.origin).pathname, written);
  if (!kept) return response;
  to.searchParams.set("reason", "kept");
  response.headers.set("Location", to.pathname + to.search);
  response.headers.append("Set-Cookie", kept);
  return response;
}

/**
 * The response to a form that was made for another user than who is signed in (F10): it keeps what was typed for that user,
 * and leads to the dashboard, which says so. Null where the form names no one, its own user, or where no session lives.
 */
export async function refuseFormOfAnother(context: RequestContext, request: Request, written: Written) {
  const { session } = context;
  if (written.owner === null || !session.viewer || written.owner === ownerTag(session.viewer.id)) return null;
  const user = (await session.confirm()) ?? (await session.withoutFactor());
  if (!user) return null;
  const path = new URL(request.url).pathname.replace(/\.data$/, "");
  const kept = await keepWritten(context, request, path, written);
  const flash = flashCookie(kept ? "formOfAnother" : "formOfAnotherLost", { who: fullName(user) });
  const cookies = kept ? [flash, kept] : [flash];
  return redirectTo(
    dashboardOf(user.role),
    cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]),
  );
}

/**
 * Finds what this browser had sent from this page without a session; shown once, to the person who wrote it (F7).
 * `cookie`: names what still waits for other pages.
 */
export async function findKeptReply(
  context: RequestContext,
  request: Request,
  user: Promise<{ id: string; email: string } | null | undefined>,
) {
  const ids = keptIds(request);
  if (ids.length === 0) return null;
  const { pathname: path } = new URL(request.url);
  const [forms, reader] = await Promise.all([
    orWithout(context, "kept form", listKeptForms(context, ids, path), []),
    user,
  ]);
  if (!reader) return null;
  for (const { id, deviceToken, answers } of forms) {
    const { [OWNER_FIELD]: owner, ...values } = answers;
    // Without an owner it is theirs if the browser that sent it was last used by this user.
    const isOfReader = owner
      ? owner === ownerTag(reader.id)
      : await readDeviceToken(context.sessionSecret, deviceToken, reader.email);
    if (!isOfReader) continue;
    context.afterResponse(() => deleteKeptForm(context, id));
    const message = "We've kept what you wrote. Check it and send it again.";
    const cookie = cookieOfIds(ids.filter((other) => other !== id));
    return { reply: { values, errors: {}, message, reason: null }, cookie };
  }
  return null;
}
