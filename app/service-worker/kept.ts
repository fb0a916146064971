export const ASSETS = "assets";

/** The worker tells a kept page that the real one has come: it is there at a reload. */
export const ARRIVED = "arrived";

/** A page as it is shown, which its own script gives the worker to keep. */
export interface SeenPage {
  /** The name of its cache, if that is still there: it ends with the session. */
  owner: string;
  url: string;
  html: string;
  seenAt: number;
}

/** The line on top, in classes of other pages: the stylesheet of visitors' pages must not grow for it. */
export const LINE_CLASS = "offline-line sticky top-0 z-30 bg-brand-900 px-4 py-1 text-center text-sm text-white";

const SEEN_AT = "Seen-At";

/** A page to be shown without a line. It runs one script of ours, and asks no one else for anything. */
export const keptPage = (html: string, seenAt: number) =>
  new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      [SEEN_AT]: String(seenAt),
    },
  });

export const seenAt = (kept: Response) => Number(kept.headers.get(SEEN_AT));
