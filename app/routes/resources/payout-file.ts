import { payoutFile } from "~/domain/escrow/payout";
import { takePayoutFile } from "~/domain/escrow/payout-batches.server";
import { findBatchForCommand } from "~/domain/escrow/sent-payouts.server";
import { csvDownload, redirectTo } from "~/http/responses";
import { adminLoader, requireUser } from "~/http/guards";
import { requireSteppedUp } from "~/http/step-up.server";

/** The file of a batch of payouts for the bank or EcoCash, with whole numbers (M14). */
export const loader = adminLoader(async (args): Promise<Response | null> => {
  const { context, param } = args;
  const id = param("id");
  const [admin, batch] = await Promise.all([
    requireSteppedUp({ context, user: requireUser(args) }, `/admin-dashboard/payouts/${id}`),
    findBatchForCommand(context.db, id),
  ]);
  if (!batch) return null;
  const { method, number } = batch;
  const taken = await takePayoutFile(context, admin, id);
  if (!taken.ok) return redirectTo(`/admin-dashboard/payouts${taken.reason === "payoutClosed" ? `/${id}` : ""}`);
  return csvDownload(`payout-${number}-${method}`, payoutFile(method, number, taken.rows));
});
