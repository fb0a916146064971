import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { dashboardRoleOf, type AuthenticatedUser, type Role, type SessionClaims } from "~/domain/values/user";
import { orSayWhatFailed, type Failed } from "./form-action";
import { readForm } from "./forms";
import { notFound } from "./not-found";
import { redirectTo } from "./redirects";
import { withReturn } from "./return-to";
import { endedSessionCookie } from "./session-cookie";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** What a guarded loader gets: the viewer that the signed token names, to load data at once. */
export type PageArgs = LoaderFunctionArgs & { viewer: SessionClaims; url: URL };

/**
 * The loader of a page for one role. It loads its data while D1 confirms the session, so both take one round trip.
 * Nothing is sent before the session is confirmed, not even an error of the data.
 */
export function roleLoader<T>(role: Role, load: (args: PageArgs) => Promise<T>) {
  return (args: LoaderFunctionArgs): Promise<T> => loadBeside(args, () => requireRole(args, role), load);
}

/**
 * The loader of a dashboard's layout. When D1 fails, the layout is shown with `without`, and the page inside it says what
 * failed (F4).
 */
export function dashboardLoader<T, Without>(role: Role, load: (args: PageArgs) => Promise<T>, without: Without) {
  return (args: LoaderFunctionArgs): Promise<T | Without> =>
    roleLoader(
      role,
      load,
    )(args).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      args.context.partFailed("frame", error);
      return without;
    });
}

/** The loader of a page for every signed-in user; in a dashboard, for its own role (A19). */
export function signedInLoader<T>(load: (args: PageArgs) => Promise<T>) {
  return (args: LoaderFunctionArgs): Promise<T> => loadBeside(args, () => requireViewer(args), load);
}

async function loadBeside<T>(
  args: LoaderFunctionArgs,
  whose: () => SessionClaims,
  load: (args: PageArgs) => Promise<T>,
): Promise<T> {
  const viewer = whose();
  const [user, data] = await Promise.allSettled([
    requireUser(args),
    load({ ...args, viewer, url: new URL(args.request.url) }),
  ]);
  if (user.status === "rejected") throw user.reason;
  if (data.status === "rejected") throw data.reason;
  return data.value;
}

/** What a guarded action gets: the viewer at once, and the user once D1 has confirmed the session. */
export type ActionArgs = ActionFunctionArgs & {
  viewer: SessionClaims;
  user: Promise<AuthenticatedUser>;
  form: FormData;
};

/**
 * The action of a page for one role. Reads may start while the session is being confirmed; every verb that changes
 * something takes the confirmed user. `failed` is what the page says when it breaks.
 */
export function roleAction<T>(role: Role, act: (args: ActionArgs) => Promise<T>, failed?: Failed) {
  return (args: ActionFunctionArgs) => actBeside(args, () => requireRole(args, role), act, failed);
}

/** The action of a page for every signed-in user; in a dashboard, for its own role (A19). */
export function signedInAction<T>(act: (args: ActionArgs) => Promise<T>, failed?: Failed) {
  return (args: ActionFunctionArgs) => actBeside(args, () => requireViewer(args), act, failed);
}

async function actBeside<T>(
  args: ActionFunctionArgs,
  whose: () => SessionClaims,
  act: (args: ActionArgs) => Promise<T>,
  failed?: Failed,
) {
  const form = await readForm(args.request);
  return orSayWhatFailed(args, form, failed, () => {
    const viewer = whose();
    const user = requireUser(args);
    // When a read fails first, nobody awaits this: it must not count as unhandled.
    user.catch(() => undefined);
    return act({ ...args, viewer, user, form });
  });
}

/** Who the signed token names. Visitors are sent to sign in, and a dashboard exists only for its own role (A19). */
function requireViewer({ context, request }: Args): SessionClaims {
  const { viewer } = context.session;
  if (!viewer) throw toSignIn(request);
  const role = dashboardRoleOf(new URL(request.url).pathname);
  if (role && role !== viewer.role) throw notFound();
  return viewer;
}

/** The viewer, if they have the role. Visitors are sent to sign in; for others the page does not exist. */
function requireRole(args: Args, role: Role): SessionClaims {
  const viewer = requireViewer(args);
  if (viewer.role !== role) throw notFound();
  return viewer;
}

/**
 * The confirmed user, of any role. Visitors are sent to sign in, and come back afterwards; admins without a second factor to
 * set one up (A23).
 */
export async function requireUser({ context, request }: Args): Promise<AuthenticatedUser> {
  const user = await context.session.confirm();
  if (user) return user;
  if (await context.session.withoutFactor()) throw redirectTo("/security");
  throw toSignIn(request);
}

/**
 * The confirmed user, also an admin without a second factor (A23): for the pages where they set one up, and none besides.
 */
export async function requireUserToSetUp({ context, request }: Args): Promise<AuthenticatedUser> {
  const user = (await context.session.confirm()) ?? (await context.session.withoutFactor());
  if (!user) throw toSignIn(request);
  return user;
}

/** To sign-in and back: after a form, to the form's page. `reason` names what sign-in says first. */
export function toSignIn(request: Request, reason?: "review"): Response {
  const url = new URL(request.url);
  // Remix requests a page's data under the page's path and `.data`.
  const path = url.pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  url.searchParams.delete("_routes");
  url.searchParams.delete("index");
  const query = url.searchParams.toString();
  return redirectTo(
    withReturn("/signin", query ? `${path}?${query}` : path, {
      reason: reason ?? (path === "/client-dashboard/reviews" ? "review" : "area"),
    }),
    {
      "Set-Cookie": endedSessionCookie,
    },
  );
}
