import { Form } from "@remix-run/react";
import { useHasScript } from "../elements/use-has-script";
import { FieldError } from "../forms/field";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { PHOTO_TYPES } from "./photo-types";
import { usePhotoUploads } from "./use-photo-uploads";

interface Props {
  /** The kinds that can be added: never none. */
  kinds: readonly string[];
  /** What each kind is called. */
  labels: Record<string, string>;
  /** The kind that is chosen at first. */
  kind: string | null;
  /** Its name, where a page has several. */
  form?: string;
  /** Where the script sends photos; the form goes to its own page. */
  upload: string;
  /** The id of the form's upload, without script. */
  uploadId: string;
}

/**
 * Adds private photos, of a job or of papers (P5, D21). Without script a form takes one file; with it, what is chosen is shrunk and sent at once, and
 * each photo says how far it is, or why it was refused.
 */
export function PhotoForm({ kinds, labels, kind: likely, upload, uploadId, form: name = "photo" }: Props) {
  const { fields } = useFormReply(name, ["kind", "photo"], { kind: likely ?? kinds[0] });
  const { uploads, add, repeat } = usePhotoUploads(upload);
  const hasScript = useHasScript();
  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-4" noValidate>
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="uploadId" value={uploadId} />
      {kinds.length === 1 ? (
        <input type="hidden" name="kind" value={kinds[0]} />
      ) : (
        <fieldset className="flex flex-wrap gap-x-6">
          <legend className="legend">What it shows</legend>
          {kinds.map((kind) => (
            <label key={kind} className="check">
              <input type="radio" name="kind" value={kind} defaultChecked={fields.kind.value === kind} />
              <span className="font-normal">{labels[kind]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="field">
        <label htmlFor={fields.photo.id}>{hasScript ? "Choose photos" : "Choose a photo"}</label>
        <input
          id={fields.photo.id}
          name="photo"
          type="file"
          accept={PHOTO_TYPES}
          multiple={hasScript}
          className="input file"
          aria-invalid={fields.photo.error ? true : undefined}
          aria-describedby={fields.photo.error ? `${fields.photo.id}-error` : undefined}
          onChange={({ currentTarget }) => {
            const { form, files } = currentTarget;
            if (!form || !files) return;
            void add(files, String(new FormData(form).get("kind")));
            currentTarget.value = "";
          }}
        />
        <FieldError meta={fields.photo} />
      </div>
      <ul className="grid gap-2 empty:hidden" aria-live="polite">
        {uploads.map(({ id, name, progress, problem, canRepeat }) => (
          <li key={id} className="grid gap-1">
            <span className="wrap-anywhere">{name}</span>
            {problem === null ? (
              <progress value={progress} max={100} aria-label={`Sending ${name}`} className="w-full" />
            ) : (
              <span className="flex flex-wrap items-center gap-3 text-danger">
                {problem}
                {canRepeat && (
                  <button type="button" className="button-link" onClick={() => repeat(id)}>
                    Try again
                  </button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {!hasScript && <SubmitButton busy="Adding...">Add photo</SubmitButton>}
    </Form>
  );
}
