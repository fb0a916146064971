import { useLoaderData } from "@remix-run/react";
import { findStanding, listDayTotals, listArrivals, noteArrival, voidArrival } from "~/domain/escrow/books.server";
import { arrivalForm, voidArrivalForm } from "~/domain/escrow/escrow-forms";
import { addDays, dateAt } from "~/domain/time/harare";
import { adminAction, adminLoader } from "~/http/guards";
import { readSteppedUp } from "~/http/step-up.server";
import { ArrivalForm, Books } from "~/ui/payouts/books";
import { MoneyTabs } from "~/ui/payouts/money-tabs";
import { officePage } from "~/ui/admin/office-page";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Books", "the books");

/** What is where, what moved day by day, and what the provider has sent to the bank (M13, M14). */
export const loader = adminLoader(async ({ context: { db, now, paymentProvider }, url }) => {
  const [standing, days, arrivals] = await Promise.all([findStanding(db), listDayTotals(db, now), listArrivals(db)]);
  const today = dateAt(now);
  // As they were asked for, where a step-up came between; else the day that the office looks at in the morning.
  const yesterday = addDays(today, -1);
  const span = { from: url.searchParams.get("from") ?? yesterday, to: url.searchParams.get("to") ?? yesterday };
  return { standing, days, arrivals, today, span, isOnline: paymentProvider !== null };
});

export const action = adminAction("Failed to save", async (args) => {
  const saved = () => args.goTo("/admin-dashboard/books", "savedAndLogged");
  const pressed = args.pressed(["void"]);
  if (pressed) {
    const read = await readSteppedUp(args, voidArrivalForm);
    if (!read.ok) return read.reply;
    const result = await voidArrival(args.context, read.user, { reference: pressed.of, ...read.value });
    return result.ok ? saved() : read.refused(result);
  }
  const read = await readSteppedUp(args, arrivalForm);
  if (!read.ok) return read.reply;
  const result = await noteArrival(args.context, read.user, read.value);
  return result.ok ? saved() : read.refused(result, result.reason === "referenceUsed" ? "reference" : "arrived");
});

export default function BooksPage() {
  const { isOnline, ...books } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <div className="office-bar">
        <h1>Books</h1>
        <MoneyTabs isOnline={isOnline} />
      </div>
      <Books {...books} />
      <ArrivalForm />
    </div>
  );
}
