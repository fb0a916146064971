import { beforeAll, expect, test } from "vitest";
import { payments } from "~/db/schema";
import { completed, createBooking, paidOnlineJob, payInHand, payOnline } from "../../../tests/support/money";
import { booking, insertOnlinePayment, refundsOf } from "../../../tests/support/money-rows";
import { setBooking } from "../../../tests/support/town";
import { admin, client, otherClient, otherPlumber, plumber, seedPayers } from "../../../tests/support/payers";
import { context, contextAt, db, now } from "../../../tests/support/users";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { findRefundForCommand, markRefundSent } from "../escrow/refunds.server";
import { settleDueBookings } from "../escrow/settlements.server";
import { DAY } from "../time/harare";
import { newId } from "../values/id";
import { eraseUser } from "./erasure.server";

beforeAll(seedPayers);

/** A finished job of which nothing is open. */
async function paidJob(): Promise<string> {
  const id = await completed();
  await payInHand(id, 25_00);
  return id;
}
async function refundDue(): Promise<string> {
  const id = await createBooking({ agreedPrice: 40_00 });
  await payOnline(id, 40_00);
  await transitionBooking(context, client, await booking(id), "cancel");
  await settleDueBookings(context);
  return id;
}

test.each<{ what: string; happens: () => Promise<unknown>; ofClient?: boolean; ofPlumber?: boolean }>([
  { what: "nothing open", happens: paidJob },
  { what: "a final amount due", happens: completed, ofClient: true, ofPlumber: true },
  {
    what: "a freeze",
    happens: async () => setBooking(context, await paidJob(), { frozenAt: now }),
    ofClient: true,
    ofPlumber: true,
  },
  {
    what: "a record that waits for an answer",
    happens: async () => {
      const record = { id: newId(), bookingId: await paidJob(), amount: 1, method: "cash", status: "open" } as const;
      await db.insert(payments).values({ ...record, recordedBy: "client", recordedAt: now });
    },
    ofClient: true,
    ofPlumber: true,
  },
  {
    what: "cash that was paid for a job that its plumber cancelled then",
    happens: async () => {
      const id = await createBooking();
      await payInHand(id, 40_00);
      await transitionBooking(context, plumber, await booking(id), "cancel");
    },
    ofClient: true,
    ofPlumber: true,
  },
  { what: "held money", happens: paidOnlineJob, ofClient: true, ofPlumber: true },
  {
    what: "money owed to the plumber",
    happens: async () => (await paidOnlineJob(), settleDueBookings(contextAt(now + DAY))),
    ofPlumber: true,
  },
  {
    what: "a payment under way",
    happens: async () => insertOnlinePayment(context, { bookingId: await paidJob(), clientId: client.id, amount: 1 }),
    ofClient: true,
  },
  { what: "a refund due", happens: refundDue, ofClient: true },
  {
    what: "a refund sent",
    happens: async () => {
      const [due] = await refundsOf(await refundDue());
      await markRefundSent(context, admin, (await findRefundForCommand(db, due!.id))!, "R1");
    },
  },
])(
  "with $what an account that has a part in it is not erased, and others are",
  async ({ happens, ofClient = false, ofPlumber = false }) => {
    await happens();
    const isKept = async (user: typeof client) => {
      const result = await eraseUser(context, admin, { ...user, isErased: false }, "They asked");
      return !result.ok && result.reason === "moneyOpen";
    };
    const kept = [await isKept(otherClient), await isKept(otherPlumber), await isKept(client), await isKept(plumber)];
    expect(kept).toEqual([false, false, ofClient, ofPlumber]);
  },
);
