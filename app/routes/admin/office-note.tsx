import { useLoaderData } from "@remix-run/react";
import { noteForm } from "~/domain/admin/people/admin-forms";
import { NOTE_LENGTH } from "~/domain/admin/people/office-users";
import { deleteNote, editNote, findNote } from "~/domain/admin/people/office-notes.server";
import { formatInstant } from "~/domain/time/harare";
import { readDrawn } from "~/http/forms";
import { adminAction, adminLoader } from "~/http/guards";
import { officePage } from "~/ui/admin/office-page";
import { TextArea } from "~/ui/forms/field";
import { DrawnForm, useDrawnReply } from "~/ui/forms/drawn-form";
import { PressForm, SubmitButton } from "~/ui/shell/elements";
import { FormPage } from "~/ui/money/form-page";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Note", "the note", {
  list: "people",
  missing: "Note not found.",
});

/** A note of the office: its writer changes it, every admin can delete it (O22). */
export const loader = adminLoader(async ({ context, viewer, param }) => {
  const note = await findNote(context.db, param("id"), param("note"));
  return note && { note, isOwn: note.authorId === viewer.id };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, form, param, read, pressed, refused, goTo } = args;
  const note = { userId: param("id"), id: param("note") };
  const button = pressed(["delete"]);
  const [admin, found] = await Promise.all([user, findNote(context.db, note.userId, note.id)]);
  if (!found && !button) return null;
  const done = () => goTo(`/admin-dashboard/people/${note.userId}`, "savedAndLogged");
  if (button) {
    if (found) await deleteNote(context, admin, note);
    return done();
  }
  const result = await editNote(context, admin, note, {
    ...read(noteForm),
    shown: readDrawn(form)?.["words"],
  });
  return result.ok ? done() : refused(result);
});

export default function OfficeNotePage() {
  const { note, isOwn } = useLoaderData<typeof loader>();
  const reply = useDrawnReply("note", ["words"], { words: note.words });
  return (
    <FormPage title="Note" back={`/admin-dashboard/people/${note.userId}`} backLabel="Back" reply={reply}>
      <p className="text-sm text-ink-2">
        {note.authorName}, {formatInstant(note.at)}
        {note.editedAt !== null && `, changed ${formatInstant(note.editedAt)}`}
      </p>
      {isOwn ? (
        <DrawnForm reply={reply} method="post" noValidate className="grid gap-4">
          <TextArea meta={reply.fields.words} label="Note" rows={5} maxLength={NOTE_LENGTH} />
          <SubmitButton busy="Saving..." className="justify-self-start" label="Save" />
        </DrawnForm>
      ) : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {note.words}
        </p>
      )}
      <PressForm value="delete" busy="Deleting..." className="button-danger" label="Delete this note" />
    </FormPage>
  );
}
