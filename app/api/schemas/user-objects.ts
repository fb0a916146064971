import * as z from "zod";
import type { ReviewView, ReviewableBooking } from "~/domain/reviews/review";
import type { KnownParticipant, Participant } from "~/domain/bookings/booking-views";
import type { OwnAccount } from "~/domain/accounts/account";
import { mapProfileTexts } from "~/domain/values/trade";
import { publicName, ROLES } from "~/domain/values/user";
import type { Contact, ReachableUser } from "~/domain/messages/message";
import { photoUrl } from "~/domain/photos/photo";
import { averageRating, type PublicPlumber } from "~/domain/plumbers/plumber";
import {
  amount,
  appointmentKeys,
  idKeys,
  instant,
  jobKeys,
  nameKeys,
  namesOf,
  object,
  shownFrom,
  siteAddress,
  startOf,
} from "./kinds";

const image = siteAddress((key: string) => photoUrl(key, 800))
  .nullable()
  .describe("URL of the photo, 800 px wide; null without one.");
const phone = z.string().nullable();
const role = z.enum(ROLES);
const fees = amount.describe("The visit fee in US dollars.");

const participantKeys = { ...idKeys, ...nameKeys, image };
const namedParticipant = (row: Participant) => ({ ...namesOf(row), image: row.photoKey });

/** For everyone (D4). */
export const publicPlumber = shownFrom(
  (row: PublicPlumber) => ({
    ...namedParticipant(row),
    fees: row.feeCents,
    rating: averageRating(row) === null ? null : Number(averageRating(row)),
    reviewCount: row.ratingCount,
  }),
  object("PublicPlumber", "A plumber as everyone may see them.", {
    ...participantKeys,
    ...mapProfileTexts(() => z.string()),
    fees,
    city: z.string(),
    rating: z.number().nullable().describe("Average rating with two decimals; null without reviews."),
    reviewCount: z.int(),
  }),
);

/** For those who may write to them (C1). */
export const user = shownFrom(
  (row: ReachableUser) => namedParticipant(row),
  object("Person", "Someone you may write to; for admins, anyone.", {
    ...idKeys,
    ...nameKeys,
    role,
    image,
  }),
);

export const conversation = shownFrom(
  (contact: Contact) => ({ user: contact }),
  object("Conversation", "A conversation as one of its two sides sees it.", {
    user,
    unread: z.int().describe("Their messages that you haven't read."),
  }),
);

/** For the other side of a booking, and for themselves. */
export const participant = shownFrom(
  (row: KnownParticipant) => namedParticipant(row),
  object("Party", "A side of a booking as the other side sees it.", {
    ...participantKeys,
    phone: phone.describe(
      "The other side's is null unless you share phone numbers: from confirmation until 30 days after completion.",
    ),
  }),
);

export const participantForAdmin = shownFrom(
  (row: KnownParticipant) => ({ ...namedParticipant(row), email: row.email ?? "" }),
  object("PartyForAdmin", "A side of a booking as admins see it.", { ...participantKeys, phone, email: z.string() }),
);

/** In a review: who wrote it, or whom it is about. */
const reviewParticipant = shownFrom(
  namedParticipant,
  object("ReviewParty", "A side of a review as the other side sees it.", participantKeys),
);

export const account = shownFrom(
  (row: OwnAccount) => {
    const city = row.trade?.city ?? null;
    return {
      ...namedParticipant(row),
      avatar: row.photoKey,
      address: { line1: row.addressLine1, line2: row.addressLine2 },
      city,
      location: city,
      place: city,
      ...mapProfileTexts((name) => row.trade?.[name] ?? null),
      fees: row.trade && row.trade.feeCents,
    };
  },
  object("Account", "A user's own account.", {
    ...idKeys,
    ...nameKeys,
    email: z.string(),
    phone,
    role,
    image,
    avatar: siteAddress((key: string) => photoUrl(key, 160))
      .nullable()
      .describe("The same photo, 160 px wide."),
    address: z.object({ line1: z.string().nullable(), line2: z.string().nullable() }),
    city: z.string().nullable().describe("For plumbers only; null for all others, like what follows."),
    location: z.string().nullable().describe("The same as `city`."),
    place: z.string().nullable().describe("The same as `city`."),
    ...mapProfileTexts(() => z.string().nullable()),
    fees: fees.nullable(),
  }),
);

const opinionKeys = {
  rating: z.int().min(1).max(5),
  comment: z.string().nullable(),
  answer: z.string().nullable().describe("The plumber's public answer."),
  createdAt: instant,
};
const reviewKeys = { ...idKeys, ...jobKeys, ...opinionKeys, plumber: reviewParticipant };
const named = ({ id, bookingId }: ReviewView) => ({ _id: id, booking: bookingId });

/** For its client and its plumber. */
export const review = shownFrom(
  named,
  object("Review", "A review as its client and its plumber see it.", { ...reviewKeys, client: reviewParticipant }),
);

/** A review looked up by its job; `client` is the id alone (X8). */
export const reviewOfJob = shownFrom(
  (row: ReviewView) => ({ ...named(row), client: row.client.id }),
  object("ReviewOfJob", "A job's review.", { ...reviewKeys, client: z.string().describe("The client's id.") }),
);

/** For everyone: a client is a first name and an initial (R5). */
export const publicReview = shownFrom(
  ({ id, client }: ReviewView) => ({ _id: id, client: { name: publicName(client) } }),
  object("PublicReview", "A review as everyone can read it.", {
    ...idKeys,
    ...opinionKeys,
    client: z.object({ name: z.string().meta({ description: "First name and initial.", example: "Chipo M." }) }),
  }),
);

export const reviewable = shownFrom(
  ({ id, reference, startsAt, plumber }: ReviewableBooking) => ({
    booking: id,
    job: reference,
    ...startOf(startsAt),
    plumber: namesOf(plumber),
  }),
  object("Reviewable", "A completed job that its client has not yet reviewed.", {
    ...jobKeys,
    ...appointmentKeys,
    serviceType: z.string().nullable(),
    plumber: z.object({ ...idKeys, ...nameKeys }),
  }),
);
