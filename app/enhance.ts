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

const LONGEST_SIDE = 1600;

/** Shrinks photos before the upload: 4 MB from a phone cost money, and our copy only needs 200 kB. */
function smallerPhotos() {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[type=file][data-shrink]")) {
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      if (!file || file.size < 300_000) return;
      const { form } = input;
      if (form) form.dataset["shrinking"] = "true";
      try {
        const bitmap = await createImageBitmap(file);
        const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
        const canvas = document.createElement("canvas");
        canvas.width = Math.round(bitmap.width * scale);
        canvas.height = Math.round(bitmap.height * scale);
        canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
        if (!blob || blob.size >= file.size) return;
        const files = new DataTransfer();
        files.items.add(new File([blob], "photo.jpg", { type: "image/jpeg" }));
        input.files = files.files;
      } catch {
        // Not an image that this browser can decode: the server will say so.
      } finally {
        if (form) {
          delete form.dataset["shrinking"];
          if (form.dataset["waiting"]) form.requestSubmit();
        }
      }
    });
  }
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

busyButtons();
emptyOthers();
asksAgain();
showPasswords();
smallerPhotos();
