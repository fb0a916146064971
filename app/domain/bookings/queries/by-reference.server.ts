import { and, eq, or } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { bookings } from "~/db/schema";
import type { SessionClaims } from "../../values/user";
import { fullName } from "../../values/user";
import { DEFAULT_SERVICE } from "../booking";
import type { BookingForCommand } from "../booking-for-command";
import type { CalendarJob } from "../calendar/ical";
import { calendarFields, client, nameOf, plumber } from "./booking-columns.server";
import { isOf } from "./booking-conditions.server";
import { selectForCommand } from "./booking-views.server";

/** The condition that a booking has this reference, in any letter case and with blanks around it, or this id (B16). */
const isNamed = (name: string) => or(eq(bookings.reference, name.trim().toUpperCase()), eq(bookings.id, name.trim()));

/** The id of the booking with this reference or id, if the viewer is its client, its plumber or an admin; else null (B10). */
export async function findIdByReference(
  db: Database,
  viewer: SessionClaims,
  reference: string,
): Promise<string | null> {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(isNamed(reference), isOf(viewer)));
  return row?.id ?? null;
}

/** The booking with this reference or id for a command, as `findBookingFor` gives it (B16); else null (B10). */
export async function findBookingByReference(
  db: Database,
  viewer: SessionClaims,
  reference: string,
): Promise<BookingForCommand | null> {
  const [row] = await selectForCommand(db).where(and(isNamed(reference), isOf(viewer)));
  return row ?? null;
}

/** The booking with this reference or id as an entry of the viewer's calendar, if it is theirs; else null (B10). */
export async function findVisit(db: Database, viewer: SessionClaims, reference: string): Promise<CalendarJob | null> {
  const [row] = await db
    .select({
      ...calendarFields(viewer.role),
      client: nameOf(client),
      plumber: nameOf(plumber),
    })
    .from(bookings)
    .innerJoin(client, eq(client.id, bookings.clientId))
    .leftJoin(plumber, eq(plumber.id, bookings.plumberId))
    .where(and(isNamed(reference), isOf(viewer)));
  if (!row) return null;
  const { serviceType, client: booker, plumber: worker, ...job } = row;
  const other = viewer.role === "client" ? worker : booker;
  const service = serviceType ?? DEFAULT_SERVICE;
  return { ...job, service, summary: [service, other && fullName(other)].filter(Boolean).join(": ") };
}
