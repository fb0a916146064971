import { addNote } from "~/domain/admin/people/office-notes.server";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { dashboardRoleOf } from "~/domain/values/user";
import { newId } from "~/domain/values/id";
import { routes } from "./site";
import { seedPayouts } from "./payouts";
import { payFor, seedTownForAdmin } from "./town";

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
  const rows = listRows({ ...money, receipt, note });
  pages = ROUTES.map(([id, route]) => {
    const pattern = patternOf(id);
    const known = rows.find(([, paths]) => id in paths);
    if (known) return { id, route, row: known[0], path: known[1][id]! };
    const role = dashboardRoleOf(pattern);
    if (!role || /[:*]/.test(pattern)) throw new Error(`Please add a row for ${id}.`);
    return { id, route, row: ROLE_ANSWERS[role], path: pattern };
  });
}

/** Routes of a folder whose address has no parameters. */
const ownAnswers = (folder: string, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${folder}/${name}`, patternOf(`${folder}/${name}`) || "/"]));

/** All routes but those of a dashboard without parameters, which are its role's. */
function listRows(seeded: { receipt: number; batch: string; refund: string; note: string }) {
  const { client, otherClient, plumber, pending, confirmed, reviewed, review, request, waiting, enquiry } = town;
  const booking = `/client-dashboard/bookings/${pending}`;
  const job = `/plumber-dashboard/jobs/${pending}`;
  const office = "/admin-dashboard";
  const nothing = "0".repeat(24);
  const rows: [row: Row, paths: Record<string, string>][] = [
    [
      EVERYONE,
      {
        ...ownAnswers("routes/public", ["home/route", "about", "services", "service-details", "contact", "blog"]),
        ...ownAnswers("routes/public", ["ranking", "faq"]),
        ...ownAnswers("routes/account", ["sign-up", "signed-up"]),
        ...ownAnswers("routes/api", ["reference", "objects"]),
        ...ownAnswers("routes/resources", ["security-txt", "robots", "sitemap"]),
        ...ownAnswers("routes/resources", ["mailbox", "mailbox-json", "clock"]),
        "routes/resources/push-stand-in": "/dev/push",
        privacy: "/privacy",
        terms: "/terms",
        "resend-verification": "/resend-verification",
        "forgot-password": "/forgot-password",
        "routes/public/prices": "/prices/harare",
        "routes/public/service": "/services/emergency?city=Harare",
        "routes/public/blog-post": "/blog/1",
        "routes/public/plumbers/route": "/plumbers/Harare",
        "routes/public/appointment/route": `/appointment/${plumber.id}`,
        "routes/public/ask": `/appointment/${plumber.id}/ask`,
        "routes/account/reset-password": "/reset-password?token=nonsense",
      },
    ],
    [
      USERS,
      {
        ...ownAnswers("routes/account", ["change-password", "accept-terms", "step-up", "my-bookings"]),
        ...ownAnswers("routes/account", ["security/route", "authenticator-app"]),
        ...ownAnswers("routes/resources", ["my-data"]),
        "routes/account/report-review": `/reviews/${review}/report`,
        profile: "/profile",
      },
    ],
    [
      ROLE_ANSWERS.plumber,
      {
        "earnings-export": "/earnings.csv",
        "payouts-export": "/payouts.csv",
        "routes/plumber/dashboard": "/plumber-dashboard/any/unknown/path",
      },
    ],
    [
      ROLE_ANSWERS.admin,
      {
        "admin-reschedule": `${office}/bookings/${pending}/reschedule`,
        "admin-transition": `${office}/bookings/${pending}/cancel`,
        "admin-photos": `${office}/bookings/${pending}/photos`,
        "admin-money": `${office}/bookings/${reviewed}/money/decide`,
        "admin-conversation": `${office}/messages/${client.id}`,
        "routes/admin/payout": `${office}/payouts/${seeded.batch}`,
        "routes/admin/refund": `${office}/refunds/${seeded.refund}`,
        "routes/admin/admin-search": `${office}/search?q=tendai`,
        "routes/admin/dispatch-booking/route": `${office}/dispatch/${request}`,
        "routes/admin/board/route": `${office}/board?city=harare`,
        "routes/admin/move-booking": `${office}/board/${request}?city=harare`,
        "routes/admin/arranged-list": `${office}/lists/bookings`,
        "routes/admin/chosen-bookings/route": `${office}/bookings/chosen/reassign?ids=${pending}`,
        "routes/admin/admin-booking/route": `${office}/bookings/${pending}`,
        "routes/admin/opened-conversation": `${office}/conversations/${conversationIdOf(client.id, plumber.id)}`,
        "routes/admin/vetting": `${office}/vetting/${plumber.id}`,
        "routes/admin/registration-action": `${office}/registrations/${waiting.id}/verify`,
        "routes/admin/user/route": `${office}/people/${plumber.id}`,
        "routes/admin/merge-accounts": `${office}/people/${client.id}/merge/${otherClient.id}`,
        "routes/admin/office-note": `${office}/people/${client.id}/notes/${seeded.note}`,
        "routes/admin/account-action": `${office}/people/${plumber.id}/suspend`,
        "routes/admin/hide-review": `${office}/reviews/${review}/hide`,
        "routes/admin/enquiry": `${office}/inbox/${enquiry}`,
        "routes/admin/office-search": "/admin-search.json?q=tendai",
        "routes/admin/export": "/admin-export/bookings.csv",
        "routes/resources/payout-file": `/payout-files/${seeded.batch}`,
        "routes/resources/ledger-export": "/ledger.csv",
      },
    ],
    [
      hidden({ client: "ok" }),
      {
        "client-booking": booking,
        "routes/client/pin": `${booking}/pin`,
        "routes/client/pay/route": `${booking}/pay`,
        "routes/client/release": `${booking}/release`,
        "client-transition": `${booking}/cancel`,
        "client-reschedule": `${booking}/reschedule`,
        "client-photos": `${booking}/photos`,
        "client-job-step": `${booking}/step/plumber-did-not-come`,
        "client-money": `/client-dashboard/bookings/${reviewed}/money/record-payment`,
        "client-conversation": `/client-dashboard/messages/${plumber.id}`,
      },
    ],
    [
      hidden({ plumber: "ok" }),
      {
        "plumber-booking": job,
        "routes/plumber/quote": `${job}/quote`,
        "plumber-transition": `${job}/refuse`,
        "plumber-reschedule": `${job}/reschedule`,
        "plumber-photos": `${job}/photos`,
        "plumber-job-step": `${job}/step/on-the-way`,
        "plumber-money": `/plumber-dashboard/jobs/${reviewed}/money/record-payment`,
        "routes/plumber/finish": `/plumber-dashboard/jobs/${confirmed}/finish`,
        "routes/plumber/job-report": `/plumber-dashboard/jobs/${confirmed}/report`,
        "routes/plumber/answer-review": `/plumber-dashboard/reviews/${review}/answer`,
        "plumber-conversation": `/plumber-dashboard/messages/${client.id}`,
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
    [row("elsewhere", { visitor: "signin" }), { "routes/resources/shared-conversation": `/chats/${plumber.id}` }],
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
        ...ownAnswers("routes/public", ["booking"]),
        ...ownAnswers("routes/account", ["sign-out", "second-factor"]),
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
        // vetting.test.ts says who sees a paper that exists.
        "routes/resources/paper": `/papers/${nothing}.webp`,
      },
    ],
    [
      NO_ONE,
      {
        ...ownAnswers("routes/resources", ["passkey-challenges", "push-devices", "whatsapp-webhook"]),
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
