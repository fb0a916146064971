import type { BookingForCommand } from "~/domain/bookings/booking-views";
import { fullName, type SignedInUser, type Named, type Role } from "~/domain/values/user";
import { OFFICE_LISTS, readOfficeList } from "~/domain/values/office-addresses";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { pageFor } from "~/domain/bookings/next-step/step-links";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { redirectTo } from "./responses";
import { bookingFlashCookie, type Flash } from "./flash";
import type { ActionArgs } from "./guards";

/** The page on which a role finds a booking (B24). */
export const bookingPage = (role: Role, id: string): string =>
  role === "admin" ? `/admin-dashboard/bookings/${id}` : pageFor(role, { id });

/** Those whom a role deals with on a booking, by name: for the office both sides. */
export function namesOfOthers(
  { client, plumber }: { client: Named | null; plumber: Named | null },
  role: Role,
): string {
  const others = { client: [plumber], plumber: [client], admin: [client, plumber] }[role];
  if (role === "admin" && !plumber) return client ? `${fullName(client)}, no plumber yet` : NO_PLUMBER_YET;
  return others.map((other) => (other ? fullName(other) : NO_PLUMBER_YET)).join(" and ");
}

/** The page to which a form about a booking leads: for the office the list that its address names, else `bookingPage`. */
export function pageAfter(role: Role, id: string, url: string): string {
  const list = role === "admin" ? readOfficeList(new URL(url).searchParams) : null;
  return list ? OFFICE_LISTS[list] : bookingPage(role, id);
}

interface BookingArgs extends Omit<ActionArgs, "user"> {
  user: SignedInUser;
  booking: BookingForCommand;
  /** The redirect to the booking's page, which says whom we have told. */
  done: (flash: Flash) => Response;
}

/** The action of a form about the booking that its address names, read while the session is confirmed; null: not the viewer's. */
export const withBooking =
  <T>(act: (args: BookingArgs) => Promise<T | null>) =>
  async (args: ActionArgs): Promise<T | null> => {
    const { context, viewer, param } = args;
    const [user, booking] = await Promise.all([args.user, findBookingFor(context.db, viewer, param("id"))]);
    if (!booking) return null;
    const done = (flash: Flash) =>
      redirectTo(bookingPage(viewer.role, booking.id), {
        "Set-Cookie": bookingFlashCookie(flash, viewer.role, booking),
      });
    return act({ ...args, user, booking, done });
  };
