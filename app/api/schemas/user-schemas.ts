import * as z from "zod";
import type { OwnAccount } from "~/domain/accounts/profile.server";
import { ofProfileTexts } from "~/domain/values/trade";
import { ROLES } from "~/domain/values/user";
import type { KnownParticipant } from "~/domain/bookings/booking";
import type { ReachableUser } from "~/domain/messages/message";
import { photoUrl } from "~/domain/photos/photo";
import { averageRating, type PublicPlumber } from "~/domain/plumbers/plumber";
import { idKeys, nameKeys, toIdKeys, toNameKeys } from "./shared-keys";

// Users as the API shows them, one schema for each audience. What is not listed here is never sent.

const image = z.string().nullable().meta({ description: "URL of the photo, 800 px wide; null without one." });
const fees = z.number().meta({ description: "The visit fee in US dollars." });

/** For everyone (D4). */
export const publicPlumber = z
  .object({
    ...idKeys,
    ...nameKeys,
    image,
    ...ofProfileTexts(() => z.string()),
    fees,
    city: z.string(),
    rating: z.number().nullable().meta({ description: "Average rating with two decimals; null without reviews." }),
    reviewCount: z.int(),
  })
  .meta({ id: "PublicPlumber", description: "A plumber as everyone may see them." });

/** For those who may write to them (C1). */
export const user = z
  .object({ ...idKeys, ...nameKeys, role: z.enum(ROLES), image })
  .meta({ id: "Person", description: "Someone you may write to; for admins, anyone." });

const phone = z.string().nullable();
const participantKeys = { ...idKeys, ...nameKeys, image };

/** For the other side of a booking, and for themselves. */
export const participant = z
  .object({
    ...participantKeys,
    phone: phone.meta({
      description:
        "The other side's is null unless you share phone numbers: from confirmation until 30 days after completion.",
    }),
  })
  .meta({ id: "Party", description: "A side of a booking as the other side sees it." });

/** For admins. */
export const participantForAdmin = z
  .object({ ...participantKeys, phone, email: z.string() })
  .meta({ id: "PartyForAdmin", description: "A side of a booking as admins see it." });

/** In a review: who wrote it, or whom it is about. */
export const reviewParticipant = z
  .object(participantKeys)
  .meta({ id: "ReviewParty", description: "A side of a review as the other side sees it." });

/** For the user alone. */
export const account = z
  .object({
    ...idKeys,
    ...nameKeys,
    email: z.string(),
    phone,
    role: z.enum(ROLES),
    image,
    avatar: z.string().nullable().meta({ description: "The same photo, 160 px wide." }),
    address: z.object({ line1: z.string().nullable(), line2: z.string().nullable() }),
    city: z.string().nullable().meta({ description: "For plumbers only; null for all others, like the next six." }),
    location: z.string().nullable().meta({ description: "The same as `city`." }),
    place: z.string().nullable().meta({ description: "The same as `city`." }),
    ...ofProfileTexts(() => z.string().nullable()),
    fees: fees.nullable(),
  })
  .meta({ id: "Account", description: "A user's own account." });

const photoAddress = (origin: string, photoKey: string | null, size: 800 | 160) =>
  photoKey ? origin + photoUrl(photoKey, size) : null;

interface Named {
  id: string;
  firstName: string;
  lastName: string;
  photoKey: string | null;
}

export const toReviewParticipant = (one: Named, origin: string): z.output<typeof reviewParticipant> => ({
  ...toIdKeys(one.id),
  ...toNameKeys(one),
  image: photoAddress(origin, one.photoKey, 800),
});

export const toUser = (one: ReachableUser, origin: string): z.output<typeof user> => ({
  ...toReviewParticipant(one, origin),
  role: one.role,
});

export const toParticipant = (one: KnownParticipant, origin: string): z.output<typeof participant> => ({
  ...toReviewParticipant(one, origin),
  phone: one.phone,
});

export const toParticipantForAdmin = (one: KnownParticipant, origin: string): z.output<typeof participantForAdmin> => ({
  ...toParticipant(one, origin),
  email: one.email ?? "",
});

export function toPublicPlumber(plumber: PublicPlumber, origin: string): z.output<typeof publicPlumber> {
  const rating = averageRating(plumber);
  return {
    ...toReviewParticipant(plumber, origin),
    ...ofProfileTexts((name) => plumber[name]),
    fees: plumber.feeCents / 100,
    city: plumber.city,
    rating: rating === null ? null : Number(rating),
    reviewCount: plumber.ratingCount,
  };
}

export function toAccount({ trade, ...self }: OwnAccount, origin: string): z.output<typeof account> {
  const city = trade?.city ?? null;
  return {
    ...toReviewParticipant(self, origin),
    email: self.email,
    phone: self.phone,
    role: self.role,
    avatar: photoAddress(origin, self.photoKey, 160),
    address: { line1: self.addressLine1, line2: self.addressLine2 },
    city,
    location: city,
    place: city,
    ...ofProfileTexts((name) => trade?.[name] ?? null),
    fees: trade ? trade.feeCents / 100 : null,
  };
}
