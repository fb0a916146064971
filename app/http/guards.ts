import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { dashboardRoleOf, type SignedInUser, type Role, type SessionClaims } from "~/domain/values/user";
import { readList, type ListAddress, type PageRequest } from "~/domain/values/lists";
import { allOf } from "./page-parts";
import { notFound, redirectTo, param, type ParamName } from "./responses";
import { withReturn } from "./return-to";
import { endedSessionHeaders } from "./cookies";
import { takeForm, type Failed, type FormArgs } from "./forms";

export type PageArgs = LoaderFunctionArgs & {
  viewer: SessionClaims;
  url: URL;
  param: (name: ParamName) => string;
};

// Makes the loaders for a role, or for every signed-in user (null). A loader loads while D1 confirms the session, and
// nothing is sent before, not even an error of the data. A loader's null: no such page, or not the viewer's.
const loaderOf =
  (role: Role | null) =>
  <T>(load: (args: PageArgs) => Promise<T | null>) =>
  async (args: LoaderFunctionArgs): Promise<T> => {
    const viewer = requireViewer(args, role);
    const url = new URL(args.request.url);
    const [user, data] = await Promise.allSettled([
      requireUser(args),
      load({ ...args, viewer, url, param: (name) => param(args.params, name) }),
    ]);
    if (user.status === "rejected") throw user.reason;
    if (data.status === "rejected") throw data.reason;
    if (data.value === null) throw notFound();
    return data.value;
  };

export const clientLoader = loaderOf("client");
export const plumberLoader = loaderOf("plumber");
export const signedInLoader = loaderOf(null);
export const adminLoader = loaderOf("admin");

interface Asked<View extends string> extends Pick<PageArgs, "context" | "viewer" | "url"> {
  view: View;
  pageRequest: PageRequest;
}

/** The loader of a list of the office: its address's view and sort, and all that `read` asks for, side by side. */
export const listLoader = <View extends string, Parts extends Record<string, unknown>>(
  list: ListAddress<View>,
  read: (asked: Asked<View>) => Parts,
) =>
  adminLoader(async ({ context, viewer, url }) => {
    const { view, sort, pageRequest } = readList(list, url.searchParams);
    return { view, sort, now: context.now, ...(await allOf(read({ context, viewer, url, view, pageRequest }))) };
  });

/** The loader of a dashboard's layout: `without` when D1 fails, and the page inside says what failed (F4). */
export const dashboardLoader =
  <T, Without>(role: Role, load: (args: PageArgs) => Promise<T>, without: Without) =>
  (args: LoaderFunctionArgs): Promise<T | Without> =>
    loaderOf(role)(load)(args).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      args.context.partFailed("frame", error);
      return without;
    });

export interface ActionArgs extends FormArgs {
  viewer: SessionClaims;
  user: Promise<SignedInUser>;
}

// Makes the actions of the pages for one role, or all signed-in users (null). Reads may start while the session is
// being confirmed; verbs that change something take the confirmed user. `failed` is what the page says when it breaks.
const actionOf =
  (role: Role | null) =>
  <T>(failed: Failed, act: (args: ActionArgs) => Promise<T | null>) =>
  (args: ActionFunctionArgs) =>
    takeForm(
      args,
      failed,
      async (form) => {
        const viewer = requireViewer(args, role);
        const user = requireUser(args);
        // When a read fails first, no one awaits this: it must not count as unhandled.
        user.catch(() => undefined);
        return act({ ...form, viewer, user });
      },
      () => requireUser(args),
    );

export const clientAction = actionOf("client");
export const plumberAction = actionOf("plumber");
export const signedInAction = actionOf(null);
export const adminAction = actionOf("admin");

/** The user of the signed token. Visitors are sent to sign in; a dashboard, and a page for a `role`, is 404 for others. */
function requireViewer({ context, request }: LoaderFunctionArgs, role: Role | null): SessionClaims {
  const { viewer } = context.session;
  if (!viewer) throw toSignIn(request);
  const of = dashboardRoleOf(new URL(request.url).pathname);
  if ((of && of !== viewer.role) || (role && role !== viewer.role)) throw notFound();
  return viewer;
}

/** The confirmed user. Visitors are sent to sign in and back; admins without a second factor set one up first (A23). */
export async function requireUser({ context, request }: LoaderFunctionArgs): Promise<SignedInUser> {
  const user = await context.session.confirm();
  if (user) return user;
  if (await context.session.withoutFactor()) throw redirectTo("/security");
  throw toSignIn(request);
}

/** The confirmed user, or an admin without a second factor, for the pages that set one up (A23). */
export async function requireUserToSetUp({ context, request }: LoaderFunctionArgs): Promise<SignedInUser> {
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
  const signIn = withReturn("/signin", query ? `${path}?${query}` : path, {
    reason: reason ?? (path === "/client-dashboard/reviews" ? "review" : "area"),
  });
  return redirectTo(signIn, endedSessionHeaders(request));
}
