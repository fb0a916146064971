const MAX_ATTEMPTS = 6;

/** Runs `work` until it succeeds, at most six times over half a minute; gives up quietly after that. */
export async function retry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await work();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt));
    }
  }
}
