/** Marks a page's look for news: what the server says once is for the page that somebody is on their way to. */
export const REVALIDATION_HEADER = "X-Pombi-Look";

let revalidating = false;

export const isRevalidating = () => revalidating;
export const beginRevalidation = () => void (revalidating = true);
export const endRevalidation = () => void (revalidating = false);
