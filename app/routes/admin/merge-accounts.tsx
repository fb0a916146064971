import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { mergeOrder } from "~/domain/admin/people/office-users";
import { countMovable, mergeAccounts } from "~/domain/admin/people/account-merges.server";
import { findUser } from "~/domain/admin/people/users.server";
import { refuse } from "~/domain/values/refusal";
import { adminAction, adminLoader } from "~/http/guards";
import { readSteppedUp } from "~/http/step-up.server";
import { MergeAccounts } from "~/ui/admin/merge-accounts";
import { dashboardPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Merge accounts",
  failed: "Failed to fetch accounts",
  missing: "This account doesn't exist.",
  home: "/admin-dashboard/people",
});

/** Two accounts side by side, and what moves if they are merged (O28). */
export const loader = adminLoader(async ({ context, param }) => {
  const { db } = context;
  const [id, otherId] = [param("id"), param("otherId")];
  const [one, other, ofOne, ofOther] = await Promise.all([
    findUser(db, id),
    findUser(db, otherId),
    countMovable(db, id),
    countMovable(db, otherId),
  ]);
  if (!one || !other) return null;
  const order = mergeOrder(one, other);
  const isTurned = order?.merged.id === otherId;
  const sides = [
    { user: isTurned ? other : one, movable: isTurned ? ofOther : ofOne },
    { user: isTurned ? one : other, movable: isTurned ? ofOne : ofOther },
  ];
  return { sides, canMerge: order !== null && !(isTurned ? ofOther : ofOne).isBound };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, param, goTo } = args;
  const { db } = context;
  const [id, otherId] = [param("id"), param("otherId")];
  const [read, one, other] = await Promise.all([
    readSteppedUp(args, z.object({ form: z.literal("merge") })),
    findUser(db, id),
    findUser(db, otherId),
  ]);
  if (!one || !other) return null;
  if (!read.ok) return read.reply;
  // Sent twice, the first has merged them.
  const pair = one.mergedInto === otherId ? { merged: one, survivor: other } : mergeOrder(one, other);
  const result = pair
    ? await mergeAccounts(context, read.user, pair.merged.id, pair.survivor.id)
    : refuse("notMergeable");
  return result.ok && pair
    ? goTo(`/admin-dashboard/people/${pair.survivor.id}`, "accountsMerged")
    : read.refused(refuse("notMergeable"));
});

export default function MergeAccountsPage() {
  return <MergeAccounts {...useLoaderData<typeof loader>()} />;
}
