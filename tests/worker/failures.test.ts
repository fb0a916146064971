import { expect, test } from "vitest";
import { env } from "../support/env";
import { LINE_LOST, lostD1 } from "../support/failing-d1";
import { visit } from "../support/site";
import { seedTownForAdmin } from "../support/town";

const town = await seedTownForAdmin();

/** The number of statements of a dashboard's frame, which come first, after the session. */
const FRAME = { client: 0, plumber: 0, admin: 1 };

/** The real database, which still knows sessions and the frame, and then fails. */
function failingAfter(statements: number): Pick<D1Database, "prepare" | "batch"> {
  let asked = 0;
  return {
    prepare(statement) {
      if (!statement.includes(`from "sessions"`) && ++asked > statements) throw new Error(LINE_LOST);
      return env.DB.prepare(statement);
    },
    batch: (prepared) => env.DB.batch(prepared),
  };
}

/** The failures that the pages of a dashboard name, by the rest of their paths. */
const SAID = {
  client: {
    "": "Failed to fetch bookings",
    "/bookings": "Failed to fetch bookings",
    "/reviews": "Failed to fetch reviews",
    "/messages": "Failed to fetch messages",
    "/profile": "Failed to fetch profile",
  },
  plumber: {
    "": "Failed to fetch jobs",
    "/jobs": "Failed to fetch jobs",
    "/jobs/JOB": "Failed to fetch job",
    "/calendar": "Failed to fetch jobs",
    "/stats": "Failed to fetch stats",
    "/reviews": "Failed to fetch reviews",
    "/notifications": "Failed to fetch jobs",
    "/messages": "Failed to fetch messages",
    "/profile": "Failed to fetch profile",
    "/availability": "Failed to fetch availability",
  },
  admin: {
    "": "Failed to fetch bookings",
    "/search?q=tendai": "Failed to search",
    "/dispatch": "Failed to fetch bookings",
    "/bookings": "Failed to fetch bookings",
    "/bookings/JOB": "Failed to fetch booking",
    "/people": "Failed to fetch people",
    "/reviews": "Failed to fetch reviews",
    "/inbox": "Failed to fetch messages",
    "/log": "Failed to fetch the log",
    "/today": "Failed to fetch bookings",
    "/insights": "Failed to fetch the figures",
  },
};

test.each(["client", "plumber", "admin"] as const)(
  "when the database fails, also for the frame, each page of a %s says what failed inside its frame, and nothing of why",
  async (role) => {
    for (const [page, said] of Object.entries(SAID[role]))
      for (const [DB, unsaid] of [
        [failingAfter(FRAME[role]), "D1_ERROR"],
        [lostD1(), town[role].email],
      ] as const) {
        const path = `/${role}-dashboard${page.replace("JOB", town.confirmed)}`;
        const response = await visit(path, { cookie: town.cookies[role], settings: { DB } });
        const html = await response.text();
        expect(response.status, path).toBe(503);
        for (const text of [`>${said}<`, "Try again", `aria-label="Dashboard"`, "Messages", "Logout"])
          expect(html, path).toContain(text);
        for (const text of [unsaid, "onnection lost"]) expect(html, path).not.toContain(text);
      }
  },
);
