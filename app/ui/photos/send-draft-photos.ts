import { newId } from "~/domain/values/id";
import { FORM_HEADER } from "~/realtime/own-headers";
import { postForm } from "~/realtime/post-form";
import { shrinkPhoto } from "./shrink-photo";

// For pages without the framework's script: `enhance.ts` bundles it.

/** Sends chosen photos of a request at once, shrunk, and shows the page's new list of them. */
export function sendPhotos() {
  const show = (photos: Element) => {
    photos.querySelector("input")?.setAttribute("multiple", "");
    photos.querySelector("[data-upload] button")?.remove();
  };
  document.querySelectorAll("#photos").forEach(show);
  document.addEventListener("change", async ({ target: input }) => {
    if (!(input instanceof HTMLInputElement) || !input.closest("[data-upload]") || !input.form) return;
    const { form } = input;
    const files = [...(input.files ?? [])];
    const problems: Node[] = [];
    form.dataset["shrinking"] = "true";
    for (const file of files) {
      const photo = await shrinkPhoto(file);
      const answer = await sendPhoto(form, photo);
      if (answer === null) break;
      const photos = new DOMParser().parseFromString(answer, "text/html").querySelector("#photos");
      const found = photos?.querySelectorAll(".error") ?? [];
      const shown = document.querySelectorAll<HTMLImageElement>("#photos img");
      const images = photos?.querySelectorAll("img") ?? [];
      if (!photos || (found.length === 0 && images.length <= shown.length)) {
        problems.push(problem(`${file.name}: The photo couldn't be added. Please choose it again.`));
        continue;
      }
      for (const one of found) one.lastChild?.before(`${file.name}: `);
      problems.push(...found);
      // A photo that the phone has shrunk it can draw itself.
      images.forEach((image, at) => {
        image.src = shown[at]?.src ?? (photo === file ? image.src : URL.createObjectURL(photo));
      });
      show(photos);
      document.querySelector("#photos")?.replaceWith(photos);
    }
    for (const one of problems) document.querySelector("[data-problems]")?.appendChild(one);
    delete form.dataset["shrinking"];
    if (form.dataset["waiting"]) form.requestSubmit();
  });
}

const problem = (textContent: string) =>
  Object.assign(document.createElement("p"), { className: "error", textContent });

/**
 * Sends one photo with what is filled in, as often as it takes: its id lets it be stored once. Returns the HTML of all photos;
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
    const answer = await postForm(
      location.pathname,
      body,
      { [FORM_HEADER]: "photos" },
      (part) => (progress.value = part),
    );
    if (answer) return answer.responseText;
    if (form.dataset["waiting"]) return null;
    delete form.dataset["shrinking"];
    await again(progress);
    form.dataset["shrinking"] = "true";
  }
}

const again = (progress: HTMLElement) =>
  new Promise<void>((resolve) => {
    const button = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button-link justify-self-start",
      textContent: "The connection was lost. Try again",
    });
    button.onclick = () => {
      button.replaceWith(progress);
      resolve();
    };
    addEventListener("online", () => button.click(), { once: true });
    progress.replaceWith(button);
  });
