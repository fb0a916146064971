import { useLoaderData } from "@remix-run/react";
import { confirmForm, stopForm } from "~/domain/escrow/escrow-forms";
import { findPayoutStop, resumePayouts, stopPayouts } from "~/domain/ledger/ledger.server";
import { adminAction, adminLoader } from "~/http/guards";
import { officePage } from "~/ui/admin/office-page";
import { BackLink } from "~/ui/shell/elements";
import { ResumePayouts, StoppedNotice, StopPayouts } from "~/ui/payouts/payout-forms";
import { readSteppedUp } from "~/http/step-up.server";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Stop payouts", "payouts", { list: "payouts" });

const PAGE = "/admin-dashboard/payouts/stop";

export const loader = adminLoader(async ({ context }) => ({ stop: await findPayoutStop(context.db) }));

export const action = adminAction("Failed to save", async (args) => {
  const isStop = args.form.get("form") === "stop";
  const { user, value } = await readSteppedUp(args, isStop ? stopForm : confirmForm);
  await ("reason" in value ? stopPayouts(args.context, user, value.reason) : resumePayouts(args.context, user));
  return args.goTo(PAGE, isStop ? "payoutsStopped" : "payoutsResumed");
});

export default function PayoutStopPage() {
  const { stop } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <BackLink to="/admin-dashboard/payouts" label="Payouts" />
      <h1>{stop ? "Payouts are stopped" : "Stop payouts"}</h1>
      <StoppedNotice stop={stop} page />
      <StopPayouts isOpen={!stop} />
      {stop && <ResumePayouts />}
    </div>
  );
}
