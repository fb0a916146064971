import { Outlet, useFetcher, useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import { countAsked } from "~/domain/bookings/queries/booking-lists.server";
import { countUnseenBookings } from "~/domain/bookings/queries/job-lists.server";
import { dashboardLoader } from "~/http/guards";
import { countUnread } from "~/http/mark-read.server";
import type { loader as rootLoader } from "~/root";
import { DashboardLayout } from "~/ui/shell/dashboard-layout";
import { Link } from "~/ui/shell/elements";
import type { OwnCard, OwnCardFacts } from "~/ui/plumbers/own-card";
import { plumberMenu } from "~/ui/plumbers/plumber-menu";
import type { PageHandle } from "~/http/page-handle";

export const handle: PageHandle = { hydrated: true };

export const loader = dashboardLoader(
  "plumber",
  async (args) => {
    const { db, now } = args.context;
    const [asked, unseen, unread] = await Promise.all([
      countAsked(db, { id: args.viewer.id, role: "plumber" }, now),
      countUnseenBookings(db, args.viewer.id),
      countUnread(args),
    ]);
    return { asked, unseen, unread };
  },
  { asked: 0, unseen: 0, unread: { total: 0, at: 0 } },
);

export default function PlumberLayout() {
  const { asked, unseen, unread } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { pathname } = useLocation();
  if (!root?.user) return null;
  return (
    <DashboardLayout user={root.user} flash={root.flash} entries={plumberMenu(asked, unseen)} unread={unread}>
      {TAKES_ALL.test(pathname) ? (
        <Outlet />
      ) : (
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_300px]">
          <div>
            <Outlet />
          </div>
          <CardBeside />
        </div>
      )}
    </DashboardLayout>
  );
}

const CARD = "/plumber-dashboard/card";
const TAKES_ALL = /\/(card|calendar|messages.*)$/;

/** The plumber's card beside a page: only wide screens load it and its code. */
function CardBeside() {
  const { load, data } = useFetcher<{ card: OwnCardFacts } | null>({ key: CARD });
  const [Card, setCard] = useState<typeof OwnCard | null>(null);
  useEffect(() => {
    const wide = matchMedia("(min-width: 80rem)");
    async function show() {
      if (!wide.matches) return;
      const { OwnCard } = await import("~/ui/plumbers/own-card");
      setCard(() => OwnCard);
      load(CARD);
    }
    // Without a line the page stays as it is: a fetcher whose code can't be loaded would reload it.
    const tryToShow = () => void show().catch(() => undefined);
    tryToShow();
    wide.addEventListener("change", tryToShow);
    return () => wide.removeEventListener("change", tryToShow);
  }, [load]);
  return (
    <aside aria-label="Your profile and week" className="sticky top-10 hidden xl:block">
      {Card && data ? (
        <Card card={data.card} isBeside />
      ) : (
        <Link to={CARD} className="card block p-4">
          Your card and week
        </Link>
      )}
    </aside>
  );
}
