import { newId } from "~/domain/values/id";
import { postForm } from "~/realtime/post-form";
import { shrinkPhoto } from "./shrink-photo";

// For pages without the framework's script: `enhance.ts` bundles it.

/** Sends chosen photos of a request at once, shrunk, and shows the page's new list of them. */
export function sendPhotos() {
  const show = (photos: Element) => {
    const input = photos.querySelector("input");
    if (input) input.multiple = true;
    photos.querySelector("[data-upload] button")?.remove();
  };
  const atFirst = document.querySelector("#photos");
  if (atFirst) show(atFirst);
  document.addEventListener("change", async ({ target: input }) => {
    if (!(input instanceof HTMLInputElement) || !input.closest("[data-upload]") || !input.form) return;
    const { form } = input;
    const files = [...(input.files ?? [])];
    const problems: Node[] = [];
    form.dataset["shrinking"] = "true";
    for (const file of files) {
      const answer = await sendPhoto(form, await shrinkPhoto(file));
      if (answer === null) break;
      const photos = new DOMParser().parseFromString(answer, "text/html").querySelector("#photos");
      const found = photos?.querySelectorAll(".error") ?? [];
      const shown = document.querySelectorAll("#photos img").length;
      if (!photos || (found.length === 0 && photos.querySelectorAll("img").length <= shown)) {
        problems.push(problem(`${file.name}: The photo couldn't be added. Please choose it again.`));
        continue;
      }
      for (const one of found) one.lastChild?.before(`${file.name}: `);
      problems.push(...found);
      show(photos);
      document.querySelector("#photos")?.replaceWith(photos);
    }
    for (const one of problems) document.querySelector("[data-problems]")?.appendChild(one);
    delete form.dataset["shrinking"];
    if (form.dataset["waiting"]) form.requestSubmit();
  });
}

function problem(text: string): HTMLElement {
  const element = document.createElement("p");
  element.className = "error";
  element.textContent = text;
  return element;
}

/**
 * Sends one photo with what is filled in, as often as it takes: its id lets it be stored once. Returns the page's HTML;
 * null: the connection was lost, and the form, which its writer has sent meanwhile, goes without it.
 */
async function sendPhoto(form: HTMLFormElement, photo: File): Promise<string | null> {
  const body = new FormData(form);
  const progress = document.createElement("progress");
  body.set("intent", "photo");
  body.set("uploadId", newId());
  body.set("photo", photo);
  for (;;) {
    document.querySelector("[data-upload]")?.appendChild(progress);
    const answer = await postForm(location.pathname, body, {}, (part) => (progress.value = part));
    if (answer) return answer.responseText;
    if (form.dataset["waiting"]) return null;
    delete form.dataset["shrinking"];
    await again(progress);
    form.dataset["shrinking"] = "true";
  }
}

const again = (progress: HTMLElement) =>
  new Promise<void>((resolve) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button-link justify-self-start";
    button.textContent = "The connection was lost. Try again";
    button.onclick = () => {
      button.replaceWith(progress);
      resolve();
    };
    addEventListener("online", () => button.click(), { once: true });
    progress.replaceWith(button);
  });
