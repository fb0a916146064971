import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
  type Location,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "./brand";
import type { SignedIn } from "~/ui/shell/response-context";
import { termsToAccept } from "~/domain/accounts/account";
import { ownerTag, type SessionClaims } from "./domain/values/user";
import enhance from "./enhance.ts?script";
import { clearedFlashCookie, readFlash } from "./http/flash";
import type { FormReply } from "./http/forms";
import { findKeptReply } from "./http/kept-form.server";
import { orWithout } from "./http/page-parts";
import { savesData } from "~/http/request";
import { REVALIDATION_HEADER } from "~/realtime/page-state";
import keptPage from "./service-worker/kept-page.ts?script";
import styles from "./styles.css?url";
import { sprite } from "./ui/elements/sprite";
import font from "./ui/fonts/figtree-basic.woff2?url";
import { useResponseContext } from "./ui/shell/response-context";
import { FlashNotice } from "./ui/shell/elements";

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `${headingOf(error)} – ${brand.name}` : `${brand.name}: ${brand.claim}` },
  { name: "description", content: "Find a plumber in your city in Zimbabwe, see the fee, and book a time." },
];

const headingOf = (error: unknown) =>
  isRouteErrorResponse(error) && error.status < 500 ? "Request Not Executable Error" : "Unexpected Application Error!";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const confirming = orWithout(context, "session", context.session.confirm(), undefined);
  const [confirmed, kept] = await Promise.all([confirming, findKeptReply(context, request, confirming)]);
  const user = confirmed === undefined ? withoutName(context.session.viewer) : confirmed;
  // A revalidation by another page of the same browser must not use it up.
  const flash = request.headers.has(REVALIDATION_HEADER) ? null : readFlash(request);
  return data(
    {
      user: user && {
        tag: "tag" in user ? user.tag : ownerTag(user.id),
        firstName: user.firstName,
        lastName: user.lastName,
        email: user.email,
        role: user.role,
        photoKey: user.photoKey,
        termsToAccept: "termsVersion" in user ? termsToAccept(user) : null,
      },
      flash,
      origin: context.origin,
      savesData: savesData(request),
      ...(kept && { kept: kept.reply satisfies FormReply }),
    },
    {
      headers: [...(flash ? [clearedFlashCookie] : []), ...(kept ? [kept.cookie] : [])].map((cookie) => [
        "Set-Cookie",
        cookie,
      ]),
    },
  );
}

/** The user whom the token names, while D1 can't say who that is: shows their menus without any of their data. */
const withoutName = (viewer: SessionClaims | null): SignedIn | null =>
  viewer && {
    tag: ownerTag(viewer.id),
    firstName: "",
    lastName: "",
    email: "",
    role: viewer.role,
    photoKey: null,
    termsToAccept: null,
  };

/** An installed app opens where its user works: what opens without a line has to be a dashboard (W18). */
const manifestOf = (role: string | undefined) =>
  role === "client" || role === "plumber" ? `/${role}.webmanifest` : "/manifest.webmanifest";

/**
 * The files that change more often than scripts. A script that held their names would change with them, and so would
 * all that import it: in the browser the document names them.
 */
const files = import.meta.env.SSR ? { styles, keptPage, enhance, font } : document.documentElement.dataset;

/** A link to a part of the page has no key of the router's: all would share one scroll position. */
const scrollKey = ({ key, hash }: Location) => (hash && key === "default" ? `${hash} ${Math.random()}` : key);

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, style, withoutScript, isLight } = useResponseContext();
  const root = useRouteLoaderData<typeof loader>("root");
  const hydrated = !withoutScript;
  return (
    <html
      lang="en"
      data-saves-data={root?.savesData || undefined}
      data-styles={hydrated ? files.styles : undefined}
      data-icons={hydrated ? sprite : undefined}
      data-kept-page={hydrated ? files.keptPage : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Previews of a link read the first bytes of its page alone: in front of the styles. */}
        <Meta />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0B2F3A" />
        {style ? (
          <style data-font={files.font} data-whole={files.styles} dangerouslySetInnerHTML={{ __html: style }} />
        ) : (
          <link rel="stylesheet" href={files.styles} />
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={manifestOf(hydrated || isLight ? root?.user?.role : undefined)} />
        {!hydrated && <script src={files.enhance} defer />}
      </head>
      <body>
        {children}
        {hydrated && (
          <>
            <ScrollRestoration nonce={nonce} getKey={scrollKey} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  const { user, flash } = useLoaderData<typeof loader>();
  const Frame = useResponseContext().shell?.Frame;
  if (!Frame) return <Outlet />;
  return (
    <Frame user={user}>
      {!flash?.at && <FlashNotice flash={flash} />}
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>("root");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const refusal = isRouteErrorResponse(error) && error.status < 500 ? String(error.data) : null;
  const { shell } = useResponseContext();
  if (shell) {
    return (
      <shell.Frame user={root?.user ?? null}>
        <shell.Problem missing={missing} refusal={refusal} />
      </shell.Frame>
    );
  }
  // The browser has no code of the public layout, so this renders its text alone.
  return (
    <main className="page-text py-8 text-center">
      <h1>{headingOf(error)}</h1>
      <p className="pt-6">
        <a href="/" className="button">
          Homepage
        </a>
      </p>
    </main>
  );
}
