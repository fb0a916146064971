import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { brand } from "./brand";
import enhance from "./enhance.ts?script";
import { clearedFlashCookie, readFlash } from "./http/flash";
import { savesData } from "./http/save-data";
import stylesheet from "./styles.css?url";
import { useAnswer } from "./ui/answer-context";
import { hasOwnFrame, isHydrated } from "./ui/page-handle";
import { Problem } from "./ui/problem";
import { PublicFrame } from "./ui/public-frame";
import { FlashNotice } from "./ui/notice";

export const meta: MetaFunction = ({ error }) => [
  { title: error ? `Not found – ${brand.name}` : `${brand.name}: ${brand.claim}` },
  { name: "description", content: "Find a plumber in your city in Zimbabwe, see the fee, and book a time." },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const member = await context.session.confirm();
  const flash = readFlash(request);
  return data(
    {
      member: member && { name: member.name, username: member.username, email: member.email, role: member.role, photoKey: member.photoKey },
      flash,
      origin: context.origin,
      savesData: savesData(request),
    },
    flash ? { headers: { "Set-Cookie": clearedFlashCookie } } : {},
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, style } = useAnswer();
  const matches = useMatches();
  const root = useRouteLoaderData<typeof loader>("root");
  const hydrated = isHydrated(matches);
  return (
    <html lang="en" data-saves-data={root?.savesData || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0B2F3A" />
        <Meta />
        {root && !hydrated && <SharedHead origin={root.origin} />}
        {style ? <style dangerouslySetInnerHTML={{ __html: style }} /> : <link rel="stylesheet" href={stylesheet} />}
        {style && <link rel="prefetch" href={stylesheet} as="style" />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {!hydrated && <script src={enhance} defer />}
      </head>
      <body>
        {children}
        {hydrated && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** What search engines and messengers read of a public page: one address for each, and a picture. */
function SharedHead({ origin }: { origin: string }) {
  const { pathname } = useLocation();
  const address = origin + (pathname === "/" ? "/" : pathname.replace(/\/$/, ""));
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${origin}/share.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

export default function App() {
  const { member, flash } = useLoaderData<typeof loader>();
  if (hasOwnFrame(useMatches())) return <Outlet />;
  return (
    <PublicFrame member={member}>
      <FlashNotice flash={flash} />
      <Outlet />
    </PublicFrame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const root = useRouteLoaderData<typeof loader>("root");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <PublicFrame member={root?.member ?? null}>
      <Problem missing={missing} />
    </PublicFrame>
  );
}
