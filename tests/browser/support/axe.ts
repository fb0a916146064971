import { readFileSync } from "node:fs";
import type { Site } from "./site";
import { openBrowser } from "./users";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const listed = (paths: string) => paths.trim().split(/\s+/);

export const PUBLIC_PATHS = listed(`
  / /plumbers?speciality=Drain+Cleaning&sort=fee /about /services /services/residential /prices/harare
  /services/emergency?city=Harare /service-details /contact /blog /blog/1 /faq /how-we-rank-plumbers /privacy /terms
  /plumbers /plumbers/Harare /plumbers/Atlantis /appointment/demoplumber01 /signup /signup?role=plumber /signin
  /forgot-password /reset-password /verify-email /api /api/objects /no/such/page
`);
export const DASHBOARD_PATHS: Record<string, string[]> = {
  "client@pombi.test": listed(`
    /client-dashboard /client-dashboard/bookings /client-dashboard/book /client-dashboard/messages
    /client-dashboard/messages/demoplumber01 /client-dashboard/reviews /client-dashboard/payments
    /client-dashboard/bookings/demobooking0009 /client-dashboard/bookings/demobooking0009/pay
    /client-dashboard/bookings/demobooking0009/release /client-dashboard/support /client-dashboard/settings
    /client-dashboard/bookings?show=past /client-dashboard/profile /client-dashboard/profile?edit /change-password
    /security /security/app /step-up /accept-terms /profile /profile?edit /bookings
  `),
  "plumber@pombi.test": listed(`
    /plumber-dashboard /plumber-dashboard/jobs /plumber-dashboard/jobs/demobooking0009
    /plumber-dashboard/jobs/demobooking0009/report /plumber-dashboard/jobs/demobooking0009/cancel
    /plumber-dashboard/jobs/nobody /plumber-dashboard/notifications /plumber-dashboard/reviews
    /plumber-dashboard/messages /plumber-dashboard/calendar /plumber-dashboard/availability /plumber-dashboard/stats
    /plumber-dashboard/settings /plumber-dashboard/settings/payouts /plumber-dashboard/earnings
    /plumber-dashboard/jobs/demobooking0009/quote /plumber-dashboard/profile /plumber-dashboard/profile?edit /bookings
  `),
  "admin@pombi.test": listed(`
    /admin-dashboard /admin-dashboard/search?q=har /admin-dashboard/dispatch /admin-dashboard/dispatch/demobooking0207
    /admin-dashboard/board?city=harare /admin-dashboard/board?city=harare&view=week
    /admin-dashboard/board/demobooking0009?city=harare /admin-dashboard/today /admin-dashboard/bookings
    /admin-dashboard/bookings/demobooking0009 /admin-dashboard/bookings/demobooking0009/cancel
    /admin-dashboard/bookings/new /admin-dashboard/calls /admin-dashboard/disputes /admin-dashboard/vetting
    /admin-dashboard/registrations /admin-dashboard/lists/bookings
    /admin-dashboard/bookings/chosen/reassign?ids=demobooking0009.demobooking0207 /admin-dashboard/payments
    /admin-dashboard/payments/online /admin-dashboard/payouts /admin-dashboard/payouts/stop /admin-dashboard/refunds
    /admin-dashboard/books /admin-dashboard/people /admin-dashboard/people/demoplumber01
    /admin-dashboard/people/democlient01/erase /admin-dashboard/people/democlient13/merge/democlient01
    /admin-dashboard/reviews /admin-dashboard/inbox /admin-dashboard/system /admin-dashboard/log
    /admin-dashboard/insights /admin-dashboard/settings /admin-dashboard/messages?to=tendai /change-password
  `),
};

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Every violation that axe finds on these pages, in the dark scheme as well, and whatever sticks out to the right, at a width. */
export async function findViolations(
  site: Site,
  paths: string[],
  { width, as = null, script = true }: { width: number; as?: string | null; script?: boolean },
): Promise<string[]> {
  const found: string[] = [];
  // axe is put into the page by the test: the site's own policy would keep it out.
  const device = { width, script: true, bypassCSP: true, reducedMotion: "reduce" } as const;
  const { context, page } = await openBrowser(await site.browser(), site.origin, device);
  page.setDefaultTimeout(60_000);
  // Without its one script a public page is what users without JavaScript get; axe itself needs scripts.
  if (!script) await page.route("**/assets/*.js", (route) => route.abort());
  if (as) await site.openSession(context, as);
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) found.push(`${path} at ${width}: ${over} px wider than the screen`);
    // Elements that are not laid out have no colours to read, so the page is scrolled to its end.
    await page.addStyleTag({ content: "* { content-visibility: visible !important }" });
    await page.evaluate(AXE);
    const run = (scheme: string, rules?: string[]) =>
      page
        .evaluate(async (runOnly) => {
          const { axe } = window as Window &
            typeof globalThis & { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
          return (await axe.run({ resultTypes: ["violations"], ...(runOnly && { runOnly }) })).violations;
        }, rules)
        .then((violations) =>
          violations.map(({ id, nodes }) => `${path} at ${width}, ${scheme}: ${id}: ${nodes[0]?.html.slice(0, 160)}`),
        );
    found.push(...(await run("light")));
    // Colours are the same at each width: the office is looked at where it works, all others on a phone.
    if (!script || width !== (as === "admin@pombi.test" ? 1280 : 360)) continue;
    // The two schemes differ in nothing but their colours.
    await page.emulateMedia({ colorScheme: "dark" });
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      await Promise.allSettled(document.getAnimations().map((change) => change.finished));
    });
    found.push(...(await run("dark", ["color-contrast"])));
    await page.emulateMedia({ colorScheme: "light" });
  }
  await context.close();
  return found;
}
