import { offerPasskeys } from "./ui/accounts/passkey-buttons";
import { addRequestSubmit } from "./ui/forms/request-submit";
import { keepWords } from "./realtime/keep-words";
import { BUILD_HEADER } from "./realtime/own-headers";
import { sendForm } from "./realtime/send-form";
import { sendPhotos } from "./ui/photos/send-draft-photos";
import { shrinkPhoto } from "./ui/photos/shrink-photo";

// Small improvements for pages without the framework's script. Everything works without them.

/** Sends forms so that no line loses what is typed; ignores a second click meanwhile, and changes the button's label. */
function sendForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method === "get") return;
    event.preventDefault();
    if (form.dataset["sent"]) return;
    const { submitter } = event as SubmitEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter : null;
    if (button) showBusy(button);
    if (form.dataset["shrinking"]) {
      form.dataset["waiting"] = "true";
      return;
    }
    form.dataset["sent"] = "true";
    delete form.dataset["waiting"];
    void sendForm(form, button).then(canBeSent);
  });
  // Restored from the back/forward cache, the form can be sent again.
  addEventListener("pageshow", canBeSent);
}

function showBusy(button: HTMLButtonElement) {
  if (button.hasAttribute("aria-busy")) return;
  button.style.minWidth = `${button.offsetWidth}px`;
  const busy = button.dataset["busy"];
  button.dataset["label"] = button.innerHTML;
  if (busy) button.textContent = busy;
  button.setAttribute("aria-busy", "true");
}

function canBeSent() {
  for (const form of document.forms) delete form.dataset["sent"];
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[aria-busy]")) {
    button.removeAttribute("aria-busy");
    button.innerHTML = button.dataset["label"] ?? button.innerHTML;
  }
}

/** Applies filters as they are chosen, and leaves those that aren't out of the address. */
function filtersAtOnce() {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-at-once]")) {
    form.addEventListener("change", () => form.requestSubmit());
    form.addEventListener("formdata", ({ formData }) => {
      for (const [name, value] of [...formData]) if (!value) formData.delete(name);
    });
  }
}

function showPasswords() {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[type=password]")) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "in-field" });
    const offer = (word: string) => {
      button.textContent = word;
      button.setAttribute("aria-label", `${word} password`);
    };
    offer("Show");
    button.addEventListener("click", () => {
      const hidden = input.type === "password";
      input.type = hidden ? "text" : "password";
      offer(hidden ? "Hide" : "Show");
    });
    input.insertAdjacentElement("afterend", button);
  }
}

/** Shrinks photos before the upload. */
function smallerPhotos() {
  for (const input of document.querySelectorAll<HTMLInputElement>("[data-shrink]")) {
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      const form = input.form!;
      if (file) {
        form.dataset["shrinking"] = "true";
        const files = new DataTransfer();
        files.items.add(await shrinkPhoto(file));
        // Another one was chosen meanwhile, or none.
        if (file !== input.files?.[0]) return;
        input.files = files.files;
      }
      delete form.dataset["shrinking"];
      if (form.dataset["waiting"]) form.requestSubmit();
    });
  }
}

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

/** Removes pages kept for an earlier user before someone signs in (W18); typed words stay, kept by person. */
function forgetKeptPages() {
  if (location.pathname !== "/signin" || !("caches" in window)) return;
  void caches
    .keys()
    .then((names) => names.filter((name) => name.startsWith("pages ")).map((name) => caches.delete(name)));
}

function printButtons() {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

function closableMenus() {
  const closeAll = (event: Event, byKey: boolean) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("[data-menu][open]")) {
      if (!byKey && menu.contains(event.target as Node)) continue;
      menu.open = false;
      if (byKey) menu.querySelector("summary")?.focus();
    }
  };
  addEventListener("pointerdown", (event) => closeAll(event, false));
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    closeAll(event, true);
    // A menu that opens on hover and focus stays closed until both have left it.
    const submenu = document.querySelector(".submenu:is(:hover, :focus-within)");
    submenu?.classList.add("closed");
    for (const leaving of ["mouseleave", "focusout"])
      submenu?.addEventListener(leaving, () => submenu.classList.remove("closed"), { once: true });
  });
}

/** Shows the steps of a form in turn: the next one opens once the fields before it are right, by a press or by Enter. */
function formsInSteps() {
  const form = document.querySelector<HTMLFormElement>("form[data-steps]");
  if (!form) return;
  const steps = [...form.querySelectorAll<HTMLDetailsElement>(".step")];
  const isAsked = (step: Element) => !step.matches(".plumbers-only") || form.querySelector("[value=plumber]:checked");
  const show = (step: HTMLDetailsElement) => {
    for (const one of steps) one.open = one === step;
    step.querySelector("summary")?.focus();
    if (step.getBoundingClientRect().top < 0) step.scrollIntoView();
  };
  /** Tells if all fields of these steps are right; else opens the first one that has a mistake, and says it there. */
  const areRight = (asked: HTMLDetailsElement[]) =>
    asked.filter(isAsked).every((step) => {
      for (const error of step.querySelectorAll<HTMLElement>("[data-missing]"))
        error.hidden = !error.closest(".field")!.querySelector(":invalid");
      const wrong = step.querySelector<HTMLElement>(":invalid");
      if (wrong) show(step);
      wrong?.focus();
      return !wrong;
    });
  const goTo = (step: HTMLDetailsElement) => {
    if (areRight(steps.slice(0, steps.indexOf(step)))) show(step);
  };
  form.classList.add("in-steps");
  for (const step of steps) {
    step.open = step.dataset["later"] === undefined;
    step.querySelector("summary")?.addEventListener("click", (event) => {
      event.preventDefault();
      if (!step.open) goTo(step);
    });
  }
  form.addEventListener("submit", (event) => {
    const next = steps.filter(isAsked).find((step, at, asked) => !step.open && asked[at - 1]?.open);
    if (next) goTo(next);
    else if (areRight(steps)) return;
    event.preventDefault();
  });
}

/** Opens terms and policy under their field, so that no answer is lost; where that fails, links to a tab of their own. */
function opensInPlace() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-in-place]"))
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const field = link.closest(".field")!;
      const close = () => {
        const open = field.querySelector<HTMLElement>(".in-place");
        open?.remove();
        return open;
      };
      if (close()?.dataset["page"] === link.href) return;
      const words = await fetchWords(link.href).catch(() => null);
      // Another press may have opened a box meanwhile.
      close();
      const box = document.createElement(words ? "div" : "p");
      if (words) {
        Object.assign(box, { className: "in-place card", tabIndex: 0 });
        Object.assign(box.style, { maxHeight: "20rem", overflow: "auto" });
        box.dataset["page"] = link.href;
        while (words.firstChild) box.appendChild(words.firstChild);
      } else {
        Object.assign(box, {
          className: "in-place error",
          textContent: "It can't be shown here. Open it in a new tab: ",
        });
        box.setAttribute("role", "alert");
        box.appendChild(link.cloneNode(true));
      }
      field.appendChild(box);
      box.focus();
    });
}

/** Fetches the words of a page of ours; null or an error where none came (law 31). */
async function fetchWords(url: string): Promise<HTMLElement | null> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.headers.has(BUILD_HEADER)) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
}

/** On a page with its styles in it: adds the font once it has loaded, and the stylesheet once the visitor stays. */
function afterArrival() {
  const { font, whole } = document.querySelector<HTMLElement>("style[data-whole]")?.dataset ?? {};
  if (!font || !whole) return;
  const fetchWhole = () => {
    for (const sign of SIGNS) removeEventListener(sign, fetchWhole);
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: whole, media: "print" });
    document.head.appendChild(link);
  };
  addEventListener("load", () => {
    for (const sign of SIGNS) addEventListener(sign, fetchWhole, { passive: true });
    void new FontFace("Figtree Variable", `url(${font})`, { weight: "400 700" })
      .load()
      .then((face) => document.fonts.add(face));
  });
}
const SIGNS = ["pointermove", "touchstart", "keydown", "scroll"];

addRequestSubmit();
afterArrival();
formsInSteps();
opensInPlace();
keepWords();
sendForms();
closableMenus();
filtersAtOnce();
printButtons();
emptyOthers();
asksAgain();
forgetKeptPages();
showPasswords();
smallerPhotos();
sendPhotos();
markPlace();
offerPasskeys(document);
