import type { ShortNotice } from "../notice";

/** A push service passes on 4 kB, but phones pay for each: with what encryption adds it stays below 1 kB. */
export const LARGEST_PAYLOAD = 900;
const LARGEST_TITLE = 200;

/** What a device gets: the format of declarative push (8030 is its number), which our service worker shows elsewhere. */
export interface PushPayload {
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    /** The address that a tap opens. */
    navigate: string;
    tag: string;
    /** The notice's id: a tap reports it as seen. */
    data: string;
  };
}

/** Writes what a device is to show (N11), with title and body cut where they would be too long. */
export function writePushPayload(noticeId: string, { title, body, path, tag }: ShortNotice, origin: string): string {
  const write = (shown: { title: string; body: string }): string =>
    JSON.stringify({
      web_push: 8030,
      notification: { ...shown, navigate: origin + path, tag, data: noticeId },
    } satisfies PushPayload);
  const shortTitle = cut(title, LARGEST_TITLE);
  const room = LARGEST_PAYLOAD - sizeOf(write({ title: shortTitle, body: "" }));
  return write({ title: shortTitle, body: cut(body, room) });
}

const sizeOf = (text: string): number => new TextEncoder().encode(text).length;
/** How many bytes a text takes inside JSON, where some characters are escaped. */
const sizeInJson = (text: string): number => sizeOf(JSON.stringify(text)) - 2;

const ELLIPSIS = "…";

/** Cuts a text to so many bytes of JSON, never inside a character. */
function cut(text: string, bytes: number): string {
  if (sizeInJson(text) <= bytes) return text;
  let left = bytes - sizeOf(ELLIPSIS);
  let short = "";
  for (const character of text) {
    left -= sizeInJson(character);
    if (left < 0) break;
    short += character;
  }
  return short.trimEnd() + ELLIPSIS;
}
