import { registrationList } from "~/domain/admin/people/registrations.server";
import { readSearch, searchBookings, searchUsers } from "~/domain/admin/people/search.server";
import { FIRST_PAGE } from "~/domain/values/lists";
import { adminLoader } from "~/http/guards";
import { searchHits } from "~/ui/admin/search-hits";

/** What the office's search finds (O4), for the palette. */
export const loader = adminLoader(async ({ context, url }): Promise<Response> => {
  const search = readSearch(url.searchParams.get("q"));
  if (!search) return Response.json([]);
  const [users, { rows: registrations }, bookings] = await Promise.all([
    searchUsers(context.db, search),
    registrationList(search).page(context.db, "all", FIRST_PAGE),
    searchBookings(context.db, search, context.now),
  ]);
  return Response.json(searchHits(users, registrations, bookings));
});
