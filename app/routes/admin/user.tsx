import { Outlet, useLoaderData, useParams } from "@remix-run/react";
import { countLateCancellations } from "~/domain/bookings/queries/booking-details.server";
import { listMerged } from "~/domain/admin/people/account-merges.server";
import { findPendingOf } from "~/domain/admin/bookings/admin-bookings.server";
import { listConsents } from "~/domain/admin/callers/caller-accounts.server";
import { nextAction, availableAccountActions, isVettingAction, parseTimelineKind } from "~/domain/admin/people/office-users";
import { newNoteForm } from "~/domain/admin/people/admin-forms";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { findUser, listPossibleDuplicates, findPlumberStats } from "~/domain/admin/people/users.server";
import { listTimeline } from "~/domain/admin/people/timeline.server";
import { newId } from "~/domain/values/id";
import { fullName } from "~/domain/values/user";
import { adminAction, adminLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { NoteForm } from "~/ui/admin/note-form";
import { TimelineRows } from "~/ui/admin/timeline-rows";
import { UserCard } from "~/ui/admin/user-card";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage<typeof loader>({
  title: "Account of",
  about: ({ card }) => fullName(card.user),
  failed: "Failed to fetch profile",
  missing: "This account doesn't exist.",
  home: "/admin-dashboard/people",
});

/** Someone's file: who they are, the next action, and everything in order of time (O21). */
export const loader = adminLoader(async ({ context, viewer, url, param }) => {
  const { db } = context;
  const id = param("id");
  const kind = parseTimelineKind(url.searchParams.get("kind"));
  const [user, duplicates, merged, record, pending, timeline, consents, lateCancellations] = await Promise.all([
    findUser(db, id),
    listPossibleDuplicates(db, id),
    listMerged(db, id),
    findPlumberStats(db, id),
    findPendingOf(db, id),
    listTimeline(db, viewer, id, kind, url.searchParams.get("cursor")),
    listConsents(db, id),
    countLateCancellations(db, id),
  ]);
  if (!user) return null;
  if (user.mergedInto) throw redirectTo(`/admin-dashboard/people/${user.mergedInto}`);
  const isPlumber = user.trade !== null;
  const next = nextAction({
    ...user,
    pending,
    isWaiting: user.role === "plumber" && user.approval === "waiting",
  });
  return {
    card: {
      user,
      next,
      // What is decided about papers is decided on their own page.
      actions: availableAccountActions(user, viewer.id)
        .filter((action) => !isVettingAction(action))
        .map((action) => ({ action, label: ACCOUNT_ACTION_LABELS[action].button })),
      record: isPlumber ? record : null,
      duplicates: duplicates.map((other) => ({
        ...other,
        // The page of the two asks everything.
        canMerge: user.role === "client" && other.role === "client" && (user.email === null || other.email === null),
      })),
      merged,
      consents,
      lateCancellations,
    },
    timeline: { ...timeline, kind },
    noteId: user.isErased ? null : newId(),
  };
});

/** Writes a note (O22). */
export const action = adminAction("That didn't work", async ({ context, user, param, read, refused, goTo }) => {
  const id = param("id");
  const admin = await user;
  const value = read(newNoteForm);
  const result = await addNote(context, admin, id, value);
  return result.ok ? goTo(`/admin-dashboard/people/${id}`, "savedAndLogged") : refused(result);
});

export default function UserPage() {
  const { card, timeline, noteId } = useLoaderData<typeof loader>();
  // A dialog's reply isn't the note's.
  const isDialogOpen = useParams().action !== undefined;
  return (
    <>
      <UserCard {...card}>
        {noteId && !isDialogOpen && <NoteForm noteId={noteId} />}
        <TimelineRows {...timeline} />
      </UserCard>
      <Outlet />
    </>
  );
}
