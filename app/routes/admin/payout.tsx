import { useLoaderData } from "@remix-run/react";
import type * as z from "zod";
import { cancelPayouts, leaveOutPayout } from "~/domain/escrow/payout-batches.server";
import { findBatchForCommand, markPayoutsSent, returnPayout } from "~/domain/escrow/sent-payouts.server";
import { confirmForm, leaveOutForm, referenceForm, returnForm } from "~/domain/escrow/escrow-forms";
import { findBatch } from "~/domain/escrow/payout-lists.server";
import type { Flash } from "~/http/flash";
import { adminAction, adminLoader } from "~/http/guards";
import { readSteppedUp } from "~/http/step-up.server";
import { officePage } from "~/ui/admin/office-page";
import { PayoutPage } from "~/ui/payouts/payout-page";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Payout", "the payout", {
  list: "payouts",
  missing: "Payout not found.",
  about: ({ batch }) => String(batch.number),
});

export const loader = adminLoader(async ({ context: { db }, param }) => {
  const batch = await findBatch(db, param("id"));
  return batch && { batch };
});

/** Notes that a batch was sent, cancels it, or leaves out a part of it or notes that it came back. */
export const action = adminAction("Failed to save", async (args) => {
  const { context, param, button, goTo } = args;
  const id = param("id");
  const { verb, of } = button(["sent", "cancel", "leaveOut", "returned"]);
  const [schema, flash] = VERBS[verb];
  const [read, batch] = await Promise.all([readSteppedUp(args, schema), findBatchForCommand(context.db, id)]);
  if (!batch) return null;
  if (!read.ok) return read.reply;
  const { user: admin, value } = read;
  const { reference = "", reason = "", shown } = value;
  const result = await {
    sent: () => markPayoutsSent(context, admin, batch, reference),
    cancel: () => cancelPayouts(context, admin, id),
    leaveOut: () => leaveOutPayout(context, admin, { id, payoutId: of, wasTaken: shown === "taken", reason }),
    returned: () => returnPayout(context, admin, batch, of, reason),
  }[verb]();
  return result.ok
    ? goTo(`/admin-dashboard/payouts/${id}`, flash)
    : read.refused(result, result.reason === "referenceUsed" ? "reference" : undefined);
});

type Form = z.ZodType<Partial<Record<"reference" | "reason" | "shown", string>>>;
/** The form of each button, and what the page says once it is done. */
const VERBS: Record<"sent" | "cancel" | "leaveOut" | "returned", [Form, Flash]> = {
  sent: [referenceForm, "payoutSent"],
  cancel: [confirmForm, "payoutCancelled"],
  leaveOut: [leaveOutForm, "payoutLeftOut"],
  returned: [returnForm, "payoutReturned"],
};

export default function Payout() {
  return <PayoutPage {...useLoaderData<typeof loader>()} />;
}
