import { useLoaderData } from "@remix-run/react";
import type * as z from "zod";
import { lostPaymentForm } from "~/domain/online-payments/online-payment-schemas";
import { takeUpPayment } from "~/domain/online-payments/lost-payments.server";
import { findPayee, notePastPayout } from "~/domain/payouts/past-payouts.server";
import { confirmForm, pastPayoutForm, stopForm } from "~/domain/payouts/payout-forms";
import { owedList } from "~/domain/payouts/payout-lists.server";
import { findPayoutStop, resumePayouts, stopPayouts } from "~/domain/payouts/payout-stop.server";
import type { SteppedUpUser } from "~/domain/values/user";
import { flashed, type Flash } from "~/http/flash";
import { roleAction, roleLoader, type ActionArgs } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import type { Refused } from "~/http/refusals";
import { readSteppedUp } from "~/http/step-up.server";
import { Icon } from "~/ui/elements/icon";
import { MoreLink } from "~/ui/elements/more-link";
import { LostPayment, PastPayout } from "~/ui/payouts/money-since";
import { ResumePayouts, StoppedNotice, StopPayouts } from "~/ui/payouts/payout-stop";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Stop payouts",
  failed: "Failed to fetch payouts",
  home: "/admin-dashboard/payouts",
});

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

/** Whether payouts are stopped (M16), and while they are, what can be noted that D1 has forgotten. */
export const loader = roleLoader("admin", async ({ context: { db, now, paymentProvider }, url }) => {
  const [stop, { rows: owed, next }] = await Promise.all([
    findPayoutStop(db),
    owedList(now).page(db, "all", { after: url.searchParams.get("owed"), isAscending: false }),
  ]);
  return { stop, owed, next, isOnline: paymentProvider !== null };
});

type Done = { ok: true } | Refused;

/** Reads one form of the page and does what it says. */
async function act<Schema extends z.ZodType>(
  args: ActionArgs,
  schema: Schema,
  flash: Flash,
  verb: (admin: SteppedUpUser, value: z.output<Schema>) => Promise<Done>,
) {
  const read = await readSteppedUp(args, schema);
  if (!read.ok) return read.reply;
  const result = await verb(read.user, read.value);
  return result.ok ? redirectTo("/admin-dashboard/payouts/stop", flashed(flash)) : read.refused(result as Refused);
}

export const action = roleAction(
  "admin",
  (args) => {
    const { context, form } = args;
    switch (form.get("form")) {
      case "stop":
        return act(args, stopForm, "payoutsStopped", (admin, { reason }) => stopPayouts(context, admin, reason));
      case "resume":
        return act(args, confirmForm, "payoutsResumed", (admin) => resumePayouts(context, admin));
      case "payment":
        return act(args, lostPaymentForm, "paymentTakenUp", (admin, { payment, ...rest }) =>
          takeUpPayment(context, admin, { id: payment, ...rest }),
        );
      default: {
        // Beside the check of the session, so that the action waits for two D1 calls.
        const payee = findPayee(context.db, String(form.get("plumber") ?? ""), context.now);
        // Where the form is refused, nobody awaits it.
        payee.catch(() => undefined);
        return act(args, pastPayoutForm, "pastPayoutNoted", async (admin, sent) =>
          notePastPayout(context, admin, await payee, sent),
        );
      }
    }
  },
  "Failed to save",
);

export default function PayoutStopPage() {
  const { stop, owed, next, isOnline } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <Link to="/admin-dashboard/payouts" className="button-link justify-self-start">
        <Icon name="arrow-left" /> Payouts
      </Link>
      <h1>{stop ? "Payouts are stopped" : "Stop payouts"}</h1>
      {!stop && <StopPayouts />}
      {stop && (
        <>
          <StoppedNotice stop={stop} page />
          {isOnline && <LostPayment />}
          <PastPayout owed={owed} />
          <MoreLink next={next} label="More plumbers" name="owed" />
          <ResumePayouts />
        </>
      )}
    </div>
  );
}
