/** One key, or several one after the other, of the office's pages (O19). */
export interface Shortcut {
  /** As in `KeyboardEvent.key`, in the order they are pressed: `g d`. */
  keys: string;
  label: string;
  group: "Anywhere" | "In a list" | "Pages";
  /** Where it leads; without it, the page does something. */
  to?: string;
}

export const SEARCH_KEY = "/";
export const HELP_KEY = "?";

const page = (keys: string, label: string, path: string): Shortcut => ({
  keys,
  label,
  group: "Pages",
  to: `/admin-dashboard${path}`,
});

/** Every key of the office but those of a page's own actions, which their buttons name (`withKey`). */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: SEARCH_KEY, label: "Search", group: "Anywhere" },
  { keys: "n", label: "New booking", group: "Anywhere", to: "/admin-dashboard/bookings/new" },
  { keys: HELP_KEY, label: "Show all keys", group: "Anywhere" },
  { keys: "j", label: "Next row", group: "In a list" },
  { keys: "k", label: "Previous row", group: "In a list" },
  { keys: "Enter", label: "Open the row", group: "In a list" },
  { keys: "x", label: "Select the row", group: "In a list" },
  page("g t", "Today", ""),
  page("g d", "Dispatch", "/dispatch"),
  page("g o", "Board", "/board"),
  page("g a", "All of today", "/today"),
  page("g b", "Bookings", "/bookings"),
  page("g y", "Payments", "/payments"),
  page("g e", "Disputes", "/disputes"),
  page("g m", "Messages", "/messages"),
  page("g k", "Calls", "/calls"),
  page("g p", "People", "/people"),
  page("g c", "Papers", "/vetting"),
  page("g r", "Reviews", "/reviews"),
  page("g i", "Inbox", "/inbox"),
  page("g n", "Insights", "/insights"),
  page("g h", "System", "/system"),
  page("g l", "Log", "/log"),
  page("g s", "Settings", "/settings"),
];

/** The time for the second key of two, in milliseconds. */
export const SECOND_KEY_WITHIN = 1500;

export interface PendingKey {
  key: string;
  at: number;
}

/** The effect of a key after the pending one: a shortcut, the beginning of one, or neither. */
export function readKey(
  key: string,
  at: number,
  pending: PendingKey | null = null,
): { shortcut: Shortcut | null; pending: PendingKey | null } {
  const first = pending && at - pending.at <= SECOND_KEY_WITHIN ? pending.key : null;
  const found = (keys: string) => SHORTCUTS.find((shortcut) => shortcut.keys === keys) ?? null;
  // The second key of an unknown pair does nothing: it was not meant for itself.
  if (first) return { shortcut: found(`${first} ${key}`), pending: null };
  const begins = SHORTCUTS.some(({ keys }) => keys.startsWith(`${key} `));
  return begins ? { shortcut: null, pending: { key, at } } : { shortcut: found(key), pending: null };
}

export const keysTo = (to: string): string | undefined => SHORTCUTS.find((shortcut) => shortcut.to === to)?.keys;

/** The attributes of a button or link that has a key of its own on its page or in its row. */
export const withKey = (key: string) => ({ "data-key": key, "aria-keyshortcuts": key }) as const;
