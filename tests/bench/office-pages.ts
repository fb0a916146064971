import { BOOKING_SORTS } from "../../app/domain/admin/booking-filter";
import { RANGES } from "../../app/domain/admin/insights";
import { TIMELINE_KINDS } from "../../app/domain/admin/timeline";
import { USER_VIEWS } from "../../app/domain/admin/user-query";
import { BUSY_CLIENT } from "../../scripts/fill-town/fill-bookings";

export interface OfficePage {
  /** Below /admin-dashboard, or the path of what its script asks for. */
  path: string;
  /** The last of so many pages by "next" is measured. */
  pagesOn?: number;
  /** The rows that D1 may read for it beside those of any page; 3,706, a list's with its counts, unless it says otherwise. */
  rows?: number;
  /** In kB of gzip. */
  html?: number;
}

const BOARD = { rows: 2_500, html: 20 };
/** All weeks of all cities and services, twice: it grows with them, not with bookings. */
const INSIGHTS = { rows: 10_000 };
const PLUMBER = "loadplumber000006";
const BOOKING = "loadbooking0000042";

/** Every page of the office, the lists with their filters and orders, and what the palette asks for. */
export const OFFICE_PAGES: OfficePage[] = [
  { path: "/no-such-page", rows: 0 },
  { path: "", rows: 2_100 },
  { path: "/dispatch" },
  { path: "/board" },
  { path: "/board?city=harare", ...BOARD },
  { path: "/board?city=harare&view=week", ...BOARD },
  { path: "/board?city=bulawayo", ...BOARD },
  { path: "/board?city=harare&suburb=avondale", ...BOARD },
  { path: "/board?city=all", ...BOARD },
  { path: "/bookings" },
  ...BOOKING_SORTS.map((sort) => ({ path: `/bookings?sort=${sort}` })),
  { path: "/bookings", pagesOn: 20 },
  { path: "/bookings?sort=start", pagesOn: 20 },
  ...["pending", "confirmed", "in-progress", "completed", "cancelled", "refused"].map((status) => ({
    path: `/bookings?status=${status}`,
  })),
  { path: "/bookings?status=completed", pagesOn: 20 },
  { path: "/bookings?city=harare" },
  { path: "/bookings?city=harare&status=completed", pagesOn: 20 },
  { path: `/bookings?plumber=${PLUMBER}` },
  { path: `/bookings?client=${BUSY_CLIENT}` },
  { path: "/bookings/new" },
  { path: `/bookings/${BOOKING}` },
  ...Object.keys(USER_VIEWS).map((show) => ({ path: `/people?show=${show}` })),
  { path: "/people", pagesOn: 20 },
  { path: `/people/${BUSY_CLIENT}` },
  { path: `/people/${BUSY_CLIENT}`, pagesOn: 10 },
  ...TIMELINE_KINDS.map((kind) => ({ path: `/people/${BUSY_CLIENT}?kind=${kind}` })),
  { path: `/people/${PLUMBER}` },
  { path: "/registrations" },
  { path: "/vetting" },
  { path: "/search?q=tendai" },
  { path: "/search?q=te" },
  { path: "/search?q=moyo%20t" },
  { path: "/search?q=PB-ZZZZ4" },
  { path: "/search?q=0771000" },
  { path: "/search?q=harare" },
  { path: "/admin-search.json?q=te" },
  { path: "/admin-search.json?q=PB-ZZZZ4" },
  { path: "/messages" },
  { path: "/messages?to=tendai" },
  { path: "/inbox" },
  { path: "/inbox?show=done", pagesOn: 20 },
  { path: "/reviews" },
  { path: "/reviews?show=reported" },
  { path: "/reviews?show=hidden" },
  { path: "/reviews?show=held" },
  { path: "/reviews", pagesOn: 20 },
  { path: "/payments" },
  { path: "/payments?show=confirmed", pagesOn: 20 },
  { path: "/payments/online" },
  { path: "/payments/online?show=paid", pagesOn: 20 },
  { path: "/payments/online?q=PN4242" },
  // About ten for each of 500 plumbers who are owed something.
  { path: "/payouts", rows: 6_000 },
  { path: "/payouts/loadbatch0" },
  { path: "/refunds" },
  { path: "/refunds?show=sent", pagesOn: 20 },
  { path: "/books" },
  ...RANGES.map((weeks) => ({ path: `/insights?weeks=${weeks}`, ...INSIGHTS })),
  { path: "/insights?weeks=52&city=harare&service=Leak%20Fixing", ...INSIGHTS },
  { path: "/log" },
  { path: "/log?action=bookingCancelled" },
  { path: "/log?by=me" },
  { path: "/log", pagesOn: 20 },
  { path: "/settings" },
  // It lists how long the pages before it took.
  { path: "/system", rows: 2_000 },
];
