import { newId } from "~/domain/values/id";
import { FORM_ID_FIELD } from "~/domain/idempotency/sent-form";
import { FORM_HEADER, LEADS_TO_HEADER } from "./own-headers";
import { dropWords } from "./keep-words";
import { postForm } from "./post-form";

// For pages without the framework's script: `enhance.ts` bundles it.

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
const TRIED_FOR_MS = 60_000;

const NOT_SENT = "Not sent yet. What you wrote is still here: try again when you have a connection.";

/** The id of what a form holds: words that were changed since are another form. */
const sent = new WeakMap<HTMLFormElement, { id: string; content: string }>();

/**
 * Sends a form as the browser would, but never leaves the page for an error of the line (rule 87): it is tried again
 * under its id, and after a minute the page says so. Resolves once the form can be sent again.
 */
export async function sendForm(form: HTMLFormElement, button: HTMLButtonElement | null): Promise<void> {
  form.querySelector("[data-not-sent]")?.remove();
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const to = new URL(action, location.href);
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  body.set(FORM_ID_FIELD, idOf(form, body));
  const giveUpAt = Date.now() + TRIED_FOR_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const answer = await postForm(to.href, body, { [FORM_HEADER]: "1" });
    if (answer) return show(answer, form, to);
    if (Date.now() >= giveUpAt) return say(form, NOT_SENT);
    await untilOnline(pause);
  }
}

function idOf(form: HTMLFormElement, body: FormData): string {
  const parts = [...body].map(([name, value]) => [name, value instanceof File ? value.size : value]);
  const content = JSON.stringify(parts);
  const before = sent.get(form);
  if (before?.content === content) return before.id;
  const id = newId();
  sent.set(form, { id, content });
  return id;
}

function show(answer: XMLHttpRequest, form: HTMLFormElement, action: URL) {
  const leadsTo = answer.getResponseHeader(LEADS_TO_HEADER);
  const isPage = answer.getResponseHeader("Content-Type")?.startsWith("text/html");
  if (!leadsTo && !isPage) return say(form, answer.responseText || NOT_SENT);
  dropWords(form);
  if (leadsTo) return leaveFor(new URL(leadsTo, action));
  // The page that shows the form again, with what is wrong, under the address that the browser would have shown.
  history.replaceState(null, "", action);
  document.open();
  document.write(answer.responseText);
  document.close();
  document.getElementById(action.hash.slice(1))?.scrollIntoView();
}

/** Reloads the page where only the hash changes, because the browser would just scroll. */
function leaveFor({ href }: URL) {
  location.assign(href);
  // Another page's address is still to come.
  if (location.href !== href) return;
  // Else it would go back to where the button was, and leave what happened out of sight.
  history.scrollRestoration = "manual";
  location.reload();
}

function say(form: HTMLFormElement, textContent: string) {
  const line = Object.assign(document.createElement("p"), { className: "error", textContent });
  line.dataset["notSent"] = "";
  line.setAttribute("role", "alert");
  form.firstChild!.before(line);
  line.scrollIntoView({ block: "center" });
}

const untilOnline = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(go, ms);
    function go() {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    }
    addEventListener("online", go);
  });
