import { useLoaderData } from "@remix-run/react";
import { availableMoneyActions, RECORDED_METHODS, stateOfDispute } from "~/domain/money/booking-money";
import { findMoney } from "~/domain/money/money-view.server";
import { newId } from "~/domain/values/id";
import { bookingPage } from "~/http/booking-page";
import { signedInAction, signedInLoader } from "~/http/guards";
import { requireMoneyForm, takeMoneyForm } from "~/http/money-action.server";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { describeFigures } from "~/ui/money/describe-money";
import { MoneyForm } from "~/ui/money/money-form";
import { decisionTitle, moneyLabel } from "~/ui/money/money-labels";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Money",
  failed: "Failed to fetch booking",
  missing: "Booking not found.",
  home: "/bookings",
});

/** What one can do about a booking's money, one form each (M2 to M7). */
export const loader = signedInLoader(async ({ context: { db, now }, viewer, url, param }) => {
  const { role } = viewer;
  const action = requireMoneyForm(param("action"), role);
  const id = param("id");
  const money = await findMoney(db, viewer, id);
  if (!money) return null;
  return {
    action,
    label: { ...moneyLabel(action, role, money), ...(action === "decide" && { title: decisionTitle(money) }) },
    money,
    statement: describeFigures(money),
    role,
    isPossible: availableMoneyActions(money, role, now).includes(action),
    formId: newId(),
    shown: stateOfDispute(money),
    method: RECORDED_METHODS.find((method) => method === url.searchParams.get("method")) ?? "",
    receipt: url.searchParams.get("receipt"),
    back: bookingPage(role, id),
  };
});

export const action = signedInAction("Failed to save", (args) =>
  takeMoneyForm(args, requireMoneyForm(args.param("action"), args.viewer.role)),
);

export default function MoneyPage() {
  return <MoneyForm {...useLoaderData<typeof loader>()} />;
}
