import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { newId } from "~/domain/values/id";
import { SubmitButton, useHasScript } from "../shell/elements";
import { FieldError, RadioField } from "../forms/field";
import { ProblemSummary, useFormReply } from "../forms/form";
import { postForm } from "~/realtime/post-form";
import { PAPER, PHOTO_TYPES, shrinkPhoto } from "./shrink-photo";
import { OWNER_FIELD } from "~/domain/values/user";
import { Form, useOwner } from "~/ui/forms/owned-form";

interface Props {
  named?: string;
  kinds: readonly string[];
  labels?: Record<string, string>;
  form?: string;
  /** The script sends photos there; the form goes to its own page. */
  upload: string;
  uploadId: string;
  /** Its words have to stay legible. */
  isPaper?: boolean;
}

/** Adds private photos (P5, D21). Without script the form takes one; with it, chosen photos are shrunk and sent at once. */
export function PhotoForm({
  kinds,
  labels = {},
  named,
  upload,
  uploadId,
  isPaper = false,
  form: name = "photo",
}: Props) {
  const { fields, all } = useFormReply(name, ["kind", "photo"], { kind: kinds.at(-1) });
  const { uploads, add, repeat } = usePhotoUploads(upload, useOwner(), isPaper);
  const hasScript = useHasScript();
  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-4" noValidate>
      <ProblemSummary fields={all} />
      <input type="hidden" name="form" value={name} />
      <input type="hidden" name="uploadId" value={uploadId} />
      {kinds.length === 1 ? (
        <input type="hidden" name="kind" value={kinds[0]} />
      ) : (
        <RadioField
          isRow
          meta={fields.kind}
          label="What it shows"
          choices={kinds.map((kind) => [kind, labels[kind] ?? kind])}
        />
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
        {uploads.map(({ id, file, progress, problem, canRepeat }) => (
          <li key={id} className="grid gap-1">
            <span className="wrap-anywhere">{file.name}</span>
            {problem === null ? (
              <progress value={progress} max={100} aria-label={`Sending ${file.name}`} className="w-full" />
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
      {!hasScript && (
        <SubmitButton busy="Adding...">Add photo{named && <span className="sr-only"> of {named}</span>}</SubmitButton>
      )}
    </Form>
  );
}

interface Upload {
  id: string;
  kind: string;
  file: File;
  progress: number;
  problem: string | null;
  canRepeat: boolean;
}

/** Sends photos one by one to `url`, shrunk. Each keeps its id, so that one sent twice is stored once (P5). */
function usePhotoUploads(url: string, owner: string | null, isPaper: boolean) {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  async function send({ id, kind, file }: Upload) {
    const form = new FormData();
    form.append(OWNER_FIELD, owner ?? "");
    form.append("kind", kind);
    form.append("uploadId", id);
    form.append("photo", isPaper ? await shrinkPhoto(file, PAPER) : await shrinkPhoto(file));
    const onProgress = (part: number) => change(id, { progress: Math.round(100 * part) });
    const sent = await postForm(url, form, { Accept: "application/json" }, onProgress);
    if (!sent) return change(id, { problem: "The connection was lost.", canRepeat: true });
    if (sent.status !== 200)
      return change(id, {
        problem: problemIn(sent.responseText),
        canRepeat: sent.status >= 500 || sent.status === 429,
      });
    setUploads((all) => all.filter((upload) => upload.id !== id));
    revalidate();
  }

  return {
    uploads,
    async add(files: Iterable<File>, kind: string) {
      const begun = { kind, progress: 0, problem: null, canRepeat: false };
      const added = [...files].map((file) => ({ ...begun, id: newId(), file }));
      setUploads((all) => [...all.filter(({ problem, canRepeat }) => problem === null || canRepeat), ...added]);
      for (const upload of added) await send(upload);
    },
    repeat(id: string) {
      const upload = uploads.find((one) => one.id === id);
      if (!upload) return;
      change(id, { progress: 0, problem: null });
      void send(upload);
    },
  };
}

function problemIn(text: string): string {
  try {
    const { problem } = JSON.parse(text) as { problem?: unknown };
    if (typeof problem === "string") return problem;
  } catch {
    // Not our answer: a page of the network in between.
  }
  return "The photo couldn't be added.";
}
