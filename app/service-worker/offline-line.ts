import { dateAt, formatInstant, timeAt } from "~/domain/time/harare";
import { LINE_CLASS } from "./kept";

const asOf = (seenAt: number, now: number) =>
  `As of ${dateAt(seenAt) === dateAt(now) ? timeAt(seenAt) : formatInstant(seenAt)}`;

export const offlineWords = (seenAt: number) => `Offline. ${asOf(seenAt, Date.now())}.`;

/** The height of the line, which a conversation that fills the screen leaves free. */
const HEIGHT = "--offline";

export function showLine(words: string | null): Element | null {
  const { style } = document.documentElement;
  const shown = document.querySelector<HTMLElement>(".offline-line");
  if (words === null) {
    shown?.remove();
    style.removeProperty(HEIGHT);
    return null;
  }
  const line = shown ?? document.createElement("p");
  line.className = LINE_CLASS;
  line.setAttribute("role", "status");
  line.textContent = words;
  if (!shown) {
    document.body.insertBefore(line, document.body.firstChild);
    new ResizeObserver(() => {
      if (line.isConnected) style.setProperty(HEIGHT, `${line.offsetHeight}px`);
    }).observe(line);
  }
  return line;
}
