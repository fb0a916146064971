import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type * as z from "zod";
import type { BookingForCommand } from "~/domain/bookings/booking-views";
import {
  dashboardRoleOf,
  fullName,
  type SignedInUser,
  type Named,
  type Role,
  type SessionClaims,
  type SteppedUpUser,
} from "~/domain/values/user";
import { OFFICE_LISTS, readList, readOfficeList, type ListAddress, type ListPlace } from "~/domain/values/lists";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { pageFor } from "~/domain/bookings/next-step/step-links";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { readFactorAnswer } from "~/domain/accounts/second-factor/factor-answers";
import { stepUpByFactor, stepUpByPassword, steppedUp } from "~/domain/accounts/second-factor/factor-use.server";
import { refuse, type Refusal, type TooMany } from "~/domain/values/refusal";
import { beginPasswordCheck } from "~/domain/accounts/password-changes.server";
import { hashToken } from "~/domain/accounts/tokens.server";
import { allOf } from "./page-parts";
import { notFound, redirectTo, param, type ParamName } from "./responses";
import { withReturn } from "./return-to";
import { endedSessionHeaders } from "./cookies";
import { bookingFlashCookie, type Flash } from "./flash";
import { takeForm, type Failed, type FormArgs } from "./forms";
import type { Refused } from "./refusals";
import type { RequestContext } from "./context";

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
  place: ListPlace;
}

/** The loader of a list of the office: its address's view and sort, and all that `read` asks for, side by side. */
export const listLoader = <View extends string, Parts extends Record<string, unknown>>(
  list: ListAddress<View>,
  read: (asked: Asked<View>) => Parts,
) =>
  adminLoader(async ({ context, viewer, url }) => {
    const { view, sort, place } = readList(list, url.searchParams);
    return { view, sort, now: context.now, ...(await allOf(read({ context, viewer, url, view, place }))) };
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

type Asking = Pick<ActionArgs, "user"> & { context: RequestContext };

export type SteppedUp =
  | { ok: true; user: SteppedUpUser }
  | TooMany
  | Refusal<"stepUpRequired" | "passwordStepUpRequired" | "wrongFactor" | "wrongPassword">;

/** The one way to a verb that takes a `SteppedUpUser` (A24). Refuses where the last proof is over ten minutes old. */
export async function stepUp({ context, user, form }: Asking & { form: FormData | null }): Promise<SteppedUp> {
  const confirmed = await user;
  const fresh = steppedUp(confirmed, context.now);
  if (fresh) return { ok: true, user: fresh };
  if (confirmed.hasSecondFactor) {
    const answer = readFactorAnswer({ code: form?.get("factorCode"), passkey: form?.get("passkey") });
    return answer
      ? logSignIn(context, "step-up", await stepUpByFactor(context, confirmed, answer))
      : refuse("stepUpRequired");
  }
  const password = form?.get("factorPassword");
  return typeof password === "string" && password !== ""
    ? logSignIn(context, "step-up", await stepUpByPassword(context, confirmed, password.slice(0, 128)))
    : refuse("passwordStepUpRequired");
}

/** The proof that a form will ask for, for its page to show from the start (A24); null while the last one is fresh. */
export async function stepUpAsked(args: PageArgs): Promise<"stepUpRequired" | "passwordStepUpRequired" | null> {
  const user = await requireUser(args);
  if (steppedUp(user, args.context.now)) return null;
  return user.hasSecondFactor ? "stepUpRequired" : "passwordStepUpRequired";
}

/** The user after a step-up by the form. Throws the reply that shows the form again. */
export async function steppedUpUser(args: ActionArgs): Promise<SteppedUpUser> {
  const shown = await stepUp(args);
  return shown.ok ? shown.user : args.stop(args.refused(shown, stepUpField(shown)));
}

/** A form whose action takes a `SteppedUpUser`. Throws the reply that shows it again. A form with mistakes uses no code up. */
export async function readSteppedUp<Schema extends z.ZodType>(args: ActionArgs, schema: Schema) {
  const value = args.read(schema);
  return { user: await steppedUpUser(args), value };
}

/** Throws, where no form can carry the answer, a redirect to the page that steps up and leads back to `back`. */
export async function requireSteppedUp(asked: Asking, back: string): Promise<SteppedUpUser> {
  const shown = await stepUp({ ...asked, form: null });
  if (!shown.ok) throw redirectTo(withReturn("/step-up", back));
  return shown.user;
}

/** The field of `StepUpFields` that a refusal is about, if it is about one. */
export const stepUpField = ({ reason }: Refused): string | undefined =>
  reason === "wrongFactor" ? "factorCode" : reason === "wrongPassword" ? "factorPassword" : undefined;

/** Confirms the user while their attempt at the password is counted, in one D1 round trip. Refuses with `tooMany` (A9). */
export async function confirmBeforePasswordCheck({ context, user }: Asking) {
  const { token, viewer } = context.session;
  const checking = hashToken(token ?? "").then((hash) => beginPasswordCheck(context, hash, viewer?.id ?? ""));
  const [confirmed, passwordCheck] = await Promise.all([user, checking]);
  return passwordCheck.ok ? { ok: true as const, user: confirmed, passwordCheck } : passwordCheck;
}

/** Logs how someone showed who they are, or why not, and gives the result (S8). Everything that opens a session goes through here. */
export function logSignIn<Result extends { ok: true; id?: string } | Refusal<string>>(
  { addToLog }: RequestContext,
  way: "password" | "passkey" | "second step" | "program" | "emailed link" | "step-up",
  result: Result,
): Result {
  addToLog({ way, outcome: result.ok ? "in" : result.reason, ...(result.ok && result.id && { user: result.id }) });
  return result;
}

/** The page on which a role finds a booking (B24). */
export const bookingPage = (role: Role, id: string): string =>
  role === "admin" ? `/admin-dashboard/bookings/${id}` : pageFor(role, { id });

/** Those whom a role deals with on a booking, by name: for the office both sides. */
export function namesOfOthers(
  { client, plumber }: { client: Named | null; plumber: Named | null },
  role: Role,
): string {
  const others = { client: [plumber], plumber: [client], admin: [client, plumber] }[role];
  return others.map((other) => (other ? fullName(other) : NO_PLUMBER_YET)).join(" and ");
}

/** The page to which a form about a booking leads: for the office the list that its address names, else `bookingPage`. */
export function pageAfter(role: Role, id: string, url: string): string {
  const list = role === "admin" ? readOfficeList(new URL(url).searchParams) : null;
  return list ? OFFICE_LISTS[list] : bookingPage(role, id);
}

interface BookingArgs extends Omit<ActionArgs, "user"> {
  user: SignedInUser;
  booking: BookingForCommand;
  /** The redirect to the booking's page, which says whom we have told. */
  done: (flash: Flash) => Response;
}

/** The action of a form about the booking that its address names, read while the session is confirmed; null: not the viewer's. */
export const withBooking =
  <T>(act: (args: BookingArgs) => Promise<T | null>) =>
  async (args: ActionArgs): Promise<T | null> => {
    const { context, viewer, param } = args;
    const [user, booking] = await Promise.all([args.user, findBookingFor(context.db, viewer, param("id"))]);
    if (!booking) return null;
    const done = (flash: Flash) =>
      redirectTo(bookingPage(viewer.role, booking.id), {
        "Set-Cookie": bookingFlashCookie(flash, viewer.role, booking),
      });
    return act({ ...args, user, booking, done });
  };
