import { dateAt, formatInstant, timeAt } from "~/domain/time/harare";
import { LINE_CLASS } from "./kept";

/** `As of 10:42 am`, with the day where it is another one. */
const asOf = (seenAt: number, now: number) =>
  `As of ${dateAt(seenAt) === dateAt(now) ? timeAt(seenAt) : formatInstant(seenAt)}`;

/** The words on top of a page without a line. */
export const offlineWords = (seenAt: number) => `Offline. ${asOf(seenAt, Date.now())}.`;

/** Shows a line of words on top of the page; null takes it away. Gives the line. */
export function showLine(words: string | null): Element | null {
  const shown = document.querySelector(".offline-line");
  if (words === null) {
    shown?.remove();
    return null;
  }
  const line = shown ?? document.createElement("p");
  line.className = LINE_CLASS;
  line.setAttribute("role", "status");
  line.textContent = words;
  if (!shown) document.body.insertBefore(line, document.body.firstChild);
  return line;
}
