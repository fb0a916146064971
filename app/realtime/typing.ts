/** How long "typing…" is shown after the last frame about it. */
export const TYPING_SHOWN_MS = 4000;
