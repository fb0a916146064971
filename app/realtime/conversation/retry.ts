const MAX_ATTEMPTS = 6;

/**
 * Runs `work` until it succeeds, at most six times within a minute; gives up quietly after that. Pauses are spread by
 * chance: what failed for many at once doesn't come back at once. None is shorter than our `Retry-After`.
 */
export async function retry(work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await work();
    } catch {
      if (attempt < MAX_ATTEMPTS - 1)
        await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt * (1 + Math.random())));
    }
  }
}
