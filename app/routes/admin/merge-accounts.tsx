import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { mergeOrder } from "~/domain/admin/account-merges";
import { countMovable, mergeAccounts } from "~/domain/admin/account-merges.server";
import { findUser } from "~/domain/admin/users.server";
import { refuse } from "~/domain/values/refusal";
import { flashed } from "~/http/flash";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { redirectTo } from "~/http/redirects";
import { readSteppedUp } from "~/http/step-up.server";
import { MergeAccounts } from "~/ui/admin/merge-accounts";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Merge accounts",
  failed: "Failed to fetch accounts",
  missing: "This account doesn't exist.",
  home: "/admin-dashboard/people",
});

/** Two accounts side by side, and what moves if they are merged (O28). */
export const loader = roleLoader("admin", async ({ context, params }) => {
  const { db } = context;
  const [id, otherId] = [param(params, "id"), param(params, "otherId")];
  const [one, other, ofOne, ofOther] = await Promise.all([
    findUser(db, id),
    findUser(db, otherId),
    countMovable(db, id),
    countMovable(db, otherId),
  ]);
  if (!one || !other) throw notFound();
  const order = mergeOrder(one, other);
  const isTurned = order?.merged.id === otherId;
  const sides = [
    { user: isTurned ? other : one, movable: isTurned ? ofOther : ofOne },
    { user: isTurned ? one : other, movable: isTurned ? ofOne : ofOther },
  ];
  return { sides, canMerge: order !== null && !(isTurned ? ofOther : ofOne).isBound };
});

export const action = roleAction("admin", async (args) => {
  const { context, params } = args;
  const { db } = context;
  const [id, otherId] = [param(params, "id"), param(params, "otherId")];
  const [read, one, other] = await Promise.all([
    readSteppedUp(args, z.object({ form: z.literal("merge") })),
    findUser(db, id),
    findUser(db, otherId),
  ]);
  if (!one || !other) throw notFound();
  if (!read.ok) return read.reply;
  // Sent twice, the first has merged them.
  const pair = one.mergedInto === otherId ? { merged: one, survivor: other } : mergeOrder(one, other);
  const result = pair
    ? await mergeAccounts(context, read.user, pair.merged.id, pair.survivor.id)
    : refuse("notMergeable");
  return result.ok && pair
    ? redirectTo(`/admin-dashboard/people/${pair.survivor.id}`, flashed("accountsMerged"))
    : read.refused(refuse("notMergeable"));
});

export default function MergeAccountsPage() {
  return <MergeAccounts {...useLoaderData<typeof loader>()} />;
}
