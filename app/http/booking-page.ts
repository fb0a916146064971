import { pageFor } from "~/domain/bookings/next-step/step-links";
import type { Role } from "~/domain/values/user";
import { OFFICE_LISTS, readOfficeList } from "~/domain/values/office-list";

/** The page on which a role finds a booking (B24). */
export function bookingPage(role: Role, id: string): string {
  return role === "admin" ? `/admin-dashboard/bookings/${id}` : pageFor(role, { id });
}

/** The page to which a form about a booking leads: for the office the list that its address names, else `bookingPage`. */
export function pageAfter(role: Role, id: string, url: string): string {
  const list = role === "admin" ? readOfficeList(new URL(url).searchParams) : null;
  return list ? OFFICE_LISTS[list] : bookingPage(role, id);
}
