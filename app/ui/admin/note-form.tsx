import { Form, useLocation } from "@remix-run/react";
import { NOTE_LENGTH } from "~/domain/admin/people/office-users";
import { TextArea } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";

/** A new note about someone (O22). `noteId` is the page's own: sent twice, it is one note. */
export function NoteForm({ noteId }: { noteId: string }) {
  const { fields, all, message } = useFormReply("note", ["words"]);
  return (
    // Each load has another id: a live update must not empty the form.
    <Form key={useLocation().key} method="post" noValidate className="card grid gap-3 p-4">
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
      <SubmitButton busy="Saving..." className="button-quiet justify-self-start">
        Add note
      </SubmitButton>
    </Form>
  );
}
