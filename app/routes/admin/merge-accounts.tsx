import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { mergeOrder, UNDO_FOR } from "~/domain/admin/account-merges";
import { countMovable, findMerge, mergeAccounts, undoMerge } from "~/domain/admin/account-merges.server";
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

/** Two accounts side by side: what moves if they are merged, or the merge that can be undone (O28). */
export const loader = roleLoader("admin", async ({ context, params }) => {
  const { db, now } = context;
  const [id, otherId] = [param(params, "id"), param(params, "otherId")];
  const [one, other, ofOne, ofOther, past] = await Promise.all([
    findUser(db, id),
    findUser(db, otherId),
    countMovable(db, id),
    countMovable(db, otherId),
    findMerge(db, id, otherId),
  ]);
  if (!one || !other) throw notFound();
  if (past) {
    const sides = [
      { user: one, movable: ofOne },
      { user: other, movable: ofOther },
    ];
    return { sides, canMerge: false, undoUntil: past.at + UNDO_FOR > now ? past.at + UNDO_FOR : null };
  }
  const order = mergeOrder(one, other);
  const isTurned = order?.merged.id === otherId;
  const sides = [
    { user: isTurned ? other : one, movable: isTurned ? ofOther : ofOne },
    { user: isTurned ? one : other, movable: isTurned ? ofOne : ofOther },
  ];
  return { sides, canMerge: order !== null && !(isTurned ? ofOther : ofOne).isBound, undoUntil: null };
});

export const action = roleAction("admin", async (args) => {
  const { context, params } = args;
  const { db } = context;
  const [id, otherId] = [param(params, "id"), param(params, "otherId")];
  const [read, one, other, past] = await Promise.all([
    readSteppedUp(args, z.object({ form: z.enum(["merge", "undo"]) })),
    findUser(db, id),
    findUser(db, otherId),
    findMerge(db, id, otherId),
  ]);
  if (!one || !other) throw notFound();
  if (!read.ok) return read.reply;
  if (read.value.form === "undo") {
    const result = past ? await undoMerge(context, read.user, past) : refuse("mergeOver");
    return result.ok ? redirectTo(`/admin-dashboard/people/${id}`, flashed("mergeUndone")) : read.refused(result);
  }
  const order = mergeOrder(one, other);
  // Sent twice, the first has merged them.
  const pair = order ?? (past ? { merged: one, survivor: other } : null);
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
