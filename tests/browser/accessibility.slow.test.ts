import { describe, test } from "vitest";
import { users } from "~/db/schema";
import { LOCAL_ACCOUNT } from "../../scripts/paynow/paynow-server";
import { DASHBOARD_PATHS, findViolations, PUBLIC_PATHS } from "./support/axe";
import { startSite } from "./support/site";

// Somebody to pay at, so that the pages of money are there; nobody pays here.
const site = await startSite({
  LIMIT_FACTOR: "20",
  PAYNOW_ID: LOCAL_ACCOUNT.id,
  PAYNOW_KEY: LOCAL_ACCOUNT.key,
  PAYNOW_ORIGIN: "http://127.0.0.1:9",
});

// Nobody's name makes a page wider than the screen.
const name = "W".repeat(26);
await (await site.openDatabase()).update(users).set({ firstName: name, lastName: name });

describe.concurrent("axe finds nothing, and no page is wider than the screen:", () => {
  test.for([360, 1280])("the public pages at %i px", async (width, { expect }) => {
    expect(await findViolations(site, PUBLIC_PATHS, { width })).toEqual([]);
  });

  test("the public pages without script", async ({ expect }) => {
    expect(await findViolations(site, PUBLIC_PATHS, { width: 360, script: false })).toEqual([]);
  });

  const dashboards = [360, 1280].flatMap((width) =>
    Object.entries(DASHBOARD_PATHS).map(([as, paths]) => [as, width, paths] as const),
  );
  test.for(dashboards)("the dashboard of %s at %i px", async ([as, width, paths], { expect }) => {
    expect(await findViolations(site, paths, { width, as })).toEqual([]);
  });
});
