import { expect, test } from "vitest";
import { dashboardRoleOf, type Role } from "~/domain/values/user";
import { buildDemoTown } from "../../scripts/demo-town/demo-town";
import { pipeline } from "../../workers/d1";
import { DEMO_USERS, subjectsOf } from "../support/demo-subjects";
import { env } from "../support/env";
import { everyPage } from "../support/every-page";
import { currentInstant } from "../support/now";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { visit } from "../support/site";
import { signedIn, contextAt } from "../support/users";

// D1 compiles the text of each statement every time, and its answer is parsed: a page sends and gets few bytes (law 23).

const context = contextAt(currentInstant());
const SIDES = { sql: 6000, json: 8000 };
const BOUNDS: Record<Role, Bytes> = { client: SIDES, plumber: SIDES, admin: { sql: 8000, json: 14_000 } };
/** The statements of the frame, on each page of a dashboard. */
const FRAME = { sql: 1000, json: 2000 };

interface Bytes {
  sql: number;
  json: number;
}

/** Pages that are still above their bounds, with bounds of their own in kB (0: it keeps its bound). They only shrink, but for a
 * new fact: whom only calls reach (N20) was one. */
const STILL_ABOVE: Record<string, [sql: number, json: number]> = {
  "/admin-dashboard": [9.5, 0],
  "/admin-dashboard/board/:id": [9.1, 0],
  "/admin-dashboard/bookings/:id": [16.3, 0],
  "/admin-dashboard/bookings/:id/cancel": [20.2, 0],
  "/admin-dashboard/bookings/:id/correct": [16.4, 0],
  "/admin-dashboard/bookings/:id/photos": [19.9, 0],
  "/admin-dashboard/bookings/:id/reschedule": [20, 0],
  "/admin-dashboard/dispatch/:id": [10.8, 0],
  "/admin-dashboard/insights": [0, 26.5],
  "/admin-dashboard/people/:id": [15, 26],
  "/admin-dashboard/people/:id/suspend": [16.7, 26.7],
  "/client-dashboard/bookings/:id": [10.3, 0],
  "/client-dashboard/bookings/:id/ask-another": [8.6, 0],
  "/client-dashboard/bookings/:id/cancel": [14.1, 0],
  "/client-dashboard/bookings/:id/correct": [10.4, 0],
  "/client-dashboard/bookings/:id/photos": [13.8, 0],
  "/plumber-dashboard/jobs/:id": [10.6, 0],
  "/plumber-dashboard/jobs/:id/finish": [7.5, 0],
  "/plumber-dashboard/jobs/:id/photos": [14.2, 0],
  "/plumber-dashboard/jobs/:id/refuse": [14.5, 0],
  "/plumber-dashboard/jobs/:id/report": [13.8, 0],
  "/plumber-dashboard/jobs/:id/reschedule": [14.3, 0],
};

await buildDemoTown({ DB: env.DB, keepPhotos: null }, context.now);
const signIn = (role: Role) => signedIn(context, { id: DEMO_USERS[role], role });
const cookies: Record<Role, string> = {
  client: await signIn("client"),
  plumber: await signIn("plumber"),
  admin: await signIn("admin"),
};

/** The bytes of rows as D1 sends them: the names of the columns once, then the values of each row. */
const sizeOf = (rows: Record<string, unknown>[]) =>
  JSON.stringify([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]).length;

/** The bytes that a page of this role sends to D1 and gets back. */
async function bytesOf(role: Role, path: string): Promise<Bytes> {
  const bytes = { sql: 0, json: 0 };
  const DB = pipeline(env.DB, async (call, send) => {
    const answer = await send(call);
    bytes.sql += call.statements.join("").length;
    for (const one of [answer].flat()) bytes.json += sizeOf((one as D1Result<Record<string, unknown>>).results);
    return answer;
  });
  const response = await visit(path, { cookie: cookies[role], settings: { ...PAYNOW_SETTINGS, DB } });
  await response.text();
  expect.soft(response.status, path).toBeLessThan(400);
  return bytes;
}

/** A page's address without what names one row. */
const nameOf = (path: string) => path.split("?")[0]!.replaceAll(/\/(demo|none)[^/]*|\/(?=\w*\d)\w{20,}/g, "/:id");

test.each(["client", "plumber", "admin"] as const)("pages of the role %s send and get few bytes", async (role) => {
  const pages = everyPage(await subjectsOf(role), context.now)[role].filter((path) => dashboardRoleOf(path) !== null);
  const largest = new Map<string, Bytes>();
  for (const path of pages.filter((path) => !path.includes("none"))) {
    const { sql, json } = await bytesOf(role, path);
    const before = largest.get(nameOf(path)) ?? { sql: 0, json: 0 };
    largest.set(nameOf(path), { sql: Math.max(sql, before.sql), json: Math.max(json, before.json) });
  }
  expect(tooLarge(largest, BOUNDS[role])).toEqual([]);
});

test("the frame of each dashboard sends less than 1 kB of SQL", async () => {
  const frames = new Map<string, Bytes>();
  for (const [role, page] of [
    ["client", "support"],
    ["plumber", "stats"],
    ["admin", "log"],
  ] as const) {
    const path = `/${role}-dashboard/${page}.data?_routes=root,routes/${role}/${role}-layout`;
    frames.set(`the frame of a ${role}`, await bytesOf(role, path));
  }
  expect(tooLarge(frames, FRAME)).toEqual([]);
});

/** The pages above their bounds, with their bytes. */
const tooLarge = (pages: Map<string, Bytes>, bounds: Bytes) =>
  [...pages].flatMap(([name, { sql, json }]) => {
    const [sqlAbove, jsonAbove] = STILL_ABOVE[name] ?? [0, 0];
    const isWithin = sql <= Math.max(bounds.sql, 1000 * sqlAbove) && json <= Math.max(bounds.json, 1000 * jsonAbove);
    return isWithin ? [] : [`"${name}": [${sql}, ${json}]`];
  });
