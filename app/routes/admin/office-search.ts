import { registrationList } from "~/domain/admin/people/registrations.server";
import { readSearch, searchBookings, searchPayouts, searchUsers } from "~/domain/admin/people/search.server";
import { FIRST_PAGE } from "~/domain/values/lists";
import { adminLoader } from "~/http/guards";
import { NO_PLUMBER_YET } from "~/domain/bookings/booking";
import { formatInstant } from "~/domain/time/harare";
import { formatPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";

const MOST = 6;

export const loader = adminLoader(async ({ context, url }): Promise<Response> => {
  const search = readSearch(url.searchParams.get("q"));
  if (!search) return Response.json([]);
  const [users, { rows: registrations }, bookings, payouts] = await Promise.all([
    searchUsers(context.db, search),
    registrationList(search).page(context.db, "all", FIRST_PAGE),
    searchBookings(context.db, search, context.now),
    searchPayouts(context.db, search),
  ]);
  return Response.json([
    ...users.slice(0, MOST).map((user) => ({
      group: "People",
      label: fullName(user) || (user.email ?? "No name"),
      detail: [user.role, user.city, user.phone && formatPhone(user.phone)].filter(Boolean).join(", "),
      to: `/admin-dashboard/people/${user.id}`,
    })),
    ...registrations.slice(0, MOST).map((registration) => ({
      group: "People",
      label: fullName(registration),
      detail: "waiting for verification",
      to: "/admin-dashboard/registrations",
    })),
    ...payouts.map(({ id, number, reference }) => ({
      group: "Payouts",
      label: `Payout ${number}`,
      detail: reference,
      to: `/admin-dashboard/payouts/${id}`,
    })),
    ...bookings.slice(0, MOST).map(({ id, reference, client, plumber, status, startsAt }) => ({
      group: "Bookings",
      label: reference,
      detail: [
        client,
        plumber ? `with ${plumber}` : NO_PLUMBER_YET.toLowerCase(),
        status,
        formatInstant(startsAt),
      ].join(", "),
      to: `/admin-dashboard/bookings/${id}`,
    })),
  ]);
});
