import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * Loads a page again after a refusal too, because something has changed meanwhile. Not after a form with mistakes, nor after
 * a failure: the page stays and says what failed, instead of failing too.
 */
export const alwaysRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus !== 400 && actionStatus < 500;
