import type { Role } from "~/domain/values/user";
import { env } from "./env";
import type { Subjects } from "./every-page";

/** The users of the demo town who open its pages. */
export const DEMO_USERS: Record<Role, string> = {
  client: "democlient01",
  plumber: "demoplumber01",
  admin: "demoadmin",
};

const idOf = async (table: string, condition = "true"): Promise<string> =>
  (await env.DB.prepare(`select id from ${table} where ${condition} order by id limit 1`).first<string>("id")) ??
  "none";

/** The subjects of a role's pages: its own bookings, in the demo town. */
export async function subjectsOf(role: Role): Promise<Subjects> {
  const own = role === "admin" ? "true" : `${role}_id = '${DEMO_USERS[role]}'`;
  const booking = (condition: string) => idOf("bookings", `${own} and plumber_id is not null and ${condition}`);
  return {
    client: DEMO_USERS.client,
    otherClient: "democlient02",
    plumber: DEMO_USERS.plumber,
    pending: await booking("status = 'pending'"),
    confirmed: await booking("status = 'confirmed'"),
    reviewed: await booking("reviewed_at is not null and client_id = 'democlient01'"),
    request: await idOf("bookings", "plumber_id is null and status = 'pending'"),
    review: await idOf("reviews", `booking_id in (select id from bookings where ${own})`),
    enquiry: "demoenquiry1",
    dialogue: "demodialogue1",
    registration: "none",
    batch: "none",
    refund: "none",
  };
}
