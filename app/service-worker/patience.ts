/** A page that takes longer is shown as it was kept, until it comes. Alone here: every dashboard loads this file. */
export const PATIENCE_MS = 4000;
