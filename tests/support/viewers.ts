import { matchRoutes } from "@remix-run/router";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { dashboardRoleOf } from "~/domain/values/user";
import { newId } from "~/domain/values/id";
import { everyPage, type Reader } from "./every-page";
import { routes } from "./site";
import { seedPayouts } from "./payouts";
import { payFor, seedTownForAdmin } from "./town";
import { createCaller } from "./users";

// The answers to each viewer, route by route: `viewers.test.ts` asks.

export const VIEWERS = ["visitor", "client", "otherClient", "plumber", "otherPlumber", "admin"] as const;
export type Viewer = (typeof VIEWERS)[number];
/** A status, "ok" for 200, "signin" for the way to sign in, "elsewhere" for any other redirect. */
type Outcome = "ok" | "signin" | "elsewhere" | "404" | "400" | "401" | "503";
export type Row = Record<Viewer, Outcome>;

export const row = (all: Outcome, but: Partial<Row> = {}): Row => ({
  ...(Object.fromEntries(VIEWERS.map((viewer) => [viewer, all])) as Row),
  ...but,
});
export const EVERYONE = row("ok");
const USERS = row("ok", { visitor: "signin" });
export const NO_ONE = row("404");
export const ELSEWHERE = row("elsewhere");
const hidden = (but: Partial<Row>) => row("404", { visitor: "signin", ...but });
export const ROLE_ANSWERS = {
  client: hidden({ client: "ok", otherClient: "ok" }),
  plumber: hidden({ plumber: "ok", otherPlumber: "ok" }),
  admin: hidden({ admin: "ok" }),
};
/** The answers of a page with a parameter that `everyPage` lists for a reader. */
const LISTED: [Reader, Row][] = [
  ["visitor", EVERYONE],
  ["client", hidden({ client: "ok" })],
  ["plumber", hidden({ plumber: "ok" })],
  ["admin", ROLE_ANSWERS.admin],
];

export interface Route {
  parentId?: string;
  path?: string;
  index?: boolean;
  module: { loader?: unknown; action?: unknown; default?: unknown };
}
const ROUTES = Object.entries(routes as Record<string, Route>).filter(([id]) => id !== "root");
const patternOf = (id: string | undefined): string => {
  const { parentId, path } = (routes as Record<string, Route>)[id ?? "root"]!;
  return (parentId ? patternOf(parentId) : "") + (path ? `/${path}` : "");
};

export let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
export let pages: { id: string; route: Route; path: string; row: Row }[];

/** The town that they look at, and its routes. */
export async function seedPages() {
  town = await seedTownForAdmin();
  const receipt = await payFor(town.context, town, town.reviewed, 10_00);
  const money = await seedPayouts(town);
  const note = newId();
  await addNote(town.context, town.admin, town.client.id, { id: note, words: "Prefers mornings" });
  const caller = await createCaller(town.context);
  const ids = { client: town.client.id, otherClient: town.otherClient.id, plumber: town.plumber.id };
  const listed = everyPage({ ...town, ...money, ...ids, registration: town.waiting.id }, town.context.now);
  const rows = [
    ...listRows({ batch: money.batch, receipt, note, caller: caller.id }),
    ...LISTED.map(([reader, row]) => [row, examplesIn(listed[reader])] as const),
  ];
  pages = ROUTES.map(([id, route]) => {
    const pattern = patternOf(id);
    const known = rows.find(([, paths]) => id in paths);
    if (known) return { id, route, row: known[0], path: known[1][id]! };
    const role = dashboardRoleOf(pattern);
    if (!role || hasParameter(pattern)) throw new Error(`Please add a row for ${id}, or list a page of it.`);
    return { id, route, row: ROLE_ANSWERS[role], path: pattern };
  });
}

const hasParameter = (pattern: string) => /[:*]/.test(pattern);

/** Of each route with a parameter the first page, by the route's id. */
function examplesIn(paths: string[]): Record<string, string> {
  const tree = ROUTES.map(([id]) => ({ id, path: patternOf(id) })).filter(({ path }) => path);
  const found = paths.map((path) => ({ path, route: matchRoutes(tree, path.split("?")[0]!)?.[0]?.route }));
  const examples = found.filter(({ route }) => route && hasParameter(route.path)).toReversed();
  return Object.fromEntries(examples.map(({ path, route }) => [route!.id, path]));
}

/** Routes of a folder whose addresses have no parameters; their names are parted by blanks. */
const ownAnswers = (folder: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(" ").map((name) => [folder + name, patternOf(folder + name) || "/"]));

/** All routes but those of a dashboard without parameters, which are its role's, and those of listed pages. */
function listRows(seeded: { receipt: number; batch: string; note: string; caller: string }) {
  const { client, plumber, pending, reviewed, review } = town;
  const booking = `/client-dashboard/bookings/${pending}`;
  const job = `/plumber-dashboard/jobs/${pending}`;
  const office = "/admin-dashboard";
  const nothing = "0".repeat(24);
  const rows: [row: Row, paths: Record<string, string>][] = [
    [
      EVERYONE,
      {
        ...ownAnswers("routes/public/", "home/route about services service-details contact blog ranking faq"),
        ...ownAnswers("routes/account/", "sign-up signed-up"),
        ...ownAnswers("routes/api/", "reference objects"),
        ...ownAnswers("routes/resources/", "security-txt robots sitemap mailbox mailbox-json clock"),
        "routes/resources/push-stand-in": "/dev/push",
        ...ownAnswers("", "privacy terms resend-verification forgot-password"),
        "routes/public/blog-post": "/blog/1",
        "routes/public/plumbers/route": "/plumbers/Harare",
        "routes/public/ask": `/appointment/${plumber.id}/ask`,
        "routes/account/reset-password": "/reset-password?token=nonsense",
      },
    ],
    [
      USERS,
      {
        ...ownAnswers("routes/account/", "change-password accept-terms step-up my-bookings security/route"),
        ...ownAnswers("", "routes/account/authenticator-app routes/resources/my-data profile"),
        "routes/account/report-review": `/reviews/${review}/report`,
      },
    ],
    [
      ROLE_ANSWERS.plumber,
      {
        ...ownAnswers("", "earnings-export payouts-export"),
        "routes/plumber/dashboard": "/plumber-dashboard/any/unknown/path",
      },
    ],
    [
      ROLE_ANSWERS.admin,
      {
        "routes/admin/admin-search": `${office}/search?q=tendai`,
        "routes/admin/board/route": `${office}/board?city=harare`,
        "routes/admin/correct-caller": `${office}/people/${seeded.caller}/correct`,
        "routes/admin/office-note": `${office}/people/${client.id}/notes/${seeded.note}`,
        "routes/admin/office-search": "/admin-search.json?q=tendai",
        "routes/admin/user/route": `${office}/people/${plumber.id}`,
        "routes/admin/export": "/admin-export/bookings.csv",
        "routes/resources/payout-file": `/payout-files/${seeded.batch}`,
        "routes/resources/ledger-export": "/ledger.csv",
      },
    ],
    [
      hidden({ client: "ok" }),
      {
        "routes/client/pin": `${booking}/pin`,
        "client-reschedule": `${booking}/reschedule`,
        "client-job-step": `${booking}/step/plumber-did-not-come`,
      },
    ],
    [
      hidden({ plumber: "ok" }),
      {
        "plumber-job-step": `${job}/step/on-the-way`,
        "plumber-money": `/plumber-dashboard/jobs/${reviewed}/money/record-payment`,
      },
    ],
    [
      hidden({ client: "ok", plumber: "ok", admin: "ok" }),
      {
        "routes/resources/visit": `/bookings/${pending}/visit.ics`,
        "routes/account/receipt": `/receipts/PR-${seeded.receipt}`,
      },
    ],
    [
      hidden({ client: "elsewhere", plumber: "elsewhere", admin: "elsewhere" }),
      { "routes/resources/shared-ticket": `/bookings/${pending}` },
    ],
    // The conversation is named by both of its people.
    [hidden({ client: "ok", admin: "ok" }), { "routes/resources/new-messages": `/messages/${plumber.id}/new?after=0` }],
    [row("ok", { visitor: "401" }), { "routes/resources/conversation": `/messages/${plumber.id}` }],
    [
      row("elsewhere", { visitor: "signin" }),
      {
        "routes/resources/shared-conversation": `/chats/${plumber.id}`,
        "routes/resources/shared-settings": "/settings/notifications",
      },
    ],
    [hidden({ client: "elsewhere" }), { "routes/client/ask-another": `${booking}/ask-another` }],
    [
      row("elsewhere", { visitor: "signin", client: "ok", otherClient: "ok" }),
      { "routes/client/book": "/client-dashboard/book" },
    ],
    [
      row("ok", { visitor: "elsewhere", client: "elsewhere", otherClient: "elsewhere" }),
      { "routes/public/only-clients": "/only-clients" },
    ],
    [row("elsewhere", { visitor: "ok" }), { "routes/account/sign-in": "/signin" }],
    [
      ELSEWHERE,
      {
        ...ownAnswers("routes/public/", "booking emergency"),
        ...ownAnswers("routes/account/", "sign-out second-factor"),
        ...ownAnswers("routes/resources/", "to-change-password"),
        "routes/resources/save-plumber": `/appointment/${plumber.id}/save`,
      },
    ],
    [
      row("400"),
      {
        "routes/account/verify-email": "/verify-email?token=nonsense",
        "routes/account/claim-account": "/claim-account?token=nonsense",
      },
    ],
    // Of a site whose schedule has not run: health.test.ts.
    [row("503"), { "routes/resources/health": "/health" }],
    [
      hidden({}),
      {
        "routes/admin/admin-not-found": `${office}/no/such/page`,
        "routes/client/client-not-found": "/client-dashboard/no/such/page",
        // vetting.test.ts says who sees a paper that exists.
        "routes/resources/paper": `/papers/${nothing}.webp`,
      },
    ],
    [
      NO_ONE,
      {
        ...ownAnswers("routes/resources/", "passkey-challenges push-devices whatsapp-webhook"),
        "routes/public/not-found": "/no/such/page",
        "routes/public/answer": "/answer?token=nonsense",
        "routes/public/unsubscribe": "/unsubscribe?token=nonsense",
        "routes/resources/paynow-hook": "/hooks/paynow/nonsense",
        "routes/resources/calendar-feed": "/calendar/nobody-knows-this-secret.ics",
        "routes/resources/photo": "/photos/nobody-160.webp",
        "routes/resources/work-photo": `/work-photos/${nothing}-320`,
        // job-photos.test.ts says who sees a photo that exists.
        "routes/resources/job-photo": `/job-photos/${nothing}-320.webp`,
        "paper-upload": "/papers",
        "job-photo-upload": `/job-photos/of/${pending}`,
        "routes/resources/board-move": "/admin-moves/PB-234567",
        "routes/resources/sms-webhook": "/webhooks/sms/secret/messages",
        "routes/resources/notice-seen": "/notices/x/seen",
      },
    ],
  ];
  return rows;
}
