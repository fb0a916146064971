import { Link as RemixLink, useLocation, type LinkProps } from "@remix-run/react";
import { forwardRef, type ReactNode } from "react";
import { isDashboardPath } from "~/domain/values/user";
import { Icon } from "../elements/icon";
import { useResponseContext } from "./response-context";

type Props = Omit<LinkProps, "to" | "reloadDocument" | "relative" | "prefetch" | "discover"> & { to: string };

/** The one link: in place within a dashboard, else a document, so that pages without script stay without it. */
export const Link = forwardRef<HTMLAnchorElement, Props>(function Link(
  { to, replace, state, preventScrollReset, viewTransition, ...anchor },
  ref,
) {
  const { withoutScript } = useResponseContext();
  // On the server Remix's link writes the same element, at the price of resolving a path that is whole already.
  if (withoutScript || (typeof document === "undefined" && to.startsWith("/")))
    return <a ref={ref} href={to} {...anchor} />;
  const inPlace = { replace, state, preventScrollReset, viewTransition };
  return (
    <RemixLink
      ref={ref}
      to={to}
      {...inPlace}
      {...anchor}
      discover="none"
      reloadDocument={!isDashboardPath(to) && !to.startsWith("?")}
    />
  );
});

const linkLike = (className: string) => (link: { to: string; children: ReactNode }) => (
  <Link {...link} className={className} />
);
export const ButtonLink = linkLike("button");
export const QuietLink = linkLike("button button-quiet");
export const TextLink = linkLike("button-link");
export const TallLink = linkLike("inline-flex min-h-11 items-center");

export const BackLink = ({ to, label, className = "" }: { to: string; label: string; className?: string }) => (
  <Link to={to} className={`button-link justify-self-start ${className}`}>
    <Icon name="arrow-left" /> {label}
  </Link>
);

/** A link to a list's next page that keeps the other parameters. `name` is the cursor's, on pages with two lists. */
export function MoreLink({ next, label, name = "cursor" }: { next: string | null; label: string; name?: string }) {
  const { search } = useLocation();
  if (!next) return null;
  const query = new URLSearchParams(search);
  query.set(name, next);
  return (
    <p className="mt-6 text-center">
      <QuietLink to={`?${query}`}>{label}</QuietLink>
    </p>
  );
}
