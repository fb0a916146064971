import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * Revalidates after a refused transition too, because the page has changed meanwhile. Not after a failure: the
 * page stays and says what failed, instead of failing too.
 */
export const alwaysRevalidate: ShouldRevalidateFunction = ({ actionStatus }) =>
  actionStatus === undefined || actionStatus < 500;
