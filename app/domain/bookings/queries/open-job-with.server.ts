import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { Instant } from "../../time/harare";
import type { SessionClaims } from "../../values/user";
import type { OpenJob } from "../booking";
import { client, isMissed, isPaid, participantAsSeenBy, plumber } from "./booking-columns.server";
import { isOf, isOpenBooking } from "./booking-conditions.server";

/**
 * Finds the open booking of two people that is next or under way, for the top of their conversation, with the other side's
 * phone while it is shared (B18); null without one, and for admins.
 */
export async function findOpenJobWith(
  db: Database,
  viewer: SessionClaims,
  otherId: string,
  now: Instant,
): Promise<OpenJob | null> {
  const isClient = viewer.role === "client";
  const [row] = await db
    .select({
      id: bookings.id,
      status: bookings.status,
      startsAt: bookings.startsAt,
      serviceType: bookings.serviceType,
      onTheWayAt: bookings.onTheWayAt,
      isPaid,
      isMissed,
      phone: participantAsSeenBy(viewer, isClient ? plumber : client, now).phone,
    })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .innerJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(
      and(
        viewer.role === "admin" ? sql`false` : isOf(viewer),
        eq(isClient ? bookings.plumberId : bookings.clientId, otherId),
        isOpenBooking,
      ),
    )
    .orderBy(asc(sql`${bookings.openOrder}`))
    .limit(1);
  return row ?? null;
}
