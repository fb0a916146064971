// Between a click that leads to another document and that document's arrival, the old page still lives: its sockets
// hear that the session has ended, its requests are answered with the way to sign-in. Either would take the place of
// where the user is going.

/** A document that does not arrive in this time does not arrive: the page goes on living. */
const ARRIVES_WITHIN_MS = 30_000;
const LOOK_AGAIN_MS = 500;

let leftAt = -Infinity;

/** Begins to note when this page is being left; once per page. */
export function watchLeaving(): void {
  addEventListener("beforeunload", () => (leftAt = performance.now()));
  // Back from the browser's cache.
  addEventListener("pageshow", () => (leftAt = -Infinity));
}

export const isLeaving = (): boolean => performance.now() - leftAt < ARRIVES_WITHIN_MS;

/** Resolves at once, or, while this page is being left, when it turns out that it stays. */
export async function untilStaying(): Promise<void> {
  while (isLeaving()) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
}
