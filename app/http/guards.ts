import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { dashboardRoleOf, type AuthenticatedUser, type Role, type SessionClaims } from "~/domain/values/user";
import { orSayWhatFailed, type Failed } from "./form-action";
import { readForm } from "./forms";
import { notFound } from "./not-found";
import { redirectTo } from "./redirects";
import { withReturn } from "./return-to";
import { endedSessionCookie } from "./session-cookie";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** What a page of a dashboard has at hand: its viewer by the signed token, to ask for data at once. */
export type PageArgs = LoaderFunctionArgs & { viewer: SessionClaims; url: URL };

/**
 * A loader of a dashboard's page. The data is asked for while D1 confirms the session, so both cost one round trip;
 * nothing of it leaves before the session is confirmed, whatever the data's own answer was.
 */
export function roleLoader<T>(role: Role, load: (args: PageArgs) => Promise<T>) {
  return (args: LoaderFunctionArgs): Promise<T> => loadBeside(args, () => requireRole(args, role), load);
}

/**
 * The loader of a dashboard's frame. Where D1 fails the frame stands all the same, with `without` in it, and the page
 * inside says what failed.
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

/** A loader of a page for whoever is signed in, in the same way. */
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

/** What an action of a dashboard has: its viewer at once, and the user once D1 has confirmed them. */
export type ActionArgs = ActionFunctionArgs & {
  viewer: SessionClaims;
  user: Promise<AuthenticatedUser>;
  form: FormData;
};

/**
 * An action of a dashboard. Reads may start beside the confirmation; every verb that changes something asks for the
 * confirmed user. `failed`: what the page says when it breaks.
 */
export function roleAction<T>(role: Role, act: (args: ActionArgs) => Promise<T>, failed?: Failed) {
  return (args: ActionFunctionArgs) => actBeside(args, () => requireRole(args, role), act, failed);
}

/** An action of a page for whoever is signed in, in the same way. */
export function signedInAction<T>(act: (args: ActionArgs) => Promise<T>, failed?: Failed) {
  return (args: ActionFunctionArgs) => actBeside(args, () => requireViewer(args), act, failed);
}

async function actBeside<T>(
  args: ActionFunctionArgs,
  whose: () => SessionClaims,
  act: (args: ActionArgs) => Promise<T>,
  failed?: Failed,
) {
  const viewer = whose();
  const form = await readForm(args.request);
  const user = requireUser(args);
  // Its reads may fail first; the refusal of the session must then not count as unhandled.
  user.catch(() => undefined);
  return orSayWhatFailed(args, form, failed, () => act({ ...args, viewer, user, form }));
}

/** Who the signed token names. Visitors are sent to sign in, and a dashboard exists for its own role alone (A19). */
function requireViewer({ context, request }: Args): SessionClaims {
  const { viewer } = context.session;
  if (!viewer) throw toSignIn(request);
  const role = dashboardRoleOf(new URL(request.url).pathname);
  if (role && role !== viewer.role) throw notFound();
  return viewer;
}

/** The viewer of a role; a visitor is sent to sign in, and for everybody else the page does not exist. */
function requireRole(args: Args, role: Role): SessionClaims {
  const viewer = requireViewer(args);
  if (viewer.role !== role) throw notFound();
  return viewer;
}

/** The confirmed user, of whatever role; who has none is sent to sign in and comes back afterwards. */
export async function requireUser({ context, request }: Args): Promise<AuthenticatedUser> {
  const user = await context.session.confirm();
  if (!user) throw toSignIn(request);
  return user;
}

/** To sign-in and back. After a form, back to the page that the form stands on. `reason`: what sign-in says first. */
export function toSignIn(request: Request, reason?: "review"): Response {
  const url = new URL(request.url);
  // Remix asks for a dashboard's data under the page's address with `.data` at its end.
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
