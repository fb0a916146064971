import { Link as RemixLink, type LinkProps } from "@remix-run/react";
import { forwardRef } from "react";
import { isDashboardPath } from "~/domain/values/user";
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
