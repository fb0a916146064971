import { findMoneyOfReceipt } from "~/domain/escrow/held-money.server";
import type { DomainContext } from "~/domain/domain-context.server";
import { findReceipt } from "~/domain/money/receipts.server";
import type { SessionClaims } from "~/domain/values/user";
import { describeReceiptMoney } from "~/ui/money/describe-held";
import { drawReceipt } from "./receipt-file";

/** The file of a receipt (M7) as its reader may see it; null: they may not, or there is none. */
export async function openReceipt(
  { db, now }: Pick<DomainContext, "db" | "now">,
  viewer: SessionClaims,
  number: number,
): Promise<Blob | null> {
  const receipt = await findReceipt({ db, now }, viewer, number);
  if (!receipt) return null;
  const held = await findMoneyOfReceipt(db, viewer, receipt);
  return drawReceipt(receipt, held && describeReceiptMoney(receipt, held, viewer.role, now));
}
