import { useLoaderData } from "@remix-run/react";
import { findPayoutDetails, keepPayoutDetails, savePayoutDetails } from "~/domain/payouts/payout-details.server";
import { payoutDetailsForm } from "~/domain/payouts/payout-forms";
import { flashed, type Flash } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { readSteppedUp } from "~/http/step-up.server";
import { PayoutSettings } from "~/ui/payouts/payout-settings";
import { dashboardPage } from "~/ui/shell/dashboard-page";

const PAGE = "/plumber-dashboard/settings/payouts";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Where your money goes",
  failed: "Failed to fetch your details",
  home: "/plumber-dashboard",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("plumber", ({ context: { db, now }, viewer }) =>
  findPayoutDetails(db, viewer.id, now),
);

/** Says where a plumber's money goes, or keeps the present place (M15). */
export const action = roleAction(
  "plumber",
  async (args) => {
    const { context, form } = args;
    const done = (flash: Flash) => redirectTo(PAGE, flashed(flash));
    if (pressedButton(form, ["keep"])) {
      await keepPayoutDetails(context, await args.user);
      return done("payoutDetailsKept");
    }
    const read = await readSteppedUp(args, payoutDetailsForm);
    if (!read.ok) return read.reply;
    const result = await savePayoutDetails(context, read.user, read.value);
    return result.ok ? done("payoutDetailsSaved") : read.refused(result);
  },
  "Failed to save",
);

export default function PayoutSettingsPage() {
  return <PayoutSettings {...useLoaderData<typeof loader>()} />;
}
