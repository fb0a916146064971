/** How long a live update may take before it counts as lost. How soon it arrives is measured by `npm run bench`. */
export const soon = { timeout: 20_000 };
