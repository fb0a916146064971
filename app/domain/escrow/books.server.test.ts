import { beforeAll, expect, test } from "vitest";
import { contextAt } from "../../../tests/support/context";
import { admin, completed, context, db, payOnline, row, seedPayers } from "../../../tests/support/money";
import { settleDueBookings } from "./settlements.server";
import { DAY, instantOf, MINUTE } from "../time/harare";
import { exportLedger, findStanding, listDayTotals } from "./books.server";

beforeAll(seedPayers);

/** Saturday the 21st begins in Harare, where it is still Friday, 22:00, in UTC. */
const MIDNIGHT = instantOf("2026-11-21", 0);

test("a day of the books begins at midnight in Harare: payments, releases and the statement agree on it", async () => {
  const evening = await completed({ finalAmount: 50_00, agreedPrice: 50_00, completedAt: MIDNIGHT - MINUTE });
  const morning = await completed({ finalAmount: 30_00, agreedPrice: 30_00, completedAt: MIDNIGHT });
  await payOnline(evening, 50_00, contextAt(MIDNIGHT - 1));
  await payOnline(morning, 30_00, contextAt(MIDNIGHT));
  expect(await listDayTotals(db, MIDNIGHT)).toEqual([
    { day: "2026-11-21", paid: 30_00 },
    { day: "2026-11-20", paid: 50_00 },
  ]);

  // 24 hours after completion, to the millisecond, whatever day it is then.
  await settleDueBookings(contextAt(MIDNIGHT + DAY - MINUTE - 1));
  expect([(await row(evening)).heldAmount, (await row(morning)).heldAmount]).toEqual([50_00, 30_00]);
  await settleDueBookings(contextAt(MIDNIGHT + DAY - MINUTE));
  expect([(await row(evening)).heldAmount, (await row(morning)).heldAmount]).toEqual([0, 30_00]);
  await settleDueBookings(contextAt(MIDNIGHT + DAY));
  expect((await row(morning)).heldAmount).toBe(0);
  expect(await listDayTotals(db, MIDNIGHT + DAY)).toEqual([
    { day: "2026-11-22", earned: 27_00, commission: 3_00 },
    { day: "2026-11-21", paid: 30_00, earned: 45_00, commission: 5_00 },
    { day: "2026-11-20", paid: 50_00 },
  ]);

  const statement = async (first: string, last: string) =>
    (await new Response(await exportLedger(context, admin, { first, last })).text())
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",").slice(0, 2).join(" "));
  expect(await statement("2026-11-20", "2026-11-20")).toEqual(["2026-11-20 23:59 paid"]);
  expect((await statement("2026-11-21", "2026-11-21")).sort()).toEqual([
    "2026-11-21 00:00 paid",
    "2026-11-21 23:59 commission",
    "2026-11-21 23:59 earned",
  ]);
  expect(await statement("2026-11-20", "2026-11-22")).toHaveLength(6);
  expect(await findStanding(db)).toMatchObject({
    atProvider: 80_00,
    held: 0,
    plumbers: 72_00,
    commission: 8_00,
    refunds: 0,
    losses: 0,
  });
});
