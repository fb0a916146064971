import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { findOwnAccount } from "~/domain/accounts/profile.server";
import { fullName } from "~/domain/values/user";
import { countAsked } from "~/domain/bookings/queries/at-hand.server";
import { countUnseenBookings, listJobsBetween } from "~/domain/bookings/queries/job-lists.server";
import { addDays, dateAt, instantOf, mondayOf } from "~/domain/time/harare";
import { dashboardLoader } from "~/http/guards";
import { countUnread } from "~/http/mark-read.server";
import { notFound } from "~/http/not-found";
import type { loader as rootLoader } from "~/root";
import { DashboardLayout, type NavigationEntry } from "~/ui/shell/dashboard-layout";
import { OwnCard } from "~/ui/plumbers/own-card";
import type { PageHandle } from "~/http/page-handle";

export const handle: PageHandle = { hydrated: true };

export const loader = dashboardLoader(
  "plumber",
  async (args) => {
    const {
      context: { db, now },
      viewer,
    } = args;
    const monday = mondayOf(dateAt(now));
    const [asked, unseen, unread, account, week] = await Promise.all([
      countAsked(db, { id: viewer.id, role: "plumber" }, now),
      countUnseenBookings(db, viewer.id),
      countUnread(args),
      findOwnAccount(db, viewer.id),
      listJobsBetween(db, viewer.id, instantOf(monday, 0), instantOf(addDays(monday, 7), 0)),
    ]);
    if (!account?.trade) throw notFound();
    const { firstName, lastName, photoKey, email, phone, trade } = account;
    const { city, speciality, experience } = trade;
    const jobs = week.map(({ id, startsAt, client }) => ({ id, startsAt, client: fullName(client) }));
    return {
      asked,
      unseen,
      unread,
      card: { firstName, lastName, photoKey, email, phone, city, speciality, experience, week: jobs },
    };
  },
  { asked: 0, unseen: 0, unread: { total: 0, at: 0 }, card: null },
);

const entries = (asked: number, unseen: number): NavigationEntry[] => [
  { to: "/plumber-dashboard", label: "Dashboard", icon: "layout-dashboard", tab: true },
  { to: "/plumber-dashboard/jobs", label: "Jobs", icon: "briefcase", count: asked, tab: true },
  { to: "/plumber-dashboard/calendar", label: "Calendar", icon: "calendar" },
  { to: "/plumber-dashboard/stats", label: "Stats", icon: "gauge" },
  { to: "/plumber-dashboard/earnings", label: "Earnings", icon: "wallet" },
  { to: "/plumber-dashboard/profile", label: "Profile", icon: "user" },
  { to: "/plumber-dashboard/papers", label: "Papers", icon: "shield-check" },
  { to: "/plumber-dashboard/settings", label: "Settings", icon: "key-round" },
  { to: "/plumber-dashboard/reviews", label: "Reviews", icon: "star" },
  { to: "/plumber-dashboard/notifications", label: "Notifications", icon: "bell", count: unseen, tab: true },
  { to: "/plumber-dashboard/messages", label: "Messages", icon: "message-circle", counts: "messages", tab: true },
];

export default function PlumberLayout() {
  const { asked, unseen, unread, card } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!root?.user) return null;
  return (
    <DashboardLayout user={root.user} flash={root.flash} entries={entries(asked, unseen)} unread={unread}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_300px] 2xl:grid-cols-[minmax(0,1fr)_320px] 2xl:gap-8">
        <div>
          <Outlet context={card} />
        </div>
        <aside aria-label="Your profile and week" className="sticky top-10 hidden xl:block">
          {card && <OwnCard card={card} />}
        </aside>
      </div>
    </DashboardLayout>
  );
}
