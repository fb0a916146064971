import { TIMELINE_KINDS } from "~/domain/admin/people/office-users";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { DIRECTORY_SORTS } from "~/domain/plumbers/plumber";
import { addDays, dateAt, HOUR, type Instant } from "~/domain/time/harare";

export type Reader = "visitor" | "client" | "plumber" | "admin";

/** The ids of what the pages are of; all bookings are the client's, and all but the request the plumber's. */
type Booking = "pending" | "confirmed" | "reviewed" | "request";
type Other = "review" | "enquiry" | "dialogue" | "registration" | "batch" | "refund";
export type Subjects = Record<"client" | "otherClient" | "plumber" | Booking | Other, string>;

const listed = (words: string): string[] => words.trim().split(/\s+/);

/** A page with each of the queries, parted by blanks, that change what it reads. */
const page = (path: string, queries: string): string[] => [path, ...listed(queries).map((query) => `${path}?${query}`)];

/**
 * Every page and every list of the API that reads from D1, by who opens it, with its filters, sorts and later pages:
 * each calls D1 once (law 6), by an index, and reads no more when the tables grow (law 7). The
 * first page of a route with a parameter is the one that `viewers.ts` asks for.
 */
export const everyPage = (of: Subjects, now: Instant): Record<Reader, string[]> => ({
  visitor: [...publicPages(of), ...directoryPages(now), ...page("/api/auth/plumbers", "city=harare")],
  client: clientPages(of, now),
  plumber: plumberPages(of, now),
  admin: [...officeLists(of, now), ...moneyLists(now), ...officePages(of)],
});

/** The last keys of a page, which is of the past or of jobs to come. */
const past = (now: Instant) => `${now - 1_800_001}.zzz.past`;
const ahead = (now: Instant) => `${now + HOUR + 1}.zzz.ahead`;

const publicPages = ({ plumber }: Subjects) =>
  listed(`
    / /services /services/emergency /services/emergency?city=Harare /services/geysers /prices/harare /appointment/${plumber}
    /work-photos/${"a".repeat(24)}-320 /verify-email?token=nonsense /claim-account?token=nonsense /answer?token=nonsense
  `);

/**
 * Each filter of the directory alone and each pair of them, in every order: what the page reads is bounded (D23). As
 * data: they are one page, and drawing it takes longer than asking D1.
 */
function directoryPages(now: Instant): string[] {
  const day = dateAt(now);
  const filters = ["problem=burst-pipe", `day=${day}`, `day=${addDays(day, 3)}`, "fee=15", "rating=4.5"];
  const pairs = filters.flatMap((one, at) => filters.slice(at + 1).map((other) => `${one}&${other}`));
  const suburb = "/plumbers/harare.data?suburb=avondale";
  const lists = [
    ...["", ...filters, ...pairs].map((query) => `/plumbers.data?${query}`),
    ...["", ...filters].map((query) => `/plumbers/harare.data?${query}`),
    suburb,
    ...filters.map((query) => `${suburb}&${query}`),
    "/plumbers.data?speciality=Leak+Repair",
    "/plumbers/harare.data?speciality=Leak+Repair",
  ];
  return [
    "/plumbers",
    ...lists.flatMap((list) => DIRECTORY_SORTS.map((sort) => `${list}&sort=${sort}`)),
    ...page(
      "/plumbers/harare",
      `cursor=-4000.demo00000050.plumber+000050 speciality=Gas+Fitting
       speciality=Leak+Repair&cursor=-4000.demo00000050.plumber+000050
       problem=burst-pipe&cursor=-4000.demo00000050.plumber+000050 sort=fee&cursor=2000.demo00000050.plumber+000050`,
    ),
  ];
}

const clientPages = ({ plumber, pending, reviewed, review }: Subjects, now: Instant) => [
  ...listed(`
    / /blog/1 /appointment/${plumber} /appointment/${plumber}/ask /change-password /accept-terms /security /security/app
    /messages/${plumber}?after=0 /reviews/${review}/report /client-dashboard /client-dashboard/book
    /client-dashboard/saved /client-dashboard/bookings/${pending} /client-dashboard/bookings/${reviewed}
    /client-dashboard/bookings/${pending}/ask-another /client-dashboard/bookings/${pending}/cancel
    /client-dashboard/bookings/${pending}/correct
    /client-dashboard/bookings/${pending}/pay /client-dashboard/bookings/${pending}/photos
    /client-dashboard/bookings/${pending}/release /client-dashboard/bookings/${reviewed}/money/record-payment
    /client-dashboard/messages /client-dashboard/messages/${plumber} /client-dashboard/support
    /client-dashboard/settings /client-dashboard/settings/notifications /client-dashboard/settings/phone
    /client-dashboard/settings/programs /api/auth/users /api/auth/admins /api/auth/phones /api/auth/tokens
    /api/auth/webhooks /api/bookings/summary /api/bookings/to-review /api/bookings/${reviewed}
    /api/bookings/${reviewed}/history /api/messages/conversations /api/reviews?job=${reviewed}
  `),
  ...page("/bookings", `cursor=${past(now)}`),
  ...page(
    "/client-dashboard/bookings",
    `cursor=${past(now)} cursor=${ahead(now)} show=upcoming show=past&cursor=${past(now)} show=cancelled`,
  ),
  ...page("/client-dashboard/payments", `cursor=${now}.zzz`),
  ...page("/client-dashboard/reviews", `cursor=${now}.zzz`),
  ...page("/api/bookings/client", `before=${now}.zzz`),
  ...page("/api/bookings/my-reviews", `before=${now}.zzz`),
];

const plumberPages = ({ client, pending, confirmed, review }: Subjects, now: Instant) => [
  ...listed(`
    /bookings /profile /plumber-dashboard /plumber-dashboard/availability /plumber-dashboard/card
    /plumber-dashboard/jobs/${pending} /plumber-dashboard/jobs/${pending}/photos
    /plumber-dashboard/jobs/${pending}/quote /plumber-dashboard/jobs/${pending}/refuse
    /plumber-dashboard/jobs/${pending}/reschedule /plumber-dashboard/jobs/${confirmed}/finish
    /plumber-dashboard/jobs/${confirmed}/report /plumber-dashboard/messages /plumber-dashboard/messages/${client}
    /plumber-dashboard/notifications /plumber-dashboard/papers /plumber-dashboard/profile?edit
    /plumber-dashboard/reviews/${review}/answer /plumber-dashboard/settings/notifications
    /plumber-dashboard/settings/payouts /plumber-dashboard/stats /plumber-dashboard/work-photos
    /api/bookings/plumber/unseen /api/plumber/reviews /api/plumber/stats
  `),
  ...page("/plumber-dashboard/calendar", `week=${dateAt(now)}`),
  ...page(
    "/plumber-dashboard/earnings",
    `cursor=${now}.zzz show=released&cursor=${now}.zzz show=payouts&cursor=${now}.zzz show=weeks&cursor=${now}.zzz`,
  ),
  ...page(
    "/plumber-dashboard/jobs",
    `cursor=${past(now)} cursor=${ahead(now)} show=upcoming show=past show=cancelled&cursor=${past(now)}`,
  ),
  ...page("/plumber-dashboard/reviews", `cursor=${now}.zzz`),
  ...page("/api/bookings/plumber", `before=${now - 1}.zzz.${now} before=${now + HOUR + 1}.zzz.${now}`),
];

const officeLists = ({ client, plumber }: Subjects, now: Instant) => {
  const bookings = page(
    "/admin-dashboard/bookings",
    `cursor=${now + HOUR + 1}.zzz sort=start&cursor=${now}.zzz
     city=harare city=harare&status=completed&sort=start city=harare&status=completed&cursor=${now}.zzz
     city=mutare&status=completed plumber=${plumber} plumber=${plumber}&status=completed client=${client}
     day=${dateAt(now)} day=${dateAt(now)}&status=completed
     sort=-created sort=created&cursor=1.book00000500
     status=late status=open status=refused status=refused&sort=-created&cursor=1.book00000500
     status=pending&sort=-waiting status=pending&sort=waiting&cursor=1.open00000050`,
  );
  const file = ["", ...TIMELINE_KINDS].flatMap((kind) => [`kind=${kind}`, `kind=${kind}&cursor=4000000000000.x`]);
  const search =
    "q=plumber+0000 q=pl q=PB-R00 q=0771234 q=harare q=zzzzzz q=PR-1001 q=street q=suburb q=12+street q=001234 q=zz+0771234067";
  return [
    ...bookings,
    ...page("/admin-search.json", search),
    ...page(`/admin-dashboard/people/${client}`, file.join(" ")),
    ...page(
      "/admin-dashboard/people",
      `show=client show=plumber&cursor=1.demo00000050 show=plumber&sort=name show=plumber&sort=-name
       show=plumber&sort=name&cursor=0.demo00000050.plumber+000050 sort=joined&cursor=1.demo00000050
       show=suspended show=review`,
    ),
    ...page(
      "/admin-dashboard/board",
      `city=harare&view=week city=harare&view=week&after=0.demo00000050.harare%09plumber+000050
       city=harare&suburb=avondale after=0.demo00000050.harare%09plumber+000050`,
    ),
    ...page("/admin-dashboard/reviews", "show=held show=reported show=hidden sort=date&cursor=1.zzz"),
    ...page("/admin-dashboard/disputes", "show=closed sort=-since&cursor=1.zzz"),
    ...page("/admin-dashboard/inbox", "show=done sort=date&cursor=1.zzz"),
    ...page("/admin-dashboard/whatsapp", "show=all sort=date&cursor=1.zzz show=all&sort=date&cursor=1.zzz"),
    ...page("/admin-dashboard/registrations", "q=tapiwa q=0771234567 sort=created&cursor=1.zzz"),
    ...page("/admin-dashboard/vetting", `cursor=${now}.zzz sort=-since&cursor=${now}.zzz`),
    ...page(
      "/admin-dashboard/log",
      `sort=at&cursor=1.zzz action=dataExported action=dataExported&sort=at&cursor=1.zzz by=me setting=commission`,
    ),
    "/api/auth/users",
  ];
};

const moneyLists = (now: Instant) => [
  ...page(
    "/admin-dashboard/payments",
    `show=confirmed show=open&cursor=${now}.zzz show=confirmed&sort=recorded&cursor=1.zzz`,
  ),
  ...page(
    "/admin-dashboard/payments/online",
    `q=0771234567 q=PB-R00000041 sort=created&cursor=1.zzz show=paid&cursor=${now}.zzz`,
  ),
  ...page("/admin-dashboard/payouts", `owed=5000.demo00000050 batches=${now}.zzz`),
  ...page("/admin-dashboard/refunds", `cursor=${now}.zzz show=sent show=sent&sort=sent&cursor=1.zzz`),
];

const officePages = (of: Subjects) => [
  ...listed(`
    /bookings /receipts/PR-1001 /step-up /admin-dashboard /admin-dashboard/board/${of.request}?city=harare
    /admin-dashboard/books /admin-dashboard/bookings/${of.pending} /admin-dashboard/bookings/${of.reviewed}
    /admin-dashboard/bookings/${of.pending}/cancel /admin-dashboard/bookings/${of.pending}/correct /admin-dashboard/bookings/${of.pending}/photos
    /admin-dashboard/bookings/${of.pending}/reschedule /admin-dashboard/bookings/${of.reviewed}/money/decide
    /admin-dashboard/bookings/chosen/reassign?ids=${of.pending}.${of.confirmed}.${of.reviewed}
    /admin-dashboard/bookings/chosen/reassign?ids=${of.reviewed}&city=Harare /admin-dashboard/calls
    /admin-dashboard/conversations/${conversationIdOf(of.client, of.plumber)} /admin-dashboard/dispatch
    /admin-dashboard/dispatch/${of.request} /admin-dashboard/dispatch/${of.request}?city=all
    /admin-dashboard/inbox/${of.enquiry} /admin-dashboard/insights?weeks=52 /admin-dashboard/lists/people
    /admin-dashboard/messages/${of.client} /admin-dashboard/payouts/${of.batch} /admin-dashboard/payouts/stop
    /admin-dashboard/people/${of.plumber} /admin-dashboard/people/${of.plumber}/suspend
    /admin-dashboard/people/${of.client}/merge/${of.otherClient} /admin-dashboard/refunds/${of.refund}
    /admin-dashboard/registrations/${of.registration}/verify /admin-dashboard/reviews/${of.review}/hide
    /admin-dashboard/search?q=tendai /admin-dashboard/settings /admin-dashboard/system /admin-dashboard/today
    /admin-dashboard/vetting/${of.plumber} /admin-dashboard/whatsapp/${of.dialogue}
  `),
  ...page(
    "/admin-dashboard/bookings/new",
    `client=${of.client}&plumber=${of.plumber} q=tendai q=0771234 q=tendai+0771234567`,
  ),
  ...page("/admin-dashboard/messages", "to=tendai"),
];
