import { Link as RemixLink, type LinkProps } from "@remix-run/react";
import { forwardRef } from "react";
import { isDashboardPath } from "~/domain/values/user";
import { useResponseContext } from "./response-context";

type Props = Omit<LinkProps, "to" | "reloadDocument" | "relative" | "prefetch"> & { to: string };

/**
 * The one link. Inside the dashboards it changes the page in place; everywhere else it loads a document, so that pages
 * without script never get the dashboards' one. On a page without script it is nothing but an anchor.
 */
export const Link = forwardRef<HTMLAnchorElement, Props>(function Link(
  { to, replace, state, preventScrollReset, viewTransition, ...anchor },
  ref,
) {
  if (useResponseContext().withoutScript) return <a ref={ref} href={to} {...anchor} />;
  const inPlace = { replace, state, preventScrollReset, viewTransition };
  return (
    <RemixLink
      ref={ref}
      to={to}
      {...inPlace}
      {...anchor}
      reloadDocument={!isDashboardPath(to) && !to.startsWith("?")}
    />
  );
});
