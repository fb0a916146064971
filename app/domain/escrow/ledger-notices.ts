import { defineNotices } from "../notices/notice";
import { formatMoney } from "../values/money";

/** What the office is told about its ledger (M13). */
export const ledgerNotices = defineNotices<{
  ledgerFault: { sum: number; faults: { account: string; stored: number; recomputed: number }[] };
}>({
  ledgerFault: {
    topic: "account",
    email: ({ sum, faults }, origin) => ({
      subject: "The ledger doesn't add up: nothing can be paid out",
      to: null,
      paragraphs: [
        `All balances together are ${formatMoney(sum)} instead of $0, and ${faults.length} accounts differ from their transfers. Payouts and refunds are stopped until a check finds nothing wrong.`,
        "docs/operations.md says what to do, under “When the ledger doesn't add up”.",
      ],
      facts: faults.map(({ account, stored, recomputed }) => [
        account,
        `${formatMoney(stored)}, its transfers add up to ${formatMoney(recomputed)}`,
      ]),
      action: { label: "See what differs", url: `${origin}/admin-dashboard/system` },
    }),
  },
});
