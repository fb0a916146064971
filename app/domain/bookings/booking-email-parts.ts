import type { Booking, BookingForCommand, BookingView, Participant } from "./booking-views";
import { type OnlineStep, type OpenQuestions, type StepFacts, unpaidDeposit } from "./next-step/step-facts";
import type { EmailFact, EmailTemplate, EmailValue } from "../email/email-template";
import { formatInstant, type Instant } from "../time/harare";
import { formatMoney } from "../values/money";
import { photoUrl } from "../photos/photo";
import { countOf } from "../values/numbers";
import { shortAverage } from "../plumbers/plumber";
import { fullName, type Named } from "../values/user";
import type { BookingEventName } from "./booking-event";
import { DEFAULT_SERVICE, isAccepted, isCalledOff, isOpen, NO_PLUMBER_YET } from "./booking";
import { jobLine } from "./job-line";
import { isAboveAgreed, moneyBack, unsettledPart } from "./final-amount";
import { linkedStep } from "./next-step/next-step";
import { pageFor } from "./next-step/step-links";

/** A booking as its notices know it when they are sent: phones only while both sides share them (B18). */
export interface NoticedBooking
  extends
    Omit<Booking, "client" | "plumber">,
    Pick<BookingForCommand, "waitingSince" | "reviewedAt" | "isOnlyCalled" | "isPlumberSuspended" | "paidInHand">,
    Pick<BookingView, "area" | "closedFrom" | "ruling" | "instead">,
    OpenQuestions,
    Pick<StepFacts, "declinedQuote"> {
  client: Named & { id: string; phone: string | null };
  plumber: (Participant & { phone: string | null }) | null;
  /** For the office alone. */
  clientPhone: string | null;
  /** The number of photos of the problem. */
  photos: number;
  /** The plumber's; null: nobody is assigned. */
  ratingSum: number | null;
  ratingCount: number | null;
  /** The payment that its client can make online; absent or null: none. */
  online?: OnlineStep | null;
  /** The quote that its client can accept; absent or null: none. */
  quoted?: Quoted | null;
  /** The number of its latest receipt; absent or null: none. */
  receipt?: number | null;
}

/** Amounts in cents. */
interface Quoted {
  lines: readonly { what: string; amount: number }[];
  total: number;
  deposit: number | null;
}

export type Reader = "client" | "plumber";

interface Sides {
  client: Named;
  plumber: Named | null;
}

export const plumberOf = ({ plumber }: Sides, otherwise: string) => (plumber ? fullName(plumber) : otherwise);

export const otherSide = (booking: Sides, reader: Reader): string =>
  reader === "client" ? plumberOf(booking, "The plumber") : fullName(booking.client);

export const seeBooking = (booking: NoticedBooking, reader: Reader, origin: string) => ({
  label: reader === "client" ? "See the booking" : "See the job",
  url: origin + pageFor(reader, booking),
});

/** The common parts of the emails to one side: subject with the job reference, greeting, line, facts and link. */
export const about = (booking: NoticedBooking, reader: Reader, subject: string, origin: string) =>
  ({
    subject,
    reference: booking.reference,
    to: (reader === "client" ? booking.client : booking.plumber)?.firstName ?? null,
    line: jobLine(booking),
    facts: listFacts(booking, reader, origin),
    action: seeBooking(booking, reader, origin),
  }) satisfies Partial<EmailTemplate>;

interface StepEmail {
  origin: string;
  now: Instant;
  /** The event, and in further paragraphs the reasons. */
  news?: string[];
  /** The event that the first paragraph of `news` tells, which is left out where the next step tells it; null: it stays. */
  event?: BookingEventName | null;
  /** The amount that the step must name to tell the event, in cents. */
  amount?: number | null;
}

/** The email about a booking as it is now: the news, unless the next step begins with it, then that step (B30). */
export function aboutStep(
  booking: NoticedBooking,
  reader: Reader,
  subject: string,
  { origin, now, news = [], event = null, amount = null }: StepEmail,
) {
  const { sentence, tells, links } = linkedStep(
    { ...booking, ...(reader === "client" && booking.online), back: moneyBack(booking, now) },
    reader,
    now,
  );
  const link = links.primary;
  const email = about(booking, reader, subject, origin);
  const isTold = event !== null && tells === event && (amount === null || sentence.includes(formatMoney(amount)));
  return {
    ...email,
    preview: sentence,
    paragraphs: isTold ? [sentence, ...news.slice(1)] : [...news, sentence],
    action: link
      ? { label: link.label, url: link.path.startsWith("/") ? origin + link.path : link.path }
      : email.action,
  };
}

/** The short form for a locked phone too, without address and phone: `Sun 22 Nov 2026, 10:00 am, Leak Fixing`. */
export function glance(booking: NoticedBooking, reader: Reader, title: string, startsAt: Instant = booking.startsAt) {
  const suburb = reader === "plumber" && booking.area;
  const body = [formatInstant(startsAt), booking.serviceType ?? DEFAULT_SERVICE, ...(suburb ? [suburb] : [])].join(
    ", ",
  );
  return { title, body, path: pageFor(reader, booking), tag: booking.id };
}

/** Names a booking to those who may know no more of it. */
export const namingFacts = ({ startsAt, serviceType, reference }: NoticedBooking): EmailFact[] => [
  ["When", { time: startsAt }],
  ["Service", serviceType ?? DEFAULT_SERVICE],
  ["Booking", reference],
];

/** Lists the facts that emails about money show: the time, the booking and the other side. */
export const mainFacts = (booking: NoticedBooking, reader: Reader | "office", origin: string): EmailFact[] => [
  ...namingFacts(booking),
  reader === "client" ? ["Plumber", introduce(booking, origin)] : ["Client", fullName(booking.client)],
];

/** Lists the booking's facts, with the other side's phone while it is shared (B18) and the amounts last. */
export function listFacts(booking: NoticedBooking, reader: Reader | "office", origin: string): EmailFact[] {
  const isShared = isAccepted(booking.status);
  const where = reader !== "plumber" || isShared ? booking.location : booking.area;
  const other = reader === "client" ? booking.plumber : booking.client;
  const phone = reader === "office" ? booking.clientPhone : other?.phone;
  const photos = reader !== "client" && booking.photos > 0;
  const rows: [string, EmailValue | null | undefined][] = [
    ["Phone", phone && { phone }],
    ["Where", where],
    ["Notes", booking.notes],
    ["Photos", photos ? `${booking.photos} of the problem` : null],
    ...listPrice(booking),
  ];
  const given = rows.flatMap(([label, value]): EmailFact[] => (value ? [[label, value]] : []));
  const quoted = isOpen(booking.status) && booking.quoted ? listQuoted(booking.quoted) : [];
  return [...mainFacts(booking, reader, origin), ...given, ...quoted];
}

/** The lines of a quote as a bill. */
export const listQuoted = ({ lines, total, deposit }: Quoted): EmailFact[] => [
  ...lines.map(({ what, amount }): EmailFact => [what, { money: amount }]),
  ["Total", { money: total, isTotal: true }],
  ...(deposit === null ? [] : listDeposit(deposit, total - deposit)),
];

const listDeposit = (deposit: number, rest: number): [string, EmailValue][] => [
  ["Deposit, to be paid in advance", { money: deposit }],
  ...(rest > 0 ? [["After the work", { money: rest }] satisfies EmailFact] : []),
];

/** The plumber with a face and stars, of which every reader sees the same public file. */
function introduce({ plumber, ratingSum, ratingCount }: NoticedBooking, origin: string): EmailValue {
  if (!plumber) return NO_PLUMBER_YET;
  return {
    person: fullName(plumber),
    image: plumber.photoKey && origin + photoUrl(plumber.photoKey, 160),
    rating:
      ratingSum && ratingCount
        ? `${shortAverage({ ratingSum, ratingCount })} stars, ${countOf(ratingCount, "review")}`
        : null,
  };
}

/** The final amount, and until it is settled the agreed price, which includes the fee. Nothing for a booking that was called off. */
function listPrice(booking: NoticedBooking): [string, EmailValue | null][] {
  const { status, agreedPrice, fee, finalAmount, finalReason, quoted } = booking;
  if (isCalledOff(status)) return [];
  const isSettled = finalAmount !== null && unsettledPart(booking) === 0;
  const isMore = finalAmount !== null && isAboveAgreed(finalAmount, booking);
  const amounts: [string, number | null][] = [
    ["Agreed price", isSettled ? null : agreedPrice],
    // The lines of a quote include it.
    ["Visit fee", isSettled || agreedPrice !== null || quoted ? null : fee],
    ["Final amount", finalAmount],
  ];
  const deposit = finalAmount === null ? unpaidDeposit(booking) : 0;
  return [
    ["More than agreed because", isMore ? finalReason : null],
    ...amounts.map(([label, money]): [string, EmailValue | null] => [label, money === null ? null : { money }]),
    ...(deposit > 0 ? listDeposit(deposit, (agreedPrice ?? 0) - booking.paidAmount - deposit) : []),
  ];
}
