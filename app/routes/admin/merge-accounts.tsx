import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { lookLikeOne, mergeOrder } from "~/domain/admin/people/office-users";
import { countMovable, haveSameStreet, mergeAccounts } from "~/domain/admin/people/account-merges.server";
import { findUser } from "~/domain/admin/people/users.server";
import { refuse } from "~/domain/values/refusal";
import { adminAction, adminLoader } from "~/http/guards";
import { formatInstant } from "~/domain/time/harare";
import { countOf } from "~/domain/values/numbers";
import { showPhone } from "~/domain/values/phone";
import { Facts, officePage, TextLink, UserLink } from "~/ui/admin/office-page";
import { STEP_UP_FIELDS } from "~/ui/accounts/step-up-fields";
import { SteppedUpForm } from "~/ui/accounts/stepped-up-form";
import { Notice } from "~/ui/shell/elements";
import { SureField } from "~/ui/forms/field";
import { useFormReply } from "~/ui/forms/form";
import { UserMarks } from "~/ui/admin/user-columns";
import { readSteppedUp } from "~/http/step-up.server";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Merge accounts", "accounts", {
  list: "people",
  missing: "This account doesn't exist.",
});

/** Two accounts side by side, and what moves if they are merged (O28). */
export const loader = adminLoader(async ({ context, param }) => {
  const { db } = context;
  const id = param("id");
  const otherId = param("otherId");
  const [one, other, ofOne, ofOther, sameStreet] = await Promise.all([
    findUser(db, id),
    findUser(db, otherId),
    countMovable(db, id),
    countMovable(db, otherId),
    haveSameStreet(db, id, otherId),
  ]);
  if (!one || !other) return null;
  const order = mergeOrder(one, other);
  const first = { user: one, movable: ofOne };
  const second = { user: other, movable: ofOther };
  const [goes, stays] = order?.merged.id === otherId ? [second, first] : [first, second];
  return {
    goes,
    stays,
    isLikely: sameStreet || lookLikeOne(one, other),
    canMerge: order !== null && !goes.movable.isBound,
  };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, param, refused, goTo } = args;
  const id = param("id");
  const otherId = param("otherId");
  const [{ user, value }, one, other, sameStreet] = await Promise.all([
    readSteppedUp(args, z.object({ form: z.literal("merge"), sure: z.literal("on").optional() })),
    findUser(context.db, id),
    findUser(context.db, otherId),
    haveSameStreet(context.db, id, otherId),
  ]);
  if (!one || !other) return null;
  const isLikely = sameStreet || lookLikeOne(one, other);
  if (!isLikely && !value.sure && one.mergedInto === null) return refused(refuse("mergeUnlikely"), "sure");
  // Sent twice, the first has merged them.
  const pair = one.mergedInto === otherId ? { merged: one, survivor: other } : mergeOrder(one, other);
  const result = pair && (await mergeAccounts(context, user, pair.merged.id, pair.survivor.id));
  return pair && result?.ok
    ? goTo(`/admin-dashboard/people/${pair.survivor.id}`, "accountsMerged")
    : refused(refuse("notMergeable"));
});

export default function MergeAccounts() {
  const { goes, stays, isLikely, canMerge } = useLoaderData<typeof loader>();
  const merge = useFormReply("merge", ["sure", ...STEP_UP_FIELDS]);
  const { bookings, open, notes, conversations } = goes.movable;
  return (
    <div className="grid gap-6">
      <h1>Merge two accounts</h1>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SideCard title="Goes" {...goes} />
        <SideCard title="Stays" {...stays} />
      </div>
      {canMerge && stays.user.email === null && (
        <TextLink
          to={`/admin-dashboard/people/${stays.user.id}/merge/${goes.user.id}`}
          label="Keep the other account instead"
        />
      )}
      {canMerge && (
        <SteppedUpForm form="merge" title="What happens" reply={merge} button="Merge" busy="Merging..." isCareful>
          <ul className="grid list-disc gap-1 pl-5">
            <li>
              {countOf(bookings, "booking")} ({open} open), {countOf(notes, "note")} and{" "}
              {countOf(conversations, "conversation")} move to the account that stays.
            </li>
            <li>
              {stays.user.email === null
                ? "Reminders go where the account that stays has agreed to."
                : `${stays.user.email} can read these bookings and their address from then on.`}
            </li>
            <li>Receipts, the ledger and the log keep what they say. Search finds both names and phones.</li>
            <li>It can't be undone.</li>
          </ul>
          {!isLikely && (
            <>
              <p className="font-semibold">
                Their names, phones and the addresses of their bookings all differ. Are they the same person?
              </p>
              <SureField meta={merge.fields.sure}>They are the same person.</SureField>
            </>
          )}
        </SteppedUpForm>
      )}
      {!canMerge && (
        <Notice kind="info">
          These accounts can't be merged. Only a client's account without an email can be merged, into another client's,
          and only while nobody has written to it, and it has no review and no online payment.
        </Notice>
      )}
    </div>
  );
}

const SideCard = ({ title, user, movable }: SerializeFrom<typeof loader>["goes"] & { title: string }) => (
  <section className="card grid gap-3 p-5">
    <p className="text-sm text-ink-2">{title}</p>
    <h2 className="wrap-anywhere">
      <UserLink {...user} />
    </h2>
    <UserMarks user={user} />
    <Facts
      facts={[
        ["Phone", user.phone ? showPhone(user.phone) : "N/A"],
        ["Email", user.email ?? "None: can't sign in"],
        ["Address", [user.addressLine1, user.addressLine2].filter(Boolean).join(", ") || "N/A"],
        ["Since", formatInstant(user.createdAt)],
        ["Bookings", `${movable.bookings} (${movable.open} open)`],
      ]}
    />
  </section>
);
