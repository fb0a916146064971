import { Link as RemixLink, type LinkProps } from "@remix-run/react";
import { forwardRef } from "react";
import { isAreaPath } from "~/domain/accounts/user";

/**
 * The one link. Inside the areas it changes the page in place; everywhere else it loads a document, so that pages
 * without script never get the areas' one.
 */
export const Link = forwardRef<HTMLAnchorElement, Omit<LinkProps, "to" | "reloadDocument"> & { to: string }>(
  function Link(props, ref) {
    return <RemixLink ref={ref} {...props} reloadDocument={!isAreaPath(props.to) && !props.to.startsWith("?")} />;
  },
);
