import { and, eq, sql } from "drizzle-orm";
import { batch, type Database, columnsOf } from "~/db/client.server";
import { answerLinks, bookings, users } from "~/db/schema";
import { hashToken } from "../../accounts/tokens.server";
import type { DomainContext } from "../../domain-context.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../../rate-limits/counter.server";
import type { Instant } from "../../time/harare";
import { formatMoney } from "../../values/money";
import { refuse, OK } from "../../values/refusal";
import { answerWords, requestWords } from "../next-step/plumber-step";
import type { StepFacts } from "../next-step/step-facts";
import { stepDetails, waitingSince } from "../queries/step-columns.server";
import { area, client, problemPhotos, selectForCommand } from "../queries/booking-views.server";
import { transitionBooking } from "./booking-transitions.server";
import type { SelectedFields } from "drizzle-orm/sqlite-core";
import { userFields, withoutSession } from "../../accounts/user-fields.server";

const linkFields = {
  plumberId: sql<string>`${answerLinks.plumberId}`.as("link_plumber_id"),
  // Suspension and signing out everywhere move the link's end to before it began (`endAccess`).
  isEnded: sql<boolean>`${answerLinks.expiresAt} <= ${answerLinks.createdAt}`.mapWith(Boolean).as("is_ended"),
  expiresAt: answerLinks.expiresAt,
  suspendedAt: users.suspendedAt,
  holder: bookings.plumberId,
  status: bookings.status,
  startsAt: bookings.startsAt,
};

/** The client has given a phone, which the plumber sees with the confirmation (B18). */
const hasPhone = sql<boolean>`exists (select 1 from users where users.id = ${bookings.clientId} and phone is not null)`
  .mapWith(Boolean)
  .as("has_phone");

const selectLinks = <Fields extends SelectedFields>(db: Database, fields: Fields) =>
  db
    .select({ link: linkFields, ...fields })
    .from(answerLinks)
    .innerJoin(users, eq(users.id, answerLinks.plumberId))
    .innerJoin(bookings, eq(bookings.id, answerLinks.bookingId));

interface FoundLink extends Pick<typeof bookings.$inferSelect, "status" | "startsAt"> {
  plumberId: string;
  isEnded: boolean;
  expiresAt: Instant;
  suspendedAt: Instant | null;
  holder: string | null;
}

/** Null: the link is live. A link that no longer owns the booking reveals nothing about it. */
function whyNot(link: FoundLink | undefined, now: Instant) {
  if (!link) return refuse("answerLinkUnknown");
  if (link.suspendedAt !== null) return refuse("accountSuspended");
  if (link.isEnded) return refuse("answerLinkEnded");
  if (link.holder !== link.plumberId) return refuse("requestReassigned");
  if (link.status !== "pending") return { ...refuse("requestAnswered"), status: link.status };
  return link.expiresAt <= now || link.startsAt <= now ? refuse("requestOver") : null;
}

/**
 * Finds the request that a link answers (N16): enough to decide, and nothing of the client's home. Changes nothing, because
 * mail scanners open links.
 */
export async function findRequestToAnswer(db: Database, token: string, now: Instant) {
  const [row] = await selectLinks(db, {
    toAnswer: {
      ...columnsOf(bookings, "status", "proposedBy", "agreedPrice"),
      openQuote: stepDetails.openQuote,
      waitingSince,
    },
    request: {
      ...columnsOf(bookings, "reference", "serviceType", "notes", "fee"),
      startsAt: sql<Instant>`${bookings.startsAt}`.as("request_starts_at"),
      area: area.as("request_area"),
      photos: problemPhotos,
      clientFirstName: client.firstName,
    },
  })
    .innerJoin(client, eq(client.id, bookings.clientId))
    .where(eq(answerLinks.tokenHash, await hashToken(token)));
  const refused = whyNot(row?.link, now);
  if (refused) return refused;
  const { request, toAnswer } = row!;
  const { startsAt, clientFirstName, ...shown } = request;
  const asked = { ...toAnswer, startsAt, client: { firstName: clientFirstName } };
  const words = { title: requestWords(asked), reply: answerWords(asked, now), worth: worthNow(asked, shown.fee, now) };
  return { ...OK, request: { ...shown, ...words, startsAt, clientFirstName } };
}

/** The amount that the plumber answers about; null: none was noted. */
function worthNow(
  { agreedPrice, openQuote }: Pick<StepFacts, "agreedPrice" | "openQuote">,
  fee: number | null,
  now: Instant,
): string | null {
  if (agreedPrice !== null) return `${formatMoney(agreedPrice)} agreed`;
  if (openQuote && openQuote.validUntil >= now) return `${formatMoney(openQuote.total)} quoted`;
  return fee === null ? null : `${formatMoney(fee)} visit fee`;
}

/**
 * Confirms or refuses the request of a link as its plumber (N16); a second tap succeeds and changes nothing. `reason`:
 * why it is refused, or null. Attempts count per IP address. Refuses as `findRequestToAnswer` and `transitionBooking` do,
 * and with `tooMany`.
 */
export async function answerByLink(
  context: DomainContext,
  token: string,
  answer: "confirm" | "refuse",
  reason: string | null,
) {
  const { db, now, clientAddress } = context;
  const tokenHash = await hashToken(token);
  const attempt: Attempt = ["answerPerAddress", clientAddress];
  const isThisLink = and(eq(answerLinks.tokenHash, tokenHash), isWithinLimit(context, attempt));
  const { counted, links, requests } = await batch(db, {
    counted: hit(context, attempt),
    links: selectLinks(db, { plumber: userFields, hasPhone }).where(isThisLink),
    requests: selectForCommand(db).where(
      sql`${bookings.id} = (select booking_id from answer_links where ${isThisLink})`,
    ),
  });
  const tooMany = exceeded(context, counted);
  if (tooMany) return tooMany;
  const [found] = links;
  const refused = whyNot(found?.link, now);
  // A double tap: the transition itself says whether this answer was given before.
  if (refused && refused.reason !== "requestAnswered") return refused;
  const booking = requests[0]!;
  // The link replaces the session: it was sent only to this plumber, and ends with all sessions.
  const result = await transitionBooking(context, withoutSession(found!.plumber), booking, answer, {
    reason,
    access: sql`exists (select 1 from answer_links where token_hash = ${tokenHash} and expires_at > ${now})`,
  });
  if (result.ok) return { ...OK, booking, hasPhone: found!.hasPhone };
  if (refused) return refused;
  const [present] = await selectLinks(db, {}).where(eq(answerLinks.tokenHash, tokenHash));
  return whyNot(present?.link, now) ?? result;
}
