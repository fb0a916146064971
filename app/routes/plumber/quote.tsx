import { useLoaderData } from "@remix-run/react";
import { CHANGES_OF_BOOKING, withLatest } from "~/domain/bookings/latest-event";
import { findBookingFor, selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { acceptedQuote, MAX_DAYS_VALID, MAX_LINES, openQuote, USUAL_DAYS_VALID } from "~/domain/money/booking-money";
import { quoteForm } from "~/domain/money/quote-schemas";
import { findMoney } from "~/domain/money/money-view.server";
import { writeQuote } from "~/domain/money/quotes.server";
import { isOpen } from "~/domain/bookings/booking";
import { addDays, dateAt } from "~/domain/time/harare";
import { refuse } from "~/domain/values/refusal";
import { bookingPage } from "~/http/booking-page";
import { bookingFlashCookie } from "~/http/flash";
import { showAgain } from "~/http/forms";
import { plumberAction, plumberLoader } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { messageOf } from "~/http/refusals";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { QuoteForm } from "~/ui/money/quote-form";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Quote", "job", "jobs");

/** A quote for a job (M2), filled in with the one that is open. */
export const loader = plumberLoader(async ({ context: { db, now, paymentProvider }, viewer, param }) => {
  const id = param("id");
  const [money, changes] = await Promise.all([findMoney(db, viewer, id), selectLatest(db, id, viewer)]);
  if (!money) return null;
  const { status } = money;
  const today = dateAt(now);
  return {
    client: money.client,
    fee: money.fee,
    asksDeposit: paymentProvider !== null,
    open: openQuote(money),
    agreed: acceptedQuote(money),
    validUntil: addDays(today, USUAL_DAYS_VALID),
    earliest: today,
    latest: addDays(today, MAX_DAYS_VALID),
    obstacle: isOpen(status)
      ? null
      : messageOf(withLatest({ ...refuse("transitionNotAllowed"), status }, changes, CHANGES_OF_BOOKING, viewer, now)),
    back: bookingPage("plumber", id),
  };
});

export const action = plumberAction(
  "Failed to send the quote",
  async ({ context, viewer, form, user, param, read, pressed, refused }) => {
    const id = param("id");
    if (pressed(["addLine"])) {
      await user;
      const rows = Number(form.get("rows")) || 0;
      return showAgain(form, { rows: String(Math.min(MAX_LINES, rows + 1)) });
    }
    const [plumber, booking] = await Promise.all([user, findBookingFor(context.db, viewer, id)]);
    if (!booking) return null;
    const value = read(quoteForm);
    const result = await writeQuote(context, plumber, booking, value);
    return result.ok
      ? redirectTo(bookingPage("plumber", id), { "Set-Cookie": bookingFlashCookie("quoteSent", "plumber", booking) })
      : refused(result, FIELDS_OF[result.reason]);
  },
);

/** The field beside which a refusal is shown. */
const FIELDS_OF: Partial<Record<string, string>> = { validityNotPossible: "validUntil", quoteUnusual: "sure" };

export default function QuotePage() {
  return <QuoteForm {...useLoaderData<typeof loader>()} />;
}
