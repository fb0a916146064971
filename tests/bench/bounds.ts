import type { DEMO_LOGINS } from "../../scripts/demo-town/demo-people";
import type { Reader } from "../support/every-page";

// Every bound of the benches, and nothing else: what the product reached on an idle machine of two cores, minus a tenth.
// Each is a count or is measured beside a blank page in the same run, so it holds on any machine.

/** A page of the Worker: the work of a request for a blank page, divided by this page's. */
type As = Reader | "cache";
const page = (name: string, path: string, atLeast: number, as: As = "visitor") => ({ name, path, atLeast, as });
export const PAGES = [
  page("a static page", "/about", 0.755),
  page("the home page", "/", 0.125),
  page("the directory", "/plumbers", 0.149),
  page("a static page, cached", "/about", 3.3, "cache"),
  page("the home page, cached", "/", 2.1, "cache"),
  page("the directory, cached", "/plumbers", 2.4, "cache"),
  page("a client's overview", "/client-dashboard", 0.137, "client"),
  page("a client's bookings", "/client-dashboard/bookings", 0.121, "client"),
  page("a nearly empty dashboard", "/client-dashboard/settings", 0.229, "client"),
  page("a plumber's dashboard", "/plumber-dashboard", 0.117, "plumber"),
  page("a plumber's jobs", "/plumber-dashboard/jobs", 0.121, "plumber"),
  page("the office's day", "/admin-dashboard", 0.099, "admin"),
  page("the office's bookings", "/admin-dashboard/bookings", 0.077, "admin"),
];

interface FirstVisit {
  /** The largest paint: how many times as late as the blank page's. */
  paint?: number;
  /** In ms, on a phone of one speed. */
  blocking?: number;
  kB: number;
  requests: number;
}
type Login = (typeof DEMO_LOGINS)[number];
const visit = (name: string, path: string, atMost: FirstVisit, as?: Login) => ({ name, path, atMost, as });
/** A path with "first" at its end is the first ticket of its list. */
export const FIRST_VISITS = [
  visit("the home page", "/", { paint: 2.2, blocking: 50, kB: 45, requests: 7 }),
  visit("the directory", "/plumbers", { paint: 2.2, blocking: 50, kB: 54, requests: 13 }),
  visit("an appointment page", "/appointment/demoplumber01", { paint: 2.2, blocking: 100, kB: 42, requests: 7 }),
  visit("a client's dashboard", "/client-dashboard", { kB: 175, requests: 18 }, "client@pombi.test"),
  visit("a client's ticket", "/client-dashboard/bookings/first", { kB: 175, requests: 18 }, "client@pombi.test"),
  visit("a plumber's dashboard", "/plumber-dashboard", { kB: 175, requests: 18 }, "plumber@pombi.test"),
  visit("a plumber's ticket", "/plumber-dashboard/jobs/first", { kB: 175, requests: 18 }, "plumber@pombi.test"),
  visit("the office's dashboard", "/admin-dashboard", { kB: 175, requests: 18 }, "admin@pombi.test"),
];

/**
 * Work and waits for messages, in blank pages: 1,000 sockets, with so many blank pages' time for each message at the
 * usual rate (200 a second where a blank page takes 0.75 ms).
 */
export const MESSAGES = { oneWait: 36, work: 8.5, blankPagesEach: 6.7, usualWait: 450, otherPagesWait: 1330 };

/** The layout shift of a page from its first paint to its end. */
export const LAYOUT_SHIFT = 0.02;

/** From a plumber's step to the client's open ticket, in ms: the p99. */
export const STATUS_STEP_P99 = 100;

/** Large bodies: times in requests for a static page of the same run, memory in MB above what there was. */
export const ATTACK = { manyFields: 150, blankHeads: 150, memory: 64 };

/** Pages of the office in a full town. Times are beside the blank page's, rows those that D1 reads, weights kB of gzip. */
export const OFFICE = { median: 20, p99: 120, rows: 5_506, html: 15 };
/** Pages that may read or weigh something else, by what their path contains. */
export const OFFICE_EXCEPTIONS: [piece: string, bound: Partial<typeof OFFICE>][] = [
  ["/board?", { rows: 4_300, html: 20 }],
  ["/insights?weeks=52", { html: 17 }],
  // Everything that would be moved.
  ["/merge/", { rows: 20_000 }],
];

/**
 * A whole job on EDGE: kB of the connections, requests, and round trips that someone waits for. With script, goals are
 * still to be reached: for a client 230 kB and 70 requests, 12 for the next one; for a plumber 215, 22 up and 60. There
 * the bound is what was measured, with 3 % for requests that meet or miss each other.
 */
const job = (down: number, up: number, requests: number, trips: number) => ({ down, up, requests, trips });
export const JOB = {
  script: { client: job(325, 100, 85, 40), plumber: job(250, 25, 70, 32), next: job(45, 65, 12, 9) },
  light: { client: job(200, 100, 60, 45), plumber: job(150, 16, 50, 32), next: job(45, 65, 12, 8) },
};
