import { openDatabase, type Database } from "~/db/client.server";
import { bookings, onlinePayments, payoutDetails, users } from "~/db/schema";
import { CLEARING, heldFor } from "~/domain/ledger/accounts";
import { transfer } from "~/domain/ledger/ledger.server";
import { parseRotatingSecret } from "~/domain/values/rotating-secret";
import { DAY, HOUR, MINUTE } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { eq, sql } from "drizzle-orm";
import { openLocalStorage } from "../../../scripts/local-storage";
import type { PaynowStandIn } from "../../../scripts/paynow/paynow-stand-in";
import { currentInstant } from "../../support/now";
import { signedIn } from "../../support/users";

// The bookings whose money is on its way when the power goes, for each round of its own.

export const AMOUNT = 80_00;
/** How far the clock goes on from round to round. */
export const STEP = 30 * MINUTE;

/** The ids of a round's bookings, by what happens to their money. */
export type Round = Record<"start" | "release" | "wait" | "cancel", string[]>;

/** The demo town's client and admin, signed in, and the bookings of so many rounds after the first, which is done. */
export async function seedRounds(
  { stateDir, secret, standIn }: { stateDir: string; secret: string; standIn: PaynowStandIn },
  count: number,
) {
  const storage = await openLocalStorage(stateDir);
  const db = openDatabase(storage.DB);
  const began = currentInstant();
  const rounds: Round[] = [];
  for (let number = 0; number <= count; number++) rounds.push(await seedRound(db, standIn, began, number));
  await db.insert(payoutDetails).values({
    id: newId(),
    plumberId: "demoplumber01",
    method: "ecocash",
    number: "+263772000567",
    holder: "T Ncube",
    createdAt: began - DAY,
    validFrom: began - DAY,
  });
  const cookieOf = async (email: string) => {
    const [user] = await db.select().from(users).where(eq(users.email, email));
    return signedIn({ db, now: began, sessionSecret: parseRotatingSecret(secret)! }, user!);
  };
  const cookies = { client: await cookieOf("client@pombi.test"), admin: await cookieOf("admin@pombi.test") };
  await storage.close();
  return { began, rounds, cookies };
}

async function seedRound(db: Database, standIn: PaynowStandIn, began: number, number: number): Promise<Round> {
  const now = began + number * STEP;
  const create = async (kind: keyof Round, at: number, more: Partial<typeof bookings.$inferInsert>) => {
    const id = `${kind}${number}x${at}`.padEnd(24, "0");
    await db.insert(bookings).values({
      id,
      reference: `C-${id}`,
      clientId: "democlient01",
      plumberId: "demoplumber01",
      status: "confirmed",
      startsAt: began + 60 * DAY + seeded++ * MINUTE,
      fee: 25_00,
      agreedPrice: AMOUNT,
      createdAt: began,
      updatedAt: began,
      ...more,
    });
    if (kind !== "start") await hold(db, standIn, began, id);
    return id;
  };
  const several = (kind: keyof Round, count: number, more: Partial<typeof bookings.$inferInsert> = {}) =>
    Promise.all(Array.from({ length: count }, (_, at) => create(kind, at, more)));
  const completed = (completedAt: number) => ({ status: "completed" as const, completedAt, finalAmount: AMOUNT });
  return {
    start: await several("start", 3),
    release: await several("release", 2, completed(now - HOUR)),
    wait: await several("wait", 2, completed(now - DAY - MINUTE)),
    cancel: await several("cancel", 2),
  };
}
let seeded = 0;

/** What a client has paid at Paynow long ago, and Pombi holds. */
async function hold(db: Database, { transactions }: PaynowStandIn, at: number, bookingId: string) {
  const id = newId();
  transactions.push({
    number: 1001 + transactions.length,
    guid: id,
    reference: id,
    amount: (AMOUNT / 100).toFixed(2),
    trace: id,
    resultUrl: "",
    returnUrl: "",
    status: "Paid",
    method: "ecocash",
    phone: "0771111111",
    description: "",
    at,
  });
  await db.insert(onlinePayments).values({
    id,
    bookingId,
    clientId: "democlient01",
    amount: AMOUNT,
    purpose: "price",
    method: "ecocash",
    phone: "+263771111111",
    status: "paid",
    paidAt: at,
    received: AMOUNT,
    counts: true,
    createdAt: at,
    updatedAt: at,
  });
  await db.update(bookings).set({ paidAmount: AMOUNT }).where(eq(bookings.id, bookingId));
  await transfer(
    db,
    { kind: "paid", debit: CLEARING, credit: heldFor(bookingId), amount: AMOUNT, causeId: id, bookingId, at },
    sql`true`,
  );
}
