// Alone here: every dashboard loads this file.

/** A page that takes longer is shown as it was kept, until it comes. */
export const PATIENCE_MS = 4000;

/** An open dashboard tells the service worker the address of a page that it has waited for long enough. */
export interface MissedPage {
  missed: string;
}
