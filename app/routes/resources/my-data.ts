import { collectOwnData } from "~/domain/personal-data/own-data.server";
import { signedInLoader } from "~/http/guards";

/** Everything we hold about the viewer, as a file (A17). */
export const loader = signedInLoader(
  async ({ context, viewer }) =>
    new Response(JSON.stringify(await collectOwnData(context.db, viewer), null, 2), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": 'attachment; filename="my-data.json"',
        "Cache-Control": "private, no-store",
      },
    }),
);
