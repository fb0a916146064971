/** Marks a page's look for news: what the server says once is for the page that somebody is on their way to. */
export const LOOK_HEADER = "X-Pombi-Look";

let looking = false;

export const isLooking = () => looking;
export const beginLook = () => void (looking = true);
export const endLook = () => void (looking = false);
