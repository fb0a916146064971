import { and, asc, desc, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { readRows } from "~/db/readable-rows.server";
import { bookings } from "~/db/schema";
import { DAY, type Instant } from "../../time/harare";
import type { SessionClaims } from "../../values/user";
import { isOpen } from "../booking";
import { listBooking, type ListedBooking, type OnlineStepOf } from "../next-step/listed-booking";
import { isFullyPaid } from "./booking-columns.server";
import { isClosedBooking, isOf, isOpenBooking } from "./booking-conditions.server";
import { selectListed, type ListedRow } from "./booking-views.server";

const OPEN_READ = 40;
const CLOSED_READ = 20;
/** For how long after its visit a finished job is looked at. */
const ASKS_FOR = 30 * DAY;

/**
 * The bookings that ask this side for something now, or of which something happens today (B30): open ones in the order of lists, then finished jobs
 * of the last 30 days, latest first. Of each at most the first 40 and 20 are looked at. `onlineStepOf` null: nothing can be paid
 * online, or a plumber reads.
 */
export async function listAtHand(
  db: Database,
  owner: SessionClaims & { role: "client" | "plumber" },
  now: Instant,
  onlineStepOf: OnlineStepOf<ListedRow> | null = null,
): Promise<ListedBooking[]> {
  // A visit that is agreed on and far ahead asks nothing of a plumber.
  const mayAsk =
    owner.role === "plumber"
      ? sql`(${bookings.status} = 'pending' or ${bookings.startsAt} < ${now + DAY} or ${bookings.proposedBy} = 'client')`
      : undefined;
  const open = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(isOf(owner), isOpenBooking, mayAsk))
    .orderBy(asc(bookings.openOrder), asc(bookings.id))
    .limit(OPEN_READ);
  const closed = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        isOf(owner),
        isClosedBooking,
        sql`${bookings.startsAt} > ${now - ASKS_FOR} and ${bookings.status} = 'completed' and not ${isFullyPaid}`,
      ),
    )
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(CLOSED_READ);
  const idsOf = (part: { getSQL: () => SQL }) => sql`select id from (${part.getSQL()})`;
  const rows = await readRows(
    db,
    selectListed(db, owner.role).where(sql`${bookings.id} in (${idsOf(open)} union all ${idsOf(closed)})`),
  );
  const orderOf = ({ status, openOrder, startsAt }: (typeof rows)[number]) =>
    isOpen(status) ? openOrder : Number.MAX_SAFE_INTEGER - startsAt;
  return rows
    .sort((a, b) => orderOf(a) - orderOf(b))
    .map((row) => listBooking(row, owner.role, now, onlineStepOf))
    .filter(({ step }) => step.isAtHand);
}
