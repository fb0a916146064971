import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { parseReceipt } from "~/domain/money/booking-money";
import { findReceipt } from "~/domain/money/receipts.server";
import { bookingPage } from "~/http/booking-page";
import { signedInLoader } from "~/http/guards";
import type { PageHandle } from "~/http/page-handle";
import { ReceiptPage } from "~/ui/money/receipt-page";
import { describePage } from "~/ui/shell/page-meta";

export const handle: PageHandle = { quiet: true };

export const meta: MetaFunction = (page) => [
  ...describePage(page, {
    title: `Receipt ${page.params["number"] ?? ""}`,
    description: "A receipt for a plumbing job.",
  }),
  { name: "robots", content: "noindex" },
];

/** A receipt (M7), for the two sides of its booking and the office. */
export const loader = signedInLoader(async ({ context, viewer, param }) => {
  const number = parseReceipt(param("number"));
  const receipt = number === null ? null : await findReceipt(context.db, viewer, number);
  if (!receipt) return null;
  return { receipt, back: bookingPage(viewer.role, receipt.bookingId) };
});

export default function Receipt() {
  return <ReceiptPage {...useLoaderData<typeof loader>()} />;
}
