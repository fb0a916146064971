/**
 * Marks a request as a revalidation, so that it doesn't use up a flash message meant for the page being navigated to.
 */
export const REVALIDATION_HEADER = "X-Pombi-Revalidation";

let revalidating = false;

export const isRevalidating = () => revalidating;
export const beginRevalidation = () => void (revalidating = true);
export const endRevalidation = () => void (revalidating = false);

/** Whether the router is navigating: its own word, as React's hooks may follow a moment later. */
export const isNavigating = () => window.__remixRouter.state.navigation.state !== "idle";
