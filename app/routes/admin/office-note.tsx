import { Form, useLoaderData } from "@remix-run/react";
import { noteForm } from "~/domain/admin/admin-forms";
import { NOTE_LENGTH } from "~/domain/admin/office-note";
import { deleteNote, editNote, findNote } from "~/domain/admin/office-notes.server";
import { formatInstant } from "~/domain/time/harare";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { pressedButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { TextArea } from "~/ui/forms/field";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { FormPage } from "~/ui/money/form-page";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Note",
  failed: "Failed to fetch the note",
  missing: "Note not found.",
  home: "/admin-dashboard/people",
});

/** A note of the office: its writer changes it, every admin can delete it (O22). */
export const loader = roleLoader("admin", async ({ context, viewer, params }) => {
  const note = await findNote(context.db, param(params, "id"), param(params, "note"));
  if (!note) throw notFound();
  return { note, isOwn: note.authorId === viewer.id };
});

export const action = roleAction("admin", async ({ context, user, form, params }) => {
  const note = { userId: param(params, "id"), id: param(params, "note") };
  const button = pressedButton(form, ["delete"]);
  const [admin, found] = await Promise.all([user, findNote(context.db, note.userId, note.id)]);
  if (!found && !button) throw notFound();
  const done = () => redirectTo(`/admin-dashboard/people/${note.userId}`, flashed("savedAndLogged"));
  if (button) {
    if (found) await deleteNote(context, admin, note);
    return done();
  }
  const parsed = parseForm(form, noteForm);
  if (!parsed.value) return parsed.invalid();
  const result = await editNote(context, admin, note, parsed.value.words);
  return result.ok ? done() : parsed.refused(result);
});

export default function OfficeNotePage() {
  const { note, isOwn } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("note", ["words"], { words: note.words });
  return (
    <FormPage
      title="Note"
      back={`/admin-dashboard/people/${note.userId}`}
      backLabel="Back"
      message={message}
      fields={all}
    >
      <p className="text-sm text-ink-2">
        {note.authorName}, {formatInstant(note.at)}
        {note.editedAt !== null && `, changed ${formatInstant(note.editedAt)}`}
      </p>
      {isOwn ? (
        <Form method="post" noValidate className="grid gap-4">
          <TextArea meta={fields.words} label="Note" rows={5} maxLength={NOTE_LENGTH} />
          <SubmitButton busy="Saving..." className="justify-self-start">
            Save
          </SubmitButton>
        </Form>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line">{note.words}</p>
      )}
      <Form method="post">
        <SubmitButton name="intent" value="delete" busy="Deleting..." className="button-danger">
          Delete this note
        </SubmitButton>
      </Form>
    </FormPage>
  );
}
