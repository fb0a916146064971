import { beforeAll, expect, test } from "vitest";
import { env } from "../support/env";
import { visit } from "../support/site";
import { seedTownForAdmin } from "../support/town";

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
beforeAll(async () => {
  town = await seedTownForAdmin();
});

/** How many statements the frame of a dashboard asks first, besides the session. */
const FRAME = { client: 0, plumber: 3, admin: 1 };

/** The real database, which still knows sessions and the frame, and then fails. */
function failingAfter(statements: number): Pick<D1Database, "prepare" | "batch"> {
  let asked = 0;
  return {
    prepare(statement) {
      if (!statement.includes(`from "sessions"`) && ++asked > statements)
        throw new Error("D1_ERROR: network connection lost");
      return env.DB.prepare(statement);
    },
    batch: (prepared) => env.DB.batch(prepared),
  };
}

test.each([
  ["client", "/client-dashboard", "Failed to fetch bookings"],
  ["client", "/client-dashboard/bookings", "Failed to fetch bookings"],
  ["client", "/client-dashboard/reviews", "Failed to fetch reviews"],
  ["client", "/client-dashboard/messages", "Failed to fetch messages"],
  ["client", "/client-dashboard/profile", "Failed to fetch profile"],
  ["plumber", "/plumber-dashboard", "Failed to fetch jobs"],
  ["plumber", "/plumber-dashboard/jobs", "Failed to fetch jobs"],
  ["plumber", "/plumber-dashboard/jobs/JOB", "Failed to fetch job"],
  ["plumber", "/plumber-dashboard/calendar", "Failed to fetch jobs"],
  ["plumber", "/plumber-dashboard/stats", "Failed to fetch stats"],
  ["plumber", "/plumber-dashboard/reviews", "Failed to fetch reviews"],
  ["plumber", "/plumber-dashboard/notifications", "Failed to fetch jobs"],
  ["plumber", "/plumber-dashboard/messages", "Failed to fetch messages"],
  ["plumber", "/plumber-dashboard/profile", "Failed to fetch profile"],
  ["plumber", "/plumber-dashboard/availability", "Failed to fetch availability"],
  ["admin", "/admin-dashboard", "Failed to fetch bookings"],
  ["admin", "/admin-dashboard/search?q=tendai", "Failed to search"],
  ["admin", "/admin-dashboard/dispatch", "Failed to fetch bookings"],
  ["admin", "/admin-dashboard/bookings", "Failed to fetch bookings"],
  ["admin", "/admin-dashboard/bookings/JOB", "Failed to fetch booking"],
  ["admin", "/admin-dashboard/people", "Failed to fetch people"],
  ["admin", "/admin-dashboard/reviews", "Failed to fetch reviews"],
  ["admin", "/admin-dashboard/inbox", "Failed to fetch messages"],
  ["admin", "/admin-dashboard/log", "Failed to fetch the log"],
  ["admin", "/admin-dashboard/today", "Failed to fetch bookings"],
  ["admin", "/admin-dashboard/insights", "Failed to fetch the figures"],
] as const)(
  "when the database fails, a %s's %s says '%s' inside its frame, and nothing of why",
  async (role, path, text) => {
    const page = await visit(path.replace("JOB", town.confirmed), {
      cookie: town.cookies[role],
      settings: { DB: failingAfter(FRAME[role]) },
    });
    const html = await page.text();
    expect(page.status).toBe(500);
    expect(html).toContain(`>${text}<`);
    expect(html).toContain("Try again");
    expect(html).toContain(`aria-label="Dashboard"`);
    expect(html).not.toContain("D1_ERROR");
  },
);
