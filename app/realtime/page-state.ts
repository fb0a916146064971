// Between a click on a link to another document and its arrival, the old page is alive: its sockets learn that the
// session has ended and its requests are redirected to sign-in. Either would override where the user is going.

/** A document that takes longer than this isn't coming: the page stays. */
const NAVIGATION_TIMEOUT_MS = 30_000;
const POLL_MS = 500;

let leftAt = -Infinity;
let isForFile = false;

/** Watches for navigations away from this page. A link or form marked `data-file` fetches a file, and stays. */
export function watchLeaving(): void {
  const noteFile = ({ target }: Event) => (isForFile = target instanceof Element && !!target.closest("[data-file]"));
  addEventListener("click", noteFile, { capture: true });
  addEventListener("beforeunload", () => {
    if (!isForFile) leftAt = performance.now();
  });
  // Restored from the back/forward cache.
  addEventListener("pageshow", () => (leftAt = -Infinity));
}

export const isLeaving = (): boolean => performance.now() - leftAt < NAVIGATION_TIMEOUT_MS;

/** Resolves at once, or, while a navigation is under way, when it turns out that this page stays. */
export async function untilStaying(): Promise<void> {
  while (isLeaving()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Checks for something typed, ticked or chosen that reloading would lose. */
export const isTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement & HTMLOptionElement>("input, textarea, option")].some(
    ({ type, checked, defaultChecked, value, defaultValue, selected, defaultSelected, index }) =>
      // Without a value of its own a tick has "on", and "" as the one it came with.
      checked !== defaultChecked ||
      (index === undefined && value !== defaultValue && !/checkbox|radio/.test(type)) ||
      // A list without a marked option comes with its first.
      (selected !== defaultSelected && !(selected && index === 0)),
  );

/** Marks a revalidation, which must not use up the flash message of the page being navigated to. */
export const REVALIDATION_HEADER = "X-Pombi-Revalidation";

let revalidating = false;

export const isRevalidating = () => revalidating;
export const beginRevalidation = () => void (revalidating = true);
export const endRevalidation = () => void (revalidating = false);

const answeredSteps = new Set<string>();

/** Notes that our answer to a step has come: what the page loads from now on shows what the step did. */
export const noteAnswered = (step: string) => void answeredSteps.add(step);
export const isAnswered = (step: string | undefined): boolean => step !== undefined && answeredSteps.has(step);

/** Asks the router itself: React's hooks may follow a moment later. */
export const isNavigating = () => window.__remixRouter.state.navigation.state !== "idle";
