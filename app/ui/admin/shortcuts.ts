import { useSyncExternalStore } from "react";
import type { MenuState } from "~/domain/admin/desk/dispatch";
import type { NavigationEntry } from "../shell/dashboard-layout";

/** One key, or several one after the other, of the office's pages (O19). */
export interface Shortcut {
  /** As in `KeyboardEvent.key`, in the order they are pressed: `g d`. */
  keys: string;
  label: string;
  group: "Anywhere" | "In a list" | "Pages";
  to?: string;
}

export const SEARCH_KEY = "/";
export const HELP_KEY = "?";

interface MenuPage extends Omit<NavigationEntry, "count" | "group"> {
  keys: string;
  sum?: (keyof MenuState["counts"] | "wrong")[];
  /** The pages of its counts, where they are several: it leads to the first that has something. */
  opens?: { count: keyof MenuState["counts"]; to: string }[];
}

const DISPATCHED: MenuPage["sum"] = ["unassigned", "unanswered", "suspended"];
const PAYMENT_PAGES = ["payments", "payouts", "refunds", "books"].map((name) => `/admin-dashboard/${name}`);

export const MENU: Record<string, MenuPage[]> = {
  Now: [
    { keys: "g t", to: "/admin-dashboard", label: "Today", icon: "layout-dashboard", isOnTabBar: true },
    {
      keys: "g d",
      to: "/admin-dashboard/dispatch",
      label: "Dispatch",
      icon: "map-pin",
      sum: DISPATCHED,
      isOnTabBar: true,
    },
    { keys: "g o", to: "/admin-dashboard/board", label: "Board", icon: "calendar" },
    {
      keys: "g m",
      to: "/admin-dashboard/messages",
      label: "Messages",
      icon: "message-circle",
      showsUnread: true,
      isOnTabBar: true,
    },
    { keys: "g k", to: "/admin-dashboard/calls", label: "Calls", icon: "phone", sum: ["calls"] },
    { keys: "g i", to: "/admin-dashboard/inbox", label: "Inbox", icon: "mail", sum: ["openEnquiries"] },
    { keys: "g w", to: "/admin-dashboard/whatsapp", label: "WhatsApp", icon: "whatsapp" },
  ],
  Jobs: [
    { keys: "g b", to: "/admin-dashboard/bookings", label: "Bookings", icon: "briefcase", isOnTabBar: true },
    { keys: "g a", to: "/admin-dashboard/today", label: "All of today", icon: "clock" },
    { keys: "g e", to: "/admin-dashboard/disputes", label: "Disputes", icon: "circle-alert", sum: ["disputes"] },
    {
      keys: "g y",
      to: "/admin-dashboard/payments",
      label: "Payments",
      icon: "wallet",
      sum: ["paymentsToCheck", "refundsDue"],
      opens: [
        { count: "paymentsToCheck", to: "/admin-dashboard/payments/online" },
        { count: "refundsDue", to: "/admin-dashboard/refunds" },
      ],
      parts: PAYMENT_PAGES,
    },
  ],
  Accounts: [
    { keys: "g p", to: "/admin-dashboard/people", label: "People", icon: "users" },
    { keys: "g c", to: "/admin-dashboard/vetting", label: "Papers", icon: "shield-check", sum: ["plumbersToCheck"] },
    {
      keys: "g r",
      to: "/admin-dashboard/reviews",
      label: "Reviews",
      icon: "star",
      sum: ["reportedReviews", "heldReviews"],
    },
  ],
  Office: [
    { keys: "g n", to: "/admin-dashboard/insights", label: "Insights", icon: "chart-column" },
    { keys: "g h", to: "/admin-dashboard/system", label: "System", icon: "gauge", sum: ["wrong"] },
    { keys: "g l", to: "/admin-dashboard/log", label: "Log", icon: "notebook-pen" },
    { keys: "g s", to: "/admin-dashboard/settings", label: "Settings", icon: "key-round" },
  ],
};

/** Every key of the office but those of a page's own actions, which their buttons name (`withKey`). */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: SEARCH_KEY, label: "Search", group: "Anywhere" },
  { keys: "n", label: "New booking", group: "Anywhere", to: "/admin-dashboard/bookings/new" },
  { keys: HELP_KEY, label: "Show all keys", group: "Anywhere" },
  { keys: "j", label: "Next row", group: "In a list" },
  { keys: "k", label: "Previous row", group: "In a list" },
  { keys: "Enter", label: "Open the row", group: "In a list" },
  { keys: "x", label: "Select the row", group: "In a list" },
  ...Object.values(MENU).flatMap((pages) =>
    pages.map(({ keys, label, to }) => ({ keys, label, group: "Pages" as const, to })),
  ),
];

export const SECOND_KEY_WITHIN = 1500;

export interface PendingKey {
  key: string;
  at: number;
}

/** The effect of a key after the pending one: a shortcut, the beginning of one, or neither. */
export function readKey(key: string, at: number, pending: PendingKey | null = null) {
  const first = pending && at - pending.at <= SECOND_KEY_WITHIN ? pending.key : null;
  const found = (keys: string) => SHORTCUTS.find((shortcut) => shortcut.keys === keys) ?? null;
  // The second key of an unknown pair does nothing: it was not meant for itself.
  if (first) return { shortcut: found(`${first} ${key}`), pending: null };
  const begins = SHORTCUTS.some(({ keys }) => keys.startsWith(`${key} `));
  return begins ? { shortcut: null, pending: { key, at } } : { shortcut: found(key), pending: null };
}

/** The attributes of a button or link that has a key of its own on its page or in its row. */
export const withKey = (key: string) => ({ "data-key": key, "aria-keyshortcuts": key }) as const;

// In the browser, not in the account: another keyboard is another choice.
const NAME = "office-keys";
const listeners = new Set<() => void>();

/** False where the browser keeps nothing: keys are on then. */
function areOff(): boolean {
  try {
    return localStorage.getItem(NAME) === "off";
  } catch {
    return false;
  }
}

/** Turns the keys that are pressed alone on or off, in this browser (O19). */
export function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } finally {
    listeners.forEach((listener) => listener());
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** True if keys that are pressed alone do something; null until the page's script runs. */
export const useKeysOn = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    subscribe,
    () => !areOff(),
    () => null,
  );
