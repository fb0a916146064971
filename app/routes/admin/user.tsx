import type { MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { listDeeds } from "~/domain/audit-log/audit-log.server";
import { listBookingsOfClient, listJobsOfPlumber } from "~/domain/bookings/queries/booking-lists.server";
import { findPerson, listPossibleDuplicates } from "~/domain/admin/users.server";
import { deedsFor } from "~/domain/admin/user-summary";
import { findPlumberRecord } from "~/domain/admin/plumber-stats.server";
import { areaPage } from "~/http/guards";
import { AreaProblem } from "~/ui/shell/dashboard-error";
import { PERSON_DEED_LABELS } from "~/ui/admin/account-action-labels";
import { PersonCard } from "~/ui/admin/user-card";

export const meta: MetaFunction = () => [{ title: `Person – ${brand.name}` }];

export { alwaysRevalidate as shouldRevalidate } from "~/ui/shell/always-revalidate";

export const loader = areaPage("admin", async ({ context, viewer, params }) => {
  const { db, now } = context;
  const id = params["id"] ?? "";
  const [person, duplicates, record, jobs, asClient, log] = await Promise.all([
    findPerson(db, id),
    listPossibleDuplicates(db, id),
    findPlumberRecord(db, id),
    listJobsOfPlumber(db, id, "all", null),
    listBookingsOfClient(db, id, "all", null, now),
    listDeeds(db, { subjectId: id }, null, 20),
  ]);
  if (!person) throw new Response("Not found", { status: 404 });
  const isPlumber = person.trade !== null;
  return {
    person,
    deeds: deedsFor(person, viewer.id).map((deed) => ({ deed, label: PERSON_DEED_LABELS[deed].button })),
    record: isPlumber ? record : null,
    bookings: (isPlumber ? jobs : asClient).bookings.slice(0, 10),
    duplicates,
    log: log.entries,
  };
});

export default function PersonPage() {
  return (
    <>
      <PersonCard {...useLoaderData<typeof loader>()} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return (
    <AreaProblem failed="Failed to fetch profile" missing="There is no such account." home="/admin-dashboard/people" />
  );
}
