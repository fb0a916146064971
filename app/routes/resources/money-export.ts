import { owedTo } from "~/domain/ledger/ledger.server";
import { exportAccount } from "~/domain/escrow/books.server";
import { exportEarnings } from "~/domain/money/money-lists.server";
import { dateAt } from "~/domain/time/harare";
import { csvDownload } from "~/http/responses";
import { plumberLoader, requireUser } from "~/http/guards";

/** A plumber's earnings, or what was released and paid out to them, as CSV, streamed (M8). */
export const loader = plumberLoader(async (args): Promise<Response> => {
  const { db, now } = args.context;
  const { id } = await requireUser(args);
  return args.url.pathname.toLowerCase().startsWith("/payouts.csv")
    ? csvDownload(`payouts-${dateAt(now)}`, exportAccount(db, owedTo(id)))
    : csvDownload(`earnings-${dateAt(now)}`, exportEarnings(db, id));
});
