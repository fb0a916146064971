import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { PRIVATE_PHOTO_SIZES } from "~/domain/photos/private-photo";
import { newId } from "~/domain/values/id";
import { shrinkPhoto } from "./shrink-photo";

const LOST = "The connection was lost.";

/** A photo on its way. `problem`: why it has stopped. */
export interface Upload {
  id: string;
  name: string;
  /** Whole percent. */
  progress: number;
  problem: string | null;
  /** Whether it may get through when it is sent again. */
  canRepeat: boolean;
}

/** Sends photos one by one to `url`, shrunk. Each keeps its id, so that one sent twice is stored once (P5). */
export function usePhotoUploads(url: string) {
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
