import { eq } from "drizzle-orm";
import { bookings, dialogues, enquiries, notices, rateLimitCounters, receipts, reviews } from "~/db/schema";
import { sendEnquiry } from "~/domain/enquiries/enquiries.server";
import { reportReview } from "~/domain/reviews/moderation.server";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { assignBooking } from "~/domain/bookings/commands/assignment.server";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { requestBooking, findBookablePlumber } from "~/domain/bookings/commands/booking-requests.server";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import type { AuthenticatedUser as User } from "~/domain/values/user";
import type { DomainContext } from "~/domain/domain-context.server";
import { confirmPayment, recordPayment } from "~/domain/money/payments.server";
import { writeQuote } from "~/domain/money/quotes.server";
import { newId } from "~/domain/values/id";
import { LIMITS } from "~/domain/rate-limits/limits";
import { DAY, HOUR, MINUTE, dateAt, timeAt, type Instant } from "~/domain/time/harare";
import { offeredStarts } from "~/domain/time/slots";
import { VISIT } from "../browser/support/request";
import { currentInstant } from "./now";
import { createUser, signedIn, contextAt } from "./users";
import { createRegistration, newEmail } from "./sign-up";
import type { BookingWish } from "~/domain/bookings/commands/booking-request-statements.server";
import { subjectOf, type Attempt } from "~/domain/rate-limits/counter.server";

/** Someone of the small town. */
export type TownUser = "client" | "otherClient" | "plumber" | "otherPlumber" | "admin";

export type Town = Awaited<ReturnType<typeof seedTown>>;

/** Two of each side, an admin, their sessions, and one pending and one confirmed booking between the first two. */
export async function seedTown() {
  const context = contextAt(currentInstant());
  const [client, otherClient, plumber, otherPlumber, admin] = await Promise.all([
    createUser(context, "client", { firstName: "Rudo", lastName: "Own" }),
    createUser(context, "client", { firstName: "Kuda", lastName: "Other" }),
    createUser(context, "plumber", { firstName: "Tendai", lastName: "Own" }),
    createUser(context, "plumber", { firstName: "Farai", lastName: "Other" }),
    createUser(context, "admin", { firstName: "Grace", lastName: "Desk" }),
  ]);
  const users = { client, otherClient, plumber, otherPlumber, admin };
  const signIn = async ([name, user]: [string, User]) => [name, await signedIn(context, user)] as const;
  const opened = await Promise.all(Object.entries(users).map(signIn));
  const cookies = Object.fromEntries(opened) as Record<keyof typeof users, string>;
  // The same sessions as API clients carry them.
  const tokens = Object.fromEntries(
    Object.entries(cookies).map(([name, cookie]) => [name, cookie.slice(cookie.indexOf("=") + 1)]),
  ) as typeof cookies;
  const starts = offeredStarts(context.now);
  const pending = await book(context, client, plumber, starts.at(-1)!);
  const confirmed = await book(context, client, plumber, starts.at(-2)!);
  await makeTransition(context, plumber, confirmed, "confirm");
  await dropNotices(context);
  return { context, db: context.db, ...users, cookies, tokens, pending, confirmed, starts };
}

/**
 * The small town, and what the office sees: an unassigned request, a reported review, a message from the contact form,
 * and someone who has not verified their email.
 */
export async function seedTownForAdmin() {
  const town = await seedTown();
  const { context, client, plumber, starts } = town;
  const wish = { ...wishFor(starts.at(-3)!), serviceType: "Leak Fixing", street: "1 Secret Street, Harare" };
  const request = await requestBooking(context, client, null, wish);
  if (!request.ok) throw new Error(request.reason);
  const reviewed = await completedJob(context, client, plumber);
  await leaveReview(context, client, { bookingId: reviewed, rating: 2, comment: "He was late." });
  const [review] = await context.db.select({ id: reviews.id }).from(reviews).where(eq(reviews.bookingId, reviewed));
  await reportReview(context, plumber, review!.id, "It is not about this job");
  const sender = newEmail();
  const words = { subject: "A question", message: "Do you come to Norton?" };
  await sendEnquiry(context, "contact", { name: "Chipo Contact", email: sender, phone: null, ...words });
  const [enquiry] = await context.db.select({ id: enquiries.id }).from(enquiries).where(eq(enquiries.email, sender));
  const waiting = await createRegistration(context, "plumber");
  const dialogue = newId();
  const said = JSON.stringify([{ by: "them", text: "My toilet is blocked", at: context.now }]);
  const began = {
    channel: "whatsapp",
    phone: "+263772000009",
    state: "city",
    answers: "{}",
    beganAt: context.now,
    heardAt: context.now,
  } as const;
  await context.db.insert(dialogues).values({ id: dialogue, said, ...began });
  await dropNotices(context);
  return { ...town, waiting, request: request.id, reviewed, review: review!.id, enquiry: enquiry!.id, dialogue };
}

/** Leaves nothing of a stage to be sent: each request that writes would wait for it, after each rollback again. */
export const dropNotices = ({ db }: DomainContext) => db.update(notices).set({ status: "sent" });

/** A job of the past that its plumber has confirmed and completed, each on time; gives the booking's id. */
export async function completedJob(context: DomainContext, client: User, plumber: User, daysAgo = 2) {
  const asked = { ...context, now: context.now - daysAgo * DAY - DAY };
  const from = asked.now + 2 * HOUR;
  const until = context.now - HOUR;
  const startsAt = offeredStarts(asked.now).find((start) => start > from && start < until)!;
  const id = await book(asked, client, plumber, startsAt);
  await makeTransition(asked, plumber, id, "confirm");
  await makeTransition({ ...context, now: startsAt + HOUR }, plumber, id, "complete");
  return id;
}

/** Records that `amount` cents were paid for a job by its client, which its plumber confirms; gives the receipt's number. */
export async function payFor(
  context: DomainContext,
  { client, plumber }: { client: User; plumber: User },
  bookingId: string,
  amount: number,
): Promise<number> {
  const id = newId();
  const booking = (await findBookingFor(context.db, plumber, bookingId))!;
  const recorded = await recordPayment(context, client, booking, { id, amount, method: "cash" });
  if (!recorded.ok) throw new Error(recorded.reason);
  await confirmPayment(context, plumber, booking, { id, amount });
  const [receipt] = await context.db.select().from(receipts).where(eq(receipts.paymentId, id));
  return receipt!.number;
}

/** Writes a quote of one line, which is valid for a day. */
export const quoteFor = async (context: DomainContext, plumber: User, bookingId: string, amount: number) => {
  const quote = { lines: [{ what: "Work", amount }], deposit: null, note: null, validUntil: context.now + DAY };
  await writeQuote(context, plumber, (await findBookingFor(context.db, plumber, bookingId))!, quote);
};

/** A stage may need more bookings of one client than an hour allows. */
const UNCOUNTED = { ...LIMITS, bookingPerClient: { max: 1000, minutes: 60 } };

/** Books, and gives the booking's id; throws when it is refused. */
export async function book(context: DomainContext, client: User, plumber: User, startsAt: number): Promise<string> {
  const bookable = await findBookablePlumber(context.db, plumber.id);
  const wish = { ...wishFor(startsAt), street: "1 Secret Street", notes: "A secret note" };
  const result = await requestBooking({ ...context, limits: UNCOUNTED }, client, bookable, wish);
  if (!result.ok) throw new Error(result.reason);
  return result.id;
}

/** Makes a transition of a booking as its actor finds it. */
export const makeTransition = async (
  context: DomainContext,
  actor: User,
  id: string,
  ...[transition, details]: [BookingTransition, Parameters<typeof transitionBooking>[4]?]
) => transitionBooking(context, actor, (await findBookingFor(context.db, actor, id))!, transition, details);

/** Assigns a booking to a listed plumber; `from`: the one that the admin's page showed, null for no one. */
export const assignTo = async (
  context: DomainContext,
  admin: User,
  id: string,
  { to, from = null, at = context.now }: { to: string; from?: string | null; at?: number },
) => {
  const booking = (await findBookingFor(context.db, admin, id))!;
  return assignBooking({ ...context, now: at }, admin, booking, (await findBookablePlumber(context.db, to))!, from);
};

/** A booking's row. */
export const rowOf = async ({ db }: DomainContext, id: string) =>
  (await db.select().from(bookings).where(eq(bookings.id, id)))[0]!;

/** Changes a booking's row. */
export const setBooking = ({ db }: DomainContext, id: string, change: Partial<typeof bookings.$inferInsert>) =>
  db.update(bookings).set(change).where(eq(bookings.id, id));

export { VISIT };

/** The fields of a day and a time, as every form names them. */
export const startFields = (start: Instant) => ({ appointmentDate: dateAt(start), appointmentTime: timeAt(start) });

/** The fields of the appointment page, filled in for a start. */
export const requestFields = (start: Instant) => ({ ...startFields(start), ...VISIT });

/** A request for a start that says nothing else. */
export const wishFor = (startsAt: Instant): BookingWish => ({
  startsAt,
  serviceType: null,
  suburb: null,
  street: null,
  pin: null,
  notes: null,
});

/** Counts attempts until a limit has room for only so many more. */
export const leaveAttempts = ({ db, now }: Pick<DomainContext, "db" | "now">, attempt: Attempt, left: number) => {
  const { max, minutes } = LIMITS[attempt[0]];
  return db
    .insert(rateLimitCounters)
    .values({ subject: subjectOf(attempt), count: max - left, windowEndsAt: now + minutes * MINUTE });
};
