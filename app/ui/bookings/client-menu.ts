import type { NavigationEntry } from "../shell/dashboard-layout";

export const clientMenu = (askedBookings: number): NavigationEntry[] => [
  { to: "/client-dashboard/overview", label: "Overview", icon: "layout-dashboard", isOnTabBar: true },
  {
    to: "/client-dashboard/bookings",
    label: "Bookings",
    icon: "calendar-check",
    count: askedBookings,
    isOnTabBar: true,
  },
  { to: "/client-dashboard/payments", label: "Payments", icon: "wallet" },
  { to: "/client-dashboard/messages", label: "Messages", icon: "message-circle", showsUnread: true, isOnTabBar: true },
  { to: "/client-dashboard/profile", label: "Profile", icon: "user" },
  { to: "/client-dashboard/support", label: "Support", icon: "phone" },
  { to: "/client-dashboard/reviews", label: "Reviews", icon: "star", isOnTabBar: true },
  { to: "/client-dashboard/saved", label: "Saved plumbers", icon: "users" },
  { to: "/client-dashboard/settings", label: "Settings", icon: "key-round" },
];
