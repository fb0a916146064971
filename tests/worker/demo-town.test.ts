import { expect, test } from "vitest";
import { onlinePayments, payoutBatches, payoutDetails } from "~/db/schema";
import { buildDemoTown } from "../../scripts/demo-town/demo-town";
import { env } from "../support/env";
import { context } from "../support/users";

test("the product's own verbs build the demo town of `npm start`, online payments and a payout included", async () => {
  let transactions = 0;
  await buildDemoTown({ DB: env.DB, keepPhotos: null }, context.now, (kept) => (transactions = kept.length));
  const { db } = context;
  const counts = await Promise.all([onlinePayments, payoutBatches, payoutDetails].map((table) => db.$count(table)));
  expect([transactions > 3, ...counts]).toEqual([true, transactions, 1, 1]);
});
