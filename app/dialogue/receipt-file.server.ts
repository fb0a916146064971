import { findReceiptWithMoney } from "~/domain/escrow/held-money.server";
import type { DomainContext } from "~/domain/domain-context.server";
import type { SessionClaims } from "~/domain/values/user";
import { describeReceiptMoney } from "~/ui/money/describe-held";
import { drawReceipt } from "./receipt-file";

/** The file of a receipt (M7) as its reader may see it; null: they may not, or there is none. */
export async function openReceipt(
  context: Pick<DomainContext, "db" | "now">,
  viewer: SessionClaims,
  number: number,
): Promise<Blob | null> {
  const found = await findReceiptWithMoney(context, viewer, number);
  if (!found) return null;
  const { receipt, held } = found;
  return drawReceipt(receipt, held && describeReceiptMoney(receipt, held, viewer.role, context.now));
}
