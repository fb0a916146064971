import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../build/server/index.js";
import { auditLog } from "~/db/schema";
import { visit } from "../support/site";
import { payFor, seedTownForAdmin } from "../support/town";

// Who gets what, route by route. A route without a row here fails the last test.
type SessionClaims = "visitor" | "client" | "otherClient" | "plumber" | "otherPlumber" | "admin";
const VIEWERS: SessionClaims[] = ["visitor", "client", "otherClient", "plumber", "otherPlumber", "admin"];
type Outcome = "ok" | "signin" | "404" | "elsewhere" | "400" | "401";
type Row = Partial<Record<SessionClaims, Outcome>> & { all?: Outcome };

let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let receipt: number;
beforeAll(async () => {
  town = await seedTownForAdmin();
  receipt = await payFor(town.context, town, town.reviewed, 10_00);
});

const everybody = (all: Outcome): Row => ({ all });
const only = (role: "client" | "plumber" | "admin"): Row => {
  const yes = (viewer: SessionClaims): Outcome => (viewer.toLowerCase().endsWith(role) ? "ok" : "404");
  return { ...Object.fromEntries(VIEWERS.map((viewer) => [viewer, yes(viewer)])), visitor: "signin" };
};
const ownPlumberOnly: Row = {
  visitor: "signin",
  client: "404",
  otherClient: "404",
  plumber: "ok",
  otherPlumber: "404",
  admin: "404",
};
const ownClientOnly: Row = {
  visitor: "signin",
  client: "ok",
  otherClient: "404",
  plumber: "404",
  otherPlumber: "404",
  admin: "404",
};
const usersElsewhere: Row = { visitor: "ok", all: "elsewhere" };

const PAGES: Record<string, { path: () => string; row: Row }> = {
  "routes/public/home": { path: () => "/", row: everybody("ok") },
  "routes/public/about": { path: () => "/about", row: everybody("ok") },
  "routes/public/services": { path: () => "/services", row: everybody("ok") },
  "routes/public/service-details": { path: () => "/service-details", row: everybody("ok") },
  "routes/public/contact": { path: () => "/contact", row: everybody("ok") },
  "routes/public/blog": { path: () => "/blog", row: everybody("ok") },
  "routes/public/faq": { path: () => "/faq", row: everybody("ok") },
  "routes/public/privacy": { path: () => "/privacy", row: everybody("ok") },
  "routes/public/terms": { path: () => "/terms", row: everybody("ok") },
  "routes/public/service": { path: () => "/services/emergency?city=Harare", row: everybody("ok") },
  "routes/public/blog-post": { path: () => "/blog/1", row: everybody("ok") },
  "routes/public/plumbers": { path: () => "/plumbers/Harare", row: everybody("ok") },
  "routes/public/appointment": { path: () => `/appointment/${town.plumber.id}`, row: everybody("ok") },
  "routes/resources/save-plumber": { path: () => `/appointment/${town.plumber.id}/save`, row: everybody("elsewhere") },
  "routes/public/booking": { path: () => "/booking", row: everybody("elsewhere") },
  "routes/public/only-clients": {
    path: () => "/only-clients",
    row: { plumber: "ok", otherPlumber: "ok", admin: "ok", all: "elsewhere" },
  },
  "routes/public/not-found": { path: () => "/no/such/page", row: everybody("404") },
  "routes/account/sign-up": { path: () => "/signup", row: everybody("ok") },
  "routes/account/signed-up": { path: () => "/signup/done", row: everybody("ok") },
  "routes/account/sign-in": { path: () => "/signin", row: usersElsewhere },
  "routes/account/sign-out": { path: () => "/signout", row: everybody("elsewhere") },
  "routes/account/verify-email": { path: () => "/verify-email?token=nonsense", row: everybody("400") },
  "routes/account/claim-account": { path: () => "/claim-account?token=nonsense", row: everybody("400") },
  "routes/account/resend-verification": { path: () => "/resend-verification", row: everybody("ok") },
  "routes/account/forgot-password": { path: () => "/forgot-password", row: everybody("ok") },
  "routes/account/reset-password": { path: () => "/reset-password?token=nonsense", row: everybody("ok") },
  "routes/account/change-password": { path: () => "/change-password", row: { visitor: "signin", all: "ok" } },
  profile: { path: () => "/profile", row: { visitor: "signin", all: "ok" } },
  "routes/account/my-bookings": { path: () => "/bookings", row: { visitor: "signin", all: "ok" } },
  "client-index": { path: () => "/client-dashboard", row: only("client") },
  "routes/client/client-layout": { path: () => "/client-dashboard", row: only("client") },
  "routes/client/overview": { path: () => "/client-dashboard/overview", row: only("client") },
  "routes/client/book": {
    path: () => "/client-dashboard/book",
    row: { visitor: "signin", client: "ok", otherClient: "ok", all: "elsewhere" },
  },
  "routes/client/saved-plumbers": { path: () => "/client-dashboard/saved", row: only("client") },
  "routes/client/bookings": { path: () => "/client-dashboard/bookings", row: only("client") },
  "routes/client/booking": {
    path: () => `/client-dashboard/bookings/${town.pending}`,
    row: ownClientOnly,
  },
  "routes/resources/shared-ticket": {
    path: () => `/bookings/${town.pending}`,
    row: { visitor: "signin", client: "elsewhere", plumber: "elsewhere", admin: "elsewhere", all: "404" },
  },
  "routes/resources/visit": {
    path: () => `/bookings/${town.pending}/visit.ics`,
    row: { visitor: "signin", client: "ok", plumber: "ok", admin: "ok", all: "404" },
  },
  "client-transition": {
    path: () => `/client-dashboard/bookings/${town.pending}/cancel`,
    row: ownClientOnly,
  },
  "client-reschedule": {
    path: () => `/client-dashboard/bookings/${town.pending}/reschedule`,
    row: ownClientOnly,
  },
  "admin-reschedule": { path: () => `/admin-dashboard/bookings/${town.pending}/reschedule`, row: only("admin") },
  "plumber-reschedule": {
    path: () => `/plumber-dashboard/jobs/${town.pending}/reschedule`,
    row: ownPlumberOnly,
  },
  "client-photos": { path: () => `/client-dashboard/bookings/${town.pending}/photos`, row: ownClientOnly },
  "plumber-photos": { path: () => `/plumber-dashboard/jobs/${town.pending}/photos`, row: ownPlumberOnly },
  "client-money": {
    path: () => `/client-dashboard/bookings/${town.reviewed}/money/record-payment`,
    row: ownClientOnly,
  },
  "plumber-money": {
    path: () => `/plumber-dashboard/jobs/${town.reviewed}/money/record-payment`,
    row: ownPlumberOnly,
  },
  "admin-money": { path: () => `/admin-dashboard/bookings/${town.reviewed}/money/decide`, row: only("admin") },
  "routes/plumber/quote": { path: () => `/plumber-dashboard/jobs/${town.pending}/quote`, row: ownPlumberOnly },
  "routes/plumber/finish": { path: () => `/plumber-dashboard/jobs/${town.confirmed}/finish`, row: ownPlumberOnly },
  "routes/plumber/earnings": { path: () => "/plumber-dashboard/earnings", row: only("plumber") },
  "routes/resources/earnings-export": { path: () => "/earnings.csv", row: only("plumber") },
  "admin-payments": { path: () => "/admin-dashboard/payments", row: only("admin") },
  "routes/account/receipt": {
    path: () => `/receipts/PR-${receipt}`,
    row: { visitor: "signin", otherClient: "404", otherPlumber: "404", all: "ok" },
  },
  "admin-photos": { path: () => `/admin-dashboard/bookings/${town.pending}/photos`, row: only("admin") },
  "plumber-index": { path: () => "/plumber-dashboard", row: only("plumber") },
  "routes/plumber/plumber-layout": { path: () => "/plumber-dashboard", row: only("plumber") },
  "routes/plumber/dashboard": { path: () => "/plumber-dashboard/any/unknown/path", row: only("plumber") },
  "routes/plumber/jobs": { path: () => "/plumber-dashboard/jobs", row: only("plumber") },
  "routes/plumber/job": { path: () => `/plumber-dashboard/jobs/${town.pending}`, row: ownPlumberOnly },
  "plumber-transition": {
    path: () => `/plumber-dashboard/jobs/${town.pending}/refuse`,
    row: ownPlumberOnly,
  },
  "routes/plumber/job-report": { path: () => `/plumber-dashboard/jobs/${town.confirmed}/report`, row: ownPlumberOnly },
  "routes/plumber/notifications": { path: () => "/plumber-dashboard/notifications", row: only("plumber") },
  "routes/admin/admin-layout": { path: () => "/admin-dashboard", row: only("admin") },
  "routes/admin/today": { path: () => "/admin-dashboard", row: only("admin") },
  "routes/admin/admin-search": { path: () => "/admin-dashboard/search?q=tendai", row: only("admin") },
  "routes/admin/dispatch": { path: () => "/admin-dashboard/dispatch", row: only("admin") },
  "routes/admin/dispatch-booking": { path: () => `/admin-dashboard/dispatch/${town.request}`, row: only("admin") },
  "routes/admin/day-board": { path: () => "/admin-dashboard/board", row: only("admin") },
  "routes/admin/admin-bookings": {
    path: () => `/admin-dashboard/bookings?status=pending&plumber=${town.plumber.id}`,
    row: only("admin"),
  },
  "routes/admin/new-booking": { path: () => "/admin-dashboard/bookings/new", row: only("admin") },
  "routes/admin/admin-booking": { path: () => `/admin-dashboard/bookings/${town.pending}`, row: only("admin") },
  "admin-transition": {
    path: () => `/admin-dashboard/bookings/${town.pending}/cancel`,
    row: only("admin"),
  },
  "routes/admin/admin-booking-chat": {
    path: () => `/admin-dashboard/bookings/${town.pending}/chat`,
    row: only("admin"),
  },
  "routes/admin/users": { path: () => "/admin-dashboard/people?show=plumber", row: only("admin") },
  "routes/admin/registrations": { path: () => "/admin-dashboard/registrations", row: only("admin") },
  "routes/admin/registration-action": {
    path: () => `/admin-dashboard/registrations/${town.waiting.id}/verify`,
    row: only("admin"),
  },
  "routes/admin/user": { path: () => `/admin-dashboard/people/${town.plumber.id}`, row: only("admin") },
  "routes/admin/account-action": {
    path: () => `/admin-dashboard/people/${town.plumber.id}/suspend`,
    row: only("admin"),
  },
  "routes/admin/moderation": { path: () => "/admin-dashboard/reviews?show=reported", row: only("admin") },
  "routes/admin/hide-review": { path: () => `/admin-dashboard/reviews/${town.review}/hide`, row: only("admin") },
  "routes/admin/inbox": { path: () => "/admin-dashboard/inbox", row: only("admin") },
  "routes/admin/enquiry": { path: () => `/admin-dashboard/inbox/${town.enquiry}`, row: only("admin") },
  "routes/admin/system": { path: () => "/admin-dashboard/system", row: only("admin") },
  "routes/admin/admin-settings": { path: () => "/admin-dashboard/settings", row: only("admin") },
  "routes/admin/audit-log": { path: () => "/admin-dashboard/log", row: only("admin") },
  "routes/resources/export": { path: () => "/admin-export/bookings.csv", row: only("admin") },
  "routes/admin/admin-not-found": {
    path: () => "/admin-dashboard/no/such/page",
    row: { visitor: "signin", all: "404" },
  },
  "routes/account/report-review": {
    path: () => `/reviews/${town.review}/report`,
    row: { visitor: "signin", all: "ok" },
  },
  "routes/plumber/answer-review": {
    path: () => `/plumber-dashboard/reviews/${town.review}/answer`,
    row: ownPlumberOnly,
  },
  "client-messages": { path: () => "/client-dashboard/messages", row: only("client") },
  "client-no-conversation": { path: () => "/client-dashboard/messages", row: only("client") },
  "plumber-messages": { path: () => "/plumber-dashboard/messages", row: only("plumber") },
  "plumber-no-conversation": { path: () => "/plumber-dashboard/messages", row: only("plumber") },
  "routes/admin/admin-messages": { path: () => "/admin-dashboard/messages", row: only("admin") },
  "admin-no-conversation": { path: () => "/admin-dashboard/messages", row: only("admin") },
  "client-conversation": {
    path: () => `/client-dashboard/messages/${town.plumber.id}`,
    row: ownClientOnly,
  },
  "plumber-conversation": {
    path: () => `/plumber-dashboard/messages/${town.client.id}`,
    row: ownPlumberOnly,
  },
  "admin-conversation": { path: () => `/admin-dashboard/messages/${town.client.id}`, row: only("admin") },
  "routes/client/reviews": { path: () => "/client-dashboard/reviews", row: only("client") },
  "routes/client/payments": { path: () => "/client-dashboard/payments", row: only("client") },
  "routes/client/support": { path: () => "/client-dashboard/support", row: only("client") },
  "client-settings": { path: () => "/client-dashboard/settings", row: only("client") },
  "plumber-settings": { path: () => "/plumber-dashboard/settings", row: only("plumber") },
  "routes/plumber/calendar": { path: () => "/plumber-dashboard/calendar", row: only("plumber") },
  "routes/plumber/availability": { path: () => "/plumber-dashboard/availability", row: only("plumber") },
  "routes/plumber/stats": { path: () => "/plumber-dashboard/stats", row: only("plumber") },
  "routes/resources/calendar-feed": { path: () => "/calendar/nobody-knows-this-secret.ics", row: everybody("404") },
  "routes/resources/my-data": { path: () => "/my-data.json", row: { visitor: "signin", all: "ok" } },
  "client-profile": { path: () => "/client-dashboard/profile", row: only("client") },
  "plumber-profile": { path: () => "/plumber-dashboard/profile", row: only("plumber") },
  "routes/plumber/plumber-reviews": { path: () => "/plumber-dashboard/reviews", row: only("plumber") },
  // Empty for whoever is not part of it: the conversation is named by both of its people.
  "routes/resources/new-messages": {
    path: () => `/messages/${town.plumber.id}/new?after=0`,
    row: { visitor: "signin", otherPlumber: "404", otherClient: "404", plumber: "404", all: "ok" },
  },
  "routes/resources/conversation": { path: () => `/messages/${town.plumber.id}`, row: { visitor: "401", all: "ok" } },
  "routes/api/reference": { path: () => "/api", row: everybody("ok") },
  "routes/resources/security-txt": { path: () => "/.well-known/security.txt", row: everybody("ok") },
  "routes/resources/robots": { path: () => "/robots.txt", row: everybody("ok") },
  "routes/resources/sitemap": { path: () => "/sitemap.xml", row: everybody("ok") },
  "routes/resources/photo": { path: () => "/photos/nobody-160.webp", row: everybody("404") },
  // job-photos.test.ts says who sees a photo that there is.
  "routes/resources/job-photo": { path: () => `/job-photos/${"0".repeat(24)}-320.webp`, row: everybody("404") },
  "routes/resources/job-photo-upload": { path: () => `/job-photos/of/${town.pending}`, row: everybody("404") },
  "routes/resources/mailbox": { path: () => "/dev/mailbox", row: everybody("ok") },
  "routes/resources/clock": { path: () => "/dev/clock", row: everybody("ok") },
  "routes/resources/mailbox-json": { path: () => "/dev/mailbox.json", row: everybody("ok") },
};

const cookieOf = (viewer: SessionClaims) => (viewer === "visitor" ? undefined : town.cookies[viewer]);

function outcomeOf(response: Response): string {
  if (response.status === 200) return "ok";
  if (response.status >= 300 && response.status < 400) {
    return response.headers.get("Location")?.startsWith("/signin?redirectTo=") ? "signin" : "elsewhere";
  }
  return String(response.status);
}

describe.each(Object.keys(PAGES))("%s", (id) => {
  test.each(VIEWERS)("as %s", async (viewer) => {
    const { path, row } = PAGES[id]!;
    const response = await visit(path(), { cookie: cookieOf(viewer) });
    expect(outcomeOf(response)).toBe(row[viewer] ?? row.all);
    const text = await response.text();
    // The mailbox of local mode shows every email to everyone: that is its purpose.
    const mayKnow = ["client", "plumber", "admin"].includes(viewer) || id.startsWith("routes/resources/mailbox");
    if (!mayKnow) expect(text).not.toMatch(/Secret Street|secret note/);
  });
});

// What a form may do, and to whose booking.
const FORMS: { name: string; path: () => string; form: Record<string, string>; row: Row }[] = [
  {
    name: "let a request expire",
    path: () => `/plumber-dashboard/jobs/${town.pending}`,
    form: { intent: "expire" },
    row: { ...ownPlumberOnly, plumber: "404" },
  },
  {
    name: "confirm a job of another plumber",
    path: () => `/plumber-dashboard/jobs/${town.pending}`,
    form: { intent: "confirm" },
    row: { ...ownPlumberOnly, plumber: "elsewhere" },
  },
  {
    name: "cancel a booking of another client",
    path: () => `/client-dashboard/bookings/${town.pending}/cancel`,
    form: {},
    row: { ...ownClientOnly, client: "elsewhere" as Outcome },
  },
  {
    name: "confirm as its client",
    path: () => `/client-dashboard/bookings/${town.pending}/confirm`,
    form: {},
    row: { ...ownClientOnly, client: "404" },
  },
  {
    name: "mark another plumber's booking as seen",
    path: () => "/plumber-dashboard/notifications",
    form: { booking: "BOOKING" },
    row: { ...ownPlumberOnly, plumber: "elsewhere" },
  },
];

// Every form of the office: for everyone else it doesn't exist. admin.test.ts says what it does for an admin.
const OFFICE_FORMS: [name: string, path: () => string, form: () => Record<string, string>][] = [
  [
    "give a booking away",
    () => `/admin-dashboard/dispatch/${town.request}`,
    () => ({ plumber: town.plumber.id, from: "" }),
  ],
  ["retitle a booking", () => `/admin-dashboard/bookings/${town.pending}`, () => ({ title: "Mine" })],
  ["book for a caller", () => "/admin-dashboard/bookings/new", () => ({ client: town.client.id })],
  [
    "change the time of a booking",
    () => `/admin-dashboard/bookings/${town.pending}/reschedule`,
    () => ({ appointmentDate: "2030-01-01", appointmentTime: "10:00 am" }),
  ],
  ["start a job", () => `/admin-dashboard/bookings/${town.confirmed}/start`, () => ({})],
  ["complete a job", () => `/admin-dashboard/bookings/${town.confirmed}/complete`, () => ({})],
  ["cancel a booking", () => `/admin-dashboard/bookings/${town.pending}/cancel`, () => ({})],
  ...(
    ["suspend", "restore", "approve", "offer-account", "consent", "make-admin", "revoke-admin", "erase"] as const
  ).map((action): (typeof OFFICE_FORMS)[number] => [
    `${action} somebody`,
    () => `/admin-dashboard/people/${town.otherClient.id}/${action}`,
    () => ({ sure: "on", email: "new@example.test", words: "Yes" }),
  ]),
  ...(["verify", "resend"] as const).map((action): (typeof OFFICE_FORMS)[number] => [
    `${action} a registration`,
    () => `/admin-dashboard/registrations/${town.waiting.id}/${action}`,
    () => ({}),
  ]),
  [
    "hide a photo",
    () => `/admin-dashboard/bookings/${town.pending}/photos`,
    () => ({ intent: `hide:${"0".repeat(24)}` }),
  ],
  ["hide a review", () => `/admin-dashboard/reviews/${town.review}/hide`, () => ({ reason: "No" })],
  ["keep a review", () => "/admin-dashboard/reviews", () => ({ intent: `keep:${town.review}` })],
  ["answer a message", () => `/admin-dashboard/inbox/${town.enquiry}`, () => ({ answer: "Yes" })],
  ["close a message", () => `/admin-dashboard/inbox/${town.enquiry}`, () => ({ intent: "close" })],
  ["switch approval", () => "/admin-dashboard/system", () => ({ intent: "turnApprovalOn" })],
  ["send an email again", () => "/admin-dashboard/system", () => ({ intent: "resend:any" })],
  [
    "write to somebody",
    () => `/admin-dashboard/messages/${town.client.id}`,
    () => ({ id: "a-message-id", content: "Hello" }),
  ],
];

describe.each(OFFICE_FORMS)("for admins: %s", (_, path, form) => {
  test.each(VIEWERS.filter((viewer) => viewer !== "admin"))(
    "as %s it does not exist, and nothing is logged",
    async (viewer) => {
      const before = await town.context.db.$count(auditLog);
      const response = await visit(path(), { cookie: cookieOf(viewer), form: form() });
      expect(outcomeOf(response)).toBe(viewer === "visitor" ? "signin" : "404");
      // The same response as for a page that does not exist.
      const nowhere = await visit("/admin-dashboard/no/such/page", { cookie: cookieOf(viewer) });
      expect(outcomeOf(nowhere)).toBe(outcomeOf(response));
      expect(await town.context.db.$count(auditLog)).toBe(before);
    },
  );
});

describe.each(FORMS)("form: $name", ({ path, form, row }) => {
  test.each(VIEWERS)("as %s", async (viewer) => {
    const filled = Object.fromEntries(
      Object.entries(form).map(([name, value]) => [name, value === "BOOKING" ? town.pending : value]),
    );
    const response = await visit(path(), { cookie: cookieOf(viewer), form: filled });
    expect(outcomeOf(response)).toBe(row[viewer] ?? row.all);
  });
});

test("every route of the sitemap has a row", () => {
  const known = new Set(["root", ...Object.keys(PAGES)]);
  expect(Object.keys(routes).filter((id) => !known.has(id))).toEqual([]);
  expect(Object.keys(PAGES).filter((id) => !(id in routes))).toEqual([]);
});
