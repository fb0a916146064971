import { Form, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { PRIVATE_PHOTO_SIZES } from "~/domain/photos/private-photo";
import { newId } from "~/domain/values/id";
import { useHasScript } from "../elements/use-has-script";
import { FieldError } from "../forms/field";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { PHOTO_TYPES, shrinkPhoto } from "./shrink-photo";

interface Props {
  /** What the photos are of, where a page has several forms. */
  named?: string;
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
export function PhotoForm({ kinds, labels, kind: likely, named, upload, uploadId, form: name = "photo" }: Props) {
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
      {!hasScript && (
        <SubmitButton busy="Adding...">Add photo{named && <span className="sr-only"> of {named}</span>}</SubmitButton>
      )}
    </Form>
  );
}

const LOST = "The connection was lost.";

/** A photo on its way. `problem`: why it has stopped. */
interface Upload {
  id: string;
  name: string;
  /** Whole percent. */
  progress: number;
  problem: string | null;
  /** Whether it may get through when it is sent again. */
  canRepeat: boolean;
}

/** Sends photos one by one to `url`, shrunk. Each keeps its id, so that one sent twice is stored once (P5). */
function usePhotoUploads(url: string) {
  const { revalidate } = useRevalidator();
  const [uploads, setUploads] = useState<(Upload & { file: File; kind: string })[]>([]);
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  async function send({ id, kind, file }: { id: string; kind: string; file: File }) {
    const small = await shrinkPhoto(file, PRIVATE_PHOTO_SIZES[0]);
    const sent = await post(url, { kind, uploadId: id }, small, (progress) => change(id, { progress }));
    if (sent.problem !== null) return change(id, sent);
    setUploads((all) => all.filter((upload) => upload.id !== id));
    revalidate();
  }

  return {
    uploads,
    /** Sends the chosen files as photos of a kind. */
    async add(files: Iterable<File>, kind: string) {
      const added = [...files].map((file) => ({
        ...{ id: newId(), name: file.name, kind, file },
        ...{ progress: 0, problem: null, canRepeat: false },
      }));
      setUploads((all) => [...all.filter(({ problem }) => problem === null), ...added]);
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

/** By XMLHttpRequest: `fetch` doesn't say how much has been sent. */
function post(url: string, fields: Record<string, string>, file: File, onProgress: (percent: number) => void) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("photo", file);
  return new Promise<Pick<Upload, "problem" | "canRepeat">>((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    request.onload = () =>
      resolve({
        problem: request.status === 200 ? null : problemIn(request.responseText),
        canRepeat: request.status >= 500 || request.status === 429,
      });
    request.onerror = () => resolve({ problem: LOST, canRepeat: true });
    request.open("POST", url);
    request.setRequestHeader("Accept", "application/json");
    request.send(form);
  });
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
