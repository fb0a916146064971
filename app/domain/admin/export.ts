/** The tables that the office can export (O13). */
export const EXPORT_NAMES = ["bookings", "users", "reviews"] as const;
export type ExportName = (typeof EXPORT_NAMES)[number];
