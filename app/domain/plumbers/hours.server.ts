import { eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles } from "~/db/schema";
import type { AuthenticatedUser } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import type { Availability } from "../time/availability";
import { availabilityColumns } from "./free-starts.server";

/** A plumber's hours (T9); null for anyone else. */
export async function findAvailability(db: Database, plumberId: string): Promise<Availability | null> {
  const [row] = await db.select(availabilityColumns).from(profiles).where(eq(profiles.userId, plumberId));
  return row ?? null;
}

/** Changes a plumber's hours, all of them. They bind new bookings only: what is booked stays (T9). */
export async function setAvailability(
  { db, now }: DomainContext,
  plumber: AuthenticatedUser,
  availability: Availability,
): Promise<void> {
  await db
    .update(profiles)
    .set({ ...availability, hoursSetAt: now })
    .where(eq(profiles.userId, plumber.id));
}
