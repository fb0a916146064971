import { defineNotices } from "../notices/notice";
import { formatMoney } from "../values/money";

/** Notices to the office when the ledger stops payouts (M13). */
export const ledgerNotices = defineNotices("account", {
  ledgerFault: {
    isOver: "ledgerSound",
    email: (
      { sum, faults }: { sum: number; faults: { account: string; stored: number; recomputed: number }[] },
      origin: string,
    ) => ({
      subject: "The ledger doesn't add up: nothing can be paid out",
      paragraphs: [
        `All balances together are ${formatMoney(sum)} instead of $0, and ${faults.length} accounts differ from their transfers. Payouts and refunds are stopped until a check finds nothing wrong.`,
        "docs/operations.md says what to do, under “When the ledger doesn't add up”.",
      ],
      facts: faults.map(({ account, stored, recomputed }): [string, string] => [
        account,
        `${formatMoney(stored)}, its transfers add up to ${formatMoney(recomputed)}`,
      ]),
      action: { label: "See what differs", url: `${origin}/admin-dashboard/system` },
    }),
  },
});
