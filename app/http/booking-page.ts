import type { Role } from "~/domain/values/user";

/** The page on which a role finds a booking (B24). */
export function bookingPage(role: Role, id: string): string {
  if (role === "client") return `/client-dashboard/bookings/${id}`;
  return role === "plumber" ? `/plumber-dashboard/jobs/${id}` : `/admin-dashboard/bookings/${id}`;
}
