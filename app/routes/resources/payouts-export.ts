import { owedTo } from "~/domain/escrow/ledger";
import { exportAccount } from "~/domain/escrow/books.server";
import { dateAt } from "~/domain/time/harare";
import { csvDownload } from "~/http/download";
import { plumberLoader, requireUser } from "~/http/guards";

/** What was released to a plumber and paid out, as CSV, streamed (M8). */
export const loader = plumberLoader(async (args): Promise<Response> => {
  const { db, now } = args.context;
  const { id } = await requireUser(args);
  return csvDownload(`payouts-${dateAt(now)}`, exportAccount(db, owedTo(id)));
});
