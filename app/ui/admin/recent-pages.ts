/** A booking, a person or a message that was open. */
export interface RecentPage {
  to: string;
  label: string;
}

const KEPT = 8;
const PATH = /^\/admin-dashboard\/(bookings|people|inbox|payouts|refunds)\/(?!new$|stop$)[^/]+$/;

// In memory alone: names of clients must not outlast signing out on a shared computer.
let pages: RecentPage[] = [];

/** Remembers a page that is about one booking, person or message, by its heading. */
export function recordVisit(to: string): void {
  const label = document.querySelector("main h1")?.textContent?.trim();
  if (!label || !PATH.test(to)) return;
  pages = [{ to, label }, ...pages.filter((page) => page.to !== to)].slice(0, KEPT);
}

/** The pages that were open since the last load, the latest first; without the one that is open. */
export const recentPages = (here: string): RecentPage[] => pages.filter(({ to }) => to !== here);
