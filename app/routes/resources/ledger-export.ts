import { exportLedger } from "~/domain/escrow/books.server";
import { addDays, dateAt, parseDate } from "~/domain/time/harare";
import { csvDownload } from "~/http/responses";
import { adminLoader, requireUser, requireSteppedUp } from "~/http/guards";

/** The office's statement of every transfer from a day to a day, as CSV, streamed (M13): the last 31 days unless given. */
export const loader = adminLoader(async (args): Promise<Response> => {
  const { context, url } = args;
  const last = parseDate(url.searchParams.get("to") ?? "") ?? dateAt(context.now);
  const first = parseDate(url.searchParams.get("from") ?? "") ?? addDays(last, -30);
  const books = `/admin-dashboard/books?from=${first}&to=${last}`;
  const admin = await requireSteppedUp({ context, user: requireUser(args) }, books);
  return csvDownload(`ledger-${first}-${last}`, await exportLedger(context, admin, { first, last }));
});
