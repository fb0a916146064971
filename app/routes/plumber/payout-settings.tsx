import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { findPayoutDetails, keepPayoutDetails, savePayoutDetails } from "~/domain/payouts/payout-details.server";
import { payoutDetailsForm } from "~/domain/payouts/payout-forms";
import { flashCookie, type Flash } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { readSteppedUp } from "~/http/step-up.server";
import { PayoutSettings } from "~/ui/payouts/payout-settings";
import { DashboardError } from "~/ui/shell/dashboard-error";

const PAGE = "/plumber-dashboard/settings/payouts";

export const meta: MetaFunction = () => [{ title: `Where your money goes – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("plumber", ({ context: { db, now }, viewer }) =>
  findPayoutDetails(db, viewer.id, now),
);

/** Says where a plumber's money goes, or keeps the present place (M15). */
export const action = roleAction(
  "plumber",
  async (args) => {
    const { context, form } = args;
    const done = (flash: Flash) => redirectTo(PAGE, { "Set-Cookie": flashCookie(flash) });
    if (pressedButton(form, ["keep"])) {
      await keepPayoutDetails(context, await args.user);
      return done("payoutDetailsKept");
    }
    const read = await readSteppedUp(args, payoutDetailsForm);
    if (!read.ok) return read.reply;
    await savePayoutDetails(context, read.user, read.value);
    return done("payoutDetailsSaved");
  },
  "Failed to save",
);

export default function PayoutSettingsPage() {
  return <PayoutSettings {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch your details" home="/plumber-dashboard" />;
}
