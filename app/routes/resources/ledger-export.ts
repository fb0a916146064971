import { exportLedger } from "~/domain/escrow/books.server";
import { readLedgerSpan } from "~/domain/escrow/ledger-span";
import { dateAt } from "~/domain/time/harare";
import { csvDownload, redirectTo } from "~/http/responses";
import { adminLoader, requireUser } from "~/http/guards";
import { requireSteppedUp } from "~/http/step-up.server";

const BOOKS = "/admin-dashboard/books";

/** The office's statement of every transfer from a day to a day, as CSV, streamed (M13). Other days lead to the form. */
export const loader = adminLoader(async (args): Promise<Response> => {
  const { context, url } = args;
  const span = readLedgerSpan(url.searchParams, dateAt(context.now));
  if (typeof span === "string") throw redirectTo(BOOKS + url.search);
  const { first, last } = span;
  const admin = await requireSteppedUp({ context, user: requireUser(args) }, `${BOOKS}?from=${first}&to=${last}`);
  return csvDownload(`ledger-${first}-${last}`, await exportLedger(context, admin, span));
});
