import { exportEarnings } from "~/domain/money/money-lists.server";
import { dateAt } from "~/domain/time/harare";
import { csvDownload } from "~/http/download";
import { plumberLoader, requireUser } from "~/http/guards";

/** A plumber's earnings as CSV, streamed (M8). */
export const loader = plumberLoader(async (args): Promise<Response> => {
  const { db, now } = args.context;
  const { id } = await requireUser(args);
  return csvDownload(`earnings-${dateAt(now)}`, exportEarnings(db, id));
});
