import { inject } from "vitest";

/**
 * How long what is live may take: a second, where nothing else runs. Beside two other browsers the machine's own delays
 * count too.
 */
export const soon = { timeout: inject("alone") ? 1000 : 3000 };
