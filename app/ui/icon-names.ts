/** The icons of the product, by their lucide names. `npm run icons` makes the sprite from them. */
export const ICON_NAMES = [
  "arrow-left", "badge-check", "bell", "briefcase", "calendar", "calendar-check", "check", "chevron-down", "chevron-right",
  "circle-alert", "circle-check", "circle-x", "clock", "droplets", "file-text", "gauge", "house", "info", "key-round",
  "layout-dashboard", "log-out", "mail", "map-pin", "menu", "message-circle", "notebook-pen", "phone", "search", "shield-check",
  "star", "user", "users", "wallet", "wrench", "x", "hourglass", "ban", "play", "undo-2",
] as const;

export type IconName = (typeof ICON_NAMES)[number];
