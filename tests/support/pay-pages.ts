import { bookings } from "~/db/schema";
import { newId } from "~/domain/values/id";
import { connectPaynow, PAYNOW_SETTINGS } from "./paynow";
import { visit } from "./site";
import { seedTown } from "./town";

// What the client of a booking sees and sends to pay online, and what Paynow posts (M10).

export const paynow = connectPaynow();
export const settings = { ...PAYNOW_SETTINGS, LIMIT_FACTOR: "100" };

export let town: Awaited<ReturnType<typeof seedTown>>;
export const seedPayPages = async () => {
  town = await seedTown();
};

/** A confirmed booking of the client with a price of $80 and a deposit of $30; gives its id. */
export async function agreedBooking(more: Partial<typeof bookings.$inferInsert> = {}): Promise<string> {
  const { context, client, plumber } = town;
  const id = newId();
  await context.db.insert(bookings).values({
    id,
    reference: `PB-${id.slice(0, 8)}`,
    clientId: client.id,
    plumberId: plumber.id,
    status: "confirmed",
    startsAt: context.now + 90_000_000 + next++ * 60_000,
    fee: 25_00,
    agreedPrice: 80_00,
    agreedDeposit: 30_00,
    createdAt: context.now,
    updatedAt: context.now,
    ...more,
  });
  return id;
}
let next = 0;

export const page = (id: string) => `/client-dashboard/bookings/${id}/pay`;
export const read = async (path: string, cookie = town.cookies.client, with_: Record<string, unknown> = settings) => {
  const response = await visit(path, { cookie, settings: with_ });
  return { response, text: (await response.text()).replaceAll("<!-- -->", "") };
};
