import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listAuditEntries } from "~/domain/audit-log/audit-log.server";
import { countLateCancellations } from "~/domain/bookings/queries/late-cancellations.server";
import { listBookingsOf } from "~/domain/admin/admin-bookings.server";
import { listConsents } from "~/domain/admin/caller-accounts.server";
import { findUser, listPossibleDuplicates } from "~/domain/admin/users.server";
import { availableAccountActions } from "~/domain/admin/user-summary";
import { findPlumberStats } from "~/domain/admin/plumber-stats.server";
import { roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { UserCard } from "~/ui/admin/user-card";

export const meta: MetaFunction = () => [{ title: `User – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = roleLoader("admin", async ({ context, viewer, params }) => {
  const { db } = context;
  const id = param(params, "id");
  const [user, duplicates, record, bookings, log, consents, lateCancellations] = await Promise.all([
    findUser(db, id),
    listPossibleDuplicates(db, id),
    findPlumberStats(db, id),
    listBookingsOf(db, id, 10),
    listAuditEntries(db, { subjectId: id }, null, 20),
    listConsents(db, id),
    countLateCancellations(db, id),
  ]);
  if (!user) throw notFound();
  const isPlumber = user.trade !== null;
  return {
    user,
    actions: availableAccountActions(user, viewer.id).map((action) => ({
      action,
      label: ACCOUNT_ACTION_LABELS[action].button,
    })),
    record: isPlumber ? record : null,
    bookings,
    duplicates,
    log: log.entries,
    consents,
    lateCancellations,
  };
});

export default function UserPage() {
  return (
    <>
      <UserCard {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <DashboardError
      failed="Failed to fetch profile"
      missing="This account doesn't exist."
      home="/admin-dashboard/people"
    />
  );
}
