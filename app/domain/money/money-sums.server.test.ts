import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookings, dailyTallies, payments, receipts } from "~/db/schema";
import {
  admin,
  afterwards,
  booking,
  client,
  context,
  createBooking,
  db,
  draft,
  dueOf,
  openOf,
  otherClient,
  otherPlumber,
  plumber,
  record,
  row,
  seedPayers,
} from "../../../tests/support/money";
import { seededRandom } from "../../../tests/support/random";
import { transitionBooking } from "../bookings/commands/booking-transitions.server";
import { agreeFinal, decideFinal, disputeFinal } from "./final-amount.server";
import { findMoney } from "./money-view.server";
import { confirmPayment, denyPayment, withdrawPayment } from "./payments.server";
import { acceptQuote, writeQuote } from "./quotes.server";
import { findReceipt, voidReceipt } from "./receipts.server";

beforeAll(seedPayers);

test("after a random run the sums of records, receipts and balances agree", async () => {
  const random = seededRandom(11);
  const start = await db.$count(receipts);
  const ids = await Promise.all(Array.from({ length: 20 }, () => createBooking()));
  const users = [client, plumber, client, plumber, admin, otherClient, otherPlumber];
  for (let step = 0; step < 500; step++) {
    const id = ids[random(ids.length)]!;
    const user = users[random(users.length)]!;
    const shown = await booking(id);
    const amount = [5_00, 12_50, 25_00, 40_00][random(4)]!;
    const open = await openOf(id);
    switch (random(13)) {
      case 0:
        await writeQuote(context, user, shown, draft(amount));
        break;
      case 1: {
        const latest = (await findMoney(db, admin, id))!.quotes[0];
        if (latest) await acceptQuote(context, user, shown, latest);
        break;
      }
      case 2:
        if (random(4) === 0)
          await transitionBooking(afterwards, plumber, shown, "complete", {
            final: { amount, reason: "R", isSure: true },
          });
        break;
      case 3:
        if (shown.finalAmount !== null) await agreeFinal(context, user, shown, shown.finalAmount);
        break;
      case 4:
        if (shown.finalAmount !== null) await disputeFinal(context, user, shown, shown.finalAmount, null);
        break;
      case 5:
        await decideFinal(context, admin, shown, amount, "R");
        break;
      case 6:
      case 8:
        if (open && random(3) > 0) await confirmPayment(context, user, shown, open);
        else if (open) await denyPayment(context, user, shown, open, null);
        break;
      case 12:
        if (open && random(3) === 0) await withdrawPayment(context, user, shown, open);
        break;
      case 7: {
        const [issued] = await db.select().from(receipts).where(eq(receipts.bookingId, id)).limit(1);
        const receipt = issued && random(3) === 0 && (await findReceipt(db, admin, issued.number));
        if (receipt) await voidReceipt(context, admin, shown, receipt, "R");
        break;
      }
      default:
        await record(id, user, amount);
    }
  }
  expect(await db.$count(receipts)).toBeGreaterThan(start + 10);
  for (const id of ids) {
    const { paidAmount, finalAmount, finalAnswer, agreedPrice, fee } = await row(id);
    const paid = await db.select().from(payments).where(eq(payments.bookingId, id));
    const issued = await db.select().from(receipts).where(eq(receipts.bookingId, id));
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    expect(paidAmount).toBe(sum(paid.filter(({ status }) => status === "confirmed").map(({ amount }) => amount)));
    expect(paidAmount).toBe(sum(issued.map(({ amount }) => amount)));
    expect(issued.filter(({ voids }) => voids === null)).toHaveLength(
      paid.filter(({ status }) => status === "confirmed" || status === "voided").length,
    );
    expect(paid.filter(({ status }) => status === "open").length).toBeLessThanOrEqual(1);
    const isSettled = finalAnswer === "agreed" || finalAnswer === "decided";
    const owed = finalAmount === null ? 0 : isSettled ? finalAmount : Math.min(finalAmount, agreedPrice ?? fee!);
    expect(await dueOf(id)).toBe(Math.max(0, owed - paidAmount));
    const accepted = (await findMoney(db, admin, id))!.quotes.filter(({ status }) => status === "accepted");
    expect(accepted.map(({ total }) => total)).toEqual(agreedPrice === null ? [] : [agreedPrice]);
  }
  const numbers = (await db.select({ number: receipts.number }).from(receipts)).map(({ number }) => number);
  expect(Math.max(...numbers) - Math.min(...numbers) + 1).toBe(numbers.length);
  const [earned] = await db
    .select({ earned: sql<number>`sum(${dailyTallies.earned})` })
    .from(dailyTallies)
    .where(eq(dailyTallies.plumberId, plumber.id));
  const [total] = await db
    .select({ paid: sql<number>`sum(paid_amount)` })
    .from(bookings)
    .where(eq(bookings.plumberId, plumber.id));
  expect(earned?.earned).toBe(total?.paid);
});
