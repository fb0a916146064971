import type { SerializeFrom } from "@remix-run/cloudflare";
import { Fragment } from "react";
import { useLoaderData, useOutlet, useLocation } from "@remix-run/react";
import { countLateCancellations } from "~/domain/bookings/queries/booking-details.server";
import { listMerged } from "~/domain/admin/people/account-merges.server";
import { findPendingOf } from "~/domain/admin/bookings/admin-bookings.server";
import { listConsents } from "~/domain/admin/callers/caller-accounts.server";
import {
  nextAction,
  availableAccountActions,
  isVettingAction,
  parseTimelineKind,
  type TimelineKind,
  NOTE_LENGTH,
} from "~/domain/admin/people/office-users";
import { newNoteForm } from "~/domain/admin/people/admin-forms";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { findUser, listPossibleDuplicates, findPlumberStats } from "~/domain/admin/people/users.server";
import { listTimeline } from "~/domain/admin/people/timeline.server";
import { newId } from "~/domain/values/id";
import { fullName } from "~/domain/values/user";
import { adminAction, adminLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";
import { officePage, FilterLinks } from "~/ui/admin/office-page";
import { sayInstant } from "~/ui/admin/data-table";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import { UserCard } from "./user-card";
import { TextArea } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Icon, Link, MoreLink, SubmitButton } from "~/ui/shell/elements";
import { dateAt, formatInstant, type Instant } from "~/domain/time/harare";
import { StatusBadge } from "~/ui/bookings/status-badge";
import type { IconName } from "~/ui/elements/icon-names";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Account of", "profile", {
  list: "people",
  missing: "This account doesn't exist.",
  about: ({ card }) => fullName(card.user),
});

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
    listTimeline({ db, viewer, userId: id }, kind, url.searchParams.get("cursor")),
    listConsents(db, id),
    countLateCancellations(db, id),
  ]);
  if (!user) return null;
  if (user.mergedInto) throw redirectTo(`/admin-dashboard/people/${user.mergedInto}`);
  return {
    card: {
      user,
      next: nextAction(user, pending),
      // Papers are decided on their own page.
      actions: availableAccountActions(user, viewer.id)
        .filter((action) => !isVettingAction(action))
        .map((action) => ({ action, label: ACCOUNT_ACTION_LABELS[action].button })),
      record: user.trade && record,
      duplicates: duplicates.map((other) => ({
        ...other,
        // The page of the two asks everything.
        canMerge: user.role === "client" && other.role === "client" && (user.email === null || other.email === null),
      })),
      merged,
      consents,
      lateCancellations,
    },
    timeline: { ...timeline, kind, now: context.now },
    noteId: user.isErased ? null : newId(),
  };
});

export const action = adminAction("That didn't work", async ({ context, user, param, read, refused, goTo }) => {
  const id = param("id");
  const admin = await user;
  const result = await addNote(context, admin, id, read(newNoteForm));
  return result.ok ? goTo(`/admin-dashboard/people/${id}`, "savedAndLogged") : refused(result);
});

export default function UserPage() {
  const { card, timeline, noteId } = useLoaderData<typeof loader>();
  const dialog = useOutlet();
  return (
    <>
      <UserCard {...card}>
        {noteId && !dialog && <NoteForm noteId={noteId} />}
        <TimelineRows {...timeline} />
      </UserCard>
      {dialog}
    </>
  );
}

/** A new note about someone (O22). `noteId` is the page's own: sent twice, it is one note. */
function NoteForm({ noteId }: { noteId: string }) {
  const { fields, all, message } = useFormReply("note", ["words"]);
  return (
    // Each load has another id: a live update must not empty the form.
    <details key={useLocation().key} open={message !== null || all.some(({ error }) => error)}>
      <summary className="min-h-11 py-2 font-semibold text-brand-700">Add a note</summary>
      <Form method="post" noValidate className="card grid gap-3 p-4">
        <input type="hidden" name="form" value="note" />
        <input type="hidden" name="id" value={noteId} />
        <ProblemSummary message={message} fields={all} />
        <TextArea
          meta={fields.words}
          label="Note"
          hint="Office only; included in data requests."
          rows={2}
          maxLength={NOTE_LENGTH}
        />
        <SubmitButton busy="Saving..." className="button-quiet justify-self-start" label="Add note" />
      </Form>
    </details>
  );
}

const KINDS: Record<TimelineKind, { icon: IconName; words: string; all: string }> = {
  booking: { icon: "calendar", words: "Booking", all: "Bookings" },
  message: { icon: "message-circle", words: "Conversation", all: "Conversations" },
  money: { icon: "wallet", words: "Money", all: "Money" },
  notice: { icon: "bell", words: "Notice", all: "Notices" },
  review: { icon: "star", words: "Review", all: "Reviews" },
  log: { icon: "shield-check", words: "Log", all: "Log" },
  note: { icon: "notebook-pen", words: "Note", all: "Notes" },
};

function partOf(at: Instant, now: Instant): string {
  const day = dateAt(at);
  const today = dateAt(now);
  if (day === today) return "Today";
  return day > today ? "From tomorrow" : "Earlier";
}

function TimelineRows({ entries, next, kind, now }: SerializeFrom<typeof loader>["timeline"]) {
  return (
    <section className="grid gap-3" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <FilterLinks
        name="kind"
        label="Kind"
        chosen={kind}
        choices={[[null, "Everything"], ...Object.entries(KINDS).map(([kind, { all }]) => [kind, all] as const)]}
      />
      {entries.length === 0 ? (
        <p className="text-ink-2">Nothing here yet.</p>
      ) : (
        <ol className="card divide-y divide-line office-timeline">
          {entries.map(({ id, kind, at, words, detail, to, status, isFailed }, index) => {
            const before = entries[index - 1];
            return (
              <Fragment key={`${kind} ${id}`}>
                {(!before || partOf(at, now) !== partOf(before.at, now)) && (
                  <li className="px-4 py-2">
                    <h3>{partOf(at, now)}</h3>
                  </li>
                )}
                <li data-row className="flex flex-wrap items-start gap-x-3 px-4 py-2 leading-snug">
                  <Icon name={KINDS[kind].icon} label={KINDS[kind].words} className="mt-1 text-brand-600" />
                  <div className="min-w-0 flex-[1_1_14rem]">
                    <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                      {to ? (
                        <Link to={to} data-row-link>
                          {words}
                        </Link>
                      ) : (
                        words
                      )}
                    </p>
                    {detail && (
                      <p dir="auto" className={`text-sm wrap-anywhere ${isFailed ? "text-danger" : "text-ink-2"}`}>
                        {detail}
                      </p>
                    )}
                  </div>
                  <div className="ml-auto flex flex-wrap items-center gap-x-2 text-sm text-ink-3 tabular-nums">
                    <time dateTime={new Date(at).toISOString()} title={formatInstant(at)}>
                      {sayInstant(at, now)}
                    </time>
                    {status && <StatusBadge status={status} />}
                  </div>
                </li>
              </Fragment>
            );
          })}
        </ol>
      )}
      <MoreLink next={next} label="Earlier" />
    </section>
  );
}
