/**
 * Marks a request as a revalidation, so that it doesn't use up a flash message meant for the page being navigated to.
 */
export const REVALIDATION_HEADER = "X-Pombi-Revalidation";

let revalidating = false;

export const isRevalidating = () => revalidating;
export const beginRevalidation = () => void (revalidating = true);
export const endRevalidation = () => void (revalidating = false);
