import type { NavigationEntry } from "../shell/dashboard-layout";

export const plumberMenu = (askedJobs: number, unseenNotices: number): NavigationEntry[] => [
  { to: "/plumber-dashboard", label: "Dashboard", icon: "layout-dashboard", isOnTabBar: true },
  { to: "/plumber-dashboard/jobs", label: "Jobs", icon: "briefcase", count: askedJobs, isOnTabBar: true },
  { to: "/plumber-dashboard/calendar", label: "Calendar", icon: "calendar" },
  { to: "/plumber-dashboard/stats", label: "Stats", icon: "gauge" },
  { to: "/plumber-dashboard/earnings", label: "Earnings", icon: "wallet" },
  { to: "/plumber-dashboard/profile", label: "Profile", icon: "user" },
  { to: "/plumber-dashboard/papers", label: "Papers", icon: "shield-check" },
  { to: "/plumber-dashboard/settings", label: "Settings", icon: "key-round" },
  { to: "/plumber-dashboard/reviews", label: "Reviews", icon: "star" },
  {
    to: "/plumber-dashboard/notifications",
    label: "Notifications",
    icon: "bell",
    count: unseenNotices,
    isOnTabBar: true,
  },
  { to: "/plumber-dashboard/messages", label: "Messages", icon: "message-circle", showsUnread: true, isOnTabBar: true },
];
