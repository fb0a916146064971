import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * After a refused transition too: what stands on the page is then what has changed meanwhile. Not after one that broke: the
 * page stays as it is and says what failed, instead of failing too.
 */
export const alwaysRevalidate: ShouldRevalidateFunction = ({ actionStatus }) =>
  actionStatus === undefined || actionStatus < 500;
