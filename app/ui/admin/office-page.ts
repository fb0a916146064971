import { dashboardPage } from "../shell/dashboard-page";
import type { About } from "../shell/titled";

/** A page of the office: its title, `what` it failed to fetch, and the `list` to go back to. */
export const officePage = <Loader>(
  title: string,
  what: string,
  { list, ...page }: { list?: string; missing?: string; about?: About<Loader> } = {},
) =>
  dashboardPage<Loader>({
    title,
    failed: `Failed to fetch ${what}`,
    home: list ? `/admin-dashboard/${list}` : "/admin-dashboard",
    ...page,
  });
