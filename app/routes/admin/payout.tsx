import { useLoaderData } from "@remix-run/react";
import type * as z from "zod";
import {
  cancelPayouts,
  findBatchForCommand,
  markPayoutsSent,
  returnPayout,
} from "~/domain/payouts/payout-batches.server";
import { confirmForm, referenceForm, returnForm } from "~/domain/payouts/payout-forms";
import { findBatch } from "~/domain/payouts/payout-lists.server";
import { flashed, type Flash } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { readSteppedUp } from "~/http/step-up.server";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { PayoutPage } from "~/ui/payouts/payout-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Payout",
  failed: "Failed to fetch the payout",
  missing: "Payout not found.",
  home: "/admin-dashboard/payouts",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("admin", async ({ context: { db }, params }) => {
  const batch = await findBatch(db, param(params, "id"));
  if (!batch) throw notFound();
  return { batch };
});

/** Notes that a batch was sent, cancels it, or notes that a part of it came back. */
export const action = roleAction(
  "admin",
  async (args) => {
    const { context, form, params } = args;
    const id = param(params, "id");
    const { verb, of } = requireButton(form, ["sent", "cancel", "returned"]);
    const [read, batch] = await Promise.all([readSteppedUp(args, FORMS[verb]), findBatchForCommand(context.db, id)]);
    if (!batch) throw notFound();
    if (!read.ok) return read.reply;
    const { user: admin, value } = read;
    const result = await {
      sent: () => markPayoutsSent(context, admin, batch, value.reference ?? ""),
      cancel: () => cancelPayouts(context, admin, id),
      returned: () => returnPayout(context, admin, batch, of, value.reason ?? ""),
    }[verb]();
    return result.ok
      ? redirectTo(`/admin-dashboard/payouts/${id}`, flashed(FLASHES[verb]))
      : read.refused(result, result.reason === "referenceUsed" ? "reference" : undefined);
  },
  "Failed to save",
);

const FLASHES = { sent: "payoutSent", cancel: "payoutCancelled", returned: "payoutReturned" } as const satisfies Record<
  string,
  Flash
>;

const FORMS: Record<keyof typeof FLASHES, z.ZodType<{ reference?: string; reason?: string }>> = {
  sent: referenceForm,
  cancel: confirmForm,
  returned: returnForm,
};

export default function Payout() {
  return <PayoutPage {...useLoaderData<typeof loader>()} />;
}
