import { and, desc, eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { KnownAddress } from "../known-address";

/** How many of the latest bookings are looked at. */
const LATEST = 20;

/** A client's previous request: asking for the same again takes its service and its address (B32). */
interface PreviousRequest extends KnownAddress {
  serviceType: string | null;
}

const columns = {
  id: bookings.id,
  serviceType: bookings.serviceType,
  suburb: bookings.suburb,
  street: bookings.street,
  city: bookings.city,
  pin: bookings.pin,
};

type Row = Pick<typeof bookings.$inferSelect, keyof typeof columns>;

/** Bookings by the API and from before have their address in one line. */
const withAddress = ({ suburb, street, ...rest }: Row): PreviousRequest[] =>
  suburb === null || street === null ? [] : [{ ...rest, suburb, street }];

/** Those of a client's latest 20 bookings of which street and suburb are known, the newest first. */
export async function listPreviousRequests(db: Database, clientId: string): Promise<PreviousRequest[]> {
  const rows = await db
    .select(columns)
    .from(bookings)
    .where(eq(bookings.clientId, clientId))
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(LATEST);
  return rows.flatMap(withAddress);
}

/** The same of one booking; null for one that isn't this client's, or whose street and suburb aren't known. */
export async function findPreviousRequest(
  db: Database,
  clientId: string,
  bookingId: string,
): Promise<PreviousRequest | null> {
  const rows = await db
    .select(columns)
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.clientId, clientId)));
  return rows.flatMap(withAddress)[0] ?? null;
}
