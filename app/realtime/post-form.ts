import { BUILD_HEADER } from "./own-headers";

/** An upload that has not moved for so long is given up, in milliseconds: on a half-open line it would never end. */
const STALLED_AFTER_MS = 30_000;

/**
 * Posts a form; null: no answer of ours has come, be it that the connection was lost or that a network's page answered.
 * `fetch` wouldn't say how much has been sent (`onProgress`: 0 to 1).
 */
export const postForm = (
  url: string,
  body: FormData,
  headers: Record<string, string>,
  onProgress: (part: number) => void = () => undefined,
) =>
  new Promise<XMLHttpRequest | null>((resolve) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (answer: XMLHttpRequest | null) => {
      clearTimeout(timer);
      resolve(answer);
    };
    const keepWaiting = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        request.abort();
        end(null);
      }, STALLED_AFTER_MS);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      keepWaiting();
      onProgress(loaded / total);
    };
    request.onprogress = keepWaiting;
    request.onload = () => end(request.getResponseHeader(BUILD_HEADER) ? request : null);
    request.onerror = () => end(null);
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    keepWaiting();
    request.send(body);
  });
