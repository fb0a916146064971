import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { suburbsOf } from "../../app/content/suburbs";
import { openDatabase, type Database } from "../../app/db/client.server";
import {
  auditLog,
  bookingEvents,
  bookings,
  consents,
  contacts,
  dailyTallies,
  disputes,
  enquiries,
  notices,
  messages,
  payments,
  plumberChecks,
  plumberProfiles,
  privatePhotos,
  quotes,
  ratedPairs,
  receipts,
  reviewReports,
  reviews,
  savedPlumbers,
  servedSuburbs,
  termsAcceptances,
  users,
} from "../../app/db/schema";
import { hashPassword } from "../../app/domain/accounts/passwords.server";
import { TERMS_VERSION } from "../../app/domain/accounts/terms";
import { fullName, type Role } from "../../app/domain/values/user";
import { PHOTO_SIZES } from "../../app/domain/photos/photo";
import { dateAt, DAY, HOUR, type Instant } from "../../app/domain/time/harare";
import { cityKey, suburbKey } from "../../app/domain/values/cities";
import type { KeepPhotos } from "../local-storage";
import type { Transaction } from "../paynow/paynow-stand-in";
import { countAllAnswers } from "../../app/domain/bookings/commands/answer-figures.server";
import { conversationIdOf } from "../../app/domain/contacts/contacts.server";
import { passFreeStarts } from "../../app/domain/plumbers/free-days.server";
import { refreshPrices } from "../../app/domain/prices/refresh-prices.server";
import { pairMean } from "../../app/domain/reviews/review";
import { planBookings } from "./demo-bookings";
import { DEMO_CLIENTS } from "./demo-clients";
import { planMoney } from "./demo-money";
import { payOnline, planPaidOnline } from "./demo-online-money";
import { contactsOf } from "./demo-contacts";
import { DEMO_HABITS } from "./demo-habits";
import { planChecks } from "./demo-checks";
import {
  planCalls,
  planDisputes,
  planEnquiries,
  planFailedNotices,
  planReport,
  planRequestNotices,
} from "./demo-office";
import { planPhotos } from "./demo-photos";
import { planMessages, planReviews } from "./demo-talk";
import { DEMO_PASSWORD } from "./demo-logins";
import { DEMO_PLUMBERS } from "./demo-plumbers";
import { talliesOf } from "./demo-tallies";

/** Whose note about a reference waits in the office's queue. */
const PLUMBER_WITH_NOTE = "demoplumber05";

/** An illustration for each account that has one, in the sizes and format of a stored photo. */
const PORTRAITS = new URL("./portraits/", import.meta.url);

/**
 * Fills an empty database and bucket with the demo town: 24 plumbers, 13 clients, an admin and their bookings. Where some
 * of them are paid online, `keep` gets the transactions of the provider's stand-in; null: none are.
 */
export async function buildDemoTown(
  env: { DB: D1Database; keepPhotos: KeepPhotos },
  now: Instant,
  keep: ((transactions: Transaction[]) => void) | null = null,
): Promise<void> {
  const db = openDatabase(env.DB);
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const user = (
    id: string,
    email: string | null,
    role: Role,
    names: { firstName: string; lastName: string },
    more: Partial<typeof users.$inferInsert>,
  ) => ({
    id,
    email,
    role,
    firstName: names.firstName,
    lastName: names.lastName,
    passwordHash: email ? passwordHash : "none",
    emailVerifiedAt: email ? now - 60 * DAY : null,
    termsVersion: email && role !== "admin" ? TERMS_VERSION : null,
    createdAt: now - 60 * DAY,
    updatedAt: now - 60 * DAY,
    ...more,
  });

  const plumbers = DEMO_PLUMBERS.map((plumber, index) => ({
    ...plumber,
    id: `demoplumber${pad(index + 1)}`,
    ...suburbsNear(plumber.city, index),
  }));
  const clients = DEMO_CLIENTS.map((client, index) => ({ ...client, id: `democlient${pad(index + 1)}` }));
  const { rows, events } = planBookings(plumbers, clients, now);
  if (keep) {
    const online = planPaidOnline(plumbers, clients[0]!, now);
    rows.push(...online.rows);
    events.push(...online.events);
  }
  const money = planMoney(rows, (id) => plumbers.find((plumber) => plumber.id === id)!.fee * 100, now);
  // A completion's row of history says what was asked for.
  for (const event of events.filter((one) => one.event === "complete")) {
    const { finalAmount, finalReason } = rows.find(({ id }) => id === event.bookingId)!;
    Object.assign(event, { amount: finalAmount, reason: finalReason });
  }
  events.push(...money.events);
  events.sort((a, b) => a.at - b.at);
  const caller = clients.find(({ isCaller }) => isCaller)!;
  const calls = planCalls(caller.id, rows);
  // Those who call cannot sign in: they write neither reviews nor messages.
  const bySignedIn = rows.filter(({ clientId }) => clientId !== caller.id);
  // The first plumber's clients let everyone see the finished work, but for every third.
  rows
    .filter(({ plumberId, completedAt }) => plumberId === plumbers[0]!.id && completedAt)
    .forEach((row, number) => (row.photosSharedAt = number % 3 === 2 || number > 5 ? null : row.completedAt));
  const photos = planPhotos(rows, [plumbers[0]!.id, clients[0]!.id], now);
  const written = planReviews(bySignedIn, now);
  for (const review of written) rows.find(({ id }) => id === review.bookingId)!.reviewedAt = review.createdAt;
  const pairs = [...new Map(written.map((review) => [`${review.plumberId} ${review.clientId}`, review])).values()].map(
    ({ plumberId, clientId }) => {
      const ratings = written
        .filter((review) => review.plumberId === plumberId && review.clientId === clientId)
        .map(({ rating }) => rating);
      return { plumberId, clientId, ratings };
    },
  );
  const checks = planChecks(
    plumbers.map((plumber) => ({ id: plumber.id, nameKey: fullName(plumber).toLowerCase() })),
    now,
  );
  const talk = planMessages(bySignedIn, now);
  // Those with few stars are reported, as in life.
  const reported = written.find(({ rating }) => rating === 2);
  // They joined one after another.
  const joined = (index: number) => now - (55 - index) * DAY;

  const accounts = [
    user("demoadmin", "admin@pombi.test", "admin", { firstName: "Grace", lastName: "Chikomo" }, {}),
    ...plumbers.map((plumber, index) =>
      user(plumber.id, index === 0 ? "plumber@pombi.test" : `plumber${index + 1}@pombi.test`, "plumber", plumber, {
        photoKey: plumber.id,
        createdAt: joined(index),
        phone: `+2637710${pad(index, 5)}`,
        addressLine1: `${index + 3} Main Street, ${plumber.city}`,
        unreadMessages: talk.filter(({ recipientId, read }) => recipientId === plumber.id && !read).length,
      }),
    ),
    ...clients.map((client, index) =>
      user(client.id, emailOfClient(client, index), "client", client, {
        photoKey: client.hasPortrait ? client.id : null,
        createdAt: joined(plumbers.length + index),
        phone: `+2637720${pad(index, 5)}`,
        addressLine1: client.street,
        addressLine2: `${client.suburb}, ${client.city}`,
        unreadMessages: talk.filter(({ recipientId, read }) => recipientId === client.id && !read).length,
      }),
    ),
  ];

  const withPortrait = [...plumbers, ...clients.filter(({ hasPortrait }) => hasPortrait)];
  const portraits = withPortrait.flatMap(({ id }) => PHOTO_SIZES.map((size) => `${id}-${size}.webp`));
  const files = [...portraits.map((file): [string, URL] => [file, new URL(file, PORTRAITS)]), ...photos.files];
  await env.keepPhotos(files.map(([name, source]) => [name, new Uint8Array(readFileSync(source))]));

  await inChunks(db, [
    ...accounts.map((one) => db.insert(users).values(one)),
    ...accounts.flatMap(({ id, termsVersion, createdAt }) =>
      termsVersion
        ? db.insert(termsAcceptances).values({ userId: id, version: termsVersion, acceptedAt: createdAt })
        : [],
    ),
    ...plumbers.map((plumber, index) => {
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
        suburb: plumber.suburb,
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
        checks: checks
          .filter(({ plumberId }) => plumberId === plumber.id)
          .map(({ kind, checkedAt, expiresAt = null }) => ({ kind, checkedAt, expiresAt })),
        hoursSetAt: now - 50 * DAY,
        ...DEMO_HABITS[index]!.hours,
        ...(plumber.id === PLUMBER_WITH_NOTE && {
          queuedAt: now - 3 * HOUR,
          papersNote: "Mrs Dube in Greendale knows my work, 077 210 0123 (demo data: there is no Mrs Dube).",
        }),
      });
    }),
    ...plumbers.flatMap(({ id, served }) =>
      served.map((suburb) => db.insert(servedSuburbs).values({ plumberId: id, suburb, suburbKey: suburbKey(suburb) })),
    ),
    ...checks.map((check) => db.insert(plumberChecks).values(check)),
    // The client's own plumbers, and one they have not booked yet.
    ...[0, 1, 4].map((index) =>
      db
        .insert(savedPlumbers)
        .values({ clientId: clients[0]!.id, plumberId: plumbers[index]!.id, savedAt: now - (index + 1) * DAY }),
    ),
    ...rows.map((row) => db.insert(bookings).values(row)),
    ...photos.photos.map((photo) => db.insert(privatePhotos).values(photo)),
    db.insert(consents).values(calls.consent),
    ...calls.log.map((entry) => db.insert(auditLog).values(entry)),
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
    ...planDisputes(events).map((dispute) => db.insert(disputes).values(dispute)),
    ...[...planFailedNotices(now), ...planRequestNotices(rows, accounts)].map((notice) =>
      db.insert(notices).values(notice),
    ),
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
    countAllAnswers(db),
  ]);

  while ((await refreshPrices({ db, now })) > 0);
  await passFreeStarts({ db, now });
  if (keep) keep(await payOnline(db, now));
}

const emailOfClient = ({ isCaller }: { isCaller?: true }, index: number) =>
  isCaller ? null : index === 0 ? "client@pombi.test" : `client${index + 1}@pombi.test`;

/** Where a plumber of the demo town is based, and the suburbs they serve besides. */
function suburbsNear(city: string, index: number): { suburb: string; served: string[] } {
  const all = suburbsOf(city);
  const near = [0, 1, 2, 3].map((further) => all[(index * 5 + further) % all.length]!);
  // Two in three come to the suburb that people try first.
  const popular = city === "Harare" && index % 3 > 0 ? ["Avondale"] : [];
  return { suburb: near[0]!, served: [...new Set([...near.slice(1), ...popular])].filter((one) => one !== near[0]) };
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
