import type { RegistrationSummary, UserSummary } from "~/domain/admin/people/office-users";
import type { OfficeBookingRow } from "~/domain/admin/lists/office-lists";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { formatInstant } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";

/** What the office's search has found, as a line that leads there. */
export interface SearchHit {
  group: "People" | "Bookings";
  label: string;
  detail: string;
  to: string;
}

/** Of each group: what fits beside the others without scrolling. */
const MOST = 6;

/** The palette's lines for what was found. */
export function searchHits(
  users: readonly UserSummary[],
  registrations: readonly RegistrationSummary[],
  bookings: readonly OfficeBookingRow[],
): SearchHit[] {
  return [
    ...users.slice(0, MOST).map((user): SearchHit => ({
      group: "People",
      label: fullName(user) || (user.email ?? "No name"),
      detail: [user.role, user.city, user.phone && formatPhone(user.phone)].filter(Boolean).join(", "),
      to: `/admin-dashboard/people/${user.id}`,
    })),
    ...registrations.slice(0, MOST).map((registration): SearchHit => ({
      group: "People",
      label: fullName(registration),
      detail: "waiting for verification",
      to: "/admin-dashboard/registrations",
    })),
    ...bookings.slice(0, MOST).map((booking): SearchHit => ({
      group: "Bookings",
      label: booking.reference,
      detail: [
        booking.client,
        booking.plumber ? `with ${booking.plumber}` : NO_PLUMBER_YET.toLowerCase(),
        booking.status,
        formatInstant(booking.startsAt),
      ].join(", "),
      to: `/admin-dashboard/bookings/${booking.id}`,
    })),
  ];
}

/** Reads the response to a search; throws when it is something else. */
export async function readSearchHits(response: Response): Promise<SearchHit[]> {
  const value: unknown = await response.json().catch(() => null);
  if (!response.ok || !Array.isArray(value) || !value.every(isHit))
    throw new Error(`The search responded with ${response.status}.`);
  return value;
}

const isHit = (value: unknown): value is SearchHit =>
  typeof value === "object" &&
  value !== null &&
  ["group", "label", "detail", "to"].every((name) => typeof (value as Record<string, unknown>)[name] === "string");
