import type { MetaArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ComponentProps, useContext } from "react";
import { UNSAFE_DataRouterStateContext as RouterState } from "react-router";
import { brand } from "~/brand";
import { dashboardOf, fullName, type Role } from "~/domain/values/user";
import type { FlashMessage } from "~/http/flash";
import type { FormReply } from "~/http/forms";
import crack from "../illustrations/crack.svg?url";
import { EmptyState, Link } from "./elements";
import { type SignedIn, useResponseContext } from "./response-context";
import { PlainForm } from "~/ui/forms/owned-form";

export function useDashboard(): { role: Role; dashboard: string; name: string } {
  const user = useRouteLoaderData<{ user: SignedIn | null }>("root")?.user;
  const role = user?.role ?? "client";
  return { role, dashboard: dashboardOf(role), name: user ? fullName(user) : "" };
}

export const useFlash = (): FlashMessage | null =>
  useRouteLoaderData<{ flash: FlashMessage | null }>("root")?.flash ?? null;

export type About<Loader> = (data: NonNullable<MetaArgs<Loader>["data"]>) => string;

/** `about` says what a page is of; a dialog is named by the end of its address: `Cancel: Booking PB-PJY4CS`. */
export const titled =
  <Loader,>(title: string, about?: About<Loader>): MetaFunction<Loader> =>
  ({ data, matches, location }) => {
    const named = data && about ? `${title} ${about(data)}` : title;
    const own = data && matches.find((match) => match.data === data)?.pathname;
    const dialog = own && location.pathname.slice(own.length).split("/").at(-1)?.replaceAll("-", " ");
    const before = dialog ? `${dialog.charAt(0).toUpperCase()}${dialog.slice(1)}: ` : "";
    return [{ title: `${before}${named} – ${brand.name}` }];
  };

/** The title of a dashboard's page, its words in the place of what failed (F3), and when it loads again. */
export const dashboardPage = <Loader,>({
  title,
  about,
  ...error
}: { title: string; about?: About<Loader> } & ComponentProps<typeof DashboardError>) => ({
  meta: titled<Loader>(title, about),
  ErrorBoundary: () => <DashboardError {...error} />,
  shouldRevalidate: alwaysRevalidate,
});

/** `what` failed to load; a page about a booking names the `list` to go back to when that is missing. */
const pageIn =
  (dashboard: string, thing: string) =>
  <Loader,>(title: string, what: string, list?: string, about?: About<Loader>) =>
    dashboardPage<Loader>({
      title,
      about,
      failed: `Failed to fetch ${what}`,
      missing: list && `${thing} not found.`,
      home: list ? `${dashboard}/${list}` : dashboard,
      list,
    });

export const clientPage = pageIn("/client-dashboard", "Booking");
export const plumberPage = pageIn("/plumber-dashboard", "Job");

interface ErrorProps {
  failed: string;
  missing?: string;
  home: string;
  /** The name of the list at `home`, which leads on from a page that is missing. */
  list?: string;
}

export function DashboardError({ failed, missing, home, list }: ErrorProps) {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const { role } = useDashboard();
  const all = isMissing && list;
  const unsent = useUnsent();
  return (
    <EmptyState
      isPage
      illustration={crack}
      text={isMissing ? (missing ?? "This page isn't here") : (unsent?.what ?? failed)}
    >
      {isMissing && missing === undefined && <p className="text-sm text-ink-3">Request Not Executable Error</p>}
      {all && role !== "admin" && (
        <p>
          The link may be old, or it belongs to another account. <a href={`tel:${brand.phone}`}>Call our office</a>
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {!isMissing && <TryAgain />}
        <Link to={home} className={`button ${all ? "" : "button-quiet"}`}>
          {all ? `All ${all}` : "Back"}
        </Link>
      </div>
      {!isMissing && <FailedRequest />}
    </EmptyState>
  );
}

/** Loads a page again after a refusal too; not after mistakes or a failure, which would fail the page as well. */
export const alwaysRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus !== 400 && actionStatus < 500;

/** The form that broke on our side, of whichever route: error boundaries get no action data. Null: none. */
export function useUnsent(): FormReply["unsent"] | null {
  const replies: (FormReply | undefined)[] = Object.values(useContext(RouterState)?.actionData ?? {});
  return replies.find((reply) => reply?.unsent)?.unsent ?? null;
}

export function TryAgain() {
  const unsent = useUnsent();
  return !unsent ? (
    <a href="" className="button">
      Try again
    </a>
  ) : (
    <PlainForm>
      {unsent.answers.map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <button className="button">Try again</button>
    </PlainForm>
  );
}

export function FailedRequest() {
  const error = useRouteError();
  const drawn = useResponseContext().requestId;
  const unsent = useUnsent();
  const { requestId = drawn } = unsent ?? (isRouteErrorResponse(error) ? (error.data as { requestId?: string }) : {});
  return requestId ? (
    <p className="text-sm text-ink-3" data-failed suppressHydrationWarning>
      Request {requestId}
    </p>
  ) : null;
}
