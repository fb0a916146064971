import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { addNote } from "~/domain/admin/office-notes.server";
import { newId } from "~/domain/values/id";
import { PAYNOW_SETTINGS } from "./paynow";
import { seedPayouts } from "./payouts";
import { payFor, seedTownForAdmin } from "./town";

// Who gets what, route by route: `viewers.test.ts` and `viewers-forms.test.ts` ask.
export type Onlooker = "visitor" | "client" | "otherClient" | "plumber" | "otherPlumber" | "admin";
export const ONLOOKERS: Onlooker[] = ["visitor", "client", "otherClient", "plumber", "otherPlumber", "admin"];
export type Outcome = "ok" | "signin" | "404" | "elsewhere" | "400" | "401" | "503";
export type Row = Partial<Record<Onlooker, Outcome>> & { all?: Outcome };

export let town: Awaited<ReturnType<typeof seedTownForAdmin>>;
let receipt: number;
let batch: string;
let refund: string;
const note = newId();
/** The town that they look at. */
export async function seedOnlookers() {
  town = await seedTownForAdmin();
  receipt = await payFor(town.context, town, town.reviewed, 10_00);
  ({ batch, refund } = await seedPayouts(town));
  await addNote(town.context, town.admin, town.client.id, { id: note, words: "Prefers mornings" });
}

export const everybody = (all: Outcome): Row => ({ all });
export const only = (role: "client" | "plumber" | "admin"): Row => {
  const yes = (viewer: Onlooker): Outcome => (viewer.toLowerCase().endsWith(role) ? "ok" : "404");
  return { ...Object.fromEntries(ONLOOKERS.map((viewer) => [viewer, yes(viewer)])), visitor: "signin" };
};
export const ownPlumberOnly: Row = {
  visitor: "signin",
  client: "404",
  otherClient: "404",
  plumber: "ok",
  otherPlumber: "404",
  admin: "404",
};
export const ownClientOnly: Row = {
  visitor: "signin",
  client: "ok",
  otherClient: "404",
  plumber: "404",
  otherPlumber: "404",
  admin: "404",
};
export const usersElsewhere: Row = { visitor: "ok", all: "elsewhere" };

export const PAGES: Record<string, { path: () => string; row: Row; settings?: Record<string, string> }> = {
  "routes/public/home": { path: () => "/", row: everybody("ok") },
  "routes/public/about": { path: () => "/about", row: everybody("ok") },
  "routes/public/services": { path: () => "/services", row: everybody("ok") },
  "routes/public/service-details": { path: () => "/service-details", row: everybody("ok") },
  "routes/public/prices": { path: () => "/prices/harare", row: everybody("ok") },
  "routes/public/contact": { path: () => "/contact", row: everybody("ok") },
  "routes/public/blog": { path: () => "/blog", row: everybody("ok") },
  "routes/public/ranking": { path: () => "/how-we-rank-plumbers", row: everybody("ok") },
  "routes/public/faq": { path: () => "/faq", row: everybody("ok") },
  "routes/public/privacy": { path: () => "/privacy", row: everybody("ok") },
  "routes/public/terms": { path: () => "/terms", row: everybody("ok") },
  "routes/public/service": { path: () => "/services/emergency?city=Harare", row: everybody("ok") },
  "routes/public/blog-post": { path: () => "/blog/1", row: everybody("ok") },
  "routes/public/plumbers": { path: () => "/plumbers/Harare", row: everybody("ok") },
  "routes/public/appointment": { path: () => `/appointment/${town.plumber.id}`, row: everybody("ok") },
  "routes/public/ask": { path: () => `/appointment/${town.plumber.id}/ask`, row: everybody("ok") },
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
  "routes/account/accept-terms": { path: () => "/accept-terms", row: { visitor: "signin", all: "ok" } },
  "routes/account/second-factor": { path: () => "/signin/second-factor", row: everybody("elsewhere") },
  "routes/account/security": { path: () => "/security", row: { visitor: "signin", all: "ok" } },
  "routes/account/authenticator-app": { path: () => "/security/app", row: { visitor: "signin", all: "ok" } },
  "routes/account/step-up": { path: () => "/step-up", row: { visitor: "signin", all: "ok" } },
  "routes/resources/passkey-challenges": { path: () => "/passkey-challenges", row: everybody("404") },
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
  "routes/resources/shared-conversation": {
    path: () => `/chats/${town.plumber.id}`,
    row: { visitor: "signin", all: "elsewhere" },
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
  "routes/client/ask-another": {
    path: () => `/client-dashboard/bookings/${town.pending}/ask-another`,
    row: { ...ownClientOnly, client: "elsewhere" },
  },
  "client-photos": { path: () => `/client-dashboard/bookings/${town.pending}/photos`, row: ownClientOnly },
  "client-job-step": {
    path: () => `/client-dashboard/bookings/${town.pending}/step/plumber-did-not-come`,
    row: ownClientOnly,
  },
  "plumber-job-step": {
    path: () => `/plumber-dashboard/jobs/${town.pending}/step/on-the-way`,
    row: ownPlumberOnly,
  },
  "routes/client/pin": { path: () => `/client-dashboard/bookings/${town.pending}/pin`, row: ownClientOnly },
  "plumber-photos": { path: () => `/plumber-dashboard/jobs/${town.pending}/photos`, row: ownPlumberOnly },
  "client-money": {
    path: () => `/client-dashboard/bookings/${town.reviewed}/money/record-payment`,
    row: ownClientOnly,
  },
  "routes/client/pay": {
    path: () => `/client-dashboard/bookings/${town.pending}/pay`,
    row: ownClientOnly,
    settings: PAYNOW_SETTINGS,
  },
  "routes/resources/paynow-hook": { path: () => "/hooks/paynow/nonsense", row: everybody("404") },
  "plumber-money": {
    path: () => `/plumber-dashboard/jobs/${town.reviewed}/money/record-payment`,
    row: ownPlumberOnly,
  },
  "admin-money": { path: () => `/admin-dashboard/bookings/${town.reviewed}/money/decide`, row: only("admin") },
  "routes/plumber/quote": { path: () => `/plumber-dashboard/jobs/${town.pending}/quote`, row: ownPlumberOnly },
  "routes/plumber/finish": { path: () => `/plumber-dashboard/jobs/${town.confirmed}/finish`, row: ownPlumberOnly },
  "routes/plumber/earnings": { path: () => "/plumber-dashboard/earnings", row: only("plumber") },
  "routes/resources/earnings-export": { path: () => "/earnings.csv", row: only("plumber") },
  "routes/client/release": {
    path: () => `/client-dashboard/bookings/${town.pending}/release`,
    row: ownClientOnly,
  },
  "routes/plumber/payout-settings": { path: () => "/plumber-dashboard/settings/payouts", row: only("plumber") },
  "routes/resources/payouts-export": { path: () => "/payouts.csv", row: only("plumber") },
  "routes/admin/online-payments": { path: () => "/admin-dashboard/payments/online", row: only("admin") },
  "routes/admin/payouts": { path: () => "/admin-dashboard/payouts", row: only("admin") },
  "routes/admin/payout-stop": { path: () => "/admin-dashboard/payouts/stop", row: only("admin") },
  "routes/admin/payout": { path: () => `/admin-dashboard/payouts/${batch}`, row: only("admin") },
  "routes/admin/refunds": { path: () => "/admin-dashboard/refunds", row: only("admin") },
  "routes/admin/refund": { path: () => `/admin-dashboard/refunds/${refund}`, row: only("admin") },
  "routes/admin/books": { path: () => "/admin-dashboard/books", row: only("admin") },
  "routes/resources/payout-file": { path: () => `/payout-files/${batch}`, row: only("admin") },
  "routes/resources/ledger-export": { path: () => "/ledger.csv", row: only("admin") },
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
  "routes/admin/board": { path: () => "/admin-dashboard/board?city=harare", row: only("admin") },
  "routes/admin/move-booking": { path: () => `/admin-dashboard/board/${town.request}?city=harare`, row: only("admin") },
  "routes/admin/admin-bookings": {
    path: () => `/admin-dashboard/bookings?status=pending&plumber=${town.plumber.id}`,
    row: only("admin"),
  },
  "routes/admin/office-list": { path: () => "/admin-dashboard/lists/bookings", row: only("admin") },
  "routes/admin/chosen-bookings": {
    path: () => `/admin-dashboard/bookings/chosen/reassign?ids=${town.pending}`,
    row: only("admin"),
  },
  "routes/admin/bookings-export": {
    path: () => `/admin-export/chosen-bookings.csv?ids=${town.pending}`,
    row: only("admin"),
  },
  "routes/admin/new-booking": { path: () => "/admin-dashboard/bookings/new", row: only("admin") },
  "routes/admin/admin-booking": { path: () => `/admin-dashboard/bookings/${town.pending}`, row: only("admin") },
  "admin-transition": {
    path: () => `/admin-dashboard/bookings/${town.pending}/cancel`,
    row: only("admin"),
  },
  "routes/admin/opened-conversation": {
    path: () => `/admin-dashboard/conversations/${conversationIdOf(town.client.id, town.plumber.id)}`,
    row: only("admin"),
  },
  "routes/admin/users": { path: () => "/admin-dashboard/people?show=plumber", row: only("admin") },
  "routes/admin/vetting-queue": { path: () => "/admin-dashboard/vetting", row: only("admin") },
  "routes/admin/vetting": { path: () => `/admin-dashboard/vetting/${town.plumber.id}`, row: only("admin") },
  "routes/admin/registrations": { path: () => "/admin-dashboard/registrations", row: only("admin") },
  "routes/admin/registration-action": {
    path: () => `/admin-dashboard/registrations/${town.waiting.id}/verify`,
    row: only("admin"),
  },
  "routes/admin/user": { path: () => `/admin-dashboard/people/${town.plumber.id}`, row: only("admin") },
  "routes/admin/merge-accounts": {
    path: () => `/admin-dashboard/people/${town.client.id}/merge/${town.otherClient.id}`,
    row: only("admin"),
  },
  "routes/admin/office-note": {
    path: () => `/admin-dashboard/people/${town.client.id}/notes/${note}`,
    row: only("admin"),
  },
  "routes/admin/account-action": {
    path: () => `/admin-dashboard/people/${town.plumber.id}/suspend`,
    row: only("admin"),
  },
  "routes/admin/moderation": { path: () => "/admin-dashboard/reviews?show=reported", row: only("admin") },
  "routes/admin/hide-review": { path: () => `/admin-dashboard/reviews/${town.review}/hide`, row: only("admin") },
  "routes/admin/calls": { path: () => "/admin-dashboard/calls", row: only("admin") },
  "routes/admin/disputes": { path: () => "/admin-dashboard/disputes", row: only("admin") },
  "routes/admin/inbox": { path: () => "/admin-dashboard/inbox", row: only("admin") },
  "routes/admin/enquiry": { path: () => `/admin-dashboard/inbox/${town.enquiry}`, row: only("admin") },
  "routes/admin/system": { path: () => "/admin-dashboard/system", row: only("admin") },
  "routes/admin/admin-settings": { path: () => "/admin-dashboard/settings", row: only("admin") },
  "routes/admin/audit-log": { path: () => "/admin-dashboard/log", row: only("admin") },
  "routes/admin/office-search": { path: () => "/admin-search.json?q=tendai", row: only("admin") },
  "admin-today": { path: () => "/admin-dashboard/today", row: only("admin") },
  "routes/admin/insights": { path: () => "/admin-dashboard/insights", row: only("admin") },
  "routes/admin/insights-export": { path: () => "/admin-export/insights.csv", row: only("admin") },
  "routes/admin/export": { path: () => "/admin-export/bookings.csv", row: only("admin") },
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
  "routes/plumber/papers": { path: () => "/plumber-dashboard/papers", row: only("plumber") },
  "routes/plumber/calendar": { path: () => "/plumber-dashboard/calendar", row: only("plumber") },
  "routes/plumber/work-photos": { path: () => "/plumber-dashboard/work-photos", row: only("plumber") },
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
  "routes/api/objects": { path: () => "/api/objects", row: everybody("ok") },
  "routes/resources/security-txt": { path: () => "/.well-known/security.txt", row: everybody("ok") },
  // Of a site whose schedule has not run: health.test.ts.
  "routes/resources/health": { path: () => "/health", row: everybody("503") },
  "routes/resources/robots": { path: () => "/robots.txt", row: everybody("ok") },
  "routes/resources/sitemap": { path: () => "/sitemap.xml", row: everybody("ok") },
  "routes/resources/photo": { path: () => "/photos/nobody-160.webp", row: everybody("404") },
  // job-photos.test.ts says who sees a photo that there is.
  "routes/resources/work-photo": { path: () => `/work-photos/${"0".repeat(24)}-320`, row: everybody("404") },
  "routes/resources/job-photo": { path: () => `/job-photos/${"0".repeat(24)}-320.webp`, row: everybody("404") },
  "routes/resources/paper-upload": { path: () => "/papers", row: everybody("404") },
  // vetting.test.ts says who sees a paper that there is.
  "routes/resources/paper": {
    path: () => `/papers/${"0".repeat(24)}.webp`,
    row: { visitor: "signin", all: "404" },
  },
  "routes/resources/board-move": { path: () => "/admin-moves/PB-234567", row: everybody("404") },
  "routes/resources/job-photo-upload": { path: () => `/job-photos/of/${town.pending}`, row: everybody("404") },
  "routes/public/answer": { path: () => "/answer?token=nonsense", row: everybody("404") },
  "routes/public/unsubscribe": { path: () => "/unsubscribe?token=nonsense", row: everybody("404") },
  "routes/resources/whatsapp-webhook": { path: () => "/webhooks/whatsapp", row: everybody("404") },
  "routes/resources/sms-webhook": { path: () => "/webhooks/sms/secret/messages", row: everybody("404") },
  "routes/resources/phones": { path: () => "/dev/phones", row: everybody("ok") },
  "client-phone-settings": { path: () => "/client-dashboard/settings/phone", row: only("client") },
  "plumber-phone-settings": { path: () => "/plumber-dashboard/settings/phone", row: only("plumber") },
  "admin-phone-settings": { path: () => "/admin-dashboard/settings/phone", row: only("admin") },
  "client-program-settings": { path: () => "/client-dashboard/settings/programs", row: only("client") },
  "plumber-program-settings": { path: () => "/plumber-dashboard/settings/programs", row: only("plumber") },
  "client-notice-settings": { path: () => "/client-dashboard/settings/notifications", row: only("client") },
  "plumber-notice-settings": { path: () => "/plumber-dashboard/settings/notifications", row: only("plumber") },
  "admin-notice-settings": { path: () => "/admin-dashboard/settings/notifications", row: only("admin") },
  "routes/resources/push-devices": { path: () => "/push-devices", row: everybody("404") },
  "routes/resources/notice-seen": { path: () => "/notices/x/seen", row: everybody("404") },
  "routes/resources/push-stand-in": { path: () => "/dev/push", row: everybody("ok") },
  "routes/resources/push-stand-in-device": { path: () => "/dev/push/x", row: everybody("404") },
  "routes/resources/sent-notices": { path: () => "/dev/notices", row: everybody("ok") },
  "routes/resources/mailbox": { path: () => "/dev/mailbox", row: everybody("ok") },
  "routes/resources/clock": { path: () => "/dev/clock", row: everybody("ok") },
  "routes/resources/mailbox-json": { path: () => "/dev/mailbox.json", row: everybody("ok") },
};

export const cookieOf = (viewer: Onlooker) => (viewer === "visitor" ? undefined : town.cookies[viewer]);

export function outcomeOf(response: Response): string {
  if (response.status === 200) return "ok";
  if (response.status >= 300 && response.status < 400) {
    return response.headers.get("Location")?.startsWith("/signin?redirectTo=") ? "signin" : "elsewhere";
  }
  return String(response.status);
}
