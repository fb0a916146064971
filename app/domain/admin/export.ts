/** The tables that the desk can take along. */
export const EXPORT_NAMES = ["bookings", "users", "reviews"] as const;
export type ExportName = (typeof EXPORT_NAMES)[number];
