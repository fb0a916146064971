import { useLoaderData } from "@remix-run/react";
import { findPayoutDetails, keepPayoutDetails, savePayoutDetails } from "~/domain/payouts/payout-details.server";
import { payoutDetailsForm } from "~/domain/payouts/payout-forms";
import { type Flash } from "~/http/flash";
import { plumberAction, plumberLoader } from "~/http/guards";
import { readSteppedUp } from "~/http/step-up.server";
import { PayoutSettings } from "~/ui/payouts/payout-settings";
import { plumberPage } from "~/ui/shell/dashboard-page";

const PAGE = "/plumber-dashboard/settings/payouts";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Where your money goes", "your details");

export const loader = plumberLoader(({ context: { db, now }, viewer }) => findPayoutDetails(db, viewer.id, now));

/** Says where a plumber's money goes, or keeps the present place (M15). */
export const action = plumberAction("Failed to save", async (args) => {
  const { context, pressed, goTo } = args;
  const done = (flash: Flash) => goTo(PAGE, flash);
  if (pressed(["keep"])) {
    await keepPayoutDetails(context, await args.user);
    return done("payoutDetailsKept");
  }
  const read = await readSteppedUp(args, payoutDetailsForm);
  if (!read.ok) return read.reply;
  const saved = await savePayoutDetails(context, read.user, read.value);
  return saved.ok ? done("payoutDetailsSaved") : read.refused(saved);
});

export default function PayoutSettingsPage() {
  return <PayoutSettings {...useLoaderData<typeof loader>()} />;
}
