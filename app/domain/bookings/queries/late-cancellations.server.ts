import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { isCalledOffBooking } from "./booking-conditions.server";

/** How many of their latest called-off bookings on each side a user has cancelled late themselves, of 100 (B26). */
export async function countLateCancellations(db: Database, userId: string): Promise<number> {
  const ofSide = (side: "client" | "plumber") => sql`(select count(*) from (
    select cancelled_late_by from bookings where ${sql.identifier(`${side}_id`)} = ${userId} and ${isCalledOffBooking}
    order by starts_at desc, id desc limit 100) where cancelled_late_by = ${side})`;
  const [row] = await db.all<{ number: number }>(sql`select ${ofSide("client")} + ${ofSide("plumber")} as number`);
  return row?.number ?? 0;
}
