import { isTyped } from "~/realtime/page-state";
import { addUnsent, hasUnsent, sendUnsent, WAITS_FOR_LINE } from "~/realtime/conversation/unsent";
import { ARRIVED } from "./kept";
import { offlineWords, showLine } from "./offline-line";

// The script of a page that is shown without a line (`keep-pages.ts`).

const ASK_AGAIN_MS = 5000;
const NOT_SENT = "You're offline. What you typed stays here: send it when you're back online.";

const seenAt = Number(document.documentElement.dataset["seenAt"]);
if (seenAt) showLine(offlineWords(seenAt));

// Messages that the page could not send before it was left go out as well.
for (const retry of document.querySelectorAll("[role=log] button"))
  if (retry.textContent?.includes("Tap to retry")) retry.replaceWith(waitingLine());

/** Given up before it is asked again: a dead connection would keep its place among the few that a browser opens. */
function isLineBack(): Promise<boolean> {
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(), ASK_AGAIN_MS);
  return fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal: attempt.signal })
    .then(
      () => true,
      () => false,
    )
    .finally(() => clearTimeout(timer));
}

/** Sends all that waits when the line is back, and loads the page again unless something is typed in it. */
async function goOn() {
  // The browser says "online" of a network without a line as well, and while it leaves the page.
  if (!(await isLineBack())) return;
  await sendUnsent().catch(() => undefined);
  const key = document.querySelector<HTMLFormElement>("form[data-unsent]")?.dataset["unsent"];
  if (key && !hasUnsent(key)) for (const line of waitingLines()) line.remove();
  showReal();
}

/** Loads the page itself, or offers it where something is typed in this one. */
function showReal() {
  if (!isTyped()) {
    location.reload();
    return;
  }
  const again = document.createElement("a");
  again.href = "";
  again.className = "text-white";
  again.textContent = "Load the page";
  showLine("You're back online. You can send what you typed. ")?.appendChild(again);
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => data === ARRIVED && showReal());
addEventListener("online", () => void goOn());
setInterval(() => void goOn(), ASK_AGAIN_MS);

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  event.preventDefault();
  void isLineBack().then((isBack) => {
    // Not `requestSubmit`, which would come here again. The button that was pressed says what the form does.
    if (isBack) {
      const { submitter } = event as SubmitEvent;
      if (submitter instanceof HTMLButtonElement && submitter.name) {
        const pressed = document.createElement("input");
        pressed.type = "hidden";
        pressed.name = submitter.name;
        pressed.value = submitter.value;
        form.appendChild(pressed);
      }
      return form.submit();
    }
    const box = form.querySelector<HTMLTextAreaElement>("textarea[name=content]");
    const key = form.dataset["unsent"];
    if (!key || !box?.value.trim()) return showLine(NOT_SENT);
    // Without a place to keep it, it stays where it was typed.
    if (!addUnsent(key, { id: crypto.randomUUID(), content: box.value.trim() })) return showLine(NOT_SENT);
    showWaiting(box.value.trim());
    box.value = "";
    return null;
  });
});

const waitingLines = () =>
  [...document.querySelectorAll("[role=log] p")].filter(({ textContent }) => textContent === WAITS_FOR_LINE);

function waitingLine() {
  const line = document.createElement("p");
  line.className = "text-sm text-ink-2";
  line.textContent = WAITS_FOR_LINE;
  return line;
}

function showWaiting(content: string) {
  const waiting = document.createElement("li");
  waiting.className = "flex justify-end";
  const bubble = waiting.appendChild(document.createElement("div"));
  bubble.className = "max-w-[85%] rounded-card border px-3 py-2 border-brand-100 bg-brand-100";
  const words = bubble.appendChild(document.createElement("p"));
  words.className = "whitespace-pre-wrap wrap-anywhere";
  words.textContent = content;
  bubble.appendChild(waitingLine());
  document.querySelector("[role=log] ol")?.appendChild(waiting);
}
