import { eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { plumberProfiles as profiles } from "~/db/schema";
import type { AuthenticatedUser } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import type { Availability } from "../time/availability";

/** When a plumber takes jobs; null for others. */
export async function findAvailability(db: Database, plumberId: string): Promise<Availability | null> {
  const [row] = await db
    .select({
      opensAt: profiles.opensAt,
      closesAt: profiles.closesAt,
      daysOff: profiles.daysOff,
      paused: profiles.paused,
      jobMinutes: profiles.jobMinutes,
    })
    .from(profiles)
    .where(eq(profiles.userId, plumberId));
  return row ?? null;
}

/** Sets it. What is booked already stays as it is. */
export async function setAvailability(
  { db }: DomainContext,
  plumber: AuthenticatedUser,
  availability: Availability,
): Promise<void> {
  await db.update(profiles).set(availability).where(eq(profiles.userId, plumber.id));
}
