import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings, privatePhotos } from "~/db/schema";
import type { PrivatePhoto } from "../../photos/photo";
import type { SessionClaims } from "../../values/user";
import { isOf } from "./booking-conditions.server";

/**
 * The photos of a booking by kind, oldest first (P5), as its client, its plumber or an admin may see them: hidden ones
 * only an admin. Empty for everyone else.
 */
export const listJobPhotos = async (db: Database, viewer: SessionClaims, bookingId: string): Promise<PrivatePhoto[]> =>
  db
    .select({
      id: privatePhotos.id,
      kind: privatePhotos.kind,
      isHidden: sql<boolean>`${privatePhotos.hiddenAt} is not null`.mapWith(Boolean).as("is_hidden"),
      createdAt: privatePhotos.createdAt,
      isShared: sql<boolean>`${bookings.photosSharedAt} is not null`.mapWith(Boolean).as("is_shared"),
    })
    .from(privatePhotos)
    .innerJoin(bookings, eq(bookings.id, privatePhotos.bookingId))
    .where(
      and(
        eq(privatePhotos.bookingId, bookingId),
        isOf(viewer),
        viewer.role === "admin" ? undefined : isNull(privatePhotos.hiddenAt),
      ),
    )
    .orderBy(asc(privatePhotos.kind), asc(privatePhotos.createdAt), asc(privatePhotos.id));
