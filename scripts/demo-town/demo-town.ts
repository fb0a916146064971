import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { openDatabase, type Database } from "../../app/db/client.server";
import {
  bookingEvents,
  bookings,
  contacts,
  dailyTallies,
  enquiries,
  emails,
  messages,
  payments,
  plumberProfiles,
  quotes,
  ratedPairs,
  receipts,
  reviewReports,
  reviews,
  users,
} from "../../app/db/schema";
import { hashPassword } from "../../app/domain/accounts/passwords.server";
import { fullName, type Role } from "../../app/domain/values/user";
import { PHOTO_SIZES } from "../../app/domain/photos/photo";
import { dateAt, DAY, type Instant } from "../../app/domain/time/harare";
import { cityKey } from "../../app/domain/values/cities";
import { conversationIdOf } from "../../app/domain/contacts/contacts.server";
import { pairMean } from "../../app/domain/reviews/review";
import { planBookings } from "./demo-bookings";
import { DEMO_CLIENTS } from "./demo-clients";
import { planMoney } from "./demo-money";
import { contactsOf } from "./demo-contacts";
import { planEnquiries, planFailedEmails, planReport } from "./demo-office";
import { planMessages, planReviews } from "./demo-talk";
import { DEMO_PASSWORD } from "./demo-logins";
import { DEMO_PLUMBERS } from "./demo-plumbers";
import { talliesOf } from "./demo-tallies";

/** An illustration for each account that has one, in the sizes and format of a stored photo. */
const PORTRAITS = new URL("./portraits/", import.meta.url);

/** Fills an empty database and bucket with the demo town: 24 plumbers, 12 clients, an admin and their bookings. */
export async function buildDemoTown(env: Pick<Env, "DB" | "PHOTOS">, now: Instant): Promise<void> {
  const db = openDatabase(env.DB);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const user = (
    id: string,
    email: string,
    role: Role,
    names: { firstName: string; lastName: string },
    more: Partial<typeof users.$inferInsert>,
  ) => ({
    id,
    email,
    role,
    firstName: names.firstName,
    lastName: names.lastName,
    passwordHash,
    emailVerifiedAt: now - 60 * DAY,
    createdAt: now - 60 * DAY,
    updatedAt: now - 60 * DAY,
    ...more,
  });

  const plumbers = DEMO_PLUMBERS.map((plumber, index) => ({
    ...plumber,
    id: `demoplumber${pad(index + 1)}`,
    address: plumber.city,
  }));
  const clients = DEMO_CLIENTS.map((client, index) => ({ ...client, id: `democlient${pad(index + 1)}` }));
  const { rows, events } = planBookings(plumbers, clients, now);
  const money = planMoney(rows, (id) => plumbers.find((plumber) => plumber.id === id)!.fee * 100, now);
  // A completion's row of history says what was asked for.
  for (const event of events.filter((one) => one.event === "complete")) {
    const { finalAmount, finalReason } = rows.find(({ id }) => id === event.bookingId)!;
    Object.assign(event, { amount: finalAmount, reason: finalReason });
  }
  events.push(...money.events);
  events.sort((a, b) => a.at - b.at);
  const written = planReviews(rows, now);
  for (const review of written) rows.find(({ id }) => id === review.bookingId)!.reviewedAt = review.createdAt;
  const pairs = [...new Map(written.map((review) => [`${review.plumberId} ${review.clientId}`, review])).values()].map(
    ({ plumberId, clientId }) => {
      const ratings = written
        .filter((review) => review.plumberId === plumberId && review.clientId === clientId)
        .map(({ rating }) => rating);
      return { plumberId, clientId, ratings };
    },
  );
  const talk = planMessages(rows, now);
  // Those with few stars are reported, as in life.
  const reported = written.find(({ rating }) => rating === 2);
  // They joined one after another.
  const joined = (index: number) => now - (55 - index) * DAY;

  await inChunks(db, [
    db
      .insert(users)
      .values(user("demoadmin", "admin@pombi.test", "admin", { firstName: "Grace", lastName: "Admin" }, {})),
    ...plumbers.map((plumber, index) =>
      db.insert(users).values(
        user(plumber.id, index === 0 ? "plumber@pombi.test" : `plumber${index + 1}@pombi.test`, "plumber", plumber, {
          photoKey: plumber.id,
          createdAt: joined(index),
          phone: `+2637710${pad(index, 5)}`,
          addressLine1: `${index + 3} Main Street, ${plumber.city}`,
          unreadMessages: talk.filter(({ recipientId, read }) => recipientId === plumber.id && !read).length,
        }),
      ),
    ),
    ...clients.map((client, index) =>
      db.insert(users).values(
        user(client.id, index === 0 ? "client@pombi.test" : `client${index + 1}@pombi.test`, "client", client, {
          photoKey: client.hasPortrait ? client.id : null,
          createdAt: joined(plumbers.length + index),
          phone: `+2637720${pad(index, 5)}`,
          addressLine1: client.address,
          unreadMessages: talk.filter(({ recipientId, read }) => recipientId === client.id && !read).length,
        }),
      ),
    ),
    ...plumbers.map((plumber) => {
      const own = rows.filter((row) => row.plumberId === plumber.id);
      const ratings = written.filter(({ plumberId }) => plumberId === plumber.id).map(({ rating }) => rating);
      const ratingSum = ratings.reduce((sum, rating) => sum + rating, 0);
      const means = pairs.filter(({ plumberId }) => plumberId === plumber.id).map((pair) => pairMean(pair.ratings));
      return db.insert(plumberProfiles).values({
        userId: plumber.id,
        sortName: fullName(plumber).toLowerCase(),
        speciality: plumber.speciality,
        experience: plumber.experience,
        about: plumber.about,
        feeCents: plumber.fee * 100,
        city: plumber.city,
        cityKey: cityKey(plumber.city),
        listed: true,
        jobsTotal: own.length,
        jobsCompleted: own.filter((row) => row.status === "completed").length,
        ratingSum,
        ratingCount: ratings.length,
        rated1: timesRated(ratings, 1),
        rated2: timesRated(ratings, 2),
        rated3: timesRated(ratings, 3),
        rated4: timesRated(ratings, 4),
        rated5: timesRated(ratings, 5),
        rankSum: means.reduce((sum, mean) => sum + mean, 0),
        rankCount: means.length,
      });
    }),
    ...rows.map((row) => db.insert(bookings).values(row)),
    ...events.map((event) => db.insert(bookingEvents).values(event)),
    ...money.quotes.map((quote) => db.insert(quotes).values(quote)),
    ...money.payments.map((payment) => db.insert(payments).values(payment)),
    ...money.receipts.map((receipt) => db.insert(receipts).values(receipt)),
    ...written.map((review) => db.insert(reviews).values(review)),
    ...pairs.map(({ ratings, ...pair }) =>
      db
        .insert(ratedPairs)
        .values({ ...pair, ratingSum: ratings.reduce((sum, rating) => sum + rating, 0), ratingCount: ratings.length }),
    ),
    ...contactsOf(rows, talk, now).map((contact) => db.insert(contacts).values(contact)),
    ...talk.map(({ read: _, ...message }) =>
      db
        .insert(messages)
        .values({ ...message, conversationId: conversationIdOf(message.senderId, message.recipientId) }),
    ),
    ...planEnquiries(now).map((enquiry) => db.insert(enquiries).values(enquiry)),
    ...planFailedEmails(now).map((email) => db.insert(emails).values(email)),
    ...(reported
      ? [
          db.insert(reviewReports).values(planReport(reported.id, reported.plumberId, now)),
          db.update(reviews).set({ reportedAt: now }).where(eq(reviews.id, reported.id)),
        ]
      : []),
    ...talliesOf(
      rows,
      events,
      written,
      [...plumbers, ...clients].map((_, index) => dateAt(joined(index))),
      money.earned,
    ).map((tally) => db.insert(dailyTallies).values(tally)),
  ]);

  const withPortrait = [...plumbers, ...clients.filter(({ hasPortrait }) => hasPortrait)];
  const portraits = withPortrait.flatMap(({ id }) => PHOTO_SIZES.map((size) => `${id}-${size}.webp`));
  await Promise.all(portraits.map((file) => env.PHOTOS.put(file, readFileSync(new URL(file, PORTRAITS)))));
}

const timesRated = (ratings: number[], rating: number) => ratings.filter((one) => one === rating).length;
const pad = (number: number, length = 2) => String(number).padStart(length, "0");

type Statement = Parameters<Database["batch"]>[0][number];

async function inChunks(db: Database, statements: Statement[]): Promise<void> {
  for (let start = 0; start < statements.length; start += 100) {
    const [first, ...rest] = statements.slice(start, start + 100);
    if (first) await db.batch([first, ...rest]);
  }
}
