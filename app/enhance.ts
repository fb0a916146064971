import { newId } from "./domain/values/id";
import { shrinkPhoto } from "./ui/photos/shrink-photo";

// Small improvements for pages without the framework's script. Everything works without them.

/** Ignores a second click on a form that is being sent, and changes the button's label. */
function busyButtons() {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method === "get") return;
    if (form.dataset["shrinking"]) {
      form.dataset["waiting"] = "true";
      event.preventDefault();
      return;
    }
    if (form.dataset["sent"]) {
      event.preventDefault();
      return;
    }
    form.dataset["sent"] = "true";
    const button = (event as SubmitEvent).submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    button.style.minWidth = `${button.offsetWidth}px`;
    const busy = button.dataset["busy"];
    button.dataset["label"] = button.innerHTML;
    if (busy) button.textContent = busy;
    button.setAttribute("aria-busy", "true");
  });
  // Restored from the back/forward cache, the form can be sent again.
  addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset["sent"];
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[aria-busy]")) {
      button.removeAttribute("aria-busy");
      button.innerHTML = button.dataset["label"] ?? button.innerHTML;
    }
  });
}

function showPasswords() {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[type=password]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "show-password";
    button.textContent = "Show";
    button.setAttribute("aria-label", "Show password");
    button.addEventListener("click", () => {
      const hidden = input.type === "password";
      input.type = hidden ? "text" : "password";
      button.textContent = hidden ? "Hide" : "Show";
      button.setAttribute("aria-label", hidden ? "Hide password" : "Show password");
    });
    input.insertAdjacentElement("afterend", button);
  }
}

/** Shrinks photos before the upload, to the longest side that the field names in pixels. */
function smallerPhotos() {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[type=file][data-shrink]")) {
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      if (!file) return;
      const { form } = input;
      if (form) form.dataset["shrinking"] = "true";
      const files = new DataTransfer();
      files.items.add(await shrinkPhoto(file, Number(input.dataset["shrink"])));
      input.files = files.files;
      if (!form) return;
      delete form.dataset["shrinking"];
      if (form.dataset["waiting"]) form.requestSubmit();
    });
  }
}

/** Sends chosen photos of a request at once, shrunk, and shows the page's new list of them. */
function sendPhotos() {
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
      const answer = await sendPhoto(form, await shrinkPhoto(file, 1280));
      const photos = new DOMParser().parseFromString(answer, "text/html").querySelector("#photos");
      if (!photos) continue;
      problems.push(...photos.querySelectorAll(".error"));
      show(photos);
      document.querySelector("#photos")?.replaceWith(photos);
    }
    for (const problem of problems) document.querySelector("[data-problems]")?.appendChild(problem);
    delete form.dataset["shrinking"];
    if (form.dataset["waiting"]) form.requestSubmit();
  });
}

/** Sends one photo with what is filled in, as often as it takes: its id lets it be stored once. Gives the page's HTML. */
async function sendPhoto(form: HTMLFormElement, photo: File): Promise<string> {
  const body = new FormData(form);
  const progress = document.createElement("progress");
  body.set("intent", "photo");
  body.set("uploadId", newId());
  body.set("photo", photo);
  for (;;) {
    const html = await new Promise<string | null>((resolve) => {
      const request = new XMLHttpRequest();
      request.upload.onprogress = ({ loaded, total }) => (progress.value = loaded / total);
      request.onload = () => resolve(request.responseText);
      request.onerror = () => resolve(null);
      request.open("POST", location.pathname);
      request.send(body);
      document.querySelector("[data-upload]")?.appendChild(progress);
    });
    if (html !== null) return html;
    await again(progress);
  }
}

/** Waits until the line is back, or the visitor says so. */
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

/** Marks on the map where the visitor is, if they want. */
function markPlace() {
  const pin = document.querySelector<HTMLElement>("[data-pin]");
  const input = pin?.querySelector("input");
  const label = pin?.querySelector("span");
  if (!pin || !input || !label || !navigator.geolocation) return;
  pin.hidden = false;
  pin.querySelector("button")?.addEventListener("click", () => {
    label.textContent = "Looking...";
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        input.value = `${coords.latitude.toFixed(5)},${coords.longitude.toFixed(5)}`;
        label.textContent = "Your place is marked";
      },
      () => (label.textContent = "We can't tell where you are"),
    );
  });
}

/** Clears the text under "Other" each time "Other" is chosen. */
function emptyOthers() {
  document.addEventListener("change", ({ target }) => {
    const select = target as HTMLElement;
    const text = select.tagName === "SELECT" && select.closest(".with-other")?.querySelector("input");
    if (text) text.value = "";
  });
}

/** Reloads a signed-in user's page restored from the back/forward cache: the session may have ended. */
function asksAgain() {
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && document.querySelector("[action='/signout']")) location.reload();
  });
}

/** Shows the buttons that print: without script they would do nothing. */
function printButtons() {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

busyButtons();
printButtons();
emptyOthers();
asksAgain();
showPasswords();
smallerPhotos();
sendPhotos();
markPlace();
